set.seed(1)
n <- 150
truth <- rep(c(TRUE, FALSE), c(50, 100))
data <- data.frame(truth, a = rnorm(n, truth), b = rnorm(n, 2 * truth), c = rnorm(n))

test_that("fusion agrees with glm() at any prior, with weights", {
  for (prior in c(0.05, 0.5, 0.8)) {
    data$w <- rexp(n)
    fit <- fuse(truth ~ a + b + c, data, prior = prior, weight = "w")
    expect_equal(unname(coef(fit)),
      glm_coefficients(data[c("a", "b", "c")], truth, prior, data$w), tolerance = 1e-7)
  }
})

test_that("at the empirical prior standard errors are those of glm()", {
  fit <- fuse(truth ~ a + b, data, prior = 1 / 3)
  known <- glm(truth ~ a + b, binomial, data, control = list(epsilon = 1e-15))
  expect_equal(unname(vcov(fit, type = "hessian")), unname(vcov(known))[c(2, 3, 1), c(2, 3, 1)],
    tolerance = 1e-7)
  expect_equal(as.double(logLik(fit)), as.double(logLik(known)))
  expect_equal(nobs(fit), n, ignore_attr = TRUE)
})

test_that("the fusion of one system is its calibration", {
  one <- fuse(truth ~ a, data, prior = 0.2, penalty = 1)
  known <- calibrate(truth ~ a, data = data, scale = "score", prior = 0.2, penalty = 1)
  expect_equal(unname(coef(one)), unname(coef(known)))
  expect_equal(unname(vcov(one)), unname(vcov(known)))
  expect_equal(glance(one)$objective, glance(known)$objective)
})

test_that("formulas, matrices, sets and lists of sets are the same to it", {
  inputs <- as.matrix(data[c("a", "b")])
  known <- fuse(truth ~ a + b, data)
  stacked <- lr_set(c(data$a, data$b), c(truth, truth), "ln", system = rep(c("a", "b"), each = n))
  sets <- list(a = stacked["a"], b = stacked["b"])
  fits <- list(
    fuse(data, truth ~ a + b), fuse(inputs, truth = truth), fuse(stacked), fuse(sets),
    fuse(truth ~ a + b, data / log(10) * c(log(10), 1, 1, 1)[col(data)], scale = "log10")
  )
  for (fit in fits) expect_equal(coef(fit), coef(known))
  expect_equal(predicted(fits[[3]], stacked)$value, predicted(known, data))
  expect_equal(predicted(fits[[4]], sets)$value, predicted(known, data))
  expect_equal(predicted(fits[[2]], inputs[, 2:1]), predicted(known, data))
  expect_equal(predicted(fits[[2]], unname(inputs)), predicted(known, data))
  expect_equal(predicted(known)$value, predicted(known, data))
})

test_that("terms may be transformed", {
  data$e <- exp(data$a)
  known <- fuse(truth ~ a + b, data)
  expect_equal(unname(coef(fuse(truth ~ log(e) + b, data))), unname(coef(known)))
  expect_equal(predicted(fuse(truth ~ log(e) + b, data), data.frame(e = exp(1), b = 2)),
    predicted(known, data.frame(a = 1, b = 2)))
})

test_that("the fused system joins the others in plots and measures", {
  stacked <- lr_set(c(data$a, data$b), c(truth, truth), "log10",
    system = rep(c("a", "b"), each = n))
  all <- c(predicted(calibrate(stacked)), predicted(fuse(stacked)))
  expect_identical(levels(all), c("a", "b", "fusion"))
  expect_lte(cllr(all)[["fusion"]], min(cllr(all)))
  expect_identical(levels(predicted(fuse(stacked), system = "both")), "both")
})

test_that("duplicating a hypothesis or the units of an input changes nothing", {
  known <- predicted(fuse(truth ~ a + b, data))$value
  more <- rbind(data, data[!truth, ])
  expect_equal(predicted(fuse(truth ~ a + b, more))$value[seq_len(n)], known)
  scaled <- transform(data, a = 1e5 * a - 1e7)
  expect_equal(predicted(fuse(truth ~ a + b, scaled))$value, known, tolerance = 1e-7)
})

test_that("trials that do not match are refused", {
  stacked <- lr_set(c(data$a, data$b), c(truth, rev(truth)), "ln",
    system = rep(c("a", "b"), each = n))
  expect_error(fuse(stacked), class = "calibrant_error_trials")
  expect_error(fuse(list(1, 2)), class = "calibrant_error_input")
  expect_error(fuse("a", truth = TRUE), class = "calibrant_error_input")
  expect_error(fuse(truth ~ nothing, data), class = "calibrant_error_input")
  expect_error(fuse(truth ~ 1, data), class = "calibrant_error_input")
  expect_error(fuse(truth ~ a), class = "calibrant_error_input")
  expect_error(fuse(truth ~ a + b, transform(data, a = NA)), class = "calibrant_error_input")
  fit <- fuse(truth ~ a + b, data)
  expect_error(predicted(fit, data["a"]), class = "calibrant_error_input")
  expect_error(predicted(fuse(as.matrix(data[c("a", "b")]), truth = truth), data["a"]),
    class = "calibrant_error_input")
})

