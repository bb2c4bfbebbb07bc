integrated <- function(fit, at, ...) {
  suppressWarnings(predict(fit, at, integrated = TRUE, ...), classes = "calibrant_warning")
}

test_that("the posterior is averaged over Student's t", {
  set.seed(1)
  fit <- calibrate(simulate_lr(20, 30, s = 2), prior = 0.3)
  for (at in c(-4, 0.2, 1, 6)) {
    g <- c(at * log(10), 1)
    llr <- sum(g * coef(fit))
    sd <- sqrt(drop(g %*% vcov(fit) %*% g))
    mean_of <- \(sign) {
      f <- \(t) dt(t, 19) * plogis(sign * (llr + sd * t + qlogis(0.3)))
      edge <- -(llr + qlogis(0.3)) / sd
      ends <- sort(c(-Inf, edge - 40 / sd, edge, edge + 40 / sd, Inf))
      sum(mapply(\(a, b) integrate(f, a, b, rel.tol = 1e-10)$value, ends[-5], ends[-1]))
    }
    known <- log(mean_of(1)) - log(mean_of(-1)) - qlogis(0.3)
    expect_equal(integrated(fit, at, type = "ln"), known, tolerance = 1e-6)
  }
})

test_that("it shrinks towards what is known at the training prior, the more the fewer trials", {
  set.seed(2)
  few <- calibrate(simulate_lr(15, 15, s = 2))
  at <- c(-3, -1.5, 1.5, 3)
  plain <- suppressWarnings(predict(few, at))
  expect_true(all(abs(integrated(few, at)) < abs(plain)))
  lost <- \(fit) abs(suppressWarnings(predict(fit, 3))) - abs(integrated(fit, 3))
  expect_gt(lost(few), 10 * lost(calibrate(simulate_lr(1500, 1500, s = 2))))
})

test_that("on other trials it costs less on average", {
  set.seed(3)
  cost <- replicate(60, {
    fit <- calibrate(simulate_lr(12, 12, s = 1.5), penalty = 0.01)
    new <- simulate_lr(500, 500, s = 1.5)
    c(cllr(predict(fit, new)), cllr(predict(fit, new, integrated = TRUE)))
  })
  expect_lt(mean(cost[2, ]), mean(cost[1, ]))
})

test_that("all methods but PAV, fusions, sets and bounds have it", {
  set.seed(4)
  x <- simulate_lr(30, 40, s = 1.5)
  for (method in c("gaussian", "beta", "bigaussian", "kde", "spline")) {
    found <- integrated(calibrate(x, method), c(-0.3, 0.3))
    expect_true(all(is.finite(found)) && found[1] < found[2], info = method)
  }
  pav <- suppressWarnings(calibrate(x, "pav"))
  expect_error(integrated(pav, 0), class = "calibrant_error_input")
  fit <- calibrate(x)
  set <- predict(fit, x, integrated = TRUE, level = 0.9)
  expect_equal(set$value, unname(integrated(fit, x$value)))
  expect_true(all(set$lower <= set$value & set$value <= set$upper))
  fused <- fuse(list(a = x, b = lr_set(x$value + rnorm(70), x$truth, "log10")))
  expect_length(integrated(fused, data.frame(a = 0:1, b = 0:1)), 2)
  bound <- bound_lr(fit, method = "limits", limits = c(-0.1, 0.1))
  expect_equal(predict(bound, c(-2, 0.05), integrated = TRUE),
    pmax(-0.1, pmin(0.1, integrated(fit, c(-2, 0.05)))))
  expect_error(predict(bound_lr(x), 0, integrated = TRUE), class = "calibrant_error_input")
  expect_error(predict(fit, 0, integrated = NA), class = "calibrant_error_input")
})

test_that("many values are those of few, between which a spline runs", {
  set.seed(5)
  fit <- calibrate(simulate_lr(30, 40, s = 2))
  many <- rnorm(5000)
  expect_equal(integrated(fit, many)[c(1, 9, 99)], integrated(fit, many[c(1, 9, 99)]),
    tolerance = 1e-6)
})
