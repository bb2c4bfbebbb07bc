test_that("logistic calibration finds the known minima", {
  x <- lr_set(list(h1 = c(0.5, 2, 4, 6, 8, 10), h2 = c(0.2, 0.4, 0.6, 0.8, 1.1)), scale = "lr")
  even <- calibrate(x)
  expect_equal(unname(coef(even)), c(2.23519037130163, -0.39323224399341), tolerance = 1e-12)
  expect_equal(glance(even)$objective, .47622443120932, tolerance = 1e-12)
  low <- calibrate(x, prior = 0.1)
  expect_equal(unname(coef(low)), c(3.41790628395699, -0.32007273376490), tolerance = 1e-12)
  expect_equal(glance(low)$objective, .18139476001140, tolerance = 1e-12)
})

test_that("logistic calibration agrees with glm() at any prior, with weights", {
  set.seed(1)
  for (prior in c(0.02, 0.5, 0.9)) {
    x <- overlapping_set()
    weight <- rexp(length(x))
    weighted <- lr_set(x$value, truth = x$truth, scale = "log10", weight = weight)
    found <- unname(coef(calibrate(weighted, prior = prior)))
    expect_equal(found, glm_coefficients(log(10) * x$value, x$truth, prior, weight),
      tolerance = 1e-7)
  }
})

test_that("at the empirical prior it is unweighted logistic regression, errors included", {
  set.seed(2)
  x <- overlapping_set(50, 150)
  data <- data.frame(truth = x$truth, s = x$value * log(10))
  known <- glm(truth ~ s, binomial, data, control = list(epsilon = 1e-15))
  fit <- calibrate(x, prior = 0.25)
  expect_equal(unname(coef(fit)), unname(coef(known))[2:1] - c(0, qlogis(0.25)), tolerance = 1e-9)
  expect_equal(unname(vcov(fit, type = "hessian")), unname(vcov(known))[2:1, 2:1],
    tolerance = 1e-8)
  expect_equal(as.double(logLik(fit)), as.double(logLik(known)))
  expect_identical(attr(logLik(fit), "df"), 2)
  expect_equal(AIC(fit), AIC(known))
})

test_that("standard errors hold for fixed numbers of both hypotheses", {
  set.seed(3)
  fits <- replicate(300, {
    fit <- calibrate(simulate_lr(60, 240, s = 1.5), prior = 0.5)
    c(coef(fit), diag(vcov(fit)))
  })
  expect_equal(rowMeans(fits[3:4, ]), apply(fits[1:2, ], 1, var), tolerance = 0.25,
    ignore_attr = TRUE)
})

test_that("covariances are those of the literal formulas, of expected and of actual trials", {
  set.seed(31)
  for (weight in list(NULL, rep_len(1:3, 200))) {
    x <- overlapping_set(50, 150)
    x <- lr_set(x$value, x$truth, "log10", weight = weight)
    fit <- calibrate(x, prior = 0.2)
    # A weight gives the contribution of a trial; the effective number of trials is Kish's.
    w <- weight %||% rep(1, 200)
    for (h in c(TRUE, FALSE)) {
      i <- x$truth == h
      w[i] <- w[i] * sum(w[i]) / sum(w[i]^2)
    }
    s <- cbind(x$value * log(10), 1)
    n <- c(sum(w[x$truth]), sum(w[!x$truth]))
    llr <- drop(s %*% coef(fit))
    p <- plogis(llr + qlogis(0.2))
    share <- c(0.2, 0.8) / n
    spread <- \(n_h1, n_h2) {
      of <- \(each, off, share, n) {
        share^2 * (crossprod(s, each * off^2 * s) - tcrossprod(colSums(each * off * s)) / n)
      }
      of(n_h1, 1 - p, share[1], n[1]) + of(n_h2, p, share[2], n[2])
    }
    curved <- solve(crossprod(s, (w * ifelse(x$truth, share[1], share[2])) * p * (1 - p) * s))
    likely <- n[1] * exp(llr) / (n[1] * exp(llr) + n[2])
    expect_equal(unname(vcov(fit)), curved %*% spread(w * likely, w * (1 - likely)) %*% curved)
    expect_equal(unname(vcov(fit, type = "sandwich")),
      curved %*% spread(w * x$truth, w * !x$truth) %*% curved)
  }
})

