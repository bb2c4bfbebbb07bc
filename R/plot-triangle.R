# Frame and coordinates of pictures of three classes in a triangle.

# The corners by name, and `room` for these, in place of axes.
triangle_frame <- function(classes, room, clip) {
  corners <- data.frame(triangle_outline()[1:3, ], label = classes, vjust = c(1.6, 1.6, -0.7))
  list(
    ggplot2::geom_text(
      ggplot2::aes(label = .data$label, vjust = .data$vjust), data = corners, size = 3.6
    ),
    ggplot2::scale_x_continuous(breaks = NULL, expand = ggplot2::expansion(mult = room)),
    ggplot2::scale_y_continuous(breaks = NULL, expand = ggplot2::expansion(mult = room)),
    ggplot2::coord_equal(clip = clip)
  )
}

triangle_outline <- function() data.frame(x = c(0, 1, 0.5, 0), y = c(0, 0, sqrt(3) / 2, 0))

# Barycentric to plane coordinates, a row per point.
in_triangle <- function(q) {
  q <- matrix(q, ncol = 3)
  data.frame(x = q[, 2] + q[, 3] / 2, y = q[, 3] * sqrt(3) / 2)
}
