# Picture of a probabilistic confusion matrix.

#' @rdname prob_confusion
#' @param object A `prob_confusion()`.
#' @exportS3Method ggplot2::autoplot prob_confusion
autoplot.prob_confusion <- function(object, ...) {
  check_dots(...)
  ggplot2::ggplot(as.data.frame(object), ggplot2::aes(.data$predicted, .data$truth)) +
    ggplot2::geom_tile(ggplot2::aes(fill = .data$value), colour = "grey60", linewidth = 0.3) +
    ggplot2::geom_text(
      ggplot2::aes(label = sprintf("%.2f", .data$value), colour = .data$value > 0.5),
      size = 3
    ) +
    ggplot2::scale_fill_gradient(
      low = "white", high = "grey20", limits = c(0, 1), name = label("Mean posterior"),
      guide = ggplot2::guide_colourbar(title.position = "top")
    ) +
    ggplot2::scale_colour_manual(values = c("FALSE" = "black", "TRUE" = "white"), guide = "none") +
    ggplot2::scale_x_discrete(expand = c(0, 0)) +
    ggplot2::scale_y_discrete(limits = rev, expand = c(0, 0)) +
    ggplot2::coord_equal() +
    framed(
      label("Mean posterior of each class, true classes in rows"), "",
      label("%s: %s for itself.", rownames(object), percent_text(diag(unclass(object)))),
      x = label("Predicted class"), y = label("True class")
    )
}

#' @rdname prob_confusion
#' @export
plot.prob_confusion <- function(x, ...) plot.calibrant_curve(x, ...)

#' @rdname prob_confusion
#' @export
as.data.frame.prob_confusion <- function(x, ...) {
  as.data.frame(as.table(unclass(x)), responseName = "value")
}
