# Pictures of calibrations of many classes.

#' @rdname loglik_calibration-methods
#' @param measure As for [class_losses()].
#' @exportS3Method ggplot2::autoplot loglik_calibration
autoplot.loglik_calibration <- function(object, newdata = NULL, measure = "cross_entropy", ...) {
  check_intact_class_fit(object)
  check_dots(...)
  plot <- autoplot(losses_around_fit(object, newdata, measure))
  if (!is.null(newdata)) return(plot)
  own <- label("On the trials that it was trained on.")
  plot + ggplot2::labs(caption = caption_text(attr(plot$labels$caption, "notes"), own))
}

#' @rdname loglik_calibration-methods
#' @export
plot.loglik_calibration <- function(x, ...) plot.calibrant_curve(x, ...)
