#' Histogram of likelihood ratios
#'
#' Two panels on one axis, H1 above H2, so that the eye compares where the log10 LRs of each
#' hypothesis lie.
#'
#' Trials beyond the axis, with LR = 0 or LR = Inf among them, are counted at its edges.
#'
#' @param object An [lr_histogram()].
#' @inheritParams lr_histogram
#' @param y `"count"` for numbers of trials, `"density"` for their share per unit of the axis, which
#'   makes hypotheses of different size comparable.
#' @param ... For `plot_lr_histogram()`, passed on to [lr_set()] where `x` is not one yet.
#' @return A ggplot, to which scales, themes and labels can be added.
#' @name plot_lr_histogram
#' @examples
#' plot_lr_histogram(simulate_lr(200, 1000, s = 2))
NULL

#' @rdname plot_lr_histogram
#' @export
plot_lr_histogram <- function(x, ..., bins = 30, breaks = NULL, y = "count") {
  autoplot(lr_histogram(lr_set(x, ...), bins = bins, breaks = breaks), y = y)
}

#' @rdname plot_lr_histogram
#' @export
autoplot.lr_histogram <- function(object, y = "count", ...) {
  object <- drawn_curve(object, c("system", "n_h1", "n_h2", "density_h1", "density_h2"))
  check_choice(y, c("count", "density"), "y", rlang::current_env())
  columns <- paste0(if (y == "count") "n" else "density", c("_h1", "_h2"))
  scale <- attr(object, "scale")
  bins <- cbind(object, pav_ranges(object))
  finite <- bins[is.finite(bins$min) & is.finite(bins$max), ]
  bars <- stack_hypotheses(finite, c("system", "min", "max"), columns[1], columns[2])
  ggplot2::ggplot() +
    (if (scale != "score") {
      ggplot2::geom_vline(xintercept = 0, colour = "grey60", linewidth = 0.3)
    }) +
    histogram_bars(bars) +
    edge_bins(object) +
    scale_hypothesis_fill() +
    hypothesis_panels(object) +
    ggplot2::labs(x = axis_title(scale), y = if (y == "count") "Trials" else "Density")
}

histogram_bars <- function(bars) {
  ggplot2::geom_rect(
    ggplot2::aes(
      xmin = .data$min, xmax = .data$max, ymin = 0, ymax = .data$value, fill = .data$hypothesis
    ),
    data = bars, colour = "white", linewidth = 0.1, show.legend = FALSE
  )
}

hypothesis_panels <- function(data) {
  if (nlevels(data$system) > 1) {
    ggplot2::facet_grid(
      ggplot2::vars(.data$hypothesis), ggplot2::vars(.data$system), scales = "free_y"
    )
  } else {
    ggplot2::facet_grid(ggplot2::vars(.data$hypothesis), scales = "free_y")
  }
}

edge_bins <- function(histogram) {
  labels <- beyond_labels(histogram)
  ends <- stack_hypotheses(labels, c("system", "where", "at", "hjust"), "n_h1", "n_h2")
  ends <- ends[ends$value > 0, ]
  if (nrow(ends) == 0) {
    return(NULL)
  }
  ends$label <- paste0(ends$where, ":\n", plain_count(ends$value))
  list(
    ggplot2::geom_text(
      ggplot2::aes(.data$at, Inf, label = .data$label, hjust = .data$hjust),
      data = ends, vjust = 1.3, size = 3, lineheight = 0.95
    ),
    ggplot2::scale_y_continuous(expand = ggplot2::expansion(c(0.05, 0.35)))
  )
}
