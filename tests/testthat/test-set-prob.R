# Sets of probabilities, and calibrations that are trained on them.

forecasts <- function(n = 60, prior = 0.2, seed = 4) {
  withr::local_seed(seed)
  y <- rep(c(TRUE, FALSE), round(c(prior, 1 - prior) * n))
  llr <- stats::rnorm(n, ifelse(y, 1, -1))
  data.frame(y, p = round(stats::plogis(llr + stats::qlogis(prior)), 3))
}

prob_set <- function(d = forecasts(), prior = 0.2) {
  lr_set(y ~ p, d, scale = "prob", prior = prior, sure = TRUE)
}

test_that("a set shows the probabilities that it was given", {
  d <- forecasts()
  x <- prob_set(d)
  expect_equal(as.data.frame(x)$prob, d$p, tolerance = 1e-14)
  expect_equal(posterior(x), d$p, tolerance = 1e-12)
  expect_output(print(x), "posterior probabilities")
  expect_match(format(x)[1], format(d$p[1]), fixed = TRUE)
  # A set joined to others has probabilities if all have the same prior, but not if one has LRs.
  expect_equal(own_prior(c(a = x, b = x)), 0.2)
  expect_null(own_prior(c(a = x, b = lr_set(p ~ y, data.frame(p = d$y, y = d$p), "ln")), NULL))
  expect_null(own_prior(c(a = x, b = prob_set(d, 0.3)), NULL))
  expect_equal(own_prior(c(a = x, b = prob_set(d, 0.3))["b"]), 0.3)
})

test_that("a probability leads to its LR, or to the nearest below it", {
  withr::local_seed(1)
  p <- c(0, 1e-300, 1e-12, stats::runif(2000), 1 - 2^-(1:53), 1)
  for (prior in c(0.5, 0.2, 1e-3, 0.999)) {
    llr <- prob_to_ln(p, prior)
    found <- prob_of_ln(llr, prior)
    expect_identical(prob_to_ln(found, prior), llr)
    expect_equal(found, p, tolerance = 1e-12)
    other <- stats::rnorm(500, sd = 5)
    found <- prob_of_ln(other, prior)
    expect_true(all(prob_to_ln(found, prior) <= other))
    expect_true(all(prob_to_ln(pmin(found * (1 + 1e-11), 1), prior) > other))
  }
})

test_that("a calibration of probabilities takes and gives probabilities", {
  d <- forecasts()
  x <- prob_set(d)
  new <- c(0.05, 0.2, 0.55)
  ln <- lr_set(stats::qlogis(d$p) - stats::qlogis(0.2), d$y, scale = "ln", sure = TRUE)
  for (method in calibration_method_names) {
    fit <- suppressWarnings(calibrate(x, method))
    reference <- suppressWarnings(calibrate(ln, method, prior = 0.2))
    as_ln <- stats::qlogis(new) - stats::qlogis(0.2)
    right <- predicted(reference, as_ln, type = "posterior", prior = 0.2)
    expect_equal(predicted(fit, new), right, label = method)
    expect_equal(unname(predicted(fit, data.frame(p = new))), right)
    expect_equal(unname(predicted(fit, data.frame(prob = new))), right)
    expect_equal(predicted(fit, new, prior = 0.5),
      predicted(reference, as_ln, type = "posterior", prior = 0.5))
    expect_equal(predicted(fit, new, type = "log10"), predicted(reference, as_ln))
    again <- suppressWarnings(suppressMessages(predict(fit, x)))
    expect_s3_class(again, "lr_set")
    expect_equal(own_prior(again, NULL), 0.2)
    expect_equal(as.data.frame(again)$prob, predicted(fit, d$p), tolerance = 1e-12)
    expect_null(own_prior(suppressWarnings(suppressMessages(predict(fit, x, type = "ln"))), NULL))
    table <- suppressWarnings(augment(fit, data.frame(p = new)))
    expect_equal(table$.posterior, right)
    expect_equal(table$.fitted, predicted(reference, as_ln))
    file <- withr::local_tempfile(fileext = ".json")
    write_calibrant(fit, file)
    expect_equal(predicted(read_calibrant(file), new), right)
    expect_error(predict(fit, c(0.2, 1.5)), class = "calibrant_error_input")
  }
})

