test_that("a good recogniser fills its picture", {
  right <- loglik_set(8 * diag(4)[rep(1:4, 3), ] + 0.1 * sin(1:48), factor(rep(1:4, 3)),
    scale = "ln")
  bad <- loglik_set(0.1 * diag(4)[rep(1:4, 3), ], factor(rep(1:4, 3)), scale = "ln")
  good <- autoplot(prior_sweep(right), measure = "cross_entropy")
  expect_lt(max(good$coordinates$limits$y), 0.5)
  expect_match(good$labels$caption, "above the panel")
  expect_null(autoplot(prior_sweep(bad), measure = "cross_entropy")$coordinates$limits$y)
  expect_match(autoplot(prior_sweep(bad), measure = "cross_entropy")$labels$caption, "Grey bars")
})

test_that("a sweep without a number of two or more classes is refused", {
  sweep <- prior_sweep(loglik_set(glass_type, truth = "type", system = "recogniser"))
  refused <- \(part) expect_error(autoplot(part), "two or more", class = "calibrant_error_input")
  refused(sweep[sweep$n_classes == 1, ])
  refused(transform(sweep, cavg = NA_real_))
  expect_silent(ggplot2::ggplot_build(autoplot(sweep[sweep$n_classes == 2, ])))
})
