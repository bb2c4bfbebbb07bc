test_that("the plane has a point per system, and lines on which Cllr is the same", {
  withr::local_seed(1)
  x <- simulate_lr(60, 90, s = 2, stretch = c(fair = 1, bold = 3))
  found <- withr::with_seed(1, measures(x, c("cllr_min", "cllr_cal"), replicates = 50))
  p <- autoplot(found, type = "plane")
  points <- ggplot2::layer_data(p, 5)
  rows <- as.data.frame(found)
  expect_equal(points$x, rows$corrected[rows$measure == "cllr_min"])
  expect_equal(points$y, rows$corrected[rows$measure == "cllr_cal"])
  lines <- ggplot2::layer_data(p, 1)
  expect_equal(lines$x + lines$y, lines$xend + lines$yend)
  expect_equal(as.numeric(ggplot2::layer_data(p, 2)$label), lines$x + lines$y)
  across <- ggplot2::layer_data(p, 3)
  expect_equal(across$xmin, rows$lower[rows$measure == "cllr_min"])
  expect_match(p$labels$caption, "Lines: 95 % intervals")
  expect_match(p$labels$alt, "bold: discrimination loss")
})

test_that("the plane needs both losses, and tells of those that are infinite", {
  x <- c(a = ln_set(c(-Inf, 1, 2), c(-1, 0)), b = ln_set(c(1, 2), c(-1, 3)))
  found <- suppressWarnings(measures(x, c("cllr_min", "cllr_cal"), replicates = 0))
  expect_match(autoplot(found, type = "plane")$labels$caption, "infinite or undefined: a")
  expect_error(autoplot(found[found$measure == "cllr_min", ], type = "plane"),
    class = "calibrant_error_input"
  )
  expect_error(autoplot(found, type = "square"), class = "calibrant_error_input")
})
