set.seed(4)
n <- 400
d <- data.frame(same = rep(c(TRUE, FALSE), n / 2), seconds = exp(runif(n, 1, 4)),
  channel = sample(c("gsm", "lan"), n, TRUE))
distance <- log(d$seconds)
d$llr <- rnorm(n, ifelse(d$same, 1, -1) * distance^2 / 2, distance)
x <- lr_set(same ~ llr, data = d, scale = "ln")

test_that("a wide kernel and casework like the validation leave the measures", {
  wide <- measures_like(x, data.frame(seconds = 10), ~ log(seconds), d, bandwidth = 1e6,
    replicates = 5)
  expect_equal(wide$estimate, c(cllr(x), cllr_min(x), eer(x)), tolerance = 1e-6)
  expect_equal(wide$n_h1[1], n / 2)
  same <- measures_like(x, d, ~ log(seconds) + channel, d, replicates = 5)
  expect_equal(same$estimate[1], cllr(x), tolerance = 1e-4)
})

test_that("a kernel on levels alone takes the trials of the level", {
  own <- measures_like(x, data.frame(channel = "gsm"), ~channel, d, "cllr", replicates = 20)
  expect_equal(own$estimate, cllr(x[d$channel == "gsm"]))
  expect_equal(own$n_h1, sum(d$same & d$channel == "gsm"))
  expect_true(own$lower < own$estimate && own$estimate < own$upper)
})

test_that("the density ratio of levels is the ratio of their shares", {
  casework <- data.frame(channel = rep(c("gsm", "lan"), c(900, 100)))
  found <- measures_like(x, casework, ~channel, d, "cllr", replicates = 5)
  weight <- attr(found, "weight")
  ratio <- tapply(weight, d$channel, mean)
  share <- c(0.9, 0.1) / c(prop.table(table(d$channel)))
  expect_equal(unname(ratio[1] / ratio[2]), unname(share[1] / share[2]), tolerance = 0.02)
})

test_that("short recordings are told by short trials", {
  casework <- data.frame(seconds = exp(runif(200, 1.2, 2)))
  short <- measures_like(x, casework, ~ log(seconds), d, "cllr", replicates = 5)
  long <- measures_like(x, data.frame(seconds = 45), ~ log(seconds), d, "cllr", replicates = 5)
  expect_gt(short$estimate, cllr(x))
  expect_lt(long$estimate, cllr(x))
})

test_that("too few trials are no answer", {
  expect_error(measures_like(x, data.frame(seconds = 10), ~ log(seconds), d, bandwidth = 0.01),
    class = "calibrant_error_few")
  expect_error(measures_like(x, data.frame(seconds = 1e4), ~ log(seconds), d),
    class = "calibrant_error_conditions")
  expect_error(measures_like(x, data.frame(seconds = 10), ~ log(seconds), d[1:3, ]),
    class = "calibrant_error_input")
  expect_error(measures_like(x, data.frame(seconds = 10), ~ log(seconds), d, by = "source"),
    class = "calibrant_error_source")
})

test_that("the weighted trials have the mean and the variance of casework", {
  withr::local_seed(3)
  d <- data.frame(same = rep(c(TRUE, FALSE), 500), z = runif(1000, -2, 2))
  x <- lr_set(same ~ llr, data = transform(d, llr = rnorm(1000, ifelse(same, 1, -1))), scale = "ln")
  casework <- data.frame(z = rnorm(200, 0.5, 0.4))
  found <- measures_like(x, casework, ~z, d, "cllr", replicates = 2)
  weight <- attr(found, "weight")
  mean <- weighted.mean(d$z, weight)
  expect_equal(mean, mean(casework$z), tolerance = 0.1)
  expect_equal(sqrt(weighted.mean((d$z - mean)^2, weight)), sd(casework$z), tolerance = 0.1)
})

test_that("intervals hold for measures after PAV, which flatters few weighted trials", {
  truth <- withr::with_seed(5, {
    llr <- rnorm(2e5, rep(c(2, -2), 1e5), 2)
    measures(lr_set(llr, rep(c(TRUE, FALSE), 1e5), scale = "ln"), c("cllr_min", "cllr_cal"),
      replicates = 0)$estimate
  })
  held <- withr::with_seed(6, replicate(60, {
    d <- data.frame(same = rep(c(TRUE, FALSE), 100), z = runif(200))
    d$llr <- rnorm(200, ifelse(d$same, 2, -2), 2)
    found <- measures_like(lr_set(same ~ llr, data = d, scale = "ln"), data.frame(z = 0.5), ~z, d,
      c("cllr_min", "cllr_cal"), replicates = 50)
    found$lower <= truth & truth <= found$upper
  }))
  expect_gte(min(rowMeans(held)), 0.85)
})

test_that("few rows of casework widen the intervals, within the range of the measure", {
  rows <- data.frame(seconds = withr::with_seed(7, exp(runif(8, 1.2, 2.5))))
  like <- \(rows) withr::with_seed(8, measures_like(x, rows, ~ log(seconds), d,
    c("cllr", "cllr_min", "cllr_cal", "eer"), replicates = 50))
  few <- like(rows)
  many <- like(rows[rep(1:8, 200), , drop = FALSE])
  expect_gt(few$std_error[1], many$std_error[1])
  expect_true(all(few$lower >= 0 & few$lower <= few$corrected & few$corrected <= few$upper))
  expect_true(all(few$upper[c(2, 4)] <= c(1, 0.5)))
  expect_lte(few$upper[3], few$upper[1])
})
