prior <- c(0.1, 0.2, 0.3, 0.4)

test_that("agrees with the definition", {
  data <- class_example()
  x <- loglik_set(data$log_lik, data$truth, "ln")
  error <- risk_reference(data$log_lik, data$class, prior, \(q, i) as.numeric(which.max(q) != i))
  expect_equal(misclassification(x, prior), error)
  expect_equal(cavg(x, prior), risk_reference(data$log_lik, data$class, prior, lre_reference))
  decision <- apply(posterior_reference(data$log_lik, prior), 1, which.max)
  decision <- factor(LETTERS[decision], LETTERS[1:4])
  counts <- table(factor(data$truth), decision)
  expect_equal(confusion(x, prior), counts, ignore_attr = TRUE)
  expect_equal(rowSums(confusion(x, prior, proportion = TRUE)), c(A = 1, B = 1, C = 1, D = 1))
})

test_that("is the share of errors where the prior is that of the trials", {
  x <- example_set(n = 50)
  n <- table(x$truth)
  wrong <- colnames(x$log_lik)[max.col(posterior(x, c(n / 50)), "first")] != x$truth
  expect_equal(misclassification(x, c(n / 50)), mean(wrong))
})

test_that("ties go to the first class, and are accepted by detectors", {
  none <- loglik_set(matrix(5, 3, 3), 1:3, "ln")
  expect_equal(misclassification(none), 2 / 3)
  expect_equal(unname(confusion(none)[, 1]), c(1, 1, 1))
  expect_equal(cavg(none), 1 / 2)
  for (k in 2:10) {
    expect_equal(cavg(loglik_set(matrix(1, k, k), 1:k, "ln")), 1 / 2)
    expect_equal(cavg_curve(loglik_set(matrix(1, k, k), 1:k, "ln"), 0)$cavg, 1 / 2)
  }
})

test_that("a posterior of exactly 1/K is accepted", {
  # The first trial has the posteriors 1/3, 2/3 and 0, so its class and one other are accepted.
  x <- loglik_set(rbind(c(0, log(2), -Inf), c(0, 9, 0), c(0, 0, 9)), 1:3, "ln")
  expect_equal(cavg(x), 1 / 12)
  expect_equal(cavg_curve(x, 0)$cavg, 1 / 12)
  expect_equal(prior_sweep(x)$cavg[7], 1 / 12)
})

test_that("Cavg of two classes is their mean error rate", {
  data <- class_example(n_classes = 2)
  x <- loglik_set(data$log_lik, data$truth, "ln")
  llr <- data$log_lik[, 1] - data$log_lik[, 2]
  missed <- mean(llr[data$class == 1] < 0)
  false <- mean(llr[data$class == 2] >= 0)
  expect_equal(misclassification(x), (missed + false) / 2)
  # Each error is a miss of one class and a false acceptance of the other.
  expect_equal(cavg(x), (missed + false) / 2)
})

test_that("classes of prior 0 are out of the game", {
  data <- class_example()
  x <- loglik_set(data$log_lik, data$truth, "ln")
  kept <- data$class != 2
  small <- loglik_set(data$log_lik[kept, -2], data$truth[kept], "ln")
  third <- c(1, 0, 1, 1) / 3
  expect_equal(misclassification(x, third), misclassification(small))
  expect_equal(cavg(x, third), cavg(small))
  expect_equal(cavg_opt(x, third), cavg_opt(small))
  expect_equal(cross_entropy(x, third), cllr(small))
  expect_equal(cross_entropy_min(x, third), cllr_min(small))
})

test_that("errors of several systems stand side by side", {
  data <- class_example()
  x <- loglik_set(data$log_lik, data$truth, "ln", system = rep(c("s", "t"), 30))
  tables <- confusion(x)
  expect_identical(dim(tables), c(4L, 4L, 2L))
  expect_equal(tables[, , "t"], confusion(x["t"]))
  expect_named(misclassification(x), c("s", "t"))
})

test_that("what cannot be decided is an error", {
  x <- loglik_set(rbind(c(-Inf, -Inf, 0), c(1, 0, 0), c(0, 1, 0), c(0, 0, 1)), c(1, 1, 2, 3), "ln")
  expect_equal(misclassification(x, c(0.5, 0.5, 0)), 0.25)
  expect_equal(sum(confusion(x, c(0.5, 0.5, 0))), 3)
  expect_error(confusion(x, rbind(rep(1, 3) / 3, rep(1, 3) / 3)), class = "calibrant_error_input")
})

test_that("takes log-likelihoods directly", {
  data <- class_example()
  x <- loglik_set(data$log_lik, data$truth, "ln")
  expect_identical(misclassification(data$log_lik, data$truth, "ln"), misclassification(x))
  expect_identical(confusion(data$log_lik, data$truth, proportion = TRUE), confusion(x, NULL, TRUE))
  expect_identical(cavg(data$log_lik, data$truth, prior = prior), cavg(x, prior))
  expect_identical(cavg_opt(data$log_lik, data$truth), cavg_opt(x))
})

