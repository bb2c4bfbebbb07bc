test_that("the six panels of figure 7.2 mark the corners of curve and hull", {
  sets <- list(
    lr_set(list(h1 = 2, h2 = 1), scale = "score"), lr_set(list(h1 = 1, h2 = 2), scale = "score"),
    lr_set(list(h1 = c(1, 3), h2 = 2), scale = "score"),
    lr_set(list(h1 = 2, h2 = c(1, 3)), scale = "score")
  )
  corners <- list(c(3, 3), c(3, 2), c(4, 3), c(4, 3))
  for (i in seq_along(sets)) {
    p <- plot_roc(sets[[i]], corners = TRUE)
    marks <- ggplot2::layer_data(p, 2)
    expect_equal(as.vector(table(marks$group)), corners[[i]])
    expect_equal(marks$shape, rep(c(6, 2), corners[[i]]))
  }
  withr::local_seed(1)
  many <- simulate_lr(200, 200, s = 2)
  expect_length(plot_roc(many, corners = TRUE)$layers, 1)
})
