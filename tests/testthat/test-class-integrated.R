test_that("integrated posteriors are means over the distribution of the LRs", {
  x <- example_set(n = 60, n_classes = 3)
  prior <- c(A = 0.5, B = 0.3, C = 0.2)
  fit <- calibrate(x, prior = prior)
  at <- rbind(c(0.3, -0.2, 1))
  spread <- class_spread_of(fit, 1, list(at), prior, NULL)
  set.seed(1)
  t <- rt(2e5, spread$degrees)
  q <- vapply(1:3, \(k) {
    mean(plogis(spread$llr[k] + spread$sd[k] * t + qlogis(prior[[k]])))
  }, 0)
  w <- predict(fit, at, integrated = TRUE)
  found <- posterior_reference(w, prior)
  expect_equal(as.double(found), q / sum(q), tolerance = 2e-3)
  set <- predict(fit, x, integrated = TRUE)
  # Nearer to the prior.
  expect_lt(max(posterior(set, prior)), max(posterior(predict(fit, x), prior)))
})
