# One LR per position and the hypothesis it belongs to, 1 or 2.
bounds_of <- function(lr, hypothesis, ...) {
  coef(bound_lr(lr, truth = hypothesis == 1, scale = "lr", ...))
}

# Vergeer et al. (2016) as they are written: 1 - P(accept | H1) + theta P(accept | H2), after one
# misleading LR has been added per side.
slow_utility <- function(log10_lr, is_h1, at) {
  h1 <- c(log10_lr[is_h1], -Inf)
  h2 <- c(log10_lr[!is_h1], Inf)
  vapply(at, \(t) log10(min(1, 10^t) / (mean(h1 <= t) + 10^t * mean(h2 > t))), 0)
}

slow_delta_upper <- function(log10_lr, is_h1, at) {
  share <- \(x, t) (sum(x >= t) + 0.5) / (length(x) + 1)
  h1 <- log10_lr[is_h1]
  h2 <- log10_lr[!is_h1]
  vapply(at, \(t) log10(share(h1, t)) - log10(share(h2, t)) - t, 0)
}

random_trials <- function(n_h1, n_h2) {
  llr <- c(rnorm(n_h1, 0.6), rnorm(n_h2, -0.6))
  list(log10_lr = round(llr, 1), is_h1 = rep(c(TRUE, FALSE), c(n_h1, n_h2)))
}

# Thresholds on and around every LR, and between them.
dense <- function(log10_lr, from, to) {
  at <- c(log10_lr, log10_lr - 1e-9, log10_lr + 1e-9, seq(from, to, length.out = 500))
  at[at > from & at < to]
}

test_that("ELUB agrees with the published implementation on its own examples", {
  # Expected values of the tests of NetherlandsForensicInstitute/lir, which steps by 0.01.
  lr <- c(0.01, 0.1, 1, 10, 100)
  elub <- \(...) unname(10^bounds_of(..., step = 0.01))
  expect_equal(elub(lr, c(2, 2, 1, 1, 1)), c(0.3801894, 1.4791084), tolerance = 1e-7)
  expect_equal(elub(lr, c(2, 2, 2, 1, 1)), c(0.6760830, 2.6302680), tolerance = 1e-7)
  expect_equal(elub(lr, c(1, 1, 1, 2, 2)), c(1, 1))
  expect_equal(elub(c(Inf, 0), 1:2), c(1, 1))
  expect_equal(
    elub(rep(c(Inf, 0), each = 3), rep(1:2, each = 3)), c(0.3388442, 2.9512092),
    tolerance = 1e-7
  )
  expect_equal(elub(c(1, 1), 1:2), c(1, 1))
  expect_equal(elub(rep(10, 10), c(rep(1, 9), 2)), c(1, 1))
  expect_equal(elub(c(rep(10, 10), 1), c(rep(1, 10), 2)), c(1, 1.7782794), tolerance = 1e-7)
  expect_equal(elub(c(rep(1000, 10), 1.1), c(rep(1, 10), 2)), c(1, 1))
})

test_that("a threshold that is meant to equal an LR equals it, though 3 * 0.1 is not 0.3", {
  h1 <- c(0.5, 0.2, -0.3, 0.7, 0.1, 0)
  h2 <- c(-0.7, -0.6)
  found <- coef(bound_lr(list(h1 = h1, h2 = h2), scale = "log10", step = 0.1))
  at <- round(seq(-0.7, 0.7, 0.1), 1)
  helps <- slow_utility(c(h1, h2), rep(c(TRUE, FALSE), c(6, 2)), at) > -1e-9
  # The first step that does harm, on the way down.
  expect_equal(found[["lower"]], min(at[at <= 0][cumprod(rev(helps[at <= 0])) |> rev() == 1]))
})

test_that("a threshold that makes no difference does no harm", {
  # At LR = 1, 3 of 6 H1 trials are rejected and 2 of 4 H2 trials accepted: 1, as without evidence.
  h1 <- c(0.1, 0.2, -0.2, 0, 0.2)
  h2 <- c(0.4, -0.6, -0.4)
  expect_equal(slow_utility(c(h1, h2), rep(c(TRUE, FALSE), c(5, 3)), 0), 0)
  found <- coef(bound_lr(list(h1 = h1, h2 = h2), scale = "log10", step = 0.1))
  expect_equal(found, c(lower = -0.1, upper = 0))
})

