test_that("draws the three computed curves of each system in a panel", {
  for (x in drawing_shapes()) {
    curve <- ece_curve(x, log10_prior_odds = seq(-2, 2, by = 0.5))
    plot <- autoplot(curve)
    expect_equal(n_panels(plot), n_systems(x))
    drawn <- drawn_points(plot)
    for (panel in seq_len(n_systems(x))) {
      one <- curve[as.integer(curve$system) == panel, ]
      for (name in c("ece", "ece_min", "ece_null")) {
        expect_drawn(drawn, panel, one$log10_prior_odds, one[[name]])
      }
    }
  }
})

test_that("draws without warnings", {
  shapes <- drawing_shapes()
  for (x in shapes) expect_silent(draw(plot_ece(x)))
  expect_silent(draw(plot_ece(shapes$several, systems = "overlay", x_axis = "probability")))
})

test_that("overlays systems in one panel", {
  x <- drawing_shapes()$several
  plot <- plot_ece(x, log10_prior_odds = -1:1, systems = "overlay")
  expect_equal(n_panels(plot), 1)
  curve <- ece_curve(x, -1:1)
  drawn <- drawn_points(plot)
  expect_drawn(drawn, 1, curve$log10_prior_odds, curve$ece)
  expect_drawn(drawn, 1, curve$log10_prior_odds, curve$ece_min)
})

test_that("offers the axis of probabilities", {
  x <- random_set(1)
  curve <- ece_curve(x, -1:1)
  plot <- plot_ece(x, log10_prior_odds = -1:1, x_axis = "probability")
  expect_drawn(drawn_points(plot), 1, curve$prior, curve$ece)
  expect_match(as.character(plot$labels$x), "probability")
})

test_that("says where the LRs are useful", {
  expect_match(plot_text(plot_ece(set_of(1, -1))), "every prior")
  expect_match(plot_text(plot_ece(set_of(0, 0))), "no prior")
  x <- set_of(c(2, 1, 2, 1, -2.4), c(-2, -1, -2, -1, 2.3))
  ends <- useful_range(x)
  expect_match(plot_text(plot_ece(x)), format(signif(100 * ends$prior_max, 3)), fixed = TRUE)
})

test_that("says that the curve is infinite and how many trials did it", {
  x <- set_of(c(-Inf, -Inf, 1), c(-1, 0))
  expect_warning(plot <- plot_ece(x), class = "calibrant_warning_infinite")
  expect_match(plot_text(plot), "infinite.*H1 trials with LR = 0: 2")
  expect_silent(draw(plot))
})

test_that("shows something of each curve, however large", {
  plot <- plot_ece(set_of(c(-900, 900), c(900, -900)))
  limits <- ggplot2::ggplot_build(plot)$layout$coord$limits$y
  expect_gte(limits[2], 1)
  expect_true(is.finite(limits[2]))
})

test_that("can be extended, and forces no theme", {
  plot <- plot_ece(set_of(1, -1))
  expect_false(isTRUE(attr(plot$theme, "complete")))
  expect_silent(draw(plot + ggplot2::theme_minimal() + ggplot2::labs(title = "Mine")))
})

test_that("can be drawn from a curve that was subsetted", {
  curve <- ece_curve(drawing_shapes()$several, -1:1)
  one <- curve[curve$system == "one", ]
  expect_silent(draw(autoplot(one)))
})

test_that("takes what lr_set() takes and refuses unknown options", {
  expect_s3_class(plot_ece(c(1, -1), truth = c(TRUE, FALSE), scale = "ln"), "ggplot")
  expect_error(plot_ece(set_of(1, -1), systems = "both"), class = "calibrant_error_input")
  expect_error(plot_ece(set_of(1, -1), x_axis = "odds"), class = "calibrant_error_input")
  expect_error(plot_ece(set_of(1, -1, scale = "score")), class = "calibrant_error_score")
})

test_that("draws the chosen curves alone, and relative to the prior", {
  x <- random_set(1)
  curve <- ece_curve(x, -1:1)
  layers <- ggplot2::ggplot_build(plot_ece(x, log10_prior_odds = -1:1, curves = "ece"))$data
  lines <- Filter(\(layer) all(c("x", "y", "linetype") %in% names(layer)), layers)
  expect_equal(sum(vapply(lines, nrow, 1L)), 3)
  expect_error(plot_ece(x, curves = "cllr"), class = "calibrant_error_input")
  relative <- plot_ece(x, log10_prior_odds = -1:1, normalised = TRUE)
  expect_drawn(drawn_points(relative), 1, curve$log10_prior_odds, curve$ece / curve$ece_null)
  expect_drawn(drawn_points(relative), 1, curve$log10_prior_odds, rep(1, 3))
  expect_match(as.character(relative$labels$y), "Normalised")
})

test_that("says how high a finite curve goes that is cut off", {
  x <- set_of(c(-3, -2, 4), c(3, 2, -4))
  top <- max(ece_curve(x)$ece)
  expect_match(plot_text(plot_ece(x)), paste("goes on to", format_number(top)), fixed = TRUE)
  expect_false(grepl("goes on", plot_text(plot_ece(set_of(1, -1)))))
})

test_that("draws the corrected curve after PAV, and says so", {
  x <- random_set(4, 30, 30)
  withr::local_seed(1)
  curve <- ece_curve(x, -1:1, corrected = TRUE, replicates = 50)
  withr::local_seed(1)
  plot <- plot_ece(x, log10_prior_odds = -1:1, corrected = TRUE, replicates = 50)
  expect_drawn(drawn_points(plot), 1, -1:1, curve$ece_min_corrected)
  expect_true(all(curve$ece_min_corrected > curve$ece_min))
  legend <- \(plot) plot$scales$get_scales("colour")$breaks
  expect_true("After PAV, corrected" %in% legend(plot))
  expect_true("After PAV" %in% legend(plot_ece(x)))
})

test_that("what a band settles is said, and what it leaves open", {
  withr::local_seed(1)
  x <- simulate_lr(100, 1000, s = 2, stretch = 2)
  curve <- ece_curve(x, level = 0.95, replicates = 100)
  text <- plot_text(ggplot2::autoplot(curve))
  expect_match(text, "By the band useful at priors from .* to .*, harmful at priors below")
  said <- \(lower, upper) {
    settled_phrase(data.frame(
      log10_prior_odds = -1:1, prior = plogis(-1:1), ece_null = 0.5, ece_lower = lower,
      ece_upper = upper
    ))
  }
  expect_identical(said(0.4, 0.6), "by the band settled nowhere.")
  expect_identical(said(NA, NA), "by the band settled nowhere.")
  expect_identical(said(0.3, 0.4), "by the band useful at every prior shown.")
  expect_identical(said(0.6, c(0.7, Inf, 1)), "by the band harmful at every prior shown.")
  expect_match(plot_text(plot_ece(x)), "On these comparisons useful at")
})
