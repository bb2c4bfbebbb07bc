# Picture of a sweep over subsets of the classes.

#' @rdname prior_sweep
#' @param object A [prior_sweep()].
#' @section Picture:
#' `autoplot()` returns a ggplot with a dot for every subset, in a column for each size of subset.
#' Dots above the bar of a column, the value without evidence, mean harm. Infinite values are open
#' triangles at the top. Undefined values and subsets of one class are not shown.
#' @concept picture of subsets
#' @exportS3Method ggplot2::autoplot prior_sweep
autoplot.prior_sweep <- function(object, measure = "cavg", ...) {
  check_choice(measure, names(words_for("sweep")))
  object <- drawn_curve(object, c(
    "system", "n_classes", measure, if (measure == "cross_entropy") "cross_entropy_null"
  ))
  check_dots(...)
  data <- sweep_layout(object, measure)
  # A good recogniser costs far less than none, and bars of no recogniser would flatten all others.
  squeezed <- max(data$value) < 0.6 * min(data$null)
  note <- sweep_note(data, squeezed)
  ggplot2::ggplot(data, ggplot2::aes(.data$x, .data$value)) +
    ggplot2::geom_segment(
      ggplot2::aes(
        x = .data$n_classes - 0.45, xend = .data$n_classes + 0.45,
        y = .data$null, yend = .data$null
      ),
      data = unique(data[c("system", "n_classes", "null")]), colour = roles["none", "colour"],
      linewidth = widths["main"]
    ) +
    ggplot2::geom_point(
      ggplot2::aes(shape = .data$infinite),
      size = if (nrow(data) > 2000) 0.4 else 1.2
    ) +
    ggplot2::scale_shape_manual(values = c("FALSE" = 16, "TRUE" = 2), guide = "none") +
    ggplot2::scale_x_continuous(breaks = unique(object$n_classes)) +
    facet_systems(data) +
    (if (squeezed) ggplot2::coord_cartesian(ylim = c(0, 1.1 * max(data$value)))) +
    framed(
      label("Dots of subsets of the classes"), levels(data$system), note,
      x = label("Number of classes in the subset"), y = words_for("sweep")[[measure]], notes = note
    )
}

sweep_note <- function(data, squeezed) {
  without <- unique(format_number(range(data$null)))
  paste(c(
    if (squeezed) {
      c(
        label("Without evidence: %s, above the panel.", paste(without, collapse = label(" to "))),
        label("Dots of one size of subset are sorted.")
      )
    } else {
      label("Grey bars: without evidence. Dots of one size of subset are sorted.")
    },
    if (any(data$infinite)) {
      label("Triangles: infinite. Number of subsets: %s.", plain_count(sum(data$infinite)))
    }
  ), collapse = " ")
}

# Dots for subsets of one size are side by side, sorted by value.
sweep_layout <- function(sweep, measure) {
  data <- as.data.frame(unclass(sweep)[c("system", "n_classes")])
  data$value <- sweep[[measure]]
  data$null <- switch(measure,
    cavg = 0.5,
    cross_entropy = sweep$cross_entropy_null,
    misclassification = 1 - 1 / data$n_classes
  )
  data <- data[!is.na(data$value) & data$n_classes > 1, ]
  refuse_if(nrow(data) == 0, "sweep_empty")
  data$infinite <- is.infinite(data$value)
  data$value <- pmin(data$value, 1.1 * max(data$null, data$value[!data$infinite]))
  group <- interaction(data$system, data$n_classes, drop = TRUE)
  middle <- \(v) (rank(v, ties.method = "first") - 0.5) / length(v)
  place <- stats::ave(data$value, group, FUN = middle)
  data$x <- data$n_classes + 0.8 * (place - 0.5)
  data
}
