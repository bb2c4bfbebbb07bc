#' A theme for the pictures of calibrant
#'
#' `theme_calibrant()` returns the default theme of the package: white background, thin grid,
#' legends below and captions on the left.
#'
#' Under other themes texts still fit the page, and legends stay below and captions on the left
#' unless the theme moves them. For legends on the right add `theme(legend.position = "right")` to
#' the picture without a complete theme, or after [ggplot2::theme_set()]. Colours, except your own,
#' adapt to a grey or dark background. [ggplot2::ggsave()] makes the page as dark as the theme.
#'
#' @param base_size Size of the text, in points. By default 11 for a `width` of 5.5 inches and more,
#'   and less for narrower ones, down to 7 for 8 cm; marks and lines shrink too.
#' @param base_family The font.
#' @param width Width of one of several pictures on a page, in inches; `NULL` for the width of the
#'   page.
#' @return A ggplot2 theme.
#' @section Several pictures on a page:
#' On a page of patchwork, as by `a + b`, texts and strips fit each picture. With the width of one
#' picture, here of two on a page of 9 inches, equal legends become one below:
#'
#' `(a + b + plot_layout(guides = "collect")) & theme_calibrant(width = 4.5)`
#'
#' Panels of a fixed shape (DET, ROC, PAV) keep their shape on a page of one row, in separate rows
#' such as `(a + b) / (c + d)`, and after `+ coord_fixed()`. Do not collect legends beside them:
#' patchwork prints these on captions. Versions of patchwork before 1.1.3 fail at panels in rows
#' with systems in columns; use `patchwork::wrap_elements(full = plot_ape(x))`.
#'
#' @section Scales of your own:
#' An axis that you add, such as `+ scale_y_log10()`, keeps the unit of the title and, by default,
#' the labels of the picture. A function of `labels` gets the numbers of the axis, or shares if
#' these are percentages.
#' @concept ggplot2 theme
#' @concept colour-blind
#' @export
#' @examples
#' plot_ece(simulate_lr(100, 300, s = 2)) + theme_calibrant(14)
theme_calibrant <- function(base_size = letter_size(width), base_family = "", width = NULL) {
  if (!is.null(width)) check_number(width, above = 0)
  check_number(base_size, above = 0)
  check_that(rlang::is_string(base_family), "be the name of a font.", base_family)
  theme <- ggplot2::theme_minimal(base_size = base_size, base_family = base_family) +
    ggplot2::theme(
      panel.grid.minor = ggplot2::element_blank(),
      panel.grid.major = ggplot2::element_line(colour = "grey90", linewidth = 0.25),
      panel.border = ggplot2::element_rect(fill = NA, colour = "grey60", linewidth = 0.4),
      plot.background = ggplot2::element_rect(fill = "white", colour = NA),
      strip.text = ggplot2::element_text(size = ggplot2::rel(0.9)),
      plot.subtitle = ggplot2::element_text(size = ggplot2::rel(0.95)),
      legend.text = ggplot2::element_text(size = ggplot2::rel(0.85))
    ) +
    do.call(ggplot2::theme, furniture(base_size / 11))
  attr(theme, "width") <- width
  scaled_theme(theme, base_size / 11)
}

# 11 points on pages of 5.5 inches and more, 7 in a column of a journal.
letter_size <- function(width) round(min(max(7, 7 + ((width %||% 5.5) - 3.3) * 4 / 2.2), 11), 1)

# A theme cannot set the size of marks, but an object added to a plot may change it.
#' @exportS3Method ggplot2::ggplot_add
ggplot_add.calibrant_theme <- function(object, plot, object_name) { # nolint: object_name_linter.
  scale <- attr(object, "scale")
  plot <- NextMethod()
  if (is.null(scale) || scale == 1) return(plot)
  plot$layers <- lapply(plot$layers, rescale_layer, scale)
  plot
}

# Plots share layers, so a copy is changed.
rescale_layer <- function(layer, scale) {
  sizes <- intersect(c("size", "linewidth"), names(layer$aes_params))
  if (length(sizes) == 0) return(layer)
  changed <- layer$aes_params
  changed[sizes] <- lapply(changed[sizes], `*`, scale)
  ggplot2::ggproto(NULL, layer, aes_params = changed)
}

# Settings of a theme that every plot has: places of legend and caption, and space for dashes and
# ticks.
furniture <- function(scale = 1) {
  list(
    legend.position = "bottom",
    legend.box = "vertical",
    legend.margin = ggplot2::margin(0, 0, 0, 0),
    legend.spacing.y = ggplot2::unit(0, "pt"),
    legend.box.spacing = ggplot2::unit(4, "pt"),
    legend.key.height = ggplot2::unit(14.4 * scale, "pt"),
    legend.key.width = ggplot2::unit(23 * scale, "pt"),
    plot.caption = ggplot2::element_text(hjust = 0),
    plot.caption.position = "plot",
    plot.title.position = "plot",
    strip.clip = "off",
    strip.placement = "outside",
    panel.spacing.x = ggplot2::unit(14 * scale, "pt")
  )
}

# A complete theme states everything; settings that it has from ggplot2 are replaced by ours. Its
# letters, and the marks, shrink on a page that is too narrow for them.
furnished <- function(theme, width) {
  if (!is.null(attr(theme, "scale"))) return(theme)
  size <- min(theme$text$size, 2.2 * width)
  ours <- furniture(size / 11)
  plain <- ggplot2::theme_grey(theme$text$size)
  free <- vapply(names(ours), \(name) identical(theme[[name]], plain[[name]]), NA)
  theme <- theme + do.call(ggplot2::theme, ours[free]) +
    ggplot2::theme(text = ggplot2::element_text(size = size))
  scaled_theme(theme, min(size / 11, 1))
}

scaled_theme <- function(theme, scale) {
  class(theme) <- c("calibrant_theme", class(theme))
  attr(theme, "scale") <- scale
  theme
}

# Last layer of every picture: its caption, and its text for readers who cannot see it. `kind`,
# `systems` and `findings` are for alt_text(), `notes` stand below.
framed <- function(kind, systems, findings = NULL, ..., notes = NULL) {
  structure(
    list(ggplot2::labs(
      ..., caption = caption_text(notes), alt = alt_text(kind, systems, findings)
    )),
    class = "calibrant_frame"
  )
}
