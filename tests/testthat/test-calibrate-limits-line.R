test_that("items that are all different share nothing", {
  set.seed(3)
  x <- lr_set(rnorm(60) + rep(0:1, each = 30), rep(c(FALSE, TRUE), each = 30), "score",
    source1 = 1:60, source2 = 61:120)
  expect_equal(max(abs(shared_covariance(calibrate(x), 1)$vcov_shared)), 0)
  expect_equal(source_effect(x), 1)
})

test_that("what trials share are the products of the gradients of every two with a common item", {
  x <- withr::with_seed(4, {
    first <- sample(8, 40, TRUE)
    second <- sample(6, 40, TRUE)
    lr_set(
      rnorm(40) + (first == second), first == second, "score", source1 = first, source2 = second
    )
  })
  fit <- calibrate(x, prior = 0.3)
  line <- coef(fit)
  z <- line[[1]] * x$value + line[[2]] + qlogis(0.3)
  n <- ifelse(x$truth, sum(x$truth), sum(!x$truth))
  share <- ifelse(x$truth, -0.3 * plogis(-z), 0.7 * plogis(z)) / n
  gradient <- share * cbind(x$value, 1)
  for (h in c(TRUE, FALSE)) {
    i <- x$truth == h
    gradient[i, ] <- scale(gradient[i, ], scale = FALSE)
  }
  products <- matrix(0, 2, 2)
  for (i in 1:40) {
    for (j in setdiff(1:40, i)) {
      common <- any(c(x$source1[i], x$source2[i]) %in% c(x$source1[j], x$source2[j]))
      if (common) products <- products + outer(gradient[i, ], gradient[j, ])
    }
  }
  curve <- vcov(fit, type = "hessian") * 40
  shared <- shared_covariance(fit, 1)
  expect_equal(shared$vcov_shared, curve %*% products %*% curve, ignore_attr = TRUE)
  of <- \(i) length(unique(c(x$source1[i], x$source2[i])))
  expect_lt(of(x$truth), of(!x$truth))
  expect_equal(shared$n_items, of(x$truth))
})
