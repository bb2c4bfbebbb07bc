test_that("who draws trials although items repeat is told so, whatever is asked", {
  withr::local_seed(1)
  pairs <- expand.grid(i = 1:8, j = 1:8)
  same <- pairs$i == pairs$j
  x <- lr_set(ifelse(same, 1, -1) + rnorm(64, 0, 2), same, scale = "ln",
    source1 = pairs$i, source2 = pairs$j)
  line <- "share items"
  curves <- list(ece_curve, tippett_curve, det_curve, bayes_error_curve, cost_curve,
    reliability_curve, overstatement_curve)
  for (curve in curves) {
    expect_output(print(curve(x, level = 0.95, by = "trial", replicates = 20)), line)
    quiet <- capture.output(print(curve(x, level = 0.95, replicates = 20)))
    expect_false(any(grepl(line, quiet)))
  }
  expect_output(print(explain(x, by = "trial")), line)
  expect_output(print(explain(x, level = 0.9, by = "trial", replicates = 20)), line)
  expect_output(print(summary(x, level = 0.9, by = "trial", replicates = 20)), line)
  expect_output(print(calibration_test(x, by = "trial", replicates = 20)), line)
  expect_message(misleading(x, level = 0.9, by = "trial"), line)
  expect_message(useful_range(x, level = 0.9, by = "trial", replicates = 20), line)
  expect_match(paste(band_note(tippett_curve(x, level = 0.95, by = "trial")), collapse = " "), line)
  # Without repeated items, trials are independent.
  alone <- lr_set(x$value, x$truth, scale = "ln", source1 = 1:64, source2 = 101:164)
  drawn <- capture.output(print(measures(alone, "auc", replicates = 20, by = "trial")))
  expect_no_match(drawn, line)
})

test_that("a note says in each row that shared items were ignored", {
  withr::local_seed(1)
  pairs <- expand.grid(i = 1:20, j = 1:20)
  same <- pairs$i == pairs$j
  draw <- \(name) lr_set(ifelse(same, 1, -1) + rnorm(400), same, scale = "ln", system = name,
    source1 = pairs$i, source2 = pairs$j)
  x <- c(draw("a"), draw("b"))
  verbs <- list(
    \(...) measures(x, c("cllr", "cllr_min", "auc", "bayes_error", "lr_moment_h2"),
      replicates = 50, ...),
    \(...) compare_systems(x, c("cllr", "auc"), replicates = 50, ...),
    \(...) measures(x, "auc", interval = "delong", ...),
    \(...) compare_systems(x, "auc", interval = "delong", ...),
    \(...) measures(x, "eer", replicates = 50, interval = "percentile", ...)
  )
  for (verb in verbs) {
    expect_identical(unique(verb(by = "trial")$note), "shared items")
    shown <- capture.output(print(verb(by = "trial")))
    expect_length(grep("share items", shown), 1)
    expect_false("shared items" %in% verb()$note)
  }
  p_value <- compare_systems(x, "auc", interval = "delong", by = "trial")$p_value
  expect_false(anyNA(p_value))
  # Other notes do not hide the line.
  one <- measures(x, "cllr_cal", by = "trial", replicates = 50)
  one$note <- "below"
  expect_output(print(one), "share items")
})

test_that("items that a set does not name cannot be drawn, whatever is asked", {
  x <- simulate_lr(20, 20, s = 2)
  verbs <- list(
    measures, misleading, useful_range, ece_curve, tippett_curve, det_curve, bayes_error_curve,
    cost_curve, reliability_curve, overstatement_curve, explain, summary, calibration_test
  )
  for (verb in verbs) expect_error(verb(x, by = "source"), class = "calibrant_error_source")
})

# Trials of 30 patients, twenty of each, and another system.
patients <- function(...) {
  set.seed(3)
  cl <- rep(1:30, each = 20)
  y <- rep(rep(c(TRUE, FALSE), each = 15), each = 20)
  s <- rnorm(600, y + rnorm(30, 0, 1.5)[cl], 0.3)
  lr_set(s, y, ..., source1 = paste0("P", cl))
}

test_that("one item makes clusters as two that are the same do, whoever draws them", {
  one <- patients(scale = "ln")
  both <- lr_set(one$value, one$truth, scale = "ln", source1 = one$source1, source2 = one$source1)
  other <- lr_set(one$value, one$truth, scale = "ln", source2 = one$source1)
  verbs <- list(
    \(x) measures(x, replicates = 30), \(x) misleading(x, level = 0.9),
    \(x) useful_range(x, level = 0.9, replicates = 30),
    \(x) summary(x, level = 0.9, replicates = 30),
    \(x) calibration_test(x, replicates = 30),
    \(x) calibration_range(x, factor = 2), \(x) bound_lr(x, method = "n_source"),
    \(x) predict(calibrate(x), c(-1, 2), level = 0.9),
    \(x) predict(calibrate(x, "pav", infinite = "clip"), c(-1, 2), level = 0.9),
    \(x) predict(calibrate(x, "kde"), c(-1, 2), level = 0.9),
    \(x) cross_calibrate(x, folds = "source"), \(x) explain(x, level = 0.9, replicates = 30),
    \(x) ece_curve(x, level = 0.9, replicates = 30), \(x) tippett_curve(x, level = 0.9),
    \(x) validation_run(validation_plan(accuracy = "cllr < 0.9", replicates = 30), x)$rows,
    \(x) compare_systems(c(a = x, b = x[600:1]), replicates = 30)
  )
  said <- \(verb, x) {
    set.seed(1)
    suppressWarnings(suppressMessages(capture.output(print(verb(x)))))
  }
  for (k in seq_along(verbs)) {
    expect_identical(said(verbs[[k]], one), said(verbs[[k]], both), info = k)
    expect_identical(said(verbs[[k]], other), said(verbs[[k]], one), info = k)
  }
  expect_null(one$source2)
})

test_that("intervals of clusters are those of a bootstrap of patients", {
  x <- patients(scale = "score")
  found <- measures(x, "auc", interval = "percentile", replicates = 2000)
  expect_output(print(found), "by source")
  # 2000 draws of 15 patients of each kind: .546 to .903.
  expect_equal(c(found$lower, found$upper), c(0.546, 0.903), tolerance = 0.02)
})
