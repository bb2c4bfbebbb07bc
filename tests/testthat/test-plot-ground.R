test_that("no theme takes a picture's panel, cuts its texts or hides its lines", {
  skip_if_not_installed("svglite")
  withr::local_options(calibrant.sure = TRUE)
  pictures <- all_pictures()
  expect_gte(length(pictures), 40)
  themes <- cases_of(foreign_themes(), c("bw", "slide"))
  for (name in of_turn(names(pictures), 15)) {
    plot <- suppressMessages(pictures[[name]]())
    for (width in cases_of(c(4, 6, 8), 2)) {
      own <- panel_share(svg_of(plot, width, 0.75 * width), width)
      faults <- unlist(lapply(names(themes), \(theme) {
        ground <- if (theme == "slide") "grey10"
        found <- faults_of_theme(plot, themes[[theme]], width, own, ground)
        if (length(found) > 0) paste(name, theme, width, found)
      }))
      expect_identical(faults, NULL)
    }
  }
})

test_that("no page of two pictures with collected legends takes their panels or cuts texts", {
  skip_if_not_installed("patchwork")
  skip_if_not_installed("svglite")
  withr::local_options(calibrant.sure = TRUE)
  pictures <- all_pictures()
  # theme_calibrant() names the pictures that versions of patchwork before 1.1.3 cannot arrange.
  in_rows <- grepl("^(ape|calibration|calibration-band|calibration-pav)$", names(pictures))
  old <- utils::packageVersion("patchwork") < "1.1.3"
  for (name in of_turn(names(pictures)[!(in_rows & old)], 15)) {
    plot <- suppressMessages(pictures[[name]]())
    for (width in cases_of(c(4, 6, 8), 2)) {
      own <- panel_share(svg_of(plot, width, 0.75 * width), width)
      page <- patchwork::wrap_plots(plot, plot, guides = "collect") & theme_calibrant(width = width)
      svg <- svg_of(page, 2 * width, 0.75 * width)
      texts <- texts_of_svg(svg, 144 * width, 54 * width)
      expect_identical(cut_texts(texts), character(), info = paste(name, width))
      expect_false(isTRUE(panel_share(svg, 2 * width) < 0.8 * own), info = paste(name, width))
    }
  }
})