test_that("posteriors that are calibrated at the share of the events are those of glm()", {
  d <- forecasts(200, 0.25)
  fit <- calibrate(d$p, d$y, scale = "prob", prior = "data")
  right <- stats::glm(y ~ stats::qlogis(p), stats::binomial(), d, control = list(epsilon = 1e-14))
  expect_equal(predicted(fit, d$p), unname(stats::fitted(right)), tolerance = 1e-10)
  expect_equal(fit$prior, mean(d$y))
})

test_that("limits are those of the posterior", {
  fit <- calibrate(prob_set())
  table <- predicted(fit, c(0.1, 0.4), level = 0.9)
  expect_named(table, c("posterior", "lower", "upper"))
  expect_equal(table$posterior, predicted(fit, c(0.1, 0.4)))
  set <- suppressMessages(predict(fit, prob_set(), level = 0.9))
  rows <- as.data.frame(set)
  expect_true(all(rows$lower <= rows$prob & rows$prob <= rows$upper & rows$upper < 1))
})

test_that("fusions, conditions and folds of probabilities stay on their scale", {
  d <- forecasts()
  d$q <- stats::plogis(stats::qlogis(d$p) + sin(seq_along(d$p)))
  d$z <- cos(seq_along(d$p))
  ln <- data.frame(y = d$y, p = prob_to_ln(d$p, 0.2), q = prob_to_ln(d$q, 0.2), z = d$z)
  new <- data.frame(p = c(0.1, 0.6), q = c(0.2, 0.3), z = 0)
  new_ln <- data.frame(p = prob_to_ln(new$p, 0.2), q = prob_to_ln(new$q, 0.2), z = 0)
  fit <- fuse(y ~ p + q, d, scale = "prob", prior = 0.2)
  reference <- fuse(y ~ p + q, ln, scale = "ln", prior = 0.2)
  right <- predicted(reference, new_ln, type = "posterior", prior = 0.2)
  expect_equal(predicted(fit, new), right)
  sets <- list(p = prob_set(d), q = lr_set(y ~ q, d, scale = "prob", prior = 0.2))
  by_sets <- suppressMessages(fuse(sets))
  expect_equal(predicted(by_sets, as.matrix(new[1:2])), unname(right))
  file <- withr::local_tempfile(fileext = ".json")
  write_calibrant(fit, file)
  expect_equal(predicted(read_calibrant(file), new), right)
  expect_error(predict(fit, data.frame(p = 2, q = 0.1)), class = "calibrant_error_input")

  under <- calibrate(y ~ p | I(z^2), d, scale = "prob", prior = "data")
  expect_equal(under$input_prior, mean(d$y))
  reference <- calibrate(y ~ p | I(z^2), ln, scale = "ln", prior = 0.2)
  expect_equal(predicted(under, new), predicted(reference, new_ln, type = "posterior", prior = 0.2))
  write_calibrant(under, file)
  expect_equal(predicted(read_calibrant(file), new), predicted(under, new))

  folds <- rep(1:4, length.out = nrow(d))
  judged <- cross_calibrate(prob_set(d), folds = folds)
  expect_equal(own_prior(judged, NULL), 0.2)
  reference <- cross_calibrate(lr_set(y ~ p, ln, scale = "ln"), folds = folds, prior = 0.2)
  expect_equal(cllr(judged), cllr(reference))
})

test_that("bounds and blocks of probabilities stay on their scale", {
  x <- prob_set()
  new <- c(0, 0.02, 0.3, 1)
  bound <- bound_lr(x)
  ends <- stats::plogis(coef(bound) * log(10) + stats::qlogis(0.2))
  expect_equal(predict(bound, new), pmin(pmax(new, ends[[1]]), ends[[2]]))
  expect_equal(predict(bound, data.frame(p = new)), predict(bound, new))
  expect_equal(predict(bound, 0.3, type = "lr"), exp(prob_to_ln(0.3, 0.2)))
  expect_equal(own_prior(predict(bound, x), NULL), 0.2)
  fit <- calibrate(x)
  after <- bound_lr(fit)
  ends <- stats::plogis(coef(after) * log(10) + stats::qlogis(0.2))
  expect_equal(predict(after, 0.3), predicted(fit, 0.3))
  expect_equal(predict(after, 1), ends[[2]])
  expect_named(predict(after, 0.3, level = 0.9), c("posterior", "lower", "upper", "at_bound"))

  blocks <- pav(x)
  right <- blocks$log10_lr_pav * log(10) + stats::qlogis(0.2)
  p <- prob_of_ln(to_ln(blocks$log10_lr_max, "log10"), 0.2)
  expect_equal(predict(blocks, p), stats::plogis(right))
  expect_equal(predict(blocks, p, type = "log10"), blocks$log10_lr_pav)
  expect_equal(own_prior(predict(blocks, x), NULL), 0.2)
})