test_that("ELUB is exact without a step", {
  lr <- c(0.01, 0.1, 1, 10, 100)
  expect_equal(10^bounds_of(lr, c(2, 2, 1, 1, 1)), c(lower = 3 / 8, upper = 3 / 2))
  expect_equal(10^bounds_of(lr, c(2, 2, 2, 1, 1)), c(lower = 2 / 3, upper = 8 / 3))
  expect_equal(
    10^bounds_of(rep(c(Inf, 0), each = 3), rep(1:2, each = 3)), c(lower = 1 / 3, upper = 3)
  )
  expect_identical(bounds_of(lr, c(1, 1, 1, 2, 2)), c(lower = 0, upper = 0))
})

test_that("invariance verification agrees with the published implementation on its examples", {
  # Expected values of the tests of NetherlandsForensicInstitute/lir, which steps by 0.001.
  lr <- c(0.01, 0.1, 1, 10, 100)
  iv <- \(...) unname(bounds_of(..., method = "iv", step = 0.001))
  expect_equal(iv(c(Inf, 0), 1:2), c(-0.477, 0.477))
  expect_equal(iv(rep(c(Inf, 0), each = 3), rep(1:2, each = 3)), c(-0.845, 0.845))
  expect_equal(iv(lr, c(1, 1, 1, 2, 2)), c(0, 0))
  expect_equal(iv(lr, c(2, 2, 1, 1, 1)), c(-0.823, 0.574))
  expect_equal(iv(lr, c(2, 2, 2, 1, 1)), c(-0.574, 0.823))
  expect_equal(iv(c(1, 1), 1:2), c(0, 0))
  expect_equal(iv(rep(10, 10), c(rep(1, 9), 2)), c(0, 0.102))
  expect_equal(iv(c(rep(10, 10), 1), c(rep(1, 10), 2)), c(0, 0.581))
  expect_equal(iv(c(rep(1000, 10), 1.1), c(rep(1, 10), 2)), c(0, 0.581))
})

test_that("invariance verification is exact without a step", {
  lr <- c(0.01, 0.1, 1, 10, 100)
  expect_equal(
    10^bounds_of(lr, c(2, 2, 1, 1, 1), method = "iv"),
    c(lower = (0.5 / 4) / (2.5 / 3), upper = (2.5 / 4) / (0.5 / 3))
  )
})

test_that("the criteria hold inside the exact bounds and fail just outside", {
  set.seed(31)
  for (n in list(c(3, 8), c(20, 20), c(40, 7))) {
    trials <- random_trials(n[1], n[2])
    x <- lr_set(trials$log10_lr, trials$is_h1, scale = "log10")
    mirrored <- \(f) \(at) f(-trials$log10_lr, !trials$is_h1, -at)
    criteria <- list(
      elub = \(at) slow_utility(trials$log10_lr, trials$is_h1, at),
      iv = \(at) slow_delta_upper(trials$log10_lr, trials$is_h1, at)
    )
    criteria_below <- list(elub = criteria$elub, iv = mirrored(slow_delta_upper))
    for (method in names(criteria)) {
      bounds <- coef(bound_lr(x, method))
      inside_above <- dense(trials$log10_lr, 0, bounds[["upper"]])
      inside_below <- dense(trials$log10_lr, bounds[["lower"]], 0)
      expect_true(all(criteria[[method]](inside_above) >= -1e-12))
      expect_true(all(criteria_below[[method]](inside_below) >= -1e-12))
      expect_lt(criteria[[method]](bounds[["upper"]] + 1e-7), 0)
      expect_lt(criteria_below[[method]](bounds[["lower"]] - 1e-7), 0)
    }
  }
})

