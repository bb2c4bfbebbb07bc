test_that("the covariance by the model is that of the expected gradients, literally", {
  x <- example_set(n = 60, n_classes = 3)
  prior <- c(A = 0.5, B = 0.3, C = 0.2)
  fit <- calibrate(x, prior = prior)
  one <- fit$fits[[1]]
  mapped <- one$alpha * x$log_lik + rep(one$offset, each = 60)
  scatter <- matrix(0, 4, 4)
  n <- 20
  for (k in 1:3) {
    slope <- numeric(4)
    for (t in 1:60) {
      p <- prior * exp(mapped[t, ]) / sum(prior * exp(mapped[t, ]))
      expected <- exp(mapped[t, k]) / sum(exp(mapped[t, ]))
      d <- p - (1:3 == k)
      g <- prior[[k]] / n * c(sum(d * x$log_lik[t, ]), d)
      scatter <- scatter + expected * outer(g, g)
      slope <- slope + expected * g
    }
    scatter <- scatter - outer(slope, slope) / n
  }
  literal <- one$limits$bread %*% scatter %*% one$limits$bread
  expect_equal(unname(one$limits$vcov), unname(literal))
  # If the map is right, the variances are close to those of the sandwich.
  big <- calibrate(example_set(n = 3000, n_classes = 3))
  expect_equal(diag(big$fits[[1]]$limits$vcov)[1:3], unname(diag(vcov(big))[1:3]), tolerance = 0.2)
})

test_that("weights count beside each other, and a copy is no new trial", {
  x <- example_set(n = 60, n_classes = 3)
  weighted <- \(weight) loglik_set(x$log_lik, x$truth, "ln", weight = weight)
  spread <- \(x) calibrate(x)$fits[[1]]$limits$vcov
  expect_equal(spread(weighted(rep(3, 60))), spread(x))
  expect_equal(spread(weighted(rep(1:3, 20))), spread(weighted(rep(1:3, 20) / 7)))
})

test_that("the outermost trials are those of the strongest LRs", {
  x <- example_set(n = 60, n_classes = 3)
  fit <- calibrate(x)
  outermost <- fit$fits[[1]]$limits$outermost[[1]]
  llr <- rest_llrs(predict(fit, x$log_lik), fit$prior)
  kept <- rest_llrs(predict(fit, outermost), fit$prior)
  expect_equal(apply(kept, 2, range), apply(llr, 2, range))
  expect_lte(nrow(outermost), 6)
})

test_that("files keep what limits need", {
  x <- example_set(n = 60, n_classes = 3)
  back <- \(fit) {
    file <- withr::local_tempfile(fileext = ".json")
    write_calibrant(fit, file)
    read_calibrant(file)
  }
  for (method in c("affine", "vector", "matrix")) {
    fit <- calibrate(x, method)
    expect_identical(
      predict(back(fit), x$log_lik, level = 0.95), predict(fit, x$log_lik, level = 0.95)
    )
  }
  two <- c(s = x, t = loglik_set(x$log_lik^3 / 10, x$truth, "ln"))
  fused <- fuse(two)
  expect_identical(predict(back(fused), two, level = 0.95)$upper,
    suppressMessages(predict(fused, two, level = 0.95)$upper))
  expect_error(
    predict(back(calibrate(x, "one_vs_rest")), x$log_lik, level = 0.95),
    class = "calibrant_error_no_trials"
  )
})
