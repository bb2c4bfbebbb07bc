# Picture of histograms of LRs.

#' @rdname lr_histogram
#' @param object An [lr_histogram()].
#' @param y `"count"` for numbers of trials, `"density"` for their share per unit of the axis, to
#'   compare hypotheses of different size.
#' @param x_axis Ticks: `"log10"` or `"ln"` of the LRs, or `"probability"` (at even prior odds).
#' @section Picture:
#' `autoplot()` and `plot_lr_histogram()` return a ggplot with two panels, H1 above H2. Triangles at
#' the ends of the axis count the trials beyond, including LR = 0 and LR = Inf.
#' @concept histogram plot
#' @concept density of LRs
#' @examples
#' plot_lr_histogram(simulate_lr(200, 1000, s = 2))
#' @export
plot_lr_histogram <- function(x, ..., y = "count", x_axis = "log10") {
  check_given()
  autoplot(lr_histogram(x, ...), y = y, x_axis = x_axis)
}

#' @rdname lr_histogram
#' @exportS3Method ggplot2::autoplot lr_histogram
autoplot.lr_histogram <- function(object, y = "count", x_axis = "log10", ...) {
  check_dots(...)
  scale <- attr(object, "scale")
  object <- drawn_curve(
    object,
    c("system", pav_range_columns(scale), "n_h1", "n_h2", "density_h1", "density_h2"),
    c("scale", "window")
  )
  bins <- cbind(as.data.frame(object), pav_ranges(object))
  bars <- stack_bins(object, bins[is.finite(bins$min) & is.finite(bins$max), ], y)
  ggplot2::ggplot() +
    (if (scale != "score") origin_line(ggplot2::geom_vline, xintercept = 0)) +
    draw_histograms(object, bars, y) +
    edge_bins(object, bars) +
    lr_axis(scale, x_axis) +
    framed(
      label(if (scale == "score") {
        "Histograms of scores, H1 above H2"
      } else {
        "Histograms of log10 LRs, H1 above H2"
      }),
      levels(object$system), c(histogram_findings(bars), beyond_note(object)),
      notes = c(panel_note(y), beyond_note(object), trials_note(object))
    )
}

# Rows of both hypotheses of bins, with heights `y`.
stack_bins <- function(curve, bins, y) {
  check_choice(y, c("count", "density"))
  columns <- paste0(if (y == "count") "n" else "density", c("_h1", "_h2"))
  keep <- c("system", "min", "max")
  stack_hypotheses(bins, keep, columns[1], columns[2], hypothesis_words(curve))
}

# H1 above H2, each with a vertical axis of its own, on which counts are whole numbers.
draw_histograms <- function(curve, bars, y) {
  systems <- levels(bars$system)
  whole <- y == "count" && !isTRUE(attr(curve, "weighted"))
  title <- if (y == "count") counted(curve, c("Trials", "Weight of trials")) else "Density"
  list(
    histogram_bars(bars),
    # All systems are in one row.
    facet_rows(ggplot2::vars(.data$hypothesis), systems, scales = "free_y"),
    ggplot2::scale_y_continuous(
      breaks = if (whole) whole_breaks else ggplot2::waiver(), labels = number_text,
      minor_breaks = NULL, expand = ggplot2::expansion(c(0.02, 0.04))
    ),
    ggplot2::labs(y = label(title))
  )
}

histogram_bars <- function(bars) {
  words <- rlang::set_names(levels(bars$hypothesis), c("h1", "h2"))
  of <- \(column) rlang::set_names(roles[names(words), column], words)
  list(
    ggplot2::geom_rect(
      ggplot2::aes(
        xmin = .data$min, xmax = .data$max, ymin = 0, ymax = .data$value,
        fill = .data$hypothesis, colour = .data$hypothesis
      ),
      data = bars, linewidth = widths["rule"], show.legend = FALSE
    ),
    ggplot2::scale_fill_manual(values = of("fill")),
    ggplot2::scale_colour_manual(values = of("colour"), guide = "none"),
    untitled(fill = words)
  )
}

whole_breaks <- function(limits) {
  breaks <- unique(round(scales::breaks_extended(4)(limits)))
  breaks[breaks >= 0]
}

panel_note <- function(y) if (y == "count") label("H1 and H2 have vertical axes of their own.")

histogram_findings <- function(bars) {
  by <- split(bars, list(bars$hypothesis, bars$system), drop = TRUE)
  vapply(by, \(part) {
    top <- part[which.max(part$value), ]
    text <- label("the highest bar of %s goes from %s to %s.", top$hypothesis,
      format_number(top$min), format_number(top$max))
    if (nlevels(bars$system) > 1) paste0(top$system, ": ", text) else capitalised(text)
  }, "")
}

# Counts above the bars of each panel.
edge_bins <- function(histogram, bars) {
  rows <- beyond_rows(histogram)
  words <- levels(bars$hypothesis)
  ends <- stack_hypotheses(rows, c("system", "end", "at", "hjust"), "n_h1", "n_h2", words)
  ends <- ends[ends$value > 0, ]
  highest <- vapply(split(bars$value, bars$hypothesis), max, 0)
  ends$height <- 1.12 * highest[as.character(ends$hypothesis)]
  ends$label <- number_text(ends$value)
  edge_marks(ends)
}