test_that("the grid stops within one step of the exact bound", {
  set.seed(32)
  trials <- random_trials(30, 50)
  # Off the grid, where no LR is a threshold.
  x <- lr_set(trials$log10_lr + 0.00321, trials$is_h1, scale = "log10")
  for (method in c("elub", "iv")) {
    exact <- coef(bound_lr(x, method))
    step <- 1e-4
    grid <- coef(bound_lr(x, method, step = step))
    expect_true(all(abs(grid) <= abs(exact) + 1e-12))
    expect_true(all(abs(grid) > abs(exact) - step))
  }
})

test_that("swapping the hypotheses mirrors the exact bounds", {
  set.seed(33)
  trials <- random_trials(12, 30)
  trials$log10_lr[c(1, 5, 20, 30)] <- c(0, Inf, -Inf, 0)
  x <- lr_set(trials$log10_lr, trials$is_h1, scale = "log10")
  swapped <- lr_set(-trials$log10_lr, !trials$is_h1, scale = "log10")
  for (method in c("elub", "iv", "n_source")) {
    expect_equal(unname(coef(bound_lr(swapped, method))), -rev(unname(coef(bound_lr(x, method)))))
  }
})

test_that("a weight does what copies of the trial do", {
  log10_lr <- c(-1.2, -0.3, 0.4, 0.4, 1.1, 1.8)
  is_h1 <- c(FALSE, FALSE, FALSE, TRUE, TRUE, TRUE)
  weight <- c(3, 2, 1, 1, 2, 5)
  weighted <- lr_set(log10_lr, is_h1, scale = "log10", weight = weight)
  copied <- lr_set(rep(log10_lr, weight), rep(is_h1, weight), scale = "log10")
  for (method in c("elub", "iv")) {
    expect_equal(coef(bound_lr(weighted, method)), coef(bound_lr(copied, method)))
  }
})

test_that("ELUB is never wider than the numbers of trials allow", {
  set.seed(34)
  trials <- random_trials(9, 14)
  separated <- lr_set(ifelse(trials$is_h1, 20, -20), trials$is_h1, scale = "log10")
  expect_equal(10^coef(bound_lr(separated)), c(lower = 15 / 14 / 10, upper = 9 / 10 * 15))
  expect_equal(
    coef(bound_lr(separated, "n_source")), c(lower = -log10(10), upper = log10(15))
  )
})

test_that("sources count once, whatever the number of their trials", {
  x <- lr_set(c(2, 1, 0.5, 0.1), c(TRUE, TRUE, FALSE, FALSE),
    scale = "lr",
    source1 = c("a", "b", "a", "b"), source2 = c("a", "b", "b", "c")
  )
  expect_equal(10^coef(bound_lr(x, "n_source")), c(lower = 1 / 3, upper = 3))
  expect_equal(10^coef(bound_lr(x, "n_source", n_sources = 50)), c(lower = 1 / 50, upper = 50))
})

test_that("predict moves what lies beyond to the nearer bound, and nothing else", {
  bound <- bound_lr(list(h1 = 2, h2 = -0.5), scale = "log10", method = "limits", limits = c(-1, 2))
  expect_identical(
    predict(bound, c(-Inf, -1.5, -1, -0.2, 0, 1.9, 2, 3, Inf)),
    c(-1, -1, -1, -0.2, 0, 1.9, 2, 2, 2)
  )
  x <- lr_set(c(Inf, 0, 50), c(TRUE, FALSE, FALSE), scale = "lr", weight = c(1, 2, 3))
  bounded <- predict(bound, x)
  expect_identical(bounded$value, c(2, -1, log10(50)))
  expect_identical(bounded$truth, x$truth)
  expect_identical(bounded$weight, x$weight)
  open <- bound_lr(x, "limits", limits = c(-Inf, Inf))
  expect_identical(predict(open, c(0, 3, Inf)), c(0, 3, Inf))
})

test_that("bounds fit their own trials: bounding twice changes nothing", {
  set.seed(35)
  x <- simulate_lr(60, 90, s = 3, stretch = 2)
  bound <- bound_lr(x)
  bounded <- predict(bound, x)
  expect_identical(predict(bound, bounded)$value, bounded$value)
  expect_lt(cllr(bounded), cllr(x))
})

