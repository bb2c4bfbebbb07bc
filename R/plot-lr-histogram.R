#' Histogram of likelihood ratios
#'
#' Two panels on one axis, H1 above H2, so that the eye compares where the log10 LRs of each
#' hypothesis lie.
#'
#' The density of a bin that is \eqn{h} wide is \eqn{n_i / (N_i h)}, with \eqn{n_i} of the \eqn{N_i}
#' trials under \eqn{H_i} in it.
#'
#' Trials beyond the axis, with LR = 0 or LR = Inf among them, are counted at its ends, by
#' triangles.
#'
#' @param object An [lr_histogram()].
#' @inheritParams lr_histogram
#' @param y `"count"` for numbers of trials, `"density"` for their share per unit of the axis, which
#'   makes hypotheses of different size comparable.
#' @param x_axis `"log10"` or `"ln"`: which logarithms of the LRs stand at the ticks; or
#'   `"probability"`, the posterior probability that they give at even prior odds.
#' @param ... For `plot_lr_histogram()`, arguments of [lr_histogram()], and those of [lr_set()]
#'   where `x` is not a set yet.
#' @return A ggplot, to which scales, themes and labels can be added.
#' @name plot_lr_histogram
#' @examples
#' plot_lr_histogram(simulate_lr(200, 1000, s = 2))
NULL

#' @rdname plot_lr_histogram
#' @export
plot_lr_histogram <- function(x, ..., y = "count", x_axis = "log10") {
  autoplot(lr_histogram(x, ...), y = y, x_axis = x_axis)
}

#' @rdname plot_lr_histogram
#' @export
autoplot.lr_histogram <- function(object, y = "count", x_axis = "log10", ...) {
  object <- drawn_curve(object, c("system", "n_h1", "n_h2", "density_h1", "density_h2"))
  check_choice(y, c("count", "density"), "y", rlang::current_env())
  columns <- paste0(if (y == "count") "n" else "density", c("_h1", "_h2"))
  scale <- attr(object, "scale")
  words <- hypothesis_words(object)
  bins <- cbind(as.data.frame(object), pav_ranges(object))
  finite <- bins[is.finite(bins$min) & is.finite(bins$max), ]
  bars <- stack_hypotheses(finite, c("system", "min", "max"), columns[1], columns[2], words)
  ggplot2::ggplot() +
    (if (scale != "score") {
      ggplot2::geom_vline(
        xintercept = 0, colour = roles["none", "colour"], linewidth = widths["rule"]
      )
    }) +
    histogram_bars(bars, words) +
    edge_bins(object, bars, words) +
    hypothesis_panels(bars) +
    lr_axis(scale, x_axis) +
    count_axis(object, y) +
    ggplot2::labs(
      caption = caption_text(panel_note(y), beyond_note(object)),
      alt = alt_text(
        label(if (scale == "score") {
          "Histograms of scores, H1 above H2"
        } else {
          "Histograms of log10 LRs, H1 above H2"
        }),
        levels(object$system), histogram_findings(bars), beyond_note(object)
      )
    ) +
    furniture()
}

histogram_bars <- function(bars, words) {
  outlines <- rlang::set_names(roles[names(words), "colour"], words)
  list(
    ggplot2::geom_rect(
      ggplot2::aes(
        xmin = .data$min, xmax = .data$max, ymin = 0, ymax = .data$value,
        fill = .data$hypothesis, colour = .data$hypothesis
      ),
      data = bars, linewidth = widths["rule"], show.legend = FALSE
    ),
    role_fills(words),
    ggplot2::scale_colour_manual(values = outlines, guide = "none")
  )
}

# Whole numbers on an axis of counts.
count_axis <- function(curve, y) {
  whole <- y == "count" && !isTRUE(attr(curve, "weighted"))
  title <- label(if (y == "count") counted(curve, c("Trials", "Weight of trials")) else "Density")
  list(
    ggplot2::scale_y_continuous(
      breaks = if (whole) whole_breaks else ggplot2::waiver(), labels = number_text,
      minor_breaks = NULL, expand = ggplot2::expansion(c(0.02, 0.04))
    ),
    ggplot2::labs(y = title)
  )
}

whole_breaks <- function(limits) {
  breaks <- unique(round(scales::breaks_extended(4)(limits)))
  breaks[breaks >= 0]
}

panel_note <- function(y) {
  if (y == "count") label("H1 and H2 have vertical axes of their own.")
}

hypothesis_panels <- function(data) {
  systems <- levels(data$system)
  ggplot2::facet_grid(
    ggplot2::vars(.data$hypothesis),
    if (length(systems) > 1) ggplot2::vars(.data$system),
    scales = "free_y",
    labeller = if (length(systems) > 1) {
      # All stand in one row.
      ggplot2::labeller(system = strip_words(systems, n = if (length(systems) > 2) 6 else 2))
    } else {
      "label_value"
    }
  )
}

histogram_findings <- function(bars) {
  by <- split(bars, list(bars$hypothesis, bars$system), drop = TRUE)
  vapply(by, \(part) {
    top <- part[which.max(part$value), ]
    text <- labelf("the highest bar of %s goes from %s to %s.", top$hypothesis,
      format_number(top$min), format_number(top$max))
    if (nlevels(bars$system) > 1) paste0(top$system, ": ", text) else capitalised(text)
  }, "")
}

# Above the bars of each panel.
edge_bins <- function(histogram, bars, words) {
  rows <- beyond_rows(histogram)
  ends <- stack_hypotheses(rows, c("system", "end", "at", "hjust"), "n_h1", "n_h2", words)
  ends <- ends[ends$value > 0, ]
  highest <- vapply(split(bars$value, bars$hypothesis), max, 0)
  ends$height <- 1.12 * highest[as.character(ends$hypothesis)]
  ends$label <- number_text(ends$value)
  edge_marks(ends)
}
