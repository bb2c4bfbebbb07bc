test_that("criteria are read as they are written", {
  found <- glass_plan()$criteria
  expect_identical(found$measure, c("cllr", "cllr", "dcf", "eer", "auc"))
  expect_identical(found$direction, c("<", "<", "<=", "<=", ">="))
  expect_equal(found$offset, c(0.9, 0, 0.05, 0.001, 0))
  expect_equal(found$slope, c(0, 1, 0, 1.1, 1))
  expect_identical(found$against, c(NA, "reference", NA, "baseline", "previous"))
  expect_identical(found$prior, c(NA, NA, 0.01, NA, NA))
  expect_identical(found$c_fa, c(1, 1, 10, 1, 1))
  expect_identical(found$decide_by, c("interval", "estimate", rep("interval", 3)))
  expect_identical(as.data.frame(glass_plan(decide_by = "estimate"))$decide_by[1], "estimate")
})

test_that("criteria that cannot be judged are refused", {
  bad <- list(
    "cllr", "clr < 1", "cllr > 1", "auc < 0.9", "eer < 5", "cllr < 0", "cllr < baseline",
    "cllr < previous", "bayes_error < 0.1", "bayes_error(2) < 0.1", "cllr(0.1) < 1",
    "cllr < Inf", "0.2 < cllr < 1", "0.5 > cllr", "cllr < reference * reference",
    "cllr < 1 / reference", "cllr < reference + 10 %", "cllr < 1 - reference",
    "cllr < system('true')", "dcf(0.1, c_fa = -1) < 0.1", "dcf(system('true')) < 0.1", ""
  )
  for (text in bad) {
    expect_error(
      validation_plan(accuracy = text, data = list(baseline = "b", reference = "r")),
      class = "calibrant_error_criterion", info = text
    )
  }
  # Criteria may require more than chance, and no more than a perfect result.
  expect_no_error(validation_plan(accuracy = "cllr_min < 1", calibration = "cllr_cal <= 0"))
})

test_that("what is proven is bounded by a number, at a factor", {
  plan <- validation_plan(
    calibration = c("calibration_range >= 1", "calibration_range(10) > 2", "cllr_cal < 0.05"),
    decide_by = "estimate"
  )
  expect_identical(plan$criteria$factor, c(2, 10, NA))
  expect_identical(plan$criteria$decide_by, c("interval", "interval", "estimate"))
  bad <- c(
    "calibration_range < 1", "calibration_range(1) > 1", "calibration_range(prior = 0.1) > 1",
    "calibration_range > 1 by estimate", "calibration_range > reference", "calibration_range > -1",
    "calibration_range(2, 3) > 1", "cllr(foo) < 1"
  )
  for (text in bad) {
    expect_error(
      validation_plan(calibration = text, data = list(baseline = "b", reference = "r")),
      class = "calibrant_error_criterion", info = text
    )
  }
})
