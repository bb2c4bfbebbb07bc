# The cost in bits of p = c + (d - c) plogis(a + b s) at the training prior.
four_cost <- function(theta, s, truth, prior = 0.5) {
  e <- ifelse(is.infinite(s), s > 0, plogis(theta[1] + theta[2] * s))
  p <- theta[3] * (1 - e) + theta[4] * e
  weight <- ifelse(truth, prior / sum(truth), (1 - prior) / sum(!truth))
  -sum(weight * log2(ifelse(truth, p, 1 - p)))
}

# The least cost found by a search without derivatives from many starts.
searched <- function(s, truth, prior = 0.5) {
  spread <- diff(range(s[is.finite(s)]))
  starts <- expand.grid(at = quantile(s[is.finite(s)], c(0.2, 0.5, 0.8)), b = c(3, 10, 30) / spread,
    c = c(-2, -6), d = c(2, 6))
  cost <- \(x) {
    c <- plogis(x[3])
    four_cost(c(x[1], exp(x[2]), c, c + (1 - c) * plogis(x[4])), s, truth, prior)
  }
  found <- apply(starts, 1, \(x) {
    at <- c(-x[["b"]] * x[["at"]], log(x[["b"]]), x[["c"]], x[["d"]])
    for (i in 1:3) at <- optim(at, cost, control = list(maxit = 5000, reltol = 1e-14))$par
    cost(at)
  })
  min(found)
}

# a, b, c and d of a calibration.
four_of <- function(fit, prior = 0.5) {
  k <- coef(fit)
  ends <- plogis(k[c("floor", "ceiling")] + qlogis(prior))
  shift <- log(ends[[2]]) - log1p(-ends[[1]]) - qlogis(prior)
  unname(c(k["offset"] - shift, k["slope"], ends))
}

exchanged <- function() {
  set.seed(3)
  lr_set(list(h1 = rnorm(200, 2, 1.5), h2 = c(rnorm(400, -2, 1.5), rnorm(8, 4, 1))), scale = "ln")
}

test_that("exchanged labels give the ceiling of the note", {
  x <- exchanged()
  fit <- calibrate(x, "four_parameter")
  expect_equal(glance(fit)$objective, 0.36726026, tolerance = 1e-8 / 0.36)
  expect_equal(four_of(fit)[3:4], c(0, 0.95200527), tolerance = 1e-7)
  expect_identical(coef(fit)[["floor"]], -Inf)
  expect_equal(four_cost(four_of(fit), x$value, x$truth), glance(fit)$objective, tolerance = 1e-12)
  expect_equal(glance(calibrate(x))$objective, 0.39209458, tolerance = 1e-8 / 0.39)
  expect_equal(glance(fit)$df, 3)
})

test_that("no search finds a better curve", {
  for (seed in of_turn(1:4, 2)) {
    x <- withr::with_seed(seed, simulate_lr(40, 90, s = 1.8, stretch = 1.5))
    s <- replace(x$value * log(10), c(1, 41), c(-Inf, Inf))
    fit <- tryCatch(calibrate(lr_set(s, x$truth, "ln"), "four_parameter", prior = 0.3),
      calibrant_error_separable = \(cnd) NULL)
    best <- searched(s, x$truth, 0.3)
    if (is.null(fit)) next
    expect_lt(glance(fit)$objective, best + 1e-9)
    expect_gt(glance(fit)$objective, best - 1e-5)
    k <- coef(fit)
    line <- exp(k[["slope"]] * c(-1, 0, 2) + k[["offset"]])
    lr <- (exp(k[["floor"]]) + line) / (1 + line / exp(k[["ceiling"]]))
    expect_equal(predicted(fit, c(-1, 0, 2), type = "ln"), log(lr), tolerance = 1e-12)
    expect_equal(predicted(fit, c(-Inf, Inf), type = "ln"), unname(k[c("floor", "ceiling")]))
  }
})

# Twice the loss of the greatest binomial log likelihood with this LR at s0, by a search without
# derivatives over ln b and the shares by which c and 1 - d are below p and 1 - p.
profile_loss <- function(llr, s0, s, truth) {
  p <- plogis(llr + log(sum(truth) / sum(!truth)))
  cost <- function(x) {
    c <- p * plogis(x[2])
    d <- 1 - (1 - p) * plogis(x[3])
    a <- log(p - c) - log(d - p) - exp(x[1]) * s0
    length(s) * log(2) * four_cost(c(a, exp(x[1]), c, d), s, truth, mean(truth))
  }
  starts <- expand.grid(b = c(-1, 0, 1.5), c = c(-8, 0, 4), d = c(-8, 0, 4))
  found <- apply(starts, 1, \(x) {
    for (i in 1:3) x <- optim(x, cost, control = list(maxit = 2000, reltol = 1e-13))$par
    cost(x)
  })
  best <- length(s) * log(2) * searched(s, truth, mean(truth))
  2 * (min(found) - best)
}