test_that("the objective is the literal cost of the calibrated LRs", {
  set.seed(4)
  x <- overlapping_set()
  for (method in calibrant:::calibration_method_names) {
    fit <- suppressWarnings(calibrate(x, method, prior = 0.2))
    llr <- predicted(fit, type = "ln")
    expect_equal(glance(fit)$objective, logistic_cost(llr$value, x$truth, 0.2), tolerance = 1e-10)
  }
})

test_that("no slope and offset near the minimum are better", {
  set.seed(5)
  x <- overlapping_set()
  value <- x$value * log(10)
  fit <- calibrate(x, prior = 0.3)
  best <- coef(fit)
  for (step in list(c(1e-3, 0), c(-1e-3, 0), c(0, 1e-3), c(0, -1e-3))) {
    b <- best + step
    expect_gt(logistic_cost(b[1] * value + b[2], x$truth, 0.3), glance(fit)$objective)
  }
})

test_that("repeating all trials of one hypothesis changes nothing", {
  set.seed(6)
  h1 <- rnorm(30, 1)
  h2 <- rnorm(50, -1)
  for (method in c("logistic", "pav", "gaussian", "bigaussian", "beta")) {
    once <- suppressWarnings(calibrate(ln_trials(h1, h2), method))
    twice <- suppressWarnings(calibrate(ln_trials(h1, rep(h2, 3)), method))
    expect_equal(predicted(once, -2:2), predicted(twice, -2:2), tolerance = 1e-9)
  }
})

test_that("a weight gives the LRs that copies do, and makes no trials", {
  weighted <- lr_set(c(1, 2, 0, -1, 1.5, 3), c(TRUE, TRUE, TRUE, FALSE, FALSE, TRUE), "ln",
    weight = c(2, 1, 1, 3, 1, 2))
  copied <- ln_trials(c(1, 1, 2, 0, 3, 3), c(-1, -1, -1, 1.5))
  # The curves of these methods also depend on the number of trials.
  by_number <- c("kde", "spline")
  # A step is the best fit to these trials.
  expect_error(calibrate(weighted, "four_parameter"), class = "calibrant_error_separable")
  for (method in setdiff(calibrant:::calibration_method_names, "four_parameter")) {
    a <- suppressWarnings(calibrate(weighted, method))
    b <- suppressWarnings(calibrate(copied, method))
    if (!method %in% by_number) {
      expect_equal(predicted(a, c(-1, 0, 1.2)), predicted(b, c(-1, 0, 1.2)))
    }
    expect_equal(nobs(a), sum(c(6^2 / 10, 4^2 / 10)))
  }
})

test_that("Cllr after logistic calibration lies between Cllr_min and Cllr before", {
  set.seed(7)
  for (i in 1:10) {
    x <- overlapping_set(sample(5:40, 1), sample(5:40, 1), stretch = runif(1, 0.3, 3))
    after <- tryCatch(cllr(predicted(calibrate(x))), calibrant_error_separable = \(cnd) NA)
    if (is.na(after)) next
    expect_lte(after, min(cllr(x), 1) + 1e-12)
    expect_gte(after, cllr_min(x) - 1e-12)
  }
})

test_that("the scale of LRs does not matter, and scores enter as they are", {
  set.seed(8)
  llr <- rnorm(60, rep(c(1, -1), each = 30))
  truth <- rep(c(TRUE, FALSE), each = 30)
  in_ln <- coef(calibrate(llr, truth = truth, scale = "ln"))
  expect_equal(coef(calibrate(llr / log(10), truth = truth, scale = "log10")), in_ln)
  expect_equal(coef(calibrate(llr / log(2), truth = truth, scale = "log2")), in_ln)
  expect_equal(coef(calibrate(exp(llr), truth = truth, scale = "lr")), in_ln)
  expect_equal(coef(calibrate(llr, truth = truth, scale = "score")), in_ln)
})

