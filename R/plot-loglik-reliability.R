#' Plot the reliability of the posteriors of each class
#'
#' A panel per class (and system): the proportion of the class in each bin against its mean
#' posterior, as points whose size grows with the number of trials, and the dashed line on which
#' calibrated posteriors lie.
#'
#' Points **below** the line for large posteriors and **above** it for small ones show a recogniser
#' that is too sure of itself; the other way round, one that is too timid.
#'
#' @param object From [reliability_curve()][reliability_curve.loglik_set].
#' @inheritParams class_reliability
#' @return A ggplot, to which scales, themes and labels can be added.
#' @inherit class_reliability references
#' @seealso [class_reliability] for the numbers
#' @name plot_class_reliability
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")
#' plot_class_reliability(x["kernel"], bins = 5)
#' plot_class_reliability(predict(calibrate(x["kernel"]), x["kernel"]), bins = 5)
NULL

#' @rdname plot_class_reliability
#' @export
plot_class_reliability <- function(x, prior = NULL, bins = 10, ...) {
  autoplot(reliability_curve(loglik_set(x, ...), prior = prior, bins = bins))
}

#' @rdname plot_class_reliability
#' @export
autoplot.class_reliability <- function(object, ...) {
  object <- drawn_curve(object, c("system", "class", "posterior", "proportion", "n"))
  rlang::check_dots_empty()
  ggplot2::ggplot(object, ggplot2::aes(.data$posterior, .data$proportion)) +
    ggplot2::geom_abline(linetype = "dashed", colour = "grey30") +
    ggplot2::geom_line(colour = "#0072B2") +
    ggplot2::geom_point(ggplot2::aes(size = .data$n), colour = "#0072B2") +
    ggplot2::scale_size_area(max_size = 4, name = "Trials", breaks = whole_breaks) +
    ggplot2::scale_x_continuous(breaks = c(0, 0.5, 1), labels = c("0", "0.5", "1")) +
    ggplot2::scale_y_continuous(breaks = c(0, 0.5, 1), labels = c("0", "0.5", "1")) +
    ggplot2::coord_equal(xlim = c(0, 1), ylim = c(0, 1)) +
    (if (nlevels(object$system) > 1) {
      ggplot2::facet_grid(ggplot2::vars(.data$system), ggplot2::vars(.data$class))
    } else {
      ggplot2::facet_wrap(ggplot2::vars(.data$class))
    }) +
    ggplot2::labs(x = "Posterior of the class", y = "Proportion of the class")
}

whole_breaks <- function(limits) {
  breaks <- unique(round(pretty(limits, 4)))
  breaks[breaks > 0]
}
