set.seed(5)
n <- 400
d <- data.frame(same = rep(c(TRUE, FALSE), n / 2), seconds = exp(runif(n, 1, 4)),
  channel = sample(c("gsm", "lan"), n, TRUE))
d$s <- rnorm(n, ifelse(d$same, 0.6 * log(d$seconds), 0))
fit <- calibrate(same ~ s | log(seconds) + channel, data = d, scale = "score")
apart <- d[d$seconds < max(d$seconds) & d$seconds > min(d$seconds), ][1:20, ]
quiet <- function(x) suppressWarnings(x)

test_that("the coefficients minimise the penalised cost", {
  fixed <- calibrate(same ~ s | log(seconds), data = d, scale = "score", penalty = 2)
  x <- cbind(d$s, log(d$seconds))
  weight <- fixed$conditions$worth
  plain <- calibrate(same ~ s, data = d, scale = "score")
  spread <- \(v) sqrt(mean((v - mean(v))^2))
  unit <- spread(x[, 1]) / spread(quiet(predict(plain, d$s, type = "ln")))
  u <- (x[, 1] - mean(x[, 1])) / unit
  v <- (x[, 2] - mean(x[, 2])) / spread(x[, 2])
  cost <- \(b) {
    z <- b[1] + b[2] * u + b[3] * v + b[4] * u * v
    weight * mean(log1p(exp(ifelse(d$same, -z, z)))) + 2 * sum(b[3:4]^2) / 2
  }
  best <- optim(c(0, 1, 0, 0), cost, method = "BFGS", control = list(reltol = 1e-14, maxit = 500))
  z <- cbind(1, u, v, u * v) %*% best$par
  expect_equal(unname(quiet(predict(fixed, d, type = "ln"))), drop(z), tolerance = 1e-4)
})

test_that("a large penalty leaves the calibration without conditions", {
  none <- calibrate(same ~ s | log(seconds) + channel, data = d, scale = "score", penalty = 1e12)
  plain <- calibrate(same ~ s, data = d, scale = "score")
  expect_equal(quiet(predict(none, apart)), quiet(predict(plain, apart)), tolerance = 1e-6)
  expect_equal(
    quiet(predict(none, apart, level = 0.9))$lower, quiet(predict(plain, apart, level = 0.9))$lower,
    tolerance = 0.05
  )
})

test_that("formulas, the argument and sets say the same", {
  by_argument <- calibrate(same ~ s, data = d, scale = "score",
    conditions = ~ log(seconds) + channel)
  expect_equal(coef(by_argument), coef(fit))
  fused <- fuse(same ~ s | log(seconds) + channel, data = d)
  expect_equal(coef(fused), coef(fit))
  set <- lr_set(apart$s, apart$same, scale = "score")
  expect_equal(quiet(predict(fit, set, conditions = apart))$value,
    unname(quiet(predict(fit, apart))))
  expect_error(predict(fit, set), class = "calibrant_error_input")
  expect_error(predict(fit, set, conditions = d), class = "calibrant_error_input")
  expect_error(calibrate(same ~ s | I(seconds), data = d, scale = "score", conditions = ~channel),
    class = "calibrant_error_input")
  expect_error(calibrate(same ~ s | I(seconds), data = d, scale = "score", method = "pav"),
    class = "calibrant_error_input")
})

test_that("LRs on any scale are calibrated alike", {
  lrs <- transform(d, s = s / 2)
  ln <- calibrate(same ~ s | log(seconds), lrs, scale = "ln", conditions = NULL)
  lr <- calibrate(same ~ s | log(seconds), transform(lrs, s = exp(s)), scale = "lr")
  expect_equal(quiet(predict(lr, transform(apart, s = exp(s / 2)))),
    quiet(predict(ln, transform(apart, s = s / 2))))
})

test_that("nothing is said of conditions that were not there in training", {
  expect_error(predict(fit, transform(apart, seconds = 1000)), class = "calibrant_error_conditions")
  expect_error(
    predict(fit, transform(apart, channel = "mic")), class = "calibrant_error_conditions"
  )
  expect_error(predict(fit, apart["s"]), class = "calibrant_error_input")
  expect_error(predict(fit, transform(apart, s = Inf)), class = "calibrant_error_infinite")
})

test_that("slopes stay above 0 under all conditions", {
  turning <- transform(d, s = ifelse(seconds > 20 & channel == "gsm", -3 * s, s))
  held <- calibrate(same ~ s | log(seconds) * channel, turning, scale = "score", penalty = 0.001)
  expect_true(held$conditions$held)
  expect_gt(held$conditions$slopes[1], 0)
  up <- quiet(predict(held, transform(turning, s = s + 1)) > predict(held, turning))
  expect_true(all(up))
  expect_error(calibrate(same ~ I(-s) | log(seconds), d, scale = "score"),
    class = "calibrant_error_direction")
})

test_that("limits, averages, folds and summaries follow", {
  limits <- quiet(predict(fit, apart, level = 0.95))
  expect_true(all(limits$lower < limits$log10_lr & limits$log10_lr < limits$upper))
  averaged <- quiet(predict(fit, apart, integrated = TRUE))
  expect_true(all(abs(averaged) < abs(limits$log10_lr) + 0.05))
  set.seed(1)
  across <- cross_calibrate(fit, folds = 5)
  expect_lt(cllr(across), 1)
  expect_identical(length(across), nrow(d))
  expect_identical(glance(fit)$method, "logistic")
  expect_lt(glance(fit)$df, length(coef(fit)))
  expect_output(print(fit), "under conditions.*Slopes under")
  expect_output(print(summary(fit)), "under conditions")
})

test_that("items make the trials worth less", {
  paired <- transform(d, first = sample(30, n, TRUE), second = sample(31:60, n, TRUE))
  by_item <- calibrate(same ~ s | log(seconds), paired, scale = "score", source1 = "first",
    source2 = "second")
  by_trial <- calibrate(same ~ s | log(seconds), paired, scale = "score")
  expect_lte(by_item$conditions$worth, by_trial$conditions$worth)
  expect_false(anyNA(quiet(predict(by_item, apart, level = 0.9))))
})

test_that("what cannot be used is refused", {
  expect_error(calibrate(same ~ s | I(seconds), d, scale = "score", penalty = 0),
    class = "calibrant_error_input")
  expect_error(calibrate(same ~ s | I(seconds), d, scale = "score", penalty = 1:3),
    class = "calibrant_error_input")
  expect_error(calibrate(same ~ s | I(seconds), transform(d, seconds = NA_real_), scale = "score"),
    class = "calibrant_error_input")
  expect_error(calibrate(same ~ s | I(seconds), transform(d, s = replace(s, 1, Inf)),
    scale = "score"), class = "calibrant_error_infinite")
  expect_error(fuse(same ~ s | 1, d), class = "calibrant_error_input")
})

test_that("products have the names that model formulas give them", {
  expect_identical(product_names("s", c("a", "b")), c("s:a", "s:b", "s", "a", "b"))
})
