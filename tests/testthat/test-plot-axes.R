test_that("axes of natural logarithms have round ticks at the right places", {
  breaks <- log_scale("ln")$breaks(c(-2, 2))
  expect_equal(breaks * log(10), round(breaks * log(10)))
  drawn <- ggplot2::layer_data(plot_tippett(two(), x_axis = "ln"), 2)
  expect_equal(drawn$x, ggplot2::layer_data(plot_tippett(two()), 2)$x)
  expect_error(plot_tippett(two(), x_axis = "log2"), class = "calibrant_error_input")
  expect_error(plot_ece(two(), x_axis = "log10"), class = "calibrant_error_input")
  expect_match(as.character(plot_ece(two(), x_axis = "ln_odds")$labels$x), "ln odds")
})

test_that("ticks may have decimal commas", {
  withr::local_options(OutDec = ",")
  expect_identical(tick_labels(c(0.5, 1)), c("0,5", "1"))
  expect_identical(tick_labels(c(-0.5, 0, NA)), expression(-"0,5", "0", ""))
  x <- set_of(c(3, 1, -1), c(-2, -1, 1))
  for (plot in list(plot_pav(x), autoplot(measures(x, c("cllr_cal", "eer"), replicates = 20)))) {
    expect_no_error(ggplot2::ggplotGrob(plot))
  }
})

test_that("an axis of LRs may be one of probabilities", {
  expect_identical(probability_labels(c(-2, 0, 1, NA)), c("0.99", "50", "90.91", ""))
  odds <- stats::qlogis(c(1e-6, 0.001, 0.01, 0.5, 0.99, 1 - 1e-6)) / log(10)
  expect_identical(probability_labels(odds),
    c("0.0001", "0.1", "1", "50", "99", "99.9999"))
  for (reach in c(0.3, 1, 3, 8, 400)) {
    inside <- abs(probability_breaks(c(-reach, reach))) <= reach
    expect_true(sum(inside) >= 3 && sum(inside) <= 9, info = reach)
  }
  pictures <- list(
    \(...) plot_tippett(two(), ...), \(...) plot_lr_histogram(two(), ...),
    \(...) plot_pav(two(), ...), \(...) plot_cost(two(), ...),
    \(...) autoplot(bound_curve(bound_lr(two())), ...), \(...) autoplot(bound_lr(two()), ...),
    \(...) autoplot(calibrate(two()), ...)
  )
  for (picture in cases_of(pictures, c(1, 5))) {
    words <- picture(x_axis = "probability")$labels$x
    expect_match(words, "as probability at even prior odds")
    expect_match(as.character(picture(x_axis = "ln")$labels$x), "^ln LR")
    # Only the ticks differ.
    expect_silent(ggplot2::ggplotGrob(picture(x_axis = "probability")))
    drawn <- lapply(c("ln", "probability"), \(unit) ggplot2::layer_data(picture(x_axis = unit), 2))
    expect_equal(drawn[[1]], drawn[[2]])
  }
  for (picture in pictures) {
    for (wrong in list("log2", NA, character(), c("ln", "log10"), list(), mean)) {
      expect_error(picture(x_axis = wrong), "`x_axis` must be one of",
        class = "calibrant_error_input")
    }
  }
  ece <- autoplot(calibrate(two()), type = "ece", x_axis = "probability")
  expect_match(ece$labels$x, "Prior probability")
})