test_that("each system has bounds of its own", {
  set.seed(36)
  a <- simulate_lr(40, 50, s = 3, system = "a")
  b <- simulate_lr(20, 90, s = 1, system = "b")
  both <- bound_lr(c(a, b))
  expect_equal(coef(both)["a", ], coef(bound_lr(a)))
  expect_equal(coef(both)["b", ], coef(bound_lr(b)))
  expect_equal(predict(both, 9, system = "b"), coef(both)[["b", "upper"]])
  expect_error(predict(both, 9), class = "calibrant_error_input")
  bounded <- predict(both, c(b, a))
  expect_identical(levels(bounded), c("b", "a"))
  expect_equal(range(bounded["a"]$value), unname(coef(both)["a", ]))
})

# What calibrate() promises: predict() gives the calibrated training trials; of an lr_set an lr_set,
# truth kept; of numbers log10 LRs.
stand_in_calibration <- function(training, slope) {
  structure(list(slope = slope, training = training), class = c("stand_in", "lr_calibration"))
}

register_stand_in <- function() {
  method <- function(object, newdata = object$training, ...) {
    if (is.numeric(newdata)) {
      return(object$slope * newdata / log(10))
    }
    lr_set(object$slope * newdata$value, newdata$truth, scale = "ln")
  }
  registerS3method("predict", "stand_in", method, envir = asNamespace("stats"))
}

test_that("bounds after a calibration calibrate first", {
  register_stand_in()
  set.seed(37)
  scores <- lr_set(c(rnorm(40, 2), rnorm(60)), rep(c(TRUE, FALSE), c(40, 60)), scale = "score")
  fit <- stand_in_calibration(scores, slope = 1.5)
  calibrated <- lr_set(1.5 * scores$value, scores$truth, scale = "ln")
  bound <- bound_lr(fit, method = "iv")
  expect_equal(coef(bound), coef(bound_lr(calibrated, method = "iv")))
  expect_equal(
    predict(bound, c(-Inf, 0.1, 7)),
    unname(c(coef(bound)["lower"], 0.15 / log(10), coef(bound)["upper"]))
  )
  expect_equal(predict(bound, scores)$value, predict(bound_lr(calibrated, "iv"), calibrated)$value)
  others <- lr_set(c(rnorm(9, 2), rnorm(9)), rep(c(TRUE, FALSE), each = 9), scale = "score")
  expect_equal(coef(bound_lr(fit, trials = others)), coef(bound_lr(predict(fit, others))))
  expect_error(bound_lr(fit, trials = 1:3), class = "calibrant_error_input")
  expect_output(print(bound), "after a calibration")
})

test_that("tidy counts the trials beyond", {
  bound <- bound_lr(c(0.001, 0.5, 1, 2, 300, Inf), c(FALSE, FALSE, TRUE, FALSE, TRUE, TRUE),
    scale = "lr", method = "limits", limits = c(-1, 1)
  )
  expect_equal(tidy(bound)$n_beyond, c(1, 2))
  expect_equal(tidy(bound)$estimate, c(-1, 1))
  expect_equal(tidy(bound)$lr, c(0.1, 10))
  expect_output(print(bound), "limits set by the user")
})

test_that("bad input is refused", {
  x <- lr_set(list(h1 = 2, h2 = 0.5), scale = "lr")
  scores <- lr_set(list(h1 = 2, h2 = 0.5), scale = "score")
  expect_error(bound_lr(scores), class = "calibrant_error_score")
  expect_error(bound_lr(x, "elbu"), class = "calibrant_error_input")
  expect_error(bound_lr(x, "limits"), class = "calibrant_error_input")
  expect_error(bound_lr(x, "limits", limits = c(1, 2)), class = "calibrant_error_input")
  expect_error(bound_lr(x, "elub", limits = c(-1, 2)), class = "calibrant_error_input")
  expect_error(bound_lr(x, step = 0), class = "calibrant_error_input")
  expect_error(predict(bound_lr(x), NA_real_), class = "calibrant_error_input")
  expect_error(predict(bound_lr(x), scores), class = "calibrant_error_score")
})