test_that("it has the verbs of a calibration", {
  fit <- fuse(truth ~ a + b, data)
  expect_s3_class(fit, c("lr_fusion", "lr_calibration", "calibrant_object"), exact = TRUE)
  expect_output(print(fit), "fusion by logistic regression")
  expect_output(print(summary(fit)), "offset")
  expect_identical(tidy(fit)$term, c("a", "b", "offset"))
  expect_equal(augment(fit)$.fitted, predicted(fit)$value)
  expect_identical(augment(fit)$a, data$a)
  expect_match(unclass(explain(fit)), "2 systems (a, b)", fixed = TRUE)
  expect_error(transformation_curve(fit), class = "calibrant_error_input")
  file <- withr::local_tempfile()
  saveRDS(fit, file)
  expect_identical(predicted(readRDS(file), data), predicted(fit, data))
})

test_that("a sample of many trials leads to the minimum of all", {
  set.seed(23)
  truth <- runif(4e4) < 0.02
  x <- cbind(a = rnorm(4e4, 2 * truth), b = 100 + rt(4e4, 3) + truth)
  weight <- runif(4e4, 0.1, 5)
  trials <- list(x = x, truth = truth, weight = weight)
  counted <- list(x = x, n_h1 = weight * truth, n_h2 = weight * !truth)
  fit <- \(rows, penalty) {
    found <- calibrant:::logistic_fit(rows, 0.2, penalty)
    if (found$status == "found") calibrant:::keep_fit(found, c("a", "b")) else found$status
  }
  for (penalty in c(0, 0.5)) {
    found <- fit(trials, penalty)
    known <- fit(counted, penalty)
    error <- abs(found$coefficients - known$coefficients)
    expect_lt(max(error / sqrt(diag(known$vcov))), 1e-12)
    expect_equal(found[2:5], known[2:5], tolerance = 1e-9)
  }
  trials$x[, "a"] <- 2 * truth + runif(4e4)
  expect_identical(fit(trials, 0), "separable")
  trials$x[which(truth)[1:2], "a"] <- 0.5
  trials$x[which(!truth)[7], "a"] <- 2.5
  counted$x <- trials$x
  found <- fit(trials, 0)
  known <- fit(counted, 0)
  expect_equal(found$minimum, known$minimum, tolerance = 1e-14)
})

test_that("small patterns repeated to large sizes fuse as they do themselves", {
  set.seed(24)
  for (case in 1:40) {
    n <- sample(12:20, 1)
    x <- cbind(a = sample(-1:2, n, replace = TRUE), b = sample(-2:1, n, replace = TRUE))
    truth <- sample(c(TRUE, FALSE), n, replace = TRUE)
    fit <- \(i) {
      tryCatch(
        suppressWarnings(coef(fuse(x[i, ], truth[i]))),
        calibrant_error_input = \(cnd) "none"
      )
    }
    few <- fit(seq_len(n))
    i <- rep(seq_len(n), ceiling(34000 / n))
    for (order in list(i, sort(i), rev(i))) expect_equal(fit(order), few, tolerance = 1e-8)
  }
})

test_that("columns without a name are known by their number", {
  x <- unname(as.matrix(data[c("a", "b", "c")]))
  known <- fuse(x, truth)
  for (names in list(c("", "b", "s3"), c(NA, "b", NA))) {
    colnames(x) <- names
    fit <- fuse(x, truth)
    expect_equal(unname(coef(fit)), unname(coef(known)))
    expect_identical(names(coef(fit)), c("s1", "b", "s3", "offset"))
    expect_equal(predicted(fit, x), predicted(known, unname(x)))
  }
  colnames(x) <- c("a", "a", "s1")
  expect_equal(predicted(fuse(x, truth), x), predicted(known, unname(x)))
})

test_that("the same slips are told of inputs in any order", {
  withr::local_options(calibrant.sure = NULL)
  set.seed(4)
  truth <- rep(c(TRUE, FALSE), each = 60)
  d <- data.frame(truth, near = rnorm(120, 2 * truth), far = rnorm(120, -2 * truth),
    side = rnorm(120), place = gl(3, 1, 120))
  reversed <- "calibrant_warning_reversed"
  # A distance joined to a similarity, or to an uninformative input, is an input like any other.
  for (formula in list(truth ~ far + near, truth ~ near + far, truth ~ far + side,
    truth ~ side + far, truth ~ far + place, truth ~ place + far, truth ~ far + near | side)) {
    expect_no_warning(fuse(formula, d))
    if (!grepl("|", deparse(formula), fixed = TRUE)) expect_no_warning(fuse(formula, d, "ln"))
  }
  for (formula in list(truth ~ far, truth ~ far + I(far + 0.1 * side))) {
    for (scale in c("score", "ln")) expect_warning(fuse(formula, d, scale), class = reversed)
  }
  # Ratios that are declared as logarithms.
  d$ratio <- exp(d$near) + 0.01
  d$other <- exp(d$side) + 0.01
  for (formula in list(truth ~ ratio, truth ~ ratio + other, truth ~ other + ratio)) {
    expect_warning(fuse(formula, d, scale = "ln"), class = "calibrant_warning_scale")
  }
  d$lost <- replace(d$near, 1:3, -999)
  d$seconds <- 60 + d$side
  for (formula in list(truth ~ seconds + lost, truth ~ lost + near)) {
    expect_warning(fuse(formula, d), class = "calibrant_warning_code")
    expect_no_warning(fuse(formula, d, sure = TRUE))
  }
  under <- truth ~ ratio | log(seconds)
  expect_warning(calibrate(under, d, scale = "ln"), class = "calibrant_warning_scale")
  expect_no_warning(calibrate(under, d, scale = "ln", sure = TRUE))
})
