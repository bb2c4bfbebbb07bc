slow_delta_upper <- function(log10_lr, is_h1, at) {
  share <- \(x, t) (sum(x >= t) + 0.5) / (length(x) + 1)
  h1 <- log10_lr[is_h1]
  h2 <- log10_lr[!is_h1]
  vapply(at, \(t) log10(share(h1, t)) - log10(share(h2, t)) - t, 0)
}

# Thresholds on and around every LR, and between them.
dense <- function(log10_lr, from, to) {
  at <- c(log10_lr, log10_lr - 1e-9, log10_lr + 1e-9, seq(from, to, length.out = 500))
  at[at > from & at < to]
}

test_that("the criteria hold inside the exact bounds and fail just outside", {
  set.seed(31)
  for (n in list(c(3, 8), c(20, 20), c(40, 7))) {
    trials <- rounded_trials(n[1], n[2])
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
  trials <- rounded_trials(30, 50)
  # LRs off the grid, so that none is a threshold.
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
  trials <- rounded_trials(12, 30)
  trials$log10_lr[c(1, 5, 20, 30)] <- c(0, Inf, -Inf, 0)
  x <- lr_set(trials$log10_lr, trials$is_h1, scale = "log10")
  swapped <- lr_set(-trials$log10_lr, !trials$is_h1, scale = "log10")
  for (method in c("elub", "iv", "n_source")) {
    expect_equal(unname(coef(bound_lr(swapped, method))), -rev(unname(coef(bound_lr(x, method)))))
  }
})

test_that("weighted trials support no more than their effective number does", {
  x <- simulate_lr(50, 100, s = 2)
  weighted <- \(weight) lr_set(x$value, x$truth, scale = x$scale, weight = weight)
  weight <- withr::with_seed(3, exp(rnorm(150)))
  for (method in c("elub", "iv")) {
    bounds <- \(x) coef(bound_lr(x, method))
    expect_equal(bounds(weighted(rep(7, 150))), bounds(x))
    expect_equal(bounds(weighted(100 * weight)), bounds(weighted(weight)))
    most <- log10(1 + calibrant:::effective_numbers(weight, x$truth))
    expect_lt(bounds(weighted(weight))[["upper"]], most[["h2"]])
    expect_gt(bounds(weighted(weight))[["lower"]], -most[["h1"]])
  }
})

test_that("sources count once, whatever the number of their trials", {
  x <- lr_set(c(2, 1, 0.5, 0.1), c(TRUE, TRUE, FALSE, FALSE),
    scale = "lr",
    source1 = c("a", "b", "a", "b"), source2 = c("a", "b", "b", "c")
  )
  expect_equal(10^coef(bound_lr(x, "n_source")), c(lower = 1 / 3, upper = 3))
  expect_equal(10^coef(bound_lr(x, "n_source", n_sources = 50)), c(lower = 1 / 50, upper = 50))
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

test_that("trials of several systems in one table have the bounds of each", {
  set.seed(37)
  y <- rep(rep(c(TRUE, FALSE), each = 30), 2)
  d <- data.frame(same = y, s = rnorm(120, 2 * y), device = rep(c("A", "B"), each = 60))
  bound <- bound_lr(calibrate(lr_set(same ~ s | device, d, scale = "score")))
  new <- data.frame(s = c(9, -9, 0.5, 9), device = c("B", "A", "A", "A"))
  apart <- function(...) {
    each <- lapply(c("A", "B"), \(name) {
      predict(bound, new$s[new$device == name], system = name, ...)
    })
    if (is.data.frame(each[[1]])) rbind(each[[2]], each[[1]]) else c(each[[2]], each[[1]])
  }
  expect_equal(unname(predict(bound, new)), unname(apart()))
  expect_equal(predict(bound, new$s, system = new$device), unname(apart()))
  expect_equal(predict(bound, new, level = 0.9), apart(level = 0.9), ignore_attr = TRUE)
  plain <- bound_lr(predict(bound$calibration))
  lrs <- data.frame(log10_lr = c(9, -9, 0.1), system = c("B", "A", "A"))
  expect_equal(predict(plain, lrs),
    c(coef(plain)["B", "upper"], coef(plain)["A", "lower"], 0.1), ignore_attr = TRUE)
  expect_error(predict(bound, new["s"]), "device", class = "calibrant_error_input")
  expect_error(predict(bound, new$s, system = c("A", "B")), class = "calibrant_error_input")
  expect_error(predict(bound, new$s, system = c("A", "B", "C", "A")), "A",
    class = "calibrant_error_input")
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
  withr::local_seed(1)
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

test_that("trials that are none are named by their argument", {
  fit <- calibrate(simulate_lr(10, 10, s = 1))
  for (trials in list("1e3", 1:3, list(1), data.frame(a = 1))) {
    expect_error(bound_lr(fit, trials = trials), "trials", class = "calibrant_error_input")
  }
})
