skip_if_not_installed("jsonlite")

x <- example_set(n = 90, n_classes = 3)
file <- withr::local_tempfile(fileext = ".json", .local_envir = teardown_env())
there_and_back <- function(fit) {
  write_calibrant(fit, file)
  read_calibrant(file)
}

expect_same_map <- function(back, fit, ...) {
  expect_identical(predict(back, ...), predict(fit, ...), info = fit$method)
  for (verb in list(coef, vcov, tidy, glance, nobs)) {
    expect_identical(verb(back), verb(fit), info = fit$method)
  }
}

test_that("every calibration of classes predicts the same to the last bit when it comes back", {
  for (method in class_method_names()) {
    fit <- calibrate(x, method, prior = c(0.2, 0.3, 0.5))
    expect_same_map(there_and_back(fit), fit, x)
    expect_identical(capture.output(print(there_and_back(fit))), capture.output(print(fit)))
  }
})

test_that("several systems, fusions and penalties come back as they were", {
  both <- c(s = x, t = example_set(n = 90, n_classes = 3, seed = 2))
  fit <- calibrate(both, "matrix", penalty = 0.1)
  expect_same_map(there_and_back(fit), fit, both)
  same <- c(s = x, t = loglik_set(x$log_lik^3, x$truth, "ln"))
  fit <- fuse(same)
  expect_same_map(there_and_back(fit), fit, same)
})

test_that("maps at the ends of numbers come back", {
  worthless <- loglik_set(-x$log_lik, x$truth, "ln")
  fit <- calibrate(worthless)
  expect_identical(coef(fit)[["alpha"]], 0)
  expect_same_map(there_and_back(fit), fit, worthless)
  excluded <- loglik_set(replace(x$log_lik, cbind(1, as.integer(x$truth)[1]), -Inf), x$truth, "ln")
  fit <- calibrate(excluded)
  expect_same_map(there_and_back(fit), fit, excluded)
})

test_that("a calibration that was trained anew comes back with its numbers", {
  fit <- retrain(calibrate(x, "vector"), "brier", x)
  back <- there_and_back(fit)
  expect_identical(coef(back), coef(fit))
  expect_identical(predict(back, x), predict(fit, x))
})

test_that("another program can apply what the file says", {
  record <- jsonlite::fromJSON(write_calibrant(calibrate(x, "vector"), NULL))
  map <- record$systems[["function"]]
  w <- x$log_lik[1, ]
  expect_equal(
    map$alpha[[1]] * (w - mean(w)) + map$offset[[1]],
    predict(calibrate(x, "vector"), x)$log_lik[1, ]
  )
  expect_identical(record$classes, set_classes(x))
})

test_that("the training trials stay behind, and damaged files are refused", {
  fit <- calibrate(x)
  expect_error(predict(there_and_back(fit)), class = "calibrant_error_no_trials")
  writeLines(sub("affine", "nothing", unsealed(write_calibrant(fit, NULL))), file)
  expect_error(read_calibrant(file), class = "calibrant_error_file")
})
