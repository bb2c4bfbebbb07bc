test_that("no theme takes a picture's panel, cuts its texts or hides its lines", {
  skip_if_not_installed("svglite")
  withr::local_options(calibrant.sure = TRUE)
  pictures <- all_pictures()
  expect_gte(length(pictures), 40)
  themes <- cases_of(foreign_themes(), c("bw", "slide"))
  for (name in cases_of(names(pictures), seq(1, length(pictures), by = 5))) {
    plot <- suppressMessages(pictures[[name]]())
    for (width in cases_of(c(4, 6, 8), 2)) {
      faults <- unlist(lapply(names(themes), \(theme) {
        ground <- if (theme == "slide") "grey10"
        found <- faults_of_theme(plot, themes[[theme]], width, ground)
        if (length(found) > 0) paste(name, theme, width, found)
      }))
      expect_identical(faults, NULL)
    }
  }
})

test_that("light and dark change places on a dark ground, but not in what the user has added", {
  expect_identical(turned_colours(c(a = "white", b = NA), 1), c(a = "#000000", b = NA))
  expect_identical(turned_colours("black", 0.9), "#FFFFFF")
  plot <- plot_ece(two()) + ggplot2::geom_hline(yintercept = 0.1, colour = "#123456")
  colours <- \(plot) unique(unlist(lapply(ggplot2::ggplot_build(plot)$data, `[[`, "colour")))
  light <- colours(plot)
  dark <- colours(plot + on_slide())
  expect_true(all(c("#000000", "#123456") %in% light))
  expect_true(all(c("#FFFFFF", "#123456") %in% dark))
  expect_false("#000000" %in% dark)
  mine <- plot + ggplot2::scale_colour_manual(values = rep("#654321", 3))
  expect_true("#654321" %in% colours(mine + on_slide()))
})

test_that("legends stand below and captions left, unless a theme says otherwise", {
  theme <- \(plot) ggplot2::ggplot_build(plot)$plot$theme
  plot <- plot_ece(two())
  expect_identical(theme(plot + ggplot2::theme_bw())$legend.position, "bottom")
  expect_identical(theme(plot + ggplot2::theme_bw())$plot.caption$hjust, 0)
  left <- ggplot2::theme_bw() + ggplot2::theme(legend.position = "left")
  expect_identical(theme(plot + left)$legend.position, "left")
  old <- ggplot2::theme_set(ggplot2::theme_bw())
  withr::defer(ggplot2::theme_set(old))
  right <- ggplot2::theme(legend.position = "right")
  expect_identical(theme(plot + right)$legend.position, "right")
  expect_identical(theme(plot)$legend.position, "bottom")
})

test_that("pictures side by side share a legend", {
  skip_if_not_installed("patchwork")
  skip_if_not_installed("svglite")
  x <- two()
  page <- patchwork::wrap_plots(plot_ece(x["a"]), plot_ece(x["b"]), guides = "collect") &
    ggplot2::theme(legend.position = "bottom")
  texts <- drawn_texts(page, 7, 3.5)
  expect_identical(sum(texts$text == "After PAV"), 1L)
  expect_identical(cut_texts(texts), character())
})
