#' Plot a set
#'
#' `autoplot()` draws the most informative picture of a set: [plot_ece()] for LRs, [plot_det()] for
#' uncalibrated scores, and the [class_losses()] of each recogniser for many classes.
#'
#' @concept default plot of LRs
#' @param x,object An [lr_set()] or a [loglik_set()].
#' @param ... Passed on to [plot_ece()] or [plot_det()]; for many classes to [class_losses()].
#' @return `autoplot()` returns a ggplot, `plot()` its input, invisibly.
#' @examples
#' plot(simulate_lr(100, 300, s = 2))
#' plot(loglik_set(glass_type, truth = "type", system = "recogniser"))
#' @exportS3Method ggplot2::autoplot lr_set
#' @order 1
autoplot.lr_set <- function(object, ...) {
  check_intact(object)
  if (object$scale == "score") plot_det(object, ...) else plot_ece(object, ...)
}

#' @rdname autoplot.lr_set
#' @export
plot.lr_set <- function(x, ...) plot.calibrant_curve(x, ...)

#' @rdname autoplot.lr_set
#' @export
plot.loglik_set <- function(x, ...) plot.calibrant_curve(x, ...)