test_that("exchanging the hypotheses and the signs exchanges the LRs", {
  set.seed(9)
  h1 <- rnorm(60, 1)
  h2 <- rnorm(105, -1)
  for (method in calibrant:::calibration_method_names) {
    a <- suppressWarnings(calibrate(ln_trials(h1, h2), method, prior = 0.3))
    b <- suppressWarnings(calibrate(ln_trials(-h2, -h1), method, prior = 0.7))
    expect_equal(predicted(a, -3:3), -predicted(b, 3:-3), tolerance = 1e-9)
  }
})

test_that("right infinities leave the fit, stay in the totals and are copied through", {
  h1 <- c(3, 1, 0.5, -1)
  h2 <- c(-3, -1, -0.5, 1)
  infinite <- calibrate(ln_trials(c(Inf, h1), c(h2, -Inf, -Inf)))
  large <- calibrate(ln_trials(c(500, h1), c(h2, -500, -500)))
  expect_equal(coef(infinite), coef(large), tolerance = 1e-8)
  expect_identical(predicted(infinite, c(-Inf, Inf)), c(-Inf, Inf))
  expect_equal(nobs(infinite), 11)
  expect_equal(glance(infinite)$cllr, glance(large)$cllr, tolerance = 1e-8)
})

test_that("penalty adds pseudo-trials as Morrison and Poh do", {
  set.seed(10)
  x <- overlapping_set(10, 30)
  n <- length(x)
  value <- rep(x$value * log(10), 3)
  truth <- c(x$truth, rep(c(TRUE, FALSE), each = n))
  weight <- c(ifelse(x$truth, n / 10, n / 30) / 2, rep(3 / (2 * n), 2 * n))
  known <- suppressWarnings(glm(truth ~ value, binomial, weights = weight,
    control = list(epsilon = 1e-15)))
  expect_equal(unname(coef(calibrate(x, penalty = 3))), unname(coef(known))[2:1], tolerance = 1e-8)
})

test_that("penalty shrinks towards LR = 1 at every training prior", {
  set.seed(11)
  x <- overlapping_set(20, 20)
  for (prior in c(0.05, 0.5)) {
    llr <- predicted(calibrate(x, prior = prior, penalty = 1e6), c(-2, 0, 2), type = "ln")
    expect_equal(llr, c(0, 0, 0), tolerance = 1e-3)
  }
})

test_that("scores that fall with the support for H1 are pointed out", {
  falling <- ln_trials(c(-1, 0, 1), c(0, 1, 2))
  expect_warning(fit <- calibrate(falling), class = "calibrant_warning_direction")
  expect_lt(coef(fit)[["slope"]], 0)
  expect_error(calibrate(falling, "bigaussian"), class = "calibrant_error_direction")
  expect_error(calibrate(falling, "beta"), class = "calibrant_error_direction")
  certain <- ln_trials(c(-1, 0, 1, Inf), c(0, 1, 2))
  expect_error(calibrate(certain), class = "calibrant_error_infinite")
})

test_that("extreme numbers neither overflow nor underflow", {
  base <- list(h1 = c(3, 1, -0.5, 2), h2 = c(-2, 0.5, -1))
  for (unit in c(2^1000, 2^-1000)) {
    for (method in c("logistic", "gaussian")) {
      known <- coef(calibrate(ln_trials(base$h1, base$h2), method))
      found <- coef(calibrate(ln_trials(unit * base$h1, unit * base$h2), method))
      expect_equal(found * c(unit, 1), known)
    }
  }
})