test_that("light and dark change places on a dark ground, but not in what the user has added", {
  expect_identical(turned_colours(c(a = "white", b = NA), 0), c(a = "#000000", b = NA))
  expect_identical(turned_colours("black", 10), "#FFFFFF")
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

test_that("tints and lines differ from a ground of any grey, as on paper", {
  colours <- c(harm_fill, "black", roles$colour, system_colours)
  least <- c(1.3, 3.9, rep(2.2, nrow(roles)), rep(1.7, length(system_colours)))
  for (grey in c(95, 92, 85, 80, 70, 60, 50, 40, 30, 20, 10, 0)) {
    ground <- paste0("grey", grey)
    found <- turned_colours(colours, lab_colours(ground)[1])
    expect_true(all(contrast(found, ground) > least), label = ground)
  }
  harmful <- withr::with_seed(1, simulate_lr(100, 300, s = 1, stretch = 4))
  tint <- \(grey) {
    theme <- ggplot2::theme(panel.background = ggplot2::element_rect(fill = grey))
    built <- ggplot2::ggplot_build(plot_ece(harmful) + ggplot2::theme_bw() + theme)
    unique(unlist(lapply(built$data, \(layer) if (!is.null(layer$ymin)) layer$fill)))
  }
  for (grey in c("white", "grey92", "grey87", "grey50")) expect_gt(contrast(tint(grey), grey), 1.3)
})

test_that("numbers on fills can be read on a grey ground, and keys have a border of that ground", {
  skip_if_not_installed("svglite")
  pictures <- all_pictures()
  for (name in c("conclusions", "confusion", "information")) {
    svg <- svg_of(pictures[[name]]() + ggplot2::theme_dark(), 6, 4.5)
    fills <- drawn_colours(svg, "rect", "fill")
    numbers <- grep("<text .*>[0-9.]+( %)?</text>", svg, value = TRUE)
    letters <- setdiff(drawn_colours(numbers, "text", "fill"), c("#4D4D4D", "#E5E5E5"))
    expect_gt(length(letters), 0)
    of_grey <- fills[contrast(fills, "grey50") > 1 & contrast(fills, "black") > 5]
    for (fill in of_grey) expect_gt(min(contrast(letters, fill)), 4.5)
  }
  keys <- \(plot) {
    built <- ggplot2::ggplot_build(plot)$plot$layers[[1]]$geom
    looks <- data.frame(fill = "white", colour = NA, alpha = NA, linewidth = 0.5, linetype = 1)
    built$draw_key(looks, list(), 5)$vp$width
  }
  bars <- pictures$`class-losses`()
  expect_identical(keys(bars + ggplot2::theme_dark()), grid::unit(0.85, "npc"))
  expect_null(keys(bars))
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

test_that("pictures side by side keep their panels and texts, and share legends", {
  skip_if_not_installed("patchwork")
  skip_if_not_installed("svglite")
  withr::local_options(calibrant.sure = TRUE)
  x <- two()
  all <- list(
    ece = plot_ece(x), tippett = plot_tippett(x), det = plot_det(x), roc = plot_roc(x),
    pav = plot_pav(x), bayes = plot_bayes_error(x), overlay = plot_ece(x, systems = "overlay")
  )
  pairs <- list(
    c("ece", "ece"), c("ece", "tippett"), c("det", "pav"), c("det", "roc"), c("bayes", "overlay")
  )
  for (pair in of_turn(pairs, 2)) {
    # Panels of a fixed shape keep their own legends.
    guides <- if (pair[1] == "det") "keep" else "collect"
    page <- patchwork::wrap_plots(all[pair], guides = guides) & theme_calibrant(width = 4.5)
    svg <- svg_of(page, 9, 4)
    texts <- texts_of_svg(svg, 72 * 9, 72 * 4)
    expect_identical(cut_texts(texts), character(), info = pair)
    expect_identical(overprinted_texts(texts), character(), info = pair)
    alone <- vapply(all[pair], \(plot) panel_share(svg_of(plot, 4.5, 4), 4.5), 0)
    expect_gt(panel_share(svg, 9), 0.8 * mean(alone))
    if (pair[1] == pair[2]) expect_identical(sum(texts$text == "After PAV"), 1L)
  }
})

test_that("pictures of a patchwork fit their places without being told", {
  skip_if_not_installed("patchwork")
  skip_if_not_installed("svglite")
  withr::local_options(calibrant.sure = TRUE)
  x <- two()
  ece <- plot_ece(x)
  tippett <- plot_tippett(x)
  pages <- list(
    patchwork::wrap_plots(ece, tippett), patchwork::wrap_plots(tippett, tippett, ece, ncol = 2),
    patchwork::wrap_plots(plot_pav(x), tippett),
    patchwork::wrap_plots(plot_det(x), plot_pav(x["a"])),
    patchwork::wrap_plots(ece, patchwork::wrap_plots(tippett, ece, ncol = 1)),
    patchwork::wrap_plots(tippett, ece, design = "AB")
  )
  # Panels of a fixed shape do not make their column narrow, and keep their shape in rows.
  stack <- \(det) panel_share(svg_of(patchwork::wrap_plots(det, ece, ncol = 1), 7, 9), 7)
  expect_gt(stack(plot_det(x)), 0.8)
  expect_lt(stack(plot_det(x) + ggplot2::coord_fixed()), 0.7)
  pages[[7]] <- patchwork::wrap_plots(plot_det(x), plot_pav(x["a"]), tippett, ece, ncol = 2)
  expect_gt(panel_share(svg_of(pages[[7]], 10, 8), 10), 0.75)
  for (page in of_turn(pages, 3)) {
    texts <- texts_of_svg(svg_of(page, 10, 7), 720, 504)
    expect_identical(cut_texts(texts), character())
    expect_identical(overprinted_texts(texts), character())
  }
  # Outside of a patchwork, panels of a fixed shape use the whole page again.
  expect_identical(page_grid(), c(1, 1))
})

test_that("pictures fit their part of a page of grid, gridExtra or cowplot", {
  skip_if_not_installed("svglite")
  withr::local_options(calibrant.sure = TRUE)
  x <- two()
  ece <- plot_ece(x)
  tippett <- plot_tippett(x, systems = "overlay")
  texts <- \(draw) {
    file <- withr::local_tempfile(fileext = ".svg")
    svglite::svglite(file, 7, 5)
    tryCatch(draw(), finally = grDevices::dev.off())
    texts_of_svg(readLines(file), 504, 360)
  }
  half <- \(column) grid::viewport(layout.pos.row = 1, layout.pos.col = column)
  pages <- list(
    viewports = \() {
      grid::grid.newpage()
      grid::pushViewport(grid::viewport(layout = grid::grid.layout(1, 2)))
      print(ece, vp = half(1))
      print(tippett, vp = half(2))
    },
    names = \() {
      grid::grid.newpage()
      grid::pushViewport(grid::viewport(0.25, width = 0.5, name = "left"))
      grid::upViewport()
      print(ece, vp = "left")
    },
    gridExtra = \() gridExtra::grid.arrange(ece, tippett, ncol = 2),
    matrix = \() gridExtra::grid.arrange(ece, tippett, layout_matrix = rbind(1:2)),
    cowplot = \() print(cowplot::plot_grid(ece, tippett))
  )
  for (name in names(pages)) {
    package <- switch(name, gridExtra = , matrix = "gridExtra", cowplot = "cowplot", "grid")
    if (!requireNamespace(package, quietly = TRUE)) next
    found <- texts(pages[[name]])
    expect_gt(nrow(found), 10)
    middle <- found$left < 250 & found$right > 254
    expect_identical(found$text[middle], character(), info = name)
    expect_identical(cut_texts(found), character(), info = name)
  }
})