test_that("in one call the prior is that of the probabilities", {
  d <- forecasts()
  x <- prob_set(d)
  expect_equal(cross_entropy(d$p, d$y, scale = "prob", prior = 0.2), cross_entropy(x))
  expect_equal(cross_entropy(y ~ p, data = d, scale = "prob", prior = 0.2), cross_entropy(x))
  expect_equal(bayes_error(d$p, d$y, "prob", prior = "data"), mean((d$p >= 0.5) != d$y))
  expect_equal(posterior(d$p, d$y, scale = "prob", prior = "data"), d$p)
  expect_identical(
    as.character(bayes_decision(d$p, truth = d$y, scale = "prob", prior = 0.3)),
    ifelse(d$p >= 0.5, "H1", "H2")
  )
  expect_identical(bayes_decision(x, prior = 0.9), bayes_decision(lr_set(
    prob_to_ln(d$p, 0.2), d$y, scale = "ln"), prior = 0.9))
  expect_error(cross_entropy(d$p, d$y, scale = "prob"), class = "calibrant_error_input")
})

# Many classes.

class_posteriors <- function(n = 90, prior = c(A = 0.5, B = 0.3, C = 0.2), seed = 3) {
  withr::local_seed(seed)
  truth <- rep(names(prior), round(n * prior))
  w <- matrix(stats::rnorm(n * 3), n)
  w[cbind(seq_len(n), match(truth, names(prior)))] <- w[cbind(seq_len(n),
    match(truth, names(prior)))] + 1.5
  odds <- sweep(exp(w), 2, prior, "*")
  p <- odds / rowSums(odds)
  colnames(p) <- names(prior)
  list(p = p, truth = truth, prior = prior)
}

test_that("posteriors of classes remember their prior, which is the default", {
  d <- class_posteriors()
  x <- loglik_set(d$p, d$truth, scale = "prob", prior = "data")
  expect_equal(own_prior(x), d$prior)
  expect_equal(posterior(x), d$p, ignore_attr = TRUE)
  log_loss <- mean(-log2(d$p[cbind(seq_along(d$truth), match(d$truth, names(d$prior)))]))
  expect_equal(cross_entropy(x), log_loss)
  expect_equal(misclassification(x), mean(max.col(d$p) != match(d$truth, names(d$prior))))
  expect_equal(cllr(x), cross_entropy(x, rep(1, 3) / 3))
  expect_equal(misclassification(d$p, d$truth, scale = "prob", prior = "data"),
    misclassification(x))
  # A class against the others keeps its probability.
  one <- as_lr_set(x, "B")
  expect_equal(own_prior(one, NULL), 0.3)
  expect_equal(unname(posterior(one)), unname(d$p[, "B"]))
  expect_null(own_prior(as_lr_set(x, "B", prior = rep(1, 3) / 3), NULL))
  expect_null(own_prior(one_vs_rest(x), NULL))
  expect_equal(own_prior(c(a = x, b = x)["a"]), d$prior)
  withr::local_options(calibrant.sure = FALSE)
  expect_warning(loglik_set(d$p, d$truth, scale = "prob"), class = "calibrant_warning_prior")
  expect_no_warning(loglik_set(d$p, d$truth, scale = "prob", prior = rep(1, 3) / 3))
  expect_no_warning(loglik_set(2 * d$p, d$truth, scale = "prob"))
})

