integrated <- function(fit, at, ...) {
  suppressWarnings(predict(fit, at, integrated = TRUE, ...), classes = "calibrant_warning")
}

test_that("the posterior at even odds is averaged over Student's t", {
  set.seed(1)
  fit <- calibrate(simulate_lr(20, 30, s = 2), prior = 0.3)
  for (at in c(-4, 0.2, 1, 6)) {
    g <- c(at * log(10), 1)
    llr <- sum(g * coef(fit))
    sd <- sqrt(drop(g %*% vcov(fit) %*% g))
    mean_of <- \(sign) {
      f <- \(t) dt(t, 19) * plogis(sign * (llr + sd * t))
      edge <- -llr / sd
      ends <- sort(c(-Inf, edge - 40 / sd, edge, edge + 40 / sd, Inf))
      sum(mapply(\(a, b) integrate(f, a, b, rel.tol = 1e-10)$value, ends[-5], ends[-1]))
    }
    known <- log(mean_of(1)) - log(mean_of(-1))
    expect_equal(integrated(fit, at, type = "ln"), known, tolerance = 1e-6)
  }
})

test_that("it shrinks towards LR = 1, the more the fewer trials", {
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

test_that("the LR of a value does not depend on those beside it", {
  set.seed(5)
  fit <- calibrate(simulate_lr(30, 40, s = 2))
  many <- rnorm(5000)
  expect_equal(integrated(fit, many)[c(1, 9, 99)], integrated(fit, many[c(1, 9, 99)]),
    tolerance = 1e-12)
})

# No LR changes sides or increases, and more support in one input never reduces the result.
expect_sober <- function(averaged, plain, label, slack = 1e-9) {
  finite <- is.finite(plain)
  expect_true(all(is.finite(averaged[finite])), label = label)
  expect_true(all(averaged * plain >= 0 & abs(averaged) <= abs(plain) + 1e-12), label = label)
  expect_true(all(diff(averaged) >= -slack), label = label)
}

ln_lrs <- function(fit, at, ...) {
  suppressWarnings(predict(fit, at, type = "ln", ...), classes = "calibrant_warning")
}

test_that("sides stay, no LR grows, and the curve rises, by every method at every prior", {
  at <- c(-300, -60, seq(-12, 12, by = 0.25), 60, 300)
  for (n in c(10, 30)) {
    for (seed in cases_of(1:3, 1)) {
      set.seed(100 * seed + n)
      truth <- rep(c(TRUE, FALSE), each = n)
      score <- rnorm(2 * n, ifelse(truth, 1, -1))
      item <- rep(seq_len(n / 2), length.out = 2 * n)
      x <- lr_set(score, truth, scale = "score", source1 = paste(item, truth), source2 =
        ifelse(truth, paste(item, truth), paste(rev(item), truth, "b")))
      for (method in of_turn(setdiff(calibration_method_names, c("pav", "kde")), 4)) {
        refits <- method %in% c("bigaussian", "spline")
        if (refits && (seed > 1 || n == 10)) next
        for (prior in if (refits) 0.01 else cases_of(c(0.5, 0.1, 0.01, 0.001), c(1, 3))) {
          fit <- suppressWarnings(tryCatch(
            calibrate(x, method, prior = prior), calibrant_error_separable = \(cnd) NULL
          ))
          if (is.null(fit)) next
          for (by in if (refits) "trial" else c("trial", "source")) {
            label <- paste(method, prior, n, by)
            expect_sober(ln_lrs(fit, at, integrated = TRUE, by = by), ln_lrs(fit, at), label)
          }
        }
      }
    }
  }
})

test_that("kernel densities keep their sides too, and gain nothing", {
  set.seed(7)
  truth <- rep(c(TRUE, FALSE), each = 25)
  fit <- calibrate(lr_set(rnorm(50, ifelse(truth, 1, -1)), truth, scale = "score"), "kde")
  at <- seq(-4, 4, by = 0.5)
  plain <- ln_lrs(fit, at)
  averaged <- ln_lrs(fit, at, integrated = TRUE)
  expect_true(all(averaged * plain >= 0 & abs(averaged) <= abs(plain)))
})

test_that("a small training prior does not turn evidence round", {
  set.seed(3)
  h <- rep(c(TRUE, FALSE), each = 30)
  x <- lr_set(rnorm(60, ifelse(h, 1, -1)), h, scale = "score")
  for (prior in c(0.01, 0.001)) {
    lr <- ln_lrs(calibrate(x, prior = prior), c(-2, -1, 0, 1), integrated = TRUE)
    expect_true(all(diff(lr) > 0) && all(lr[1:2] < 0) && lr[4] > 0)
  }
})

test_that("each input of a fusion, and the score under conditions, never support less for more", {
  for (prior in of_turn(c(0.5, 0.01), 2)) {
    set.seed(8)
    n <- 15
    d <- data.frame(y = rep(c(TRUE, FALSE), each = n))
    d$a <- rnorm(2 * n, ifelse(d$y, 1, -1))
    d$b <- 0.7 * d$a + rnorm(2 * n, ifelse(d$y, 0.5, -0.5))
    d$z <- rnorm(2 * n)
    fused <- fuse(y ~ a + b, d, scale = "score", prior = prior)
    signs <- sign(coef(fused)[1:2])
    grid <- seq(-30, 30, by = 0.5)
    for (other in c(-20, -1, 0, 3, 20)) {
      for (new in list(data.frame(a = grid, b = other), data.frame(a = other, b = grid),
        data.frame(a = grid, b = grid * signs[2] * signs[1]))) {
        up <- if (length(unique(new$a)) > 1) signs[1] else signs[2]
        averaged <- up * ln_lrs(fused, new, integrated = TRUE)
        expect_sober(averaged, up * ln_lrs(fused, new), paste("fusion", prior, other))
      }
    }
    under <- calibrate(y ~ a | I(z), d, scale = "score", prior = prior)
    for (z in range(d$z)) {
      new <- data.frame(a = grid, z = z)
      expect_sober(ln_lrs(under, new, integrated = TRUE), ln_lrs(under, new), paste("under", z))
    }
  }
})

test_that("refits that are all certain have an average, and the curve still rises", {
  set.seed(3)
  h <- rep(c(TRUE, FALSE), each = 30)
  fit <- calibrate(lr_set(rnorm(60, ifelse(h, 1, -1)), h, scale = "ln"), "beta", prior = 0.001)
  at <- seq(-8, 8, 0.05)
  plain <- suppressWarnings(predict(fit, at, type = "ln"))
  found <- integrated(fit, at, type = "ln")
  expect_false(anyNA(found))
  expect_true(all(diff(found) >= 0) && all(abs(found) <= abs(plain)))
  expect_lt(found[length(at)], plain[length(at)] / 2)
})
