test_that("a Murphy diagram draws the three scores, with their areas in words", {
  withr::local_seed(1)
  x <- simulate_lr(60, 90, s = 2, stretch = c(fair = 1, bold = 3))
  curve <- murphy_curve(x, 0.2)
  p <- autoplot(curve)
  drawn <- ggplot2::layer_data(p, 2)
  expect_setequal(drawn$linetype, c("solid", "dashed", "dotted"))
  fair <- drawn[drawn$PANEL == 1 & drawn$linetype == "solid", ]
  expect_equal(fair$y, curve$score[curve$system == "fair"])
  area <- format_number(attr(curve, "brier")$score[2])
  expect_match(p$labels$alt, paste0("bold: Brier score \\(area\\) ", area), perl = TRUE)
  # The background is shaded where LRs are harmful.
  harm <- ggplot2::layer_data(p, 1)
  expect_true(all(harm$ymax[harm$PANEL == 2] >= harm$ymin[harm$PANEL == 2]))
  expect_gt(max(harm$ymax - harm$ymin), 0)
  expect_silent(ggplot2::ggplot_build(autoplot(curve, systems = "overlay")))
  expect_error(autoplot(curve[-2]), class = "calibrant_error_input")
})