test_that("every system is calibrated by itself", {
  set.seed(12)
  x <- c(overlapping_set(system = "a"), overlapping_set(30, 30, system = "b"))
  fit <- calibrate(x)
  expect_equal(coef(fit)["b", ], coef(calibrate(x["b"])))
  expect_equal(predicted(fit, x)["a"]$value, predicted(calibrate(x["a"]), x["a"])$value)
  expect_named(vcov(fit), c("a", "b"))
  expect_named(logLik(fit), c("a", "b"))
  expect_error(predicted(fit, 1), class = "calibrant_error_input")
  expect_equal(predicted(fit, 1, system = "b"), predicted(calibrate(x["b"]), 1))
  expect_error(predicted(fit, 1, system = "c"), class = "calibrant_error_input")
})

# The same trials in separate rows, for which no shortcuts exist.
row_by_row <- function(value, truth, prior, penalty = 0) {
  rows <- list(x = value, n_h1 = as.double(truth), n_h2 = as.double(!truth))
  calibrant:::keep_fit(calibrant:::logistic_fit(rows, prior, penalty), "slope")
}

test_that("many trials are calibrated as precisely as few", {
  set.seed(17)
  x <- overlapping_set(2000, 8000, s = 2, stretch = 3)
  known <- row_by_row(x$value * log(10), x$truth, 0.2, 0.5)
  found <- calibrate(x, prior = 0.2, penalty = 0.5)$transforms[[1]]
  expect_equal(found[1:4], known[1:4], tolerance = 1e-11)
  expect_equal(unname(found$coefficients),
    newton_reference(x$value * log(10), x$truth, 0.2, penalty = 0.5), tolerance = 1e-10)
})

test_that("many trials of awkward shapes are calibrated as if one by one", {
  set.seed(20)
  truth <- rep(c(TRUE, FALSE), c(1000, 5000))
  llr <- rnorm(6000, ifelse(truth, 1, -1), 1.5)
  shapes <- list(
    outliers = replace(llr, seq(1, 6000, 300), rep(c(1e5, -1e5), 10)), heavy = llr + rt(6000, 2),
    steep = llr / 50, flat = llr * 300, shifted = llr + 1000, ties = round(llr, 1),
    certain = ifelse(truth & llr > 3, Inf, ifelse(!truth & llr < -3, -Inf, llr))
  )
  # Outliers on both sides leave a slope of 1e-8, which rounding of their sums affects.
  for (name in names(shapes)) {
    for (scale in c("ln", "score", "log10", "lr")) {
      if (scale == "lr" && name %in% c("outliers", "shifted", "flat")) next
      value <- if (scale == "lr") exp(shapes[[name]]) else shapes[[name]]
      x <- lr_set(value, truth, scale)
      known <- row_by_row(calibrant:::to_ln(x$value, scale), x$truth, 0.3)
      found <- calibrate(x, prior = 0.3)
      error <- abs(coef(found) - known$coefficients)
      expect_lt(
        max(error / (abs(known$coefficients) + sqrt(diag(known$vcov)))),
        if (name == "outliers") 1e-10 else 1e-12
      )
      expect_equal(vcov(found), known$vcov, tolerance = 1e-10)
      expect_equal(found$transforms[[1]]$objective, known$minimum, tolerance = 1e-12)
    }
  }
})

test_that("many trials of several systems are calibrated system by system", {
  set.seed(21)
  truth <- rep(rep(c(TRUE, FALSE), c(1000, 5000)), 2)
  value <- rnorm(12000, ifelse(truth, 1, -1), 1.5) * rep(c(1, -3), each = 6000)
  system <- rep(c("a", "b"), each = 6000)
  expect_warning(
    fit <- calibrate(lr_set(value, truth, "ln", system = system)),
    class = "calibrant_warning_direction"
  )
  for (name in c("a", "b")) {
    i <- system == name
    known <- suppressWarnings(calibrate(value[i], truth = truth[i], scale = "ln"))
    expect_equal(coef(fit)[name, ], coef(known), tolerance = 1e-12)
  }
  expect_equal(nobs(fit), c(a = 6000, b = 6000))
  misled <- replace(value, 1, -Inf)
  expect_error(calibrate(lr_set(misled, truth, "ln", system = system)),
    class = "calibrant_error_infinite")
})

