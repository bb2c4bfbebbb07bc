#' @rdname prior_weight
#' @param object A `prior_weight_surface()`.
#' @param ... Must be empty.
#' @export
autoplot.prior_weight_surface <- function(object, ...) {
  check_dots(...)
  borders <- seq(0, 1 / 9, length.out = 10)
  words <- paste0(sprintf("%.3f", borders[-10]), label(" to "), sprintf("%.3f", borders[-1]))
  ggplot2::ggplot(object, ggplot2::aes(.data$x1, .data$x2, z = .data$weight)) +
    ggplot2::geom_contour_filled(breaks = borders + c(rep(0, 9), 1e-9)) +
    ggplot2::scale_fill_grey(start = 0.98, end = 0.2, labels = words, name = label("Weight")) +
    ggplot2::guides(fill = legend_below(words, title.position = "top")) +
    ggplot2::scale_x_continuous(labels = tick_labels) +
    ggplot2::scale_y_continuous(labels = tick_labels) +
    ggplot2::coord_equal(expand = FALSE) +
    ggplot2::labs(
      x = label("ln prior odds of class 1 and 3"), y = label("ln prior odds of class 2 and 3"),
      alt = alt_text(label("Weight of error rates over the prior odds of three classes"), "",
        labelf("It is greatest, %s, where all are equal.", format_number(max(object$weight))))
    ) +
    furniture()
}
