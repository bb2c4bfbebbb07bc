test_that("a system per class is the detector of that class", {
  x <- example_set()
  prior <- c(0.4, 0.3, 0.2, 0.1)
  all <- one_vs_rest(x, prior)
  expect_identical(levels(all), LETTERS[1:4])
  for (class in LETTERS[1:4]) {
    alone <- as_lr_set(x, class, prior)
    expect_identical(all[class]$value, alone$value)
    expect_equal(cllr(all)[[class]], cllr(alone), tolerance = 1e-12)
    expect_equal(eer(all)[[class]], eer(alone), tolerance = 1e-12)
  }
  two <- c(a = x, b = x)
  expect_equal(unname(cllr(one_vs_rest(two, prior))), unname(rep(cllr(all), 2)), tolerance = 1e-12)
  expect_identical(levels(one_vs_rest(two))[c(1, 5)], c("a: A", "b: A"))
  expect_error(one_vs_rest(x, c(0, 1, 1, 1) / 3), class = "calibrant_error_input")
})

test_that("detectors are calibrated one by one", {
  x <- example_set(n = 120, n_classes = 3)
  prior <- c(A = 0.5, B = 0.3, C = 0.2)
  fit <- calibrate(x, "one_vs_rest", prior = prior)
  for (class in names(prior)) {
    alone <- calibrate(as_lr_set(x, class, prior), prior = prior[[class]])
    expect_equal(c(map_of(fit)$alpha[[class]], map_of(fit)$offset[[class]]), unname(coef(alone)))
    own <- paste0(c("alpha[", "offset["), class, "]")
    expect_equal(unname(vcov(fit)[own, own]), unname(vcov(alone)))
  }
  after <- predict(fit, x)
  # The definition: logistic posteriors, rescaled to sum to 1.
  q <- vapply(names(prior), \(class) {
    llr <- as_lr_set(x, class, prior)$value
    plogis(map_of(fit)$alpha[[class]] * llr + map_of(fit)$offset[[class]] + qlogis(prior[[class]]))
  }, numeric(120))
  expect_equal(unname(posterior(after, prior)), unname(q / rowSums(q)), tolerance = 1e-12)
  expect_equal(glance(fit)$cross_entropy, cross_entropy(after, prior))
  expect_lt(cross_entropy(after, prior), cross_entropy(x, prior))
  # One map for all classes has more freedom and is not worse.
  expect_lt(cross_entropy_min(x, prior), cross_entropy(x, prior))
  expect_output(print(fit), "one_vs_rest calibration of 3 classes")
  expect_error(calibrate(x, "one_vs_rest", penalty = 1), class = "calibrant_error_input")
  expect_s3_class(cross_calibrate(x, "one_vs_rest", folds = 3), "loglik_set")
})

test_that("posteriors that are right stay as they are", {
  # The line of each detector is close to the identity for a calibrated recogniser.
  x <- example_set(n = 90, n_classes = 3)
  prior <- rep(1, 3) / 3
  identity <- list(alpha = rep(1, 3), offset = numeric(3), prior = prior)
  again <- apply_one_vs_rest(identity, x$log_lik)
  expect_equal(again - rowMeans(again), x$log_lik - rowMeans(x$log_lik), tolerance = 1e-12)
})