test_that("a calibration of posteriors of classes takes and gives posteriors", {
  d <- class_posteriors()
  x <- loglik_set(d$p, d$truth, scale = "prob", prior = "data")
  ln <- loglik_set(sweep(log(d$p), 2, log(d$prior)), d$truth, scale = "ln")
  new <- d$p[c(1, 50, 80), ]
  new_ln <- sweep(log(new), 2, log(d$prior))
  for (method in names(class_methods())) {
    train <- if (method == "fusion") fuse else \(set, ...) calibrate(set, method, ...)
    fit <- suppressMessages(train(x))
    reference <- suppressMessages(train(ln, prior = d$prior))
    as_given <- if (method == "fusion") \(m) stats::setNames(list(m), fit$recognisers) else identity
    right <- posterior(loglik_set(rbind(predict(reference, as_given(new_ln)), diag(3)),
      c("A", "A", "A", "A", "B", "C"), scale = "ln"), d$prior)[1:3, ]
    expect_equal(predict(fit, as_given(new)), right, label = method)
    expect_equal(predict(fit, as_given(new), type = "ln"), predict(reference, as_given(new_ln)))
    file <- withr::local_tempfile(fileext = ".json")
    write_calibrant(fit, file)
    expect_equal(predict(read_calibrant(file), as_given(new)), right)
    expect_equal(own_prior(suppressMessages(predict(fit, x)), NULL), d$prior)
  }
  table <- predict(calibrate(x), new, level = 0.9)
  expect_named(table, c("trial", "class", "posterior", "lower", "upper"))
  expect_equal(own_prior(cross_calibrate(x), NULL), d$prior)
  expect_error(predict(calibrate(x), -new), class = "calibrant_error_input")
})

test_that("both columns of two classes keep what rounding loses", {
  tiny <- c(3e-18, 2.5e-35, 0.2, 0.7, 1e-20, 0.4)
  data <- data.frame(
    class = factor(rep(c("good", "poor"), c(4, 2))), .pred_good = tiny, .pred_poor = 1 - tiny
  )
  exact <- log(1 - tiny) - log(tiny) - qlogis(0.3)
  of <- \(...) lr_set(..., data = data, scale = "prob", prior = 0.3, h1 = "poor", sure = TRUE)
  expect_equal(of(class ~ .pred_poor)$value, exact)
  expect_identical(of(class ~ .pred_poor + .pred_good)$value, of(class ~ .pred_poor)$value)
  expect_identical(of(class ~ .pred_good + .pred_poor)$value, of(class ~ .pred_poor)$value)
  both <- as.matrix(data[2:3])
  by_matrix <- \(p) {
    lr_set(p, data$class, scale = "prob", prior = 0.3, h1 = "poor", sure = TRUE)$value
  }
  expect_equal(by_matrix(both), exact)
  expect_equal(by_matrix(both[, 2:1]), exact)
  expect_equal(by_matrix(`colnames<-`(both, c("good", "poor"))), exact)
  expect_lt(cllr(of(class ~ .pred_poor)), Inf)
  # Trials missing from one are missing from both.
  data$.pred_good[3] <- data$.pred_poor[3] <- NA
  expect_message(dropped <- of(class ~ .pred_poor, na = "drop"), "left out")
  expect_equal(dropped$value, exact[-3])
  expect_no_match(conditionMessage(rlang::catch_cnd(of(class ~ .pred_poor, na = "drop"))), "other")
  data$.pred_good[3] <- 0.25
  data$.pred_poor[3] <- 0.75
  data$.pred_good[1] <- NA
  expect_identical(of(class ~ .pred_poor)$value[1], Inf)
  # Each name states its class.
  expect_error(of(class ~ .pred_good), "holds the probabilities", class = "calibrant_error_input")
  # Columns with names other than those of two classes are not classes.
  expect_error(by_matrix(`colnames<-`(both, NULL)), "no names", class = "calibrant_error_input")
  expect_error(by_matrix(both / 2), "add up", class = "calibrant_error_input")
  data <- data.frame(class = factor(c("good", "poor")), .pred_good = 0.5, .pred_poor = c(0.2, 0.4))
  expect_equal(of(class ~ .pred_poor)$value, qlogis(c(0.2, 0.4)) - qlogis(0.3))
})
