# Morrison (2024), step by step: the distribution of the scores, with equal weights of both
# hypotheses, becomes that of the bi-Gaussian system with the Cllr of logistic calibration.
test_that("scores take the places that their ranks have in the bi-Gaussian system", {
  withr::local_seed(1)
  score <- c(rnorm(15, 1), rnorm(40))
  x <- lr_set(score, rep(c(TRUE, FALSE), c(15, 40)), "score")
  fit <- calibrate(x, "bigaussian")
  s <- coef(fit)[["s"]]
  expect_equal(bigaussian_cllr(s), cllr(predict(calibrate(x), x)), tolerance = 1e-8)
  share <- vapply(score, \(at) {
    below <- \(h1) mean(score[x$truth == h1] < at) + mean(score[x$truth == h1] == at) / 2
    (below(TRUE) + below(FALSE)) / 2
  }, 0)
  llr <- predict(fit, x)$value * log(10)
  mixture <- (pnorm(llr, s^2 / 2, s) + pnorm(llr, -s^2 / 2, s)) / 2
  expect_equal(mixture, share, tolerance = 1e-8)
})

test_that("ties share a place, and what lies beyond the trials has the LR of the nearest", {
  x <- lr_set(c(1, 2, 2, 3, 2, 0, 1, 1), rep(c(TRUE, FALSE), each = 4), "score")
  fit <- calibrate(x, "bigaussian")
  log10_lr <- \(score) suppressWarnings(predict(fit, score))
  expect_false(is.unsorted(log10_lr(0:3)))
  expect_identical(log10_lr(c(-9, 9)), log10_lr(c(0, 3)))
  expect_identical(log10_lr(c(-Inf, Inf)), c(-Inf, Inf))
})

test_that("trials that say nothing, or the contrary, are refused", {
  falling <- lr_set(c(0, 1, 3, 2, 4, 5), rep(c(TRUE, FALSE), each = 3), "score", sure = TRUE)
  expect_error(calibrate(falling, "bigaussian"), class = "calibrant_error")
})
