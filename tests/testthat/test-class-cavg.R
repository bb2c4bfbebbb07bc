test_that("decisions that were made elsewhere cost what the posteriors behind them do", {
  x <- example_set()
  prior <- c(0.1, 0.2, 0.3, 0.4)
  expect_equal(cavg(posterior(x) >= 1 / 4, truth = x$truth), cavg(x))
  expect_equal(cavg(posterior(x, prior) >= 1 / 4, truth = x$truth, prior = prior), cavg(x, prior))
  all <- matrix(TRUE, 60, 4, dimnames = list(NULL, LETTERS[1:4]))
  expect_equal(c(cavg(all, truth = x$truth), cavg(!all, truth = x$truth)), c(0.5, 0.5))
  right <- outer(as.character(x$truth), LETTERS[1:4], `==`)
  expect_equal(cavg(right, truth = x$truth), 0)
  # Brummer 2010, eq. 8.3: half of the misses and half of the mean false alarms.
  set.seed(1)
  some <- matrix(runif(240) < 0.3, 60, dimnames = list(NULL, LETTERS[1:4]))
  rates <- vapply(1:4, \(k) {
    own <- as.integer(x$truth) == k
    false_alarms <- vapply(setdiff(1:4, k), \(i) mean(some[as.integer(x$truth) == i, k]), 0)
    mean(!some[own, k]) / 2 + mean(false_alarms) / 2
  }, 0)
  expect_equal(cavg(some, truth = x$truth), mean(rates))
  expect_error(cavg(replace(all, 3, NA), truth = x$truth), class = "calibrant_error_input")
  expect_error(cavg(all, truth = x$truth[-1]), class = "calibrant_error_input")
  expect_error(cavg(all, truth = x$truth, prior = c(1, 0, 0, 0)), class = "calibrant_error_input")
})

test_that("an inequality that holds for the logarithmic rule and the error rate fails for CAVG", {
  orders <- list(1:3, c(1, 3, 2), c(2, 1, 3), c(2, 3, 1), c(3, 1, 2), c(3, 2, 1))
  calibrated <- function(six, four) {
    p <- do.call(rbind, c(lapply(orders, \(o) six[o]), lapply(orders, \(o) four[o])))
    size <- rep(c(6, 4), each = 6)
    rows <- which(p > 0, arr.ind = TRUE)
    log_lik <- log(p)[rows[, 1], ]
    colnames(log_lik) <- LETTERS[1:3]
    loglik_set(log_lik, LETTERS[rows[, 2]], "ln", weight = size[rows[, 1]] * p[rows])
  }
  left <- calibrated(c(0, 1, 1) / 2, c(1, 1, 2) / 4)
  right <- calibrated(c(0, 1, 2) / 3, c(1, 1, 1) / 3)
  expect_equal(10 * log(2) * c(cross_entropy(left), cross_entropy(right)), c(8.317766, 8.213534),
    tolerance = 1e-6)
  expect_equal(10 * c(misclassification(left), misclassification(right)), c(5, 14 / 3))
  expect_equal(cavg(right) / cavg(left), 7 / 6)
})
