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
  # Items that do not repeat are independent anyway.
  alone <- lr_set(x$value, x$truth, scale = "ln", source1 = 1:64, source2 = 101:164)
  drawn <- capture.output(print(measures(alone, "auc", replicates = 20, by = "trial")))
  expect_no_match(drawn, line)
})

test_that("items that a set does not name cannot be drawn, whatever is asked", {
  x <- simulate_lr(20, 20, s = 2)
  verbs <- list(
    measures, misleading, useful_range, ece_curve, tippett_curve, det_curve, bayes_error_curve,
    cost_curve, reliability_curve, overstatement_curve, explain, summary, calibration_test
  )
  for (verb in verbs) expect_error(verb(x, by = "source"), class = "calibrant_error_source")
})
