n_legends <- function(plot) sum(grepl("guides", guide_box(plot)$layout$name))

test_that("systems have a shape beside their colour", {
  withr::local_seed(1)
  six <- do.call(c, lapply(LETTERS[1:6], \(name) simulate_lr(30, 60, s = 2, system = name)))
  for (plot in overlays(six)) {
    layers <- ggplot2::ggplot_build(plot)$data
    pairs <- do.call(rbind, lapply(seq_along(plot$layers), \(i) {
      layer <- layers[[i]]
      marks <- inherits(plot$layers[[i]]$geom, "GeomPoint") && "shape" %in% names(layer)
      if (marks) unique(layer[layer$colour %in% system_colours, c("colour", "shape")])
    }))
    pairs <- unique(pairs[!pairs$shape %in% c(24, 25), ])
    expect_identical(nrow(pairs), 6L)
    expect_false(anyDuplicated(pairs$shape) > 0)
  }
})

test_that("a user's scale does not split a legend", {
  skip_unless_extended()
  scale <- ggplot2::scale_colour_grey()
  for (plot in list(
    plot_ece(two()), plot_tippett(two()), plot_bayes_error(two()), plot_cost(two()),
    plot_ece(two(), systems = "overlay"), plot_tippett(two(), systems = "overlay"), plot_det(two())
  )) {
    expect_identical(n_legends(suppressMessages(plot + scale)), n_legends(plot))
  }
  expect_identical(n_legends(plot_tippett(two())), 1L)
})

test_that("legends are below, with a theme added or not", {
  drawn <- ggplot2::ggplot_build(plot_ece(two()))$plot
  expect_identical(drawn$theme$legend.position, "bottom")
  expect_identical(theme_calibrant()$legend.position, "bottom")
  expect_s3_class(theme_calibrant(7), "theme")
  for (plot in cases_of(facets(two()), c(1, 5, 10, 12))) {
    expect_silent(ggplot2::ggplotGrob(plot + theme_calibrant()))
  }
})

test_that("a scale of the user's own leaves one legend", {
  skip_unless_extended()
  glass <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  own <- ggplot2::scale_colour_brewer(palette = "Set1")
  pictures <- list(
    plot_ece(glass), plot_tippett(glass), plot_tippett(glass, systems = "overlay"),
    plot_bayes_error(glass), plot_ape(glass), plot_cost(glass), plot_det(glass), plot_roc(glass),
    autoplot(rule_curve("log", "brier")), autoplot(scoring_rule("log")),
    autoplot(fuse(truth ~ a + b, data.frame(
      truth = rep(c(TRUE, FALSE), 10), a = sin(1:20) + rep(1:0, 10), b = cos(1:20)
    )))
  )
  for (picture in cases_of(pictures, c(3, 5, 7, 9, 11))) {
    replaced <- suppressMessages(picture + own)
    expect_identical(
      suppressMessages(n_legends(replaced)), n_legends(picture),
      info = ggplot2::get_alt_text(picture)
    )
    expect_null(replaced$labels$colour)
  }
})
