test_that("a report begins with what the plan decides, by system and by criterion", {
  x <- reported_set()
  plan <- validation_plan(
    accuracy = "cllr < 9 by estimate", calibration = "cllr_cal < 1e-9 by estimate",
    replicates = 20, declared = "2026-03-01"
  )
  report <- report_of(x, validation_run(plan, x))
  lines <- lines_of(report, "conclusion")
  for (system in levels(x)) {
    expect_match(lines, paste("System", system, "does not meet the criteria"), fixed = TRUE)
  }
  expect_match(lines, "1 not met, 1 met, 0 undecided")
  expect_identical(lengths(regmatches(lines, gregexpr("| Fail |", lines, fixed = TRUE))), 2L)
  expect_identical(names(report_sections)[1:2], c("front", "conclusion"))
})

test_that("without a plan a report describes, and says so", {
  report <- report_of(reported_set()["mvk"])
  lines <- lines_of(report, "conclusion")
  expect_match(lines, "does not judge whether it is fit for its purpose")
  answers <- summary_answers(report, 1)
  expect_match(lines, plain_text(answers[["help"]]), fixed = TRUE)
  expect_no_match(lines, "Table")
})

test_that("several systems stand side by side, by the numbers of measures()", {
  report <- report_of(reported_set())
  table <- comparison_lines(report)
  rows <- grep("^[|] mv[nk] ", table, value = TRUE)
  expect_length(rows, 2)
  cllr <- report$measured[report$measured$measure == "cllr", ]
  for (k in 1:2) expect_match(rows[k], format_number(cllr$estimate[k]), fixed = TRUE)
  expect_null(comparison_lines(report_of(reported_set()["mvk"])))
})

# Expects the same limits in the matrix of a plan and in a report with the settings of this plan.
expect_same_limits <- function(x, facts_of, which, ...) {
  plan <- validation_plan(
    discriminating_power = paste(which, ifelse(which == "auc", ">", "<"), 0.3),
    level = 0.9, replicates = 40, seed = 3, ...
  )
  judged <- suppressWarnings(validation_run(plan, x))
  settings <- list(
    level = 0.9, replicates = 40, seed = 3, threads = 1, prior = if (is.null(plan$classes)) 0.2
  )
  if (!is.null(plan$classes)) settings$prior <- one_class_prior(NULL, set_classes(x))
  report <- suppressWarnings(facts_of(x, judged, settings, list()))
  judged <- as.data.frame(judged)
  measured <- as.data.frame(report$measured)
  numbers <- c("corrected", "lower", "upper")
  for (k in seq_len(nrow(judged))) {
    beside <- measured$system == judged$system[k] & measured$measure == judged$measure[k]
    if (!is.na(judged$prior[k])) beside <- beside & measured$prior == judged$prior[k]
    expect_identical(sum(beside), 1L)
    expect_equal(unlist(measured[beside, numbers]), unlist(judged[k, numbers]),
      tolerance = 1e-12, info = paste(judged$measure[k], judged$system[k]))
  }
  lines <- paste(report$sections$conclusion(report), collapse = "\n")
  expect_no_match(lines, "drawn apart", fixed = TRUE)
}

test_that("the limits of a criterion are those of the measure in the same report", {
  which <- c("cllr", "cllr_min", "cllr_cal", "eer", "auc", "cross_entropy(0.2)")
  by_source <- reported_set()
  d <- subset(glass_lr, item1 <= 40 & item2 <= 40)
  by_trial <- lr_set(same_source ~ log10_lr | model, data = d, scale = "log10")
  one <- with_seed(1, simulate_lr(50, 80, s = 2))
  weighted <- lr_set(same_source ~ log10_lr | model, data = d, scale = "log10",
    weight = rep_len(c(1, 2, 0.5), nrow(d)))
  unlike <- with_seed(2, c(a = simulate_lr(50, 80, s = 2), b = simulate_lr(40, 200, s = 1)))
  for (x in list(by_source, by_trial, one, weighted, unlike)) {
    expect_same_limits(x, report_facts, which)
  }
})

test_that("so are those of many classes and of conclusions", {
  classes <- glass_set()
  expect_same_limits(classes, class_report_facts, c("cllr", "cllr_min", "cllr_cal", "cavg"),
    classes = set_classes(classes))
  bullets <- subset(black_box, study == "bullets")
  both <- rbind(cbind(bullets, lab = "a"), cbind(transform(bullets, n = 2 * n + 1), lab = "b"))
  said <- conclusion_set(truth ~ conclusion | lab, data = both, count = "n", h1 = "same",
    no_value = "Other")
  expect_same_limits(said, conclusion_report_facts, c("cllr", "cllr_min", "auc"))
})

test_that("a report says beside its criteria that its own draws are other than the plan's", {
  x <- reported_set()
  judged <- validation_run(validation_plan(calibration = "cllr_cal < 0.1", replicates = 30), x)
  report <- report_of(x, judged)
  for (name in c("conclusion", "matrix")) {
    expect_match(lines_of(report, name), "drawn apart", fixed = TRUE)
  }
})
