test_that("pav_lr() gives every trial the ratio of its block, in the order of the trials", {
  withr::local_seed(8)
  n <- 3000
  h1 <- rep(c(TRUE, FALSE), c(500, 2500))[sample(n)]
  llr <- stats::rnorm(n, ifelse(h1, 2, -2), 2)
  ends <- replace(llr, sample(n, 600), sample(c(-Inf, Inf, -0, 0), 600, TRUE))
  for (value in list(llr, round(llr, 1), llr * 1e-310, ends)) {
    x <- lr_set(value, h1, scale = "log10")
    after <- pav_lr(x)
    expect_identical(after$value, predict(pav(x), value))
    expect_identical(after$truth, h1)
    expect_equal(cllr(after), cllr_min(x))
  }
  ratios <- lr_set(exp(5 * llr), h1, scale = "lr")
  expect_identical(pav_lr(ratios)$value, predict(pav(ratios), ratios)$value)
})

test_that("pav_lr() keeps systems, weights and sources", {
  x <- random_set(9, weights = TRUE)
  system <- rep_len(c("b", "a", "a"), length(x))
  y <- lr_set(x$value, x$truth, scale = "ln", system = system, weight = x$weight,
    source1 = seq_along(system))
  after <- pav_lr(y)
  expect_equal(as.data.frame(after)[-1], as.data.frame(y)[-1])
  expect_equal(after$value, predict(pav(y), y)$value)
  expect_equal(cllr(after), cllr_min(y))
  expect_equal(pav_lr(c(1, -1), truth = c(TRUE, FALSE), scale = "ln")$value, c(Inf, -Inf))
  expect_error(pav_lr(x, scale = "ln"), class = "calibrant_error_dots")
})
