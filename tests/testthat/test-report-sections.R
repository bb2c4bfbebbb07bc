test_that("the summary says what the numbers say", {
  x <- reported_set()
  report <- report_of(x)
  answers <- summary_answers(report, 1)
  found <- with_seed(1, measures(x, "cllr", by = "source", level = 0.9, replicates = 40))
  for (value in found[1, c("estimate", "lower", "upper")]) {
    expect_match(answers[["help"]], number_of_interval(value, found[1, ]), fixed = TRUE)
  }
  rates <- rows_of_system(report$misleading, 1)
  interval <- list(rate_lower = rates$lower[1], rate_upper = rates$upper[1])
  expect_match(answers[["mislead"]], share_of_interval(rates$rate[1], interval), fixed = TRUE)
  repaired <- say("missing", rows_of_system(report$after_cllr, 1))
  expect_match(answers[["repaired"]], repaired, fixed = TRUE)
  expect_match(repaired, fixed_number(cllr(report$after)[[1]], 2), fixed = TRUE)
  expect_false("plan" %in% names(answers))
  expect_match(lines_of(report, "summary"), "## System mvk")
  expect_match(lines_of(report, "matrix"), "No plan")
})

test_that("answers follow the interval of Cllr", {
  help <- \(estimate, lower, upper, few = FALSE) {
    say("help", data.frame(estimate, lower, upper, few))
  }
  expect_match(help(0.5, 0.4, 0.6), "^Yes")
  expect_match(help(0.5, 0.4, 0.6, few = TRUE), "^This is not settled. At even.*rare may not")
  expect_match(help(1.5, 1.4, 1.6), "^No, they do harm")
  expect_match(help(0.9, 0.4, 1.6), "^This is not settled. At even")
  expect_match(help(0.9, NA, NA), "^This is not settled: there are too few")
  expect_match(help(Inf, NA, NA), "^No. Some LRs claim certainty")
  calibrated <- \(p_value, corrected = 0.25) {
    say("calibrated", list(
      p_value = p_value, one_in = 1 / p_value, cllr_cal = 0.25, corrected = corrected,
      lower = 0.1, upper = 0.4
    ))
  }
  expect_match(calibrated(0.2), "^The test found no evidence")
  expect_match(calibrated(NA), "not tested")
  expect_match(calibrated(0.01), "is 0.25 bits (0.10 to 0.40).", fixed = TRUE)
  corrected <- "is 0.25 bits, corrected 0.20 bits (0.10 to 0.40)."
  expect_match(calibrated(0.01, 0.2), corrected, fixed = TRUE)
})

test_that("warnings come where there is reason, and only there", {
  warned <- \(x) paste(report_warnings(report_of(x, replicates = 5)), collapse = " ")
  withr::local_seed(1)
  good <- warned(simulate_lr(300, 300, s = 2))
  expect_match(good, "assumed to be independent")
  expect_no_match(good, "only|certainty|separated|no prior|smaller LRs")
  set <- \(value) lr_set(value, rep(c(TRUE, FALSE), each = length(value) / 2), scale = "log10")
  few <- warned(set(c(-Inf, 2, 3, -1, -2, Inf)))
  expect_match(few, "only 3 comparisons")
  expect_match(few, "2 comparisons the LR claims certainty and is wrong")
  apart <- warned(set(c(Inf, 2, 3, -1, -2, -3)))
  expect_match(apart, "In 1 comparison the LR claims")
  expect_match(apart, "separate the hypotheses without error")
  turned <- warned(set(c(-2:1, 0:3)))
  expect_match(turned, "no prior")
  expect_match(turned, "smaller LRs")
  expect_match(warned(reported_set()["mvk"]), "Comparisons share items")
})

test_that("shares are in per cent in the matrix too", {
  x <- reported_set()
  plan <- validation_plan(accuracy = "cllr < 1", discriminating_power = "eer <= 20 %")
  judged <- validation_run(plan, x)
  table <- judged_table(list(judged = judged))
  one <- judged[judged$measure == "eer", ][1, ]
  at <- which(judged$measure == "eer")[1]
  expect_match(table$Result[at], share_texts(one$result), fixed = TRUE)
  expect_match(table$Margin[at], share_text(one$margin_lower), fixed = TRUE)
  expect_no_match(table$Result[judged$measure == "cllr"], "%")
})

