test_that("a table says the same as vectors", {
  x <- golden_g()
  table <- data.frame(name = c("a", "b"), prior = c(0.1, 0.4), c_miss = c(10, 1), c_fa = c(1, 2))
  expect_equal(
    dcf(x, table),
    c(a = dcf(x, 0.1, c_miss = 10), b = dcf(x, 0.4, c_fa = 2))
  )
  expect_equal(bayes_threshold(table, scale = "ln"), c(
    a = bayes_threshold(0.1, c_miss = 10, scale = "ln"),
    b = bayes_threshold(0.4, c_fa = 2, scale = "ln")
  ))
  expect_equal(dcf(x, data.frame(prior = 0.3), c_miss = 2), dcf(x, 0.3, 2))
})

test_that("priors and costs are recycled from length 1 only", {
  x <- golden_g()
  expect_equal(
    dcf(x, 0.2, c_miss = c(1, 5)),
    c(dcf(x, 0.2, c_miss = 1), dcf(x, 0.2, c_miss = 5))
  )
  expect_error(dcf(x, c(0.1, 0.2), c_miss = 1:3), class = "calibrant_error_input")
})

test_that("operating points are refused that ask for no evidence", {
  x <- golden_g()
  expect_error(dcf(x, 1.2), class = "calibrant_error_input")
  expect_error(dcf(x, 0.5, c_miss = 0), class = "calibrant_error_input")
  expect_error(dcf(x, 0.5, c_fa = Inf), class = "calibrant_error_input")
  expect_error(dcf(x, NA_real_), class = "calibrant_error_input")
  expect_error(dcf(x, data.frame(p = 0.1)), class = "calibrant_error_input")
})

test_that("the NIST points have the effective priors that are published", {
  old <- nist_operating_points("SRE 2008")
  # Thesis, section 7.3.1 and 8.3: 0.091 and 0.001.
  expect_equal(effective_prior(old$prior, old$c_miss, old$c_fa), 0.1 / 1.09)
  expect_equal(nist_operating_points("SRE 2010")$prior, 0.001)
  expect_equal(nrow(nist_operating_points("SRE 2016")), 2)
  expect_error(nist_operating_points("SRE 1066"), class = "calibrant_error_input")
  expect_equal(nist_operating_points("SRE 2021")$prior, c(0.01, 0.05))
  points <- nist_operating_points()
  odds <- c(10 / 99, 10 / 99, 1 / 999, 1 / c(99, 999, 99, 199, 99, 199), 1 / c(19, 99, 199, 19, 19),
    1 / c(99, 19))
  expect_equal(effective_prior(points$prior, points$c_miss, points$c_fa), odds / (1 + odds))
  x <- golden_g()
  expect_equal(dcf(x, "SRE 2016"), dcf(x, nist_operating_points("SRE 2016")))
  expect_error(dcf(x, "SRE 1066"), class = "calibrant_error_input")
})

test_that("points that get a label each are at most 10 000", {
  x <- simulate_lr(5, 5, s = 1)
  many <- rep(0.5, 1e4 + 1)
  verbs <- list(
    \(points) det_curve(x, operating_points = points),
    \(points) bayes_error_curve(x, operating_points = points), \(points) dcf_table(x, points)
  )
  for (verb in verbs) {
    for (points in list(many, data.frame(prior = many), 1:1e9)) {
      expect_error(verb(points), "10 000 numbers", class = "calibrant_error_input")
    }
  }
})

test_that("names of points do not follow options, and pictures do", {
  x <- simulate_lr(20, 20, s = 2)
  named <- \(x) list(levels(cost_curve(x)$name), dcf_table(x, prior = c(0.01, 0.25))$name)
  usual <- named(x)
  withr::local_options(OutDec = ",", scipen = -9)
  expect_identical(named(x), usual)
  expect_identical(point_words(c("prior 0.1", "effective prior 0.01", "prior of mine", "a.1")), c(
    "prior 0,1", "effective prior 0,01", "prior of mine", "a.1"
  ))
})