test_that("a failure at LR = 1 itself is not passed over", {
  lr <- c(10, 10, 1, 10, 1)
  hypothesis <- c(1, 1, 2, 2, 2)
  expect_identical(bounds_of(lr, hypothesis, method = "iv"), c(lower = 0, upper = 0))
  lr <- c(10, 1, 10, 10, 1, 10, .1)
  expect_identical(bounds_of(lr, rep(1:2, c(5, 2))), c(lower = 0, upper = 0))
})

test_that("exact bounds are within a step of the grid's, also where trials have LR = 1", {
  withr::local_seed(5)
  for (method in c("elub", "iv")) {
    for (i in 1:60) {
      n <- sample(2:12, 1)
      lr <- sample(c(.1, 1, 10), n, replace = TRUE)
      hypothesis <- sample(c(1, 2, sample(1:2, n - 2, replace = TRUE)))
      exact <- bounds_of(lr, hypothesis, method = method)
      grid <- bounds_of(lr, hypothesis, method = method, step = 0.001)
      expect_lt(max(abs(exact - grid)), 0.001 + 1e-9)
    }
  }
})

test_that("sources with numbers of 16 digits are told apart", {
  s <- 1e15 + 1:40
  x <- lr_set(rnorm(40), rep(c(TRUE, FALSE), 20), scale = "ln", source1 = s, source2 = s)
  expect_equal(coef(bound_lr(x, "n_source")), c(lower = -log10(40), upper = log10(40)))
  mixed <- lr_set(1:2, c(TRUE, FALSE),
    scale = "ln", source1 = c(1e5, 2), source2 = c("100000", "2"))
  expect_equal(coef(bound_lr(mixed, "n_source"))[["upper"]], log10(2))
})

test_that("steps that no one can mean are refused", {
  x <- set_of(c(1, 2), c(-1, -2))
  expect_error(bound_lr(x, step = 1e-320), "NULL", class = "calibrant_error_input")
  for (method in list(mean, globalenv(), quote(a), NULL, 1)) {
    expect_error(bound_lr(x, method = method), class = "calibrant_error_input")
  }
})

test_that("predict() reads and returns the scale of its set, and takes others by type", {
  lr <- c(1e4, 200, 3, .5, .01, 1e-4, 2, .2)
  truth <- rep(c(TRUE, FALSE), each = 4)
  log10_bounds <- pmin(pmax(log10(lr), -2), 2)
  for (scale in c("lr", "log10", "ln", "log2")) {
    of <- \(log10_lr, scale) switch(scale, lr = 10^log10_lr, log10 = log10_lr,
      ln = log10_lr * log(10), log2 = log10_lr * log2(10))
    x <- lr_set(of(log10(lr), scale), truth, scale = scale)
    bound <- bound_lr(x, method = "limits", limits = c(-2, 2))
    expect_equal(predict(bound, x$value), of(log10_bounds, scale))
    for (type in c("lr", "log10", "ln", "log2")) {
      expect_equal(predict(bound, x$value, type = type), of(log10_bounds, type))
      expect_equal(predict(bound, x, type = type)$value, of(log10_bounds, type))
    }
    expect_equal(predict(bound, as.data.frame(x)), predict(bound, x$value))
    expect_identical(predict(bound, x$value[3]), x$value[3])
  }
  expect_error(predict(bound, 1, type = "posterior"), class = "calibrant_error_input")
  expect_error(predict(bound, 1, typo = "lr"), "typo", class = "calibrant_error_input")
})

test_that("bounds keep what is known of the trials", {
  x <- random_set(1, n_h1 = 20, n_h2 = 30)
  crossed <- cross_calibrate(x, folds = 5)
  bounded <- predict(bound_lr(crossed, method = "limits", limits = c(-0.2, 0.2)), crossed)
  expect_false(is.null(crossed$fold))
  expect_identical(bounded$fold, crossed$fold)
  expect_identical(as_lr_set(crossed)$fold, crossed$fold)
})
