test_that("integrated posteriors are means over the distribution of the LRs", {
  x <- example_set(n = 60, n_classes = 3)
  prior <- c(A = 0.5, B = 0.3, C = 0.2)
  fit <- calibrate(x, prior = prior)
  at <- rbind(c(0.3, -0.2, 1))
  flat <- replace(prior, TRUE, 1 / 3)
  spread <- class_spread_of(fit, 1, list(at), flat, NULL)
  set.seed(1)
  t <- rt(2e5, spread$degrees)
  q <- vapply(1:3, \(k) {
    mean(plogis(spread$llr[k] + spread$sd[k] * t - log(2)))
  }, 0)
  w <- predict(fit, at, integrated = TRUE)
  found <- posterior_reference(w, flat)
  expect_equal(as.double(found), q / sum(q), tolerance = 2e-3)
  set <- predict(fit, x, integrated = TRUE)
  expect_lt(max(posterior(set, flat)), max(posterior(predict(fit, x), flat)))
})

test_that("two classes keep their side and come nearer at any training prior, more on the mean", {
  set.seed(5)
  for (prior in c(0.5, 0.98)) {
    two <- calibrate(example_set(n = 40, n_classes = 2), prior = c(prior, 1 - prior))
    at <- cbind(seq(-6, 6, by = 0.5), 0)
    plain <- predict(two, at)
    found <- predict(two, at, integrated = TRUE)
    lead <- \(w) w[, 1] - w[, 2]
    expect_true(all(lead(found) * lead(plain) >= 0))
    expect_true(all(abs(lead(found)) <= abs(lead(plain)) + 1e-12))
    three <- calibrate(example_set(n = 60, n_classes = 3), prior = c(prior, 0.6, 0.4) / (prior + 1))
    at <- matrix(rnorm(300), ncol = 3)
    same <- max.col(predict(three, at)) == max.col(predict(three, at, integrated = TRUE))
    expect_gt(mean(same), 0.95)
  }
})