test_that("many trials that few points cannot stand for are calibrated one by one", {
  set.seed(18)
  value <- c(rnorm(3000, 1), rnorm(3000, -1))
  truth <- rep(c(TRUE, FALSE), each = 3000)
  separated <- lr_set(abs(value) * ifelse(truth, 1, -1), truth, "ln")
  expect_error(calibrate(separated), class = "calibrant_error_separable")
  barely <- lr_set(c(separated$value, 0.1), c(truth, FALSE), "ln")
  known <- row_by_row(barely$value, barely$truth, 0.5)
  expect_equal(coef(calibrate(barely)), known$coefficients, tolerance = 1e-9)
})

test_that("trials far out on the right side do not cost precision", {
  set.seed(19)
  h1 <- rnorm(30, 1)
  h2 <- rnorm(40, -1)
  for (far in c(1e4, 1e10, 1e200)) {
    for (prior in c(0.1, 0.5)) {
      infinite <- calibrate(ln_trials(c(h1, Inf), c(h2, -Inf)), prior = prior)
      finite <- calibrate(ln_trials(c(h1, far), c(h2, -far)), prior = prior)
      expect_equal(coef(finite), coef(infinite), tolerance = 1e-13)
    }
  }
})

test_that("a first step that goes much too far is led back", {
  h1 <- c(-1.92, -0.35, 0.18, 0.98, 1.27, 1.3, 1.47, 1.72, 1.78, 1.79, 1.85, 3.03, 3.42)
  x <- ln_trials(h1, -1.17)
  fit <- calibrate(x, prior = 0.001)
  best <- optim(c(1, 0), \(b) logistic_cost(b[1] * x$value + b[2], x$truth, 0.001),
    control = list(reltol = 1e-15, maxit = 5000))
  expect_equal(glance(fit)$objective, best$value, tolerance = 1e-8)
  expect_equal(unname(coef(fit)), best$par, tolerance = 1e-3)
})

test_that("messages name systems that have names, and no others", {
  reversed <- lr_set(c(-2, -1, 1, 2, -1, 3, 1, 2), rep(c(TRUE, FALSE), each = 4), scale = "log10")
  say <- \(x, ...) rlang::cnd_message(rlang::catch_cnd(calibrate(x, ...)))
  expect_no_match(say(reversed), "system \"")
  expect_no_match(say(reversed, method = "bigaussian"), "system \"")
  named <- lr_set(reversed$value, reversed$truth, scale = "log10", system = rep("A", 8))
  expect_match(say(named, method = "bigaussian"), "of system \"A\"")
})

test_that("the cost is computed once, when it is needed, and saved with the fit", {
  x <- with_seed(1, simulate_lr(30, 50))
  n_computed <- 0
  compute <- cost_at
  local_replaced(cost_at = \(...) {
    n_computed <<- n_computed + 1
    compute(...)
  })
  for (method in c("bigaussian", "gaussian", "kde", "spline", "four_parameter")) {
    fit <- calibrate(x, method)
    lrs <- predict(fit, x)
    n_computed <- 0
    found <- c(glance(fit)$objective, glance(fit)$objective)
    expect_equal(n_computed, 1, info = method)
    expect_equal(found, rep(unname(cross_entropy(lrs, 0.5)), 2), info = method)
    saved <- unserialize(serialize(calibrate(x, method), NULL))
    expect_identical(glance(saved)$objective, found[1], info = method)
    expect_identical(logLik(saved), logLik(fit), info = method)
  }
})

test_that("a damaged cost is refused", {
  fit <- calibrate(with_seed(1, simulate_lr(30, 50)), "kde")
  for (cost in list(numeric(), c(1, 2), .Call(ffi_key, NULL), .Call(ffi_key, "a"))) {
    fit$transforms[[1]]$objective <- cost
    expect_error(logLik(fit), class = "calibrant_error_input")
  }
})