test_that("limits are those of the profile likelihood", {
  x <- withr::with_seed(21, simulate_lr(60, 110, s = 2))
  s <- replace(x$value * log(10), 61, Inf)
  set <- lr_set(s, x$truth, "ln")
  fit <- calibrate(set, "four_parameter")
  critical <- qt(0.95, 59)^2
  at <- c(-2, 0.5)
  found <- predict(fit, at, type = "ln", level = 0.9)
  for (i in 1:2) {
    for (end in of_turn(c("lower", "upper"), 2)) {
      loss <- profile_loss(found[[end]][i], at[i], s, x$truth)
      expect_equal(loss, critical, tolerance = 2e-3)
    }
  }
  expect_true(all(found$lower < found$ln_lr & found$ln_lr < found$upper))
  # A ceiling with an infinite best fit has a lower limit.
  clean <- lr_set(replace(s, 61, -Inf), x$truth, "ln")
  open <- calibrate(clean, "four_parameter")
  ends <- predict(open, c(-Inf, Inf), type = "ln", level = 0.9)
  if (coef(open)[["ceiling"]] == Inf) expect_identical(ends$upper[2], Inf)
  expect_true(is.finite(ends$lower[2]) && is.finite(ends$upper[1]))
})

# Twice the loss with fixed d, the value of p at Inf.
test_that("limits of the ceiling are those of the likelihood with that ceiling", {
  x <- withr::with_seed(22, simulate_lr(50, 90, s = 2))
  s <- replace(x$value * log(10), 51, Inf)
  fit <- calibrate(lr_set(s, x$truth, "ln"), "four_parameter")
  lower <- predict(fit, Inf, type = "ln", level = 0.9)$lower
  n <- length(s) * log(2)
  d <- plogis(lower + log(50 / 90))
  truth <- x$truth
  cost <- \(x) n * four_cost(c(x[1], exp(x[2]), d * plogis(x[3]), d), s, truth, 50 / 140)
  least <- min(apply(expand.grid(a = c(-1, 1), b = c(0, 1), c = c(-8, -2)), 1, \(x) {
    for (i in 1:4) x <- optim(x, cost, control = list(maxit = 3000, reltol = 1e-14))$par
    cost(x)
  }))
  loss <- 2 * (least - n * searched(s, truth, 50 / 140))
  # The LR at the outermost trial may be lower.
  expect_lte(loss, qt(0.95, 49)^2 + 0.05)
  outer <- predict(fit, max(s[is.finite(s)]), type = "ln", level = 0.9)$lower
  if (lower < outer) expect_equal(loss, qt(0.95, 49)^2, tolerance = 2e-3)
})

test_that("trials that a step fits best are refused, and those of the note are", {
  refused <- \(h1, h2) {
    expect_error(calibrate(lr_set(h1 = h1, h2 = h2, scale = "ln"), "four_parameter"),
      class = "calibrant_error_separable")
  }
  h1 <- c(0.5, 1, 1.5, 2, 2.5, 3, -0.2)
  h2 <- c(Inf, -3, -2.5, -2, -1.5, -1, -0.5, 0, 0.4)
  refused(h1, h2)
  refused(c(-Inf, h1), c(Inf, h2))
  refused(1:3, -3:-1)
  # The curve of the note is a local minimum, and a step at -.2 costs less.
  near <- c(0.16658118, 3.0299229, 0, 0.85166488)
  truth <- rep(c(TRUE, FALSE), c(7, 9))
  expect_equal(four_cost(near, c(h1, h2), truth), 0.5495006366, tolerance = 1e-9)
  e <- plogis(near[1] + near[2] * c(-2, 0, 1))
  p <- near[3] + (near[4] - near[3]) * e
  expect_equal(log(p / (1 - p)), c(-6.0542358, -0.15543827, 1.5041767), tolerance = 1e-6)
  expect_equal(qlogis(near[4]), 1.7477191, tolerance = 1e-7)
  step <- c(-1e9 * -0.3, 1e9, 0, 0.75)
  expect_lt(four_cost(step, c(h1, h2), truth), 0.541)
  expect_error(calibrate(lr_set(h1 = c(1, 2, 3, 1), h2 = c(2, 3, 4, 3), scale = "ln"),
    "four_parameter"), class = "calibrant_error_direction")
  expect_error(calibrate(lr_set(h1 = c(1, 1, Inf), h2 = c(1, 1), scale = "ln"), "four_parameter"),
    class = "calibrant_error_constant")
})

test_that("the scale, the order and the prior of the same curve do not matter", {
  x <- exchanged()
  fit <- calibrate(x, "four_parameter")
  at <- c(-6, -1, 0, 2, 9, Inf)
  backwards <- lr_set(rev(x$value) / log(10), rev(x$truth), "log10")
  expect_equal(predicted(calibrate(backwards, "four_parameter"), at / log(10), type = "ln"),
    predicted(fit, at, type = "ln"), tolerance = 1e-6)
  scores <- lr_set(1e6 + 10 * x$value, x$truth, "score")
  expect_equal(predicted(calibrate(scores, "four_parameter"), 1e6 + 10 * at, type = "ln"),
    predicted(fit, at, type = "ln"), tolerance = 1e-5)
  llr <- predicted(fit, seq(-50, 50, 0.01), type = "ln")
  expect_true(all(diff(llr) > -1e-14))
  expect_lte(max(llr), coef(fit)[["ceiling"]])
  expect_identical(predicted(fit, c(-Inf, 1e300, Inf), type = "ln"), unname(coef(fit)[c(3, 4, 4)]))
  expect_match(capture.output(print(fit)), "log10 g = 1.3", all = FALSE, fixed = TRUE)
  expect_output(print(bound_lr(fit)), "log10 f = -Inf, log10 g = 1.297", fixed = TRUE)
  expect_match(explain(fit), "four-parameter logistic calibration")
})
