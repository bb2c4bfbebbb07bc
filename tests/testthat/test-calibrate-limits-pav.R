test_that("limits are the LRs that the likelihood ratio test does not reject", {
  set.seed(1)
  truth <- rep(c(TRUE, FALSE), c(12, 20))
  value <- round(rnorm(32) + truth, 1)
  fit <- suppressWarnings(calibrate(lr_set(value, truth, "score"), "pav"))
  # Isotonic regression with a fixed value at x, by brute force over its two sides.
  loss_at <- function(x, p) {
    side <- \(i, cut) {
      if (!any(i)) {
        return(0)
      }
      order <- order(value[i])
      pooled <- tapply(truth[i], value[i], mean)
      n <- tapply(truth[i], value[i], length)
      share <- cut(.Call(ffi_isotonic, as.double(pooled), as.double(n)), p)
      ones <- pooled * n
      sum(ifelse(ones > 0, -ones * log(share), 0)) -
        sum(ifelse(n > ones, (n - ones) * log1p(-share), 0))
    }
    here <- value == x
    side(value < x, pmin) + side(value > x, pmax) -
      sum(ifelse(truth[here], log(p), log1p(-p)))
  }
  for (x in c(value[5], value[20], 0.333)) {
    found <- predict(fit, x, type = "ln", level = 0.95)
    odds <- log(12 / 20)
    p <- plogis(seq(-12, 12, by = 0.01))
    loss <- vapply(p, \(p) loss_at(x, p), 0)
    kept <- range(qlogis(p[2 * (loss - min(loss)) <= pav_quantile(0.95)])) - odds
    capped <- c(min(kept[1], log(21)), max(kept[2], -log(13)))
    expect_equal(c(found$lower, found$upper), capped, tolerance = 0.011)
  }
})

test_that("quantiles are those of the paper, and grow beyond them", {
  expect_equal(pav_quantile(0.95), 2.26916)
  expect_equal(pav_quantile(0), 0)
  expect_gt(pav_quantile(0.999), 6)
  expect_false(is.unsorted(vapply(seq(0, 0.999, by = 0.01), pav_quantile, 0)))
})

test_that("limits rise with the score, also between the values of a coarse grid", {
  set.seed(2)
  x <- simulate_lr(400, 600, s = 2)
  fit <- suppressWarnings(calibrate(x, "pav"))
  found <- predict(fit, x, level = 0.9)
  order <- order(x$value)
  expect_false(is.unsorted(found$lower[order]))
  expect_false(is.unsorted(found$upper[order]))
})
