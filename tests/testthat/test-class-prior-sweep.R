test_that("every subset is what the measures say at its prior", {
  x <- example_set(n_classes = 5)
  sweep <- prior_sweep(x)
  expect_identical(nrow(sweep), 31L)
  expect_identical(anyDuplicated(sweep$subset), 0L)
  for (row in seq_len(nrow(sweep))) {
    admitted <- strsplit(sweep$subset[row], " + ", fixed = TRUE)[[1]]
    prior <- (LETTERS[1:5] %in% admitted) / length(admitted)
    expect_identical(sweep$n_classes[row], as.double(length(admitted)))
    expect_equal(sweep$cross_entropy[row], cross_entropy(x, prior), tolerance = 1e-12)
    expect_equal(sweep$misclassification[row], misclassification(x, prior))
    expect_equal(sweep$cavg[row], cavg(x, prior))
  }
  expect_equal(sweep$cross_entropy_null, log2(sweep$n_classes))
})

test_that("more than eight classes and extreme log-likelihoods agree too", {
  x <- example_set(n = 110, n_classes = 11)
  w <- x$log_lik
  w[1, ] <- 1e4 * w[1, ]
  w[2, -as.integer(x$truth[2])] <- c(-1e3, rep(-2e3, 9))
  w[3, as.integer(x$truth[3])] <- -1500
  x <- loglik_set(w, x$truth, "ln")
  sweep <- prior_sweep(x)
  set.seed(4)
  for (row in sample(nrow(sweep), 40)) {
    prior <- (LETTERS[1:11] %in% strsplit(sweep$subset[row], " + ", fixed = TRUE)[[1]])
    prior <- prior / sum(prior)
    expect_equal(sweep$cross_entropy[row], cross_entropy(x, prior), tolerance = 1e-12)
    expect_equal(sweep$misclassification[row], misclassification(x, prior))
    expect_equal(sweep$cavg[row], cavg(x, prior))
  }
})

test_that("exclusions make subsets infinite or undefined", {
  w <- rbind(c(-Inf, 0, 0), c(0, 1, 0), c(-Inf, -Inf, 0), c(0, 0, 1))
  sweep <- prior_sweep(loglik_set(w, c(1, 2, 2, 3), "ln"))
  value <- rlang::set_names(sweep$cross_entropy, sweep$subset)
  expect_identical(value[["1 + 2"]], NaN)
  expect_identical(value[["1 + 3"]], Inf)
  expect_identical(value[["2 + 3"]], Inf)
  expect_identical(value[["1"]], 0)
  expect_identical(sweep$cavg[sweep$subset == "1 + 2"], NaN)
})

test_that("ties are decided alike", {
  sweep <- prior_sweep(loglik_set(matrix(1, 6, 6), 1:6, "ln"))
  expect_equal(sweep$misclassification, 1 - 1 / sweep$n_classes)
  expect_equal(sweep$cavg, ifelse(sweep$n_classes == 1, 0, 0.5))
  expect_equal(sweep$cross_entropy, log2(sweep$n_classes))
})

test_that("refuses more classes than it can sweep", {
  expect_error(prior_sweep(loglik_set(diag(17), 1:17, "ln")), class = "calibrant_error_input")
  expect_identical(nrow(prior_sweep(loglik_set(diag(2), 1:2, "ln"))), 3L)
})

test_that("the target sweep agrees with its definition", {
  x <- example_set()
  alpha <- c(0.01, 0.3, 0.5, 0.9)
  curve <- cavg_curve(x, log10(alpha / (1 - alpha)))
  literal <- vapply(alpha, \(a) {
    mean(vapply(1:4, \(k) {
      prior <- replace(rep((1 - a) / 3, 4), k, a)
      accepted <- posterior_reference(x$log_lik, prior)[, k] >= 0.5
      rate <- vapply(1:4, \(i) mean(accepted[as.integer(x$truth) == i]), 0)
      a * (1 - rate[k]) + (1 - a) / 3 * sum(rate[-k])
    }, 0))
  }, 0)
  expect_equal(curve$cavg, literal)
  expect_equal(curve$cavg[3], cavg(x))
  expect_equal(curve$cavg_opt[3], cavg_opt(x))
  expect_equal(curve$cavg_null, pmin(alpha, 1 - alpha))
  expect_error(cavg_curve(x, Inf), class = "calibrant_error_input")
})
