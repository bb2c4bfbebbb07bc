test_that("verbs give the corrected estimates of measures()", {
  a <- random_set(1, 40, 50)
  x <- c(name_system(a, "a"), name_system(random_set(2, 30, 60), "b"))
  table <- \(which, ...) withr::with_seed(1, measures(x, which, ...)$estimate)
  verb <- \(f, ...) withr::with_seed(1, unname(f(x, ..., corrected = TRUE)))
  expect_equal(verb(cllr_min), table("cllr_min"))
  expect_equal(verb(cllr_cal), table("cllr_cal"))
  expect_equal(verb(eer), table("eer"))
  prior <- c(0.1, 0.5, 0.7)
  by_row <- \(m) as.vector(t(m))
  expect_equal(by_row(verb(cross_entropy_min, prior)), table("cross_entropy_min", prior))
  expect_equal(by_row(verb(bayes_error_min, prior)), table("bayes_error_min", prior))
  expect_equal(by_row(verb(min_dcf, prior, 2, 3)), table("min_dcf", prior, c_miss = 2, c_fa = 3))
  expect_identical(names(cllr_min(x, corrected = TRUE)), c("a", "b"))
  one <- withr::with_seed(1, cross_entropy_min(a, prior, corrected = TRUE))
  expect_length(one, 3)
  expect_equal(
    withr::with_seed(1, min_dcf(a, 0.2, normalised = TRUE, corrected = TRUE)),
    withr::with_seed(1, min_dcf(a, 0.2, corrected = TRUE)) / 0.2
  )
})

test_that("the default methods and bad flags", {
  llr <- c(2, 1, 0.4, 3, -0.2, -1, 0.5, -2, -3, 0.1)
  truth <- rep(c(TRUE, FALSE), each = 5)
  x <- lr_set(llr, truth, scale = "ln")
  expect_gt(cllr_min(llr, truth, scale = "ln", corrected = TRUE), cllr_min(x))
  expect_error(cllr_min(x, corrected = NA), class = "calibrant_error_input")
  expect_error(eer(x, "steps", corrected = TRUE), class = "calibrant_error_input")
  expect_error(eer(x, c_miss = 2, corrected = TRUE), class = "calibrant_error_input")
})

test_that("the curve takes corrected values and intervals from measures()", {
  x <- random_set(3, 50, 60)
  at <- c(-1, 0, 1)
  curve <- withr::with_seed(1, ece_curve(x, at, corrected = TRUE, level = 0.9))
  table <- withr::with_seed(1, measures(x, c("cross_entropy", "cross_entropy_min"),
    prior = plogis(at * log(10)), level = 0.9))
  after <- table[table$measure == "cross_entropy_min", ]
  before <- table[table$measure == "cross_entropy", ]
  expect_equal(curve$ece_min, after$estimate)
  expect_equal(curve$ece_min_plug_in, ece_curve(x, at)$ece_min)
  expect_equal(curve$ece_min_lower, after$lower)
  expect_equal(curve$ece_upper, before$upper)
  expect_identical(
    names(ece_curve(x, at, corrected = FALSE, level = 0.9, replicates = 50)),
    c(names(ece_curve(x, at)), "ece_lower", "ece_upper", "ece_min_lower", "ece_min_upper")
  )
})