test_that("decisions are taken as they were made", {
  truth <- factor(c("a", "a", "b", "c", "c", "c"))
  decided <- c("a", "b", "b", "c", "a", "c")
  expect_equal(misclassification(decided, truth), (1 / 2 + 0 + 1 / 3) / 3)
  expect_equal(misclassification(factor(decided), as.character(truth)), (1 / 2 + 1 / 3) / 3)
  expect_equal(misclassification(decided, truth, c(a = 0.5, b = 0.25, c = 0.25)), 1 / 4 + 1 / 12)
  expect_equal(
    confusion(decided, truth), unclass(table(truth, decision = decided)), ignore_attr = TRUE
  )
  expect_identical(confusion(decided, truth, proportion = TRUE)[1, ], c(a = 0.5, b = 0.5, c = 0))
  for (bad in list(c(decided[-1], NA), decided[-1], replace(decided, 1, "d"))) {
    expect_error(misclassification(bad, truth), class = "calibrant_error_input")
  }
})

test_that("decisions without their truth are refused", {
  decided <- factor(c("a", "b", "a"))
  for (verb in list(confusion, misclassification)) {
    expect_error(verb(decided), "truth", class = "calibrant_error_input")
  }
})

test_that("a truth that is no vector of classes is refused", {
  for (truth in list(mean, new.env(), quote(a), a ~ b, list("a"), as.raw(1))) {
    expect_error(confusion("a", truth), class = "calibrant_error_input")
    expect_error(confusion(TRUE, truth), class = "calibrant_error_input")
  }
})

test_that("decisions on two hypotheses are read as by lr_set()", {
  decided <- c(TRUE, TRUE, FALSE, TRUE, FALSE)
  truth <- c(TRUE, FALSE, FALSE, TRUE, TRUE)
  both <- c("H1", "H2")
  table <- matrix(c(2, 1, 1, 1), 2, dimnames = list(truth = both, decision = both))
  expect_equal(confusion(decided, truth), table)
  expect_equal(confusion(decided, 1 * truth), table)
  expect_equal(confusion(decided, ifelse(truth, "same", "other"), h1 = "same"), table)
  rates <- error_rates(decided, truth)
  expect_equal(misclassification(decided, truth), (rates$p_miss + rates$p_fa) / 2)
  expect_equal(
    misclassification(decided, truth, c(H1 = 0.2, H2 = 0.8)), 0.2 * rates$p_miss + 0.8 * rates$p_fa
  )
  expect_equal(misclassification(rep(FALSE, 5), truth, c(H1 = 0.2, H2 = 0.8)), 0.2)
  expect_error(confusion(decided, ifelse(truth, "a", "b")), "h1", class = "calibrant_error_input")
  expect_error(confusion(decided, rep(TRUE, 5)), class = "calibrant_error")
  expect_error(misclassification(c(NA, decided[-1]), truth), class = "calibrant_error_input")
})

test_that("sets that are counted elsewhere have the same table of confusion", {
  x <- simulate_lr(40, 60, s = 1)
  far <- lr_set(lr_tally(x, width = 2^-10))
  for (threshold in c(0, 0.5, 99)) {
    by_hand <- table(
      factor(x$truth, c(TRUE, FALSE)), factor(x$value >= threshold, c(TRUE, FALSE))
    )
    expect_equal(confusion(x, threshold), by_hand, ignore_attr = TRUE)
  }
  expect_equal(confusion(far), confusion(x))
  expect_equal(rowSums(confusion(far, proportion = TRUE)), c(H1 = 1, H2 = 1))
})

test_that("a class that is decided and that no trial is has a row of zeros", {
  l <- c("cat", "dog", "fish", "bird")
  decided <- factor(c("cat", "dog", "fish", "cat"), l)
  truth <- factor(c("cat", "dog", "bird", "cat"), l)
  found <- confusion(decided, truth)
  expect_equal(found["fish", ], c(cat = 0, dog = 0, bird = 0, fish = 0))
  expect_equal(found["bird", ], c(cat = 0, dog = 0, bird = 0, fish = 1))
  counts <- unclass(table(truth = truth, decision = decided)[rownames(found), colnames(found)])
  expect_equal(found, counts, ignore_attr = TRUE)
  expect_equal(confusion(as.character(decided), truth), found)
  expect_equal(unname(confusion(decided, truth, proportion = TRUE)["fish", ]), rep(NaN, 4))
  # Each of the three classes with trials has the same prior.
  expect_equal(misclassification(decided, truth), 1 / 3)
  expect_equal(misclassification(decided, truth, c(cat = .2, dog = .3, bird = .5)), .5)
  expect_error(confusion(decided, truth, weight = 1:4), "fish", class = "calibrant_error_input")
  expect_error(confusion(decided, as.character(truth)), "fish", class = "calibrant_error_input")
})
