test_that("theory draws by itself and over a test", {
  theory <- gaussian_system(c(a = 2, b = 1))
  curves <- list(ece_curve(theory), tippett_curve(theory), tippett_curve(theory, "cumulative"),
    det_curve(theory), bayes_error_curve(theory))
  for (curve in curves) expect_silent(ggplot2::ggplot_build(autoplot(curve)))
  withr::local_seed(2)
  x <- c(simulate_lr(20, 30, s = 2, system = "one"), simulate_lr(20, 30, s = 1, system = "two"))
  one <- gaussian_system(2)
  pictures <- list(
    plot_ece(x) + curve_layer(ece_curve(one)),
    plot_tippett(x) + curve_layer(tippett_curve(one)),
    plot_det(x) + curve_layer(det_curve(one)),
    plot_roc(x) + curve_layer(det_curve(one), "roc"),
    plot_bayes_error(x) + curve_layer(bayes_error_curve(one))
  )
  for (picture in pictures) expect_silent(ggplot2::ggplot_build(picture))
  layers <- ggplot2::ggplot_build(pictures[[1]])$data
  expect_equal(unique(layers[[length(layers)]]$PANEL), factor(1:2))
  expect_equal(layers[[length(layers)]]$y[1:121], ece_curve(one)$ece)
})

test_that("lines() and points() say how a curve comes over a picture", {
  x <- lr_set(h1 = c(1, 3), h2 = c(-2, 2), scale = "ln")
  for (it in list(x, det_curve(x), tippett_curve(x))) {
    expect_error(lines(it), "curve_layer", class = "calibrant_error_verb")
    expect_error(points(it), "curve_layer", class = "calibrant_error_verb")
  }
})
