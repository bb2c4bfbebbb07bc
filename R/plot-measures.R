#' @rdname measures
#' @param object The result of `measures()` or `compare_systems()`.
#' @export
autoplot.measures <- function(object, ...) {
  rlang::check_dots_empty()
  data <- measure_panels(object)
  data$at <- data$estimate
  # The first system is on top.
  data$row <- factor(data$system, levels = rev(levels(data$system)))
  draw_intervals(data) +
    ggplot2::labs(x = interval_axis(object, "Estimate"), y = NULL)
}

#' @export
autoplot.measure_comparison <- function(object, ...) {
  rlang::check_dots_empty()
  data <- measure_panels(object)
  data$at <- data$difference
  pairs <- paste(data$system1, "\u2212", data$system2)
  data$row <- factor(pairs, levels = rev(unique(pairs)))
  draw_intervals(data) +
    ggplot2::geom_vline(xintercept = 0, linetype = "dotted", colour = "grey30", linewidth = 0.7) +
    ggplot2::labs(x = interval_axis(object, "Difference"), y = NULL)
}

# One panel per measure and prior.
measure_panels <- function(object) {
  data <- as.data.frame(object)
  panel <- paste0(
    data$measure, ifelse(is.na(data$prior), "", paste(", prior", format_number(data$prior)))
  )
  data$panel <- factor(panel, levels = unique(panel))
  data
}

# Infinite ends run out of the panel; an infinite estimate is said to be one.
draw_intervals <- function(data) {
  known <- data[is.finite(data$at), ]
  drawn <- data[!is.na(data$lower) & !is.na(data$upper), ]
  lost <- data[!is.finite(data$at), ]
  ggplot2::ggplot(data, ggplot2::aes(y = .data$row)) +
    ggplot2::geom_blank() +
    ggplot2::geom_linerange(
      ggplot2::aes(xmin = .data$lower, xmax = .data$upper),
      data = drawn, linewidth = 0.7, orientation = "y"
    ) +
    ggplot2::geom_point(ggplot2::aes(.data$at), data = known, size = 2) +
    ggplot2::geom_text(
      ggplot2::aes(Inf, label = ifelse(is.na(.data$at), "undefined", "infinite")),
      data = lost, hjust = 1.05, vjust = -0.6, size = 3
    ) +
    ggplot2::facet_wrap(ggplot2::vars(.data$panel), scales = "free_x")
}

interval_axis <- function(object, what) {
  how <- attr(object, "resampling")
  if (is.null(how) || how$replicates == 0) {
    return(what)
  }
  sprintf("%s with %s %% interval", what, format(100 * how$level))
}
