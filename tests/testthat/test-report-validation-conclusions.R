bullets <- study_set("bullets", no_value = "Other", conclusions = afte)
cases <- study_set("cartridge cases", no_value = "Other", conclusions = afte)

test_that("plans are carried out on conclusions, by their own measures", {
  plan <- validation_plan(
    accuracy = c("cllr < 0.5", "false_positive < 1 %"),
    discriminating_power = c("information(0.5) > 0.55", "auc > 0.95"),
    robustness = "cllr <= baseline + 0.02",
    data = list(baseline = bullets, robustness = list(cases = cases)), declared = "2026-01-01"
  )
  judged <- validation_run(plan, baseline = bullets, cases = cases)
  own <- measures(bullets, c("cllr", "false_positive", "information", "auc"))
  expect_equal(judged$result[1:4], own$estimate)
  expect_equal(judged$lower[1:4], own$lower)
  expect_identical(as.character(judged$decision), c("pass", "undecided", "pass", "fail", "pass"))
  gap <- compare_systems(c(a = cases, b = bullets), "cllr")
  expect_equal(judged$margin[5], 0.02 - gap$corrected)
  expect_equal(judged$margin_lower[5], 0.02 - gap$upper)
  expect_identical(data_hash(bullets), plan$data$sha256[1])
  expect_error(validation_run(plan, baseline = cases, cases = cases),
    class = "calibrant_error_data_changed")
  expect_error(validation_plan(accuracy = "information(0.5) > 1.2"),
    class = "calibrant_error_criterion")
  expect_error(validation_plan(accuracy = "false_positive > 1 %"),
    class = "calibrant_error_criterion")
})

test_that("the report tells what conclusions are worth", {
  x <- c(bullets = bullets, cases = cases)
  settings <- list(level = 0.9, replicates = 40, seed = 1, threads = 1, prior = 0.2)
  plan <- validation_plan(accuracy = "cllr < 0.5", declared = "2026-01-01")
  report <- conclusion_report_facts(x, validation_run(plan, x), settings, list())
  report$type <- "html"
  lines <- \(name) paste(conclusion_report_sections[[name]](report), collapse = "\n")
  expect_match(lines("summary"), "conclusion in 760 of 1000 comparisons in which H1 is true")
  expect_match(lines("data"), "cases .*1 056 .* 26 ")
  expect_match(lines("numbers"), "by comparison, as if all were independent: jackknife")
  expect_match(lines("numbers"), "left out.*2.04 % [(]20 / 981[)]")
  expect_match(lines("method"), "Prior counts: 0.5 of each conclusion")
  expect_match(lines("conclusion"), "bullets meets the criteria")
  expect_named(report$pictures, c("conclusion_lrs", "conclusion_shares", "conclusion_errors",
    "ece", "matrix"))
  unplanned <- conclusion_report_facts(bullets, NULL, settings, list())
  unplanned$type <- "html"
  expect_match(paste(section_verdict(unplanned), collapse = " "), "reduces this by 0.591 bits")
})

test_that("the report is written", {
  skip_if_not_installed("rmarkdown")
  skip_if_not(rmarkdown::pandoc_available("2.0"))
  file <- withr::local_tempfile(fileext = ".html")
  validation_report(bullets, file)
  expect_match(paste(readLines(file), collapse = " "), "What each conclusion is worth")
})

court_lines <- function(x, which, language = "en") {
  settings <- list(level = 0.95, replicates = 40, seed = 1, threads = 1, prior = 0.2, which = which)
  with_words_of(language, {
    report <- conclusion_report_facts(x, NULL, settings, list(date = "2026-01-01"))
    report$type <- "html"
    report_markdown(report, report$sections)
  })
}

test_that("one conclusion has one page for court", {
  lines <- court_lines(bullets, "ID")
  said <- paste(lines, collapse = "\n")
  worth <- conclusion_lr(bullets)
  expect_match(lines[2], "What the conclusion .*ID.* is worth")
  sentence <- plain_text(unclass(explain(worth, "ID"))[2])
  expect_match(said, sub(" [(].*", "", sentence), fixed = TRUE)
  expect_match(said, "What this is not")
  expect_match(said, "None of this is the probability that")
  expect_match(said, "three conventions for inconclusive")
  expect_match(said, data_hash(bullets), fixed = TRUE)
  expect_no_match(said, "Inconclusive-A")
  expect_no_match(said, "Annex")
  expect_lt(length(strsplit(said, "\\s+")[[1]]), 620)
})

test_that("a page for court says which steps of a scale count as inconclusive", {
  scales <- list(
    c("Exclusion", "Inconclusive", "Identification"),
    c("Elimination", paste0("Inconclusive-", c("C", "B", "A")), "Identification"),
    c("Source exclusion", paste("Support", 1:2), "Inconclusive", paste("Support", 3:4),
      "Source identification"),
    c("elimination", paste("indications", 1:7), "identification")
  )
  for (scale in scales) {
    n <- length(scale)
    counts <- cbind(same = 2^seq_len(n), different = 2^rev(seq_len(n)))
    rownames(counts) <- scale
    x <- conclusion_set(counts, h1 = "same", conclusions = scale)
    ends <- scale[c(n, 1)]
    rest <- plain_blanks(percent_text(sum(counts[2:(n - 1), 1]) / sum(counts[, 1])))
    read <- \(...) plain_blanks(gsub("&#34;", "\"", paste(court_lines(...), collapse = "\n")))
    said <- read(x, ends[1])
    expect_match(said, sprintf("\"%s\" says H1, \"%s\" says H2", ends[1], ends[2]), fixed = TRUE)
    expect_match(said, sprintf("the rest is inconclusive, %s of H1", rest), fixed = TRUE)
    said <- read(x, ends[1], "de")
    expect_match(said, sprintf("\u201e%s\u201c besagt H2; alle anderen", ends[2]), fixed = TRUE)
  }
})

test_that("the tables of a report say why a rate has no interval", {
  few <- conclusion_set(rep(c("a", "b", "c"), 8), rep(c(FALSE, TRUE, TRUE), 8),
    conclusions = c("a", "b", "c"), examiner = rep(1:3, 8))
  expect_true(anyNA(error_rates(few)$lower))
  expect_match(paste(court_lines(few, "a"), collapse = "\n"), "No interval where there are too few")
})

test_that("the page for court speaks German", {
  said <- paste(court_lines(bullets, "ID", "de"), collapse = "\n")
  expect_match(said, "Was das nicht ist")
  expect_match(said, "Es ist keine Gewissheit")
})

test_that("a page for court is for one conclusion that is there, without a plan", {
  skip_if_not_installed("rmarkdown")
  file <- withr::local_tempfile(fileext = ".html")
  skip_if_not(rmarkdown::pandoc_available("2.0"))
  refused <- \(...) {
    expect_error(validation_report(..., file = file), class = "calibrant_error_input")
  }
  refused(bullets, which = "Match")
  refused(bullets, which = c("ID", "Elimination"))
  for (word in list("Match", NA, 3, "", c("ID", "Elimination"))) {
    expect_error(validation_report(bullets, file, which = word), "must be one of \"Elimination\"")
  }
  refused(simulate_lr(20, 20, s = 2), which = "ID")
  refused(bullets, which = "ID", plan = validation_plan(accuracy = "cllr < 0.5"))
  validation_report(bullets, file, which = "ID")
  expect_true(all(check_validation(file, bullets)$agrees))
})
