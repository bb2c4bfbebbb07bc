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

# Numbers of the ticks of an axis as its labels and title state them, and those of the data.
stated_axis <- function(plot, axis) {
  built <- ggplot2::ggplot_build(plot)
  view <- built$layout$panel_params[[1]][[axis]]
  scale <- view$scale
  if (scale$is_discrete()) return(NULL)
  back <- if (is.function(scale$get_transformation)) scale$get_transformation() else scale$trans
  texts <- vapply(as.list(view$get_labels()), \(label) paste(deparse(label), collapse = ""), "")
  title <- if (inherits(scale$name, "waiver")) built$plot$labels[[axis]] else scale$name
  title <- paste(as.character(title), collapse = " ")
  number <- suppressWarnings(as.double(gsub("[^0-9.eE-]", "", texts)))
  percent <- grepl("%", texts) | grepl("%", title, fixed = TRUE)
  at <- back$inverse(view$get_breaks())
  known <- is.finite(number) & is.finite(at) & texts != "\"\"" & !grepl("[a-z]{2}", texts)
  stated <- ifelse(percent, number / 100, number)
  data.frame(at, stated, title = rep(title, length(at)))[known, ]
}

# Unit of an axis: length of one unit of the data, or a probability.
unit_of <- function(axis) {
  if (any(grepl("as probability", axis$title))) return(\(at) stats::plogis(at * log(10)))
  far <- axis[which.max(abs(axis$at)), ]
  unit <- c(1, 0.01, log(10))
  ratio <- unit[which.min(abs(far$stated / far$at - unit))]
  \(at) ratio * at
}

scales_of_users <- function() {
  kinds <- c("continuous", "log10", "sqrt", "reverse")
  scales <- lapply(kinds, \(kind) {
    lapply(c(x = "x", y = "y"), \(axis) {
      \(...) getExportedValue("ggplot2", sprintf("scale_%s_%s", axis, kind))(...)
    })
  })
  rlang::set_names(scales, kinds)
}

test_that("scales of users keep what the numbers of an axis say", {
  withr::local_options(calibrant.sure = TRUE)
  scales <- scales_of_users()
  pictures <- all_pictures()
  compared <- 0
  for (name in of_turn(names(pictures), 12)) {
    plot <- suppressWarnings(pictures[[name]]())
    for (axis in c("x", "y")) {
      ours <- stated_axis(plot, axis)
      # Bars below the proportions have a separate axis.
      if (axis == "y" && startsWith(name, "reliability")) ours <- ours[ours$at >= 0, ]
      if (NROW(ours) < 2) next
      unit <- unit_of(ours)
      expect_equal(ours$stated, unit(ours$at), tolerance = 0.01, info = paste(name, axis))
      for (kind in names(scales)) {
        theirs <- suppressMessages(plot + scales[[kind]][[axis]]())
        theirs <- suppressWarnings(tryCatch(stated_axis(theirs, axis),
          calibrant_error_input = \(cnd) NULL))
        if (is.null(theirs)) next
        compared <- compared + 1
        expect_equal(theirs$stated, unit(theirs$at), tolerance = 0.01,
          info = paste(name, axis, kind))
      }
    }
  }
  expect_gt(compared, 8)
})

test_that("labels and titles of users agree in their unit", {
  said <- \(plot, axis) {
    built <- ggplot2::ggplot_build(suppressMessages(plot))
    labels <- built$layout$panel_params[[1]][[axis]]$get_labels()
    list(title = as.character(built$plot$labels[[axis]]), labels = as.character(labels))
  }
  plot <- plot_tippett(two())
  y <- ggplot2::scale_y_continuous
  own <- said(plot + y(breaks = c(0, 0.5), labels = scales::percent), "y")
  expect_identical(own, list(title = "Proportion of trials", labels = c("0%", "50%")))
  expect_identical(said(plot + y(labels = \(x) x), "y")$title, "Proportion of trials")
  expect_identical(said(plot + y(breaks = c(0, 1), labels = c("0", "1")), "y")$title,
    "Proportion of trials")
  for (same in list(\(x) 100 * x, c("0", "25", "50", "75", "100"))) {
    own <- said(plot + y(breaks = seq(0, 1, 0.25), labels = same), "y")
    expect_identical(own$title, "Proportion of trials (%)")
  }
  expect_identical(said(plot + ggplot2::labs(y = "Rate"), "y")$labels[2], "20 %")
  expect_identical(said(plot + ggplot2::labs(y = "Rate in %"), "y")$labels[2], "20")
  ln <- said(plot_tippett(two(), x_axis = "ln") +
    ggplot2::scale_x_continuous(breaks = 1 / log(10), labels = scales::label_number(0.1)), "x")
  expect_identical(ln$labels, "1.0")
  even <- said(plot_tippett(two(), x_axis = "probability") +
    ggplot2::scale_x_continuous(breaks = 0, labels = scales::percent), "x")
  expect_identical(even,
    list(title = "LR greater than, as probability at even prior odds", labels = "50%"))
  # Rows of infinite values show their sign, and counts of trials have no unit.
  x <- set_of(c(3, 1, -1, Inf), c(-2, -1, 1))
  rows <- said(plot_pav(x) + y(labels = \(x) paste("about", x)), "y")$labels
  expect_true("about Inf" %in% rows)
  expect_identical(said(plot_reliability(two()) + y(labels = scales::percent), "y")$labels[1], "")
})

test_that("a picture keeps its shape under an axis of another transformation", {
  skip_if_not_installed("svglite")
  x <- two()["a"]
  height_by_width <- function(plot) {
    panel <- svg_clips(svg_of(plot, 7, 5))
    panel <- panel[which.min(panel$right - panel$left), ]
    round((panel$bottom - panel$top) / (panel$right - panel$left), 2)
  }
  linear <- list(ggplot2::scale_x_continuous(), ggplot2::scale_y_continuous())
  for (plot in list(plot_det(x), plot_roc(x))) {
    for (axes in list(NULL, linear[1], linear[2], linear)) {
      expect_identical(suppressMessages(height_by_width(plot + axes)), 1)
    }
  }
  own <- ggplot2::theme(aspect.ratio = 0.5)
  expect_identical(suppressMessages(height_by_width(plot_det(x) + linear[1] + own)), 0.5)
  pav <- plot_pav(x)
  expect_identical(suppressMessages(height_by_width(pav + linear[1])), height_by_width(pav))
})

test_that("a coordinate system of the user replaces that of a picture in silence", {
  pictures <- all_pictures()
  for (name in of_turn(names(pictures), 12)) {
    plot <- suppressWarnings(pictures[[name]]())
    expect_message(plot + ggplot2::coord_cartesian(clip = "off"), NA)
    parts <- c(plot$layers, plot$scales$scales)
    expect_true(all(vapply(parts, \(part) isTRUE(part$is_ours), NA)) || name == "theory")
  }
})
