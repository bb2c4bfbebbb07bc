# Picture of the reliability of the posteriors of each class.

#' @rdname class_reliability
#' @param object From [reliability_curve()][reliability_curve.loglik_set].
#' @section Picture:
#' `autoplot()` returns a ggplot with a panel per class (and system). Larger points have more
#' trials. Calibrated posteriors lie on the dotted line. Points **below** it for large posteriors
#' and **above** it for small ones show overconfidence; the reverse, underconfidence.
#' @concept picture of class reliability
#' @examples
#' autoplot(reliability_curve(x["kernel"], bins = 5))
#' @exportS3Method ggplot2::autoplot class_reliability
autoplot.class_reliability <- function(object, ...) {
  object <- drawn_curve(object, c("system", "class", "posterior", "observed", "n"))
  check_dots(...)
  systems <- levels(object$system)
  ggplot2::ggplot(object, ggplot2::aes(.data$posterior, .data$observed)) +
    neutral_line(ggplot2::geom_abline) +
    ggplot2::geom_line(linewidth = widths["rule"]) +
    ggplot2::geom_point(ggplot2::aes(size = .data$n, shape = .data$n < 10)) +
    ggplot2::scale_size_area(max_size = 4, name = label("Trials"), breaks = some_sizes) +
    ggplot2::scale_shape_manual(values = c("FALSE" = 16, "TRUE" = 1), guide = "none") +
    unit_square(by = 0.5) +
    (if (length(systems) == 1) {
      ggplot2::facet_wrap(ggplot2::vars(.data$class))
    } else {
      ggplot2::facet_grid(
        ggplot2::vars(.data$system), ggplot2::vars(.data$class),
        labeller = fitted_labeller(levels(object$class), \(broken, along) {
          ggplot2::labeller(system = rlang::set_names(along(systems), systems), class = broken)
        })
      )
    }) +
    framed(
      label("Reliability of the posteriors of each class"), systems, class_findings(object),
      x = label("Posterior of the class (%)"), y = label("Proportion of the class (%)"),
      notes = if (any(object$n < 10)) label("Hollow: fewer than 10 trials.")
    )
}

# The mean distance of the points from the diagonal, weighted by numbers of trials.
class_findings <- function(object) {
  each_finding(object, \(part) {
    gap <- stats::weighted.mean(abs(part$observed - part$posterior), part$n)
    label("proportions are %s percentage points from the posteriors on average.",
      format_number(100 * gap, 2))
  })
}

some_sizes <- function(limits) {
  breaks <- unique(round(pretty(limits, 4)))
  breaks[breaks > 0]
}
