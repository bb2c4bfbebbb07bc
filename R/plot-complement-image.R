#' @rdname complement_image
#' @param object A `complement_image()`.
#' @param ... Must be empty.
#' @export
autoplot.complement_image <- function(object, ...) {
  check_dots(...)
  words <- label(c(none = "Before", actual = "After the map"))
  levels(object$stage) <- words
  ggplot2::ggplot(object, ggplot2::aes(.data$x, .data$y)) +
    ggplot2::geom_path(
      ggplot2::aes(
        group = interaction(.data$stage, .data$line), colour = .data$stage,
        linewidth = .data$stage
      )
    ) +
    ggplot2::scale_colour_manual(
      values = rlang::set_names(roles[names(words), "colour"], words)
    ) +
    ggplot2::scale_linewidth_manual(
      values = rlang::set_names(widths[c("rule", "thin")], words)
    ) +
    untitled(colour = words, linewidth = words) +
    bare_triangle(c("1", "2", "3")) +
    ggplot2::labs(alt = alt_text(
      label("The simplex of three classes under the complement map"), "",
      label("Corners and middle stay, edges become curves inside: a star with three points.")
    )) +
    furniture()
}
