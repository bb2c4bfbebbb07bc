test_that("what trials share is the sum over all pairs with an item in common", {
  set.seed(1)
  items <- expand.grid(first = 1:6, second = 1:6)[c(1:36, 3, 9), ]
  items$truth <- items$first == items$second
  gradient <- matrix(rnorm(2 * nrow(items)), ncol = 2)
  sum <- matrix(0, 2, 2)
  for (i in seq_len(nrow(items))) {
    for (j in seq_len(nrow(items))[-i]) {
      common <- any(unlist(items[i, 1:2]) %in% unlist(items[j, 1:2]))
      if (common) sum <- sum + tcrossprod(gradient[i, ], gradient[j, ])
    }
  }
  expect_equal(shared_products(gradient, items), sum)
})

test_that("gradients of all trials sum to that of the cost, which is 0 at its minimum", {
  set.seed(2)
  weight <- rep(1:2, 50)
  x <- lr_set(rnorm(100) + rep(0:1, each = 50), rep(c(FALSE, TRUE), each = 50), "score",
    weight = weight)
  fit <- calibrate(x, prior = 0.3)
  design <- cbind(x$value, 1)
  llr <- drop(design %*% coef(fit))
  share <- ifelse(x$truth, -0.3 / 75, 0.7 / 75)
  plain <- weight * share * ifelse(x$truth, plogis(-llr - qlogis(0.3)), plogis(llr + qlogis(0.3))) *
    design
  expect_lt(max(abs(colSums(plain))), 1e-12)
  found <- trial_gradients(design, llr, x$truth, weight, 0.3, c(75, 75))
  for (h in c(TRUE, FALSE)) {
    i <- x$truth == h
    expect_equal(found[i, ], plain[i, ] - outer(weight[i], colSums(plain[i, ]) / 75))
  }
})
