#' A theme for the pictures of calibrant
#'
#' White ground, a thin grid, legends below and captions on the left: what the demo, the report and
#' the vignettes use. No plot forces it.
#'
#' @param base_size Size of the text, in points. 11 suits a picture of 7 by 5 inches, 7 one of a
#'   column of 8 cm: then marks, lines and notes within the picture become smaller as well, and
#'   legends and captions are broken into shorter lines. Without it, or with 11, a picture narrower
#'   than about 4.2 inches has no space for them.
#' @param base_family The font.
#' @return A ggplot2 theme.
#' @section Several pictures on a page:
#'   patchwork puts them together, and `& theme_calibrant(7)` makes all of them small. Before its
#'   version 1.1.3 it fails at those with both panels in rows and systems in columns ([plot_ape()]
#'   and [plots of calibrations][plot_calibration] of several systems);
#'   `patchwork::wrap_elements(full = plot_ape(x))` helps.
#' @export
#' @examples
#' plot_ece(simulate_lr(100, 300, s = 2)) + theme_calibrant()
theme_calibrant <- function(base_size = 11, base_family = "") {
  check_number(base_size, "base_size", above = 0)
  check_that(
    rlang::is_string(base_family), "be the name of a font.", base_family, "base_family",
    rlang::current_env()
  )
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
    furniture(base_size / 11)
  class(theme) <- c("calibrant_theme", class(theme))
  attr(theme, "scale") <- base_size / 11
  theme
}

# A theme cannot say how large marks are, but what is added to a plot may change it.
#' @exportS3Method ggplot2::ggplot_add
ggplot_add.calibrant_theme <- function(object, plot, object_name) { # nolint: object_name_linter.
  scale <- attr(object, "scale")
  plot <- NextMethod()
  if (is.null(scale) || scale == 1) {
    return(plot)
  }
  plot$layers <- lapply(plot$layers, rescale_layer, scale)
  plot$guides <- rescale_guides(plot$guides, scale)
  caption <- plot$labels$caption
  notes <- attr(caption, "notes") %||% caption
  if (is.character(notes)) plot$labels$caption <- wrap_notes(notes, note_width(scale, plot))
  plot
}

# Layers are shared by the plots that they are in, so that a copy is changed.
rescale_layer <- function(layer, scale) {
  sizes <- intersect(c("size", "linewidth"), names(layer$aes_params))
  if (length(sizes) == 0) {
    return(layer)
  }
  changed <- layer$aes_params
  changed[sizes] <- lapply(changed[sizes], `*`, scale)
  ggplot2::ggproto(NULL, layer, aes_params = changed)
}

# A list of lists before ggplot2 3.5, an object of objects since, which are shared as layers are.
rescale_guides <- function(guides, scale) {
  if (!inherits(guides, "Guides")) {
    return(lapply(guides, rescale_guide, scale))
  }
  ggplot2::ggproto(NULL, guides, guides = lapply(guides$guides, rescale_guide, scale))
}

rescale_guide <- function(guide, scale) {
  words <- attr(guide, "words")
  if (is.null(words)) {
    return(guide)
  }
  n <- legend_columns(words, scale)
  changed <- if (inherits(guide, "Guide")) {
    ggplot2::ggproto(NULL, guide, params = replace(guide$params, "ncol", n))
  } else {
    replace(guide, "ncol", n)
  }
  structure(changed, words = words)
}

# What every plot sets of a theme, and any theme that is added replaces: where legend and caption
# are, and space for dashes and ticks.
furniture <- function(scale = 1) {
  ggplot2::theme(
    legend.position = "bottom",
    legend.box = "vertical",
    legend.margin = ggplot2::margin(0, 0, 0, 0),
    legend.spacing.y = ggplot2::unit(0, "pt"),
    legend.box.spacing = ggplot2::unit(4, "pt"),
    legend.key.height = ggplot2::unit(14.4 * scale, "pt"),
    legend.key.width = ggplot2::unit(1.6, "lines"),
    plot.caption = ggplot2::element_text(hjust = 0),
    plot.caption.position = "plot",
    plot.title.position = "plot",
    strip.clip = "off",
    panel.spacing.x = ggplot2::unit(14 * scale, "pt")
  )
}

# What every picture ends with: what it says to who sees it and to who does not, and where legend
# and caption are. `kind`, `systems` and `findings` are for alt_text(), `notes` stand below.
framed <- function(kind, systems, findings = NULL, ..., notes = NULL) {
  list(
    ggplot2::labs(..., caption = caption_text(notes), alt = alt_text(kind, systems, findings)),
    furniture()
  )
}
