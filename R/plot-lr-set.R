#' Plot a set of likelihood ratios
#'
#' The picture that says most about a set: [plot_ece()] for LRs, which shows whether and where they
#' help, and [plot_det()] for uncalibrated scores, which can only be judged by their order.
#'
#' @param x,object An [lr_set()].
#' @param ... Passed on to [plot_ece()] or [plot_det()].
#' @return `autoplot()` returns a ggplot, `plot()` its input, invisibly.
#' @examples
#' plot(simulate_lr(100, 300, s = 2))
#' @export
autoplot.lr_set <- function(object, ...) {
  if (object$scale == "score") plot_det(object, ...) else plot_ece(object, ...)
}

#' @rdname autoplot.lr_set
#' @export
plot.lr_set <- function(x, ...) plot.calibrant_curve(x, ...)
