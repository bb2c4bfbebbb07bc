drawn_set <- example_set(n = 60, n_classes = 3, lift = 1)

test_that("trainings are on draws of as many trials of each class", {
  for (method in c("one_vs_rest", "affine")) {
    fit <- calibrate(drawn_set, method)
    set.seed(1)
    drawn <- drawn_class_fits(fit, 1, 3, NULL)
    set.seed(1)
    for (r in 1:3) {
      rows <- unlist(lapply(split(1:60, as.integer(drawn_set$truth)), \(i) {
        i[sample.int(20, replace = TRUE)]
      }))
      again <- suppressWarnings(calibrate(drawn_set[rows], method))$fits[[1]]
      expect_equal(drawn[[r]]$alpha, unname(again$alpha))
      expect_equal(drawn[[r]]$offset, unname(again$offset))
    }
  }
})

test_that("limits without a covariance are quantiles over trainings", {
  fit <- calibrate(drawn_set, "temperature")
  fit$fits[[1]]$limits <- .Call(ffi_key, without_covariance(basis_of(fit, 1)))
  fit <- remember_anew(fit, list(set = drawn_set))
  at <- drawn_set$log_lik[1:3, ]
  prior <- rep(1, 3) / 3
  set.seed(1)
  found <- predict(fit, at, level = 0.8, type = "ln")
  set.seed(1)
  drawn <- drawn_class_fits(fit, 1, 400, NULL)
  llr <- vapply(drawn, \(one) rest_llrs(one$alpha * at, prior), diag(3))
  ends <- apply(llr, 1:2, quantile, c(0.1, 0.9))
  inside <- abs(found$ln_lr) < 1
  expect_equal(found$lower[inside], pmin(as.double(t(ends[1, , ])), found$ln_lr)[inside])
  expect_equal(found$upper[inside], pmax(as.double(t(ends[2, , ])), found$ln_lr)[inside])
  set.seed(1)
  averaged <- predict(fit, at, integrated = TRUE)
  set.seed(1)
  posteriors <- lapply(drawn_class_fits(fit, 1, 400, NULL), \(one) {
    posterior_reference(one$alpha * at, prior)
  })
  expect_equal(unname(exp(averaged)), Reduce(`+`, posteriors) / 400, ignore_attr = TRUE)
})

test_that("rules other than the logarithmic one, and fusions, train on draws again", {
  fit <- retrain(calibrate(drawn_set), "brier", drawn_set)
  expect_false(has_class_covariance(fit, 1))
  set.seed(1)
  drawn <- drawn_class_fits(fit, 1, 3, NULL)
  expect_true(all(vapply(drawn, \(one) is.finite(one$rule_risk), NA)))
  two <- c(s = drawn_set, t = loglik_set(drawn_set$log_lik^3 / 10, drawn_set$truth, "ln"))
  fused <- suppressMessages(retrain(fuse(two), "brier", two))
  expect_length(drawn_class_fits(fused, 1, 3, NULL)[[1]]$alpha, 2)
})

test_that("items are drawn whole, within the class of their first trial", {
  trials <- list(
    truth = rep(1:2, c(6, 4)), source = c("a", "a", "b", "b", "c", "c", "d", "e", "d", "e")
  )
  set.seed(2)
  for (r in 1:20) {
    rows <- drawn_rows(trials)
    times <- tabulate(rows, 10)
    expect_identical(times[c(1, 3, 5, 7, 8)], times[c(2, 4, 6, 9, 10)])
    expect_identical(tabulate(trials$truth[rows]), c(6L, 4L))
  }
})

test_that("trials that cannot be drawn again have no limits by draws", {
  separable <- example_set(n = 9, n_classes = 3, lift = 40)
  apart <- suppressWarnings(calibrate(separable, penalty = 1))
  apart$fits[[1]]$limits <- .Call(ffi_key, without_covariance(basis_of(apart, 1)))
  apart$penalty <- 0
  apart <- remember_anew(apart, list(set = separable))
  expect_error(
    predict(apart, separable$log_lik, level = 0.5), class = "calibrant_error_replicates"
  )
})
