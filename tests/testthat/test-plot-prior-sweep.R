test_that("a good recogniser fills its picture", {
  right <- loglik_set(8 * diag(4)[rep(1:4, 3), ] + 0.1 * sin(1:48), factor(rep(1:4, 3)),
    scale = "ln")
  bad <- loglik_set(0.1 * diag(4)[rep(1:4, 3), ], factor(rep(1:4, 3)), scale = "ln")
  good <- plot_prior_sweep(right, "cross_entropy")
  expect_lt(max(good$coordinates$limits$y), 0.5)
  expect_match(good$labels$caption, "above the panel")
  expect_null(plot_prior_sweep(bad, "cross_entropy")$coordinates$limits$y)
  expect_match(plot_prior_sweep(bad, "cross_entropy")$labels$caption, "Grey bars")
})
