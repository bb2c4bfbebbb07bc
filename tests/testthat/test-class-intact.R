test_that("a damaged calibration of many classes is refused, and predicts nothing else", {
  skip_unless_extended()
  x <- loglik_set(glass_type, truth = "type", system = "recogniser")["lda"]
  new <- x$log_lik[1:3, ]
  verbs <- list(
    predict = \(fit) predict(fit, new), print = print, coef = coef, tidy = tidy, glance = glance,
    vcov = vcov, nobs = nobs, write = \(fit) write_calibrant(fit, NULL)
  )
  for (method in class_method_names()) {
    fit <- calibrate(x, method)
    expect_true(is_intact_class_fit(fit))
    expect_refused(some_of(damaged_copies(fit)), verbs, predict(fit, new), method)
  }
})