test_that("a matrix states its numbers in the unit of their criterion, printed or in a report", {
  x <- withr::with_seed(1, simulate_lr(60, 90, s = 1.5))
  plan <- validation_plan(
    accuracy = c("misleading_h2 < 30 %", "bayes_error(0.2) < 0.19", "cllr < 90 %"),
    discriminating_power = c("eer < 0.3", "eer < 30 %"), replicates = 20,
    robustness = c("eer <= 2 * baseline", "eer <= baseline + 0.5", "cllr <= 2 * baseline"),
    data = list(baseline = "lab", robustness = "worn")
  )
  judged <- validation_run(plan, lab = x, worn = x)
  shares <- grepl("%|2 \\* baseline", judged$criterion) &
    judged$criterion != "cllr <= 2 * baseline"
  printed <- matrix_table(judged)
  reported <- judged_table(list(judged = judged))
  for (cells in list(printed$result, printed$margin, reported$Result, reported$Margin)) {
    expect_identical(grepl("%", cells), shares)
  }
  expect_identical(grepl("%", printed$baseline), shares & !is.na(judged$against))
  expect_identical(grepl("%)$", reported$Criterion), shares & !is.na(judged$against))
  drawn <- matrix_rows_drawn(judged)
  points <- drawn$panel == "percentage points"
  expect_identical(points, judged$measure %in% percent_measures | shares)
  expect_equal(drawn$margin[points], 100 * judged$margin[points])
})

test_that("what is proven of calibration is told, but of weighted trials", {
  x <- reported_set()
  lines <- lines_of(report_of(x), "limits")
  expect_match(lines, "a band that holds with a probability of 9[05]")
  expect_match(lines, "(No|no) LR is proven right to a factor of 2")
  many <- withr::with_seed(1, simulate_lr(2000, 2000, s = 1.5))
  expect_match(lines_of(report_of(many), "limits"), "LRs proven right to a factor of 10: 1/")
  expect_null(proven_lines(list(proven = NULL)))
})

test_that("the table of limits and the sentences state a bound by the same digits", {
  x <- reported_set()
  report <- report_of(x)
  limits <- paste(lines_of(report, "limits"), collapse = "\n")
  said <- unlist(lapply(report$facts, \(fact) say("bounds", fact)))
  expect_length(said, n_systems(x))
  numbers <- unlist(regmatches(said, gregexpr("LRs between [^ ]+ and [^ ;]+", said)))
  expect_length(numbers, n_systems(x))
  for (number in unlist(strsplit(sub("LRs between ", "", numbers), " and "))) {
    expect_match(limits, paste0(" ", number, " "), fixed = TRUE)
  }
})

test_that("a test of calibration says in how many one as bad is to be expected", {
  said <- \(p) chance_facts(p)$one_in
  expect_identical(said(0.0123), 81)
  expect_identical(said(1e-7), 1e7)
})

test_that("a report marks each unusual interval and says why below the table", {
  x <- withr::with_seed(1, simulate_lr(6, 200))
  report <- report_of(x)
  for (note in names(words_for("note"))) {
    report$measured$note <- replace(rep(NA, nrow(report$measured)), 2, note)
    shown <- numbers_table(report)
    expect_identical(endsWith(shown[[ncol(shown)]], "(a)"), seq_len(nrow(shown)) == 2)
    said <- note_lines(note)[2]
    expect_match(said, substr(say(paste0("note.", note)), 1, 30), fixed = TRUE)
    expect_match(lines_of(report, "numbers"), said, fixed = TRUE)
    expect_no_match(said, "()", fixed = TRUE)
  }
  # Few comparisons of a hypothesis have notes by themselves.
  expect_true("few decide" %in% report_of(x)$measured$note)
})
