# Operating points by number, with a key below; points at one place share a line.
numbered_points <- function(points) {
  if (is.null(points)) return(NULL)
  points <- points[order(points$log10_prior_odds), ]
  place <- signif(points$log10_prior_odds, 10)
  points$number <- match(place, unique(place))
  points
}

point_key <- function(points) {
  if (!is.null(points)) labelf("Operating points: %s.", numbered_key(points))
}

numbered_key <- function(points) {
  key <- tapply(as.character(points$name), points$number, names_in_short)
  paste(names(key), key, collapse = "; ")
}

# Lines up to the numbers, which are in a separate margin, with neighbours on two levels.
operating_verticals <- function(points, x, top, shown) {
  if (is.null(points)) return(NULL)
  points <- points[!duplicated(points$number), ]
  # Numbers at the ends of the axis stay inside.
  along <- (points[[x]] - shown[1]) / diff(shown)
  points$hjust <- ifelse(along < 0.02, 0, ifelse(along > 0.98, 1, 0.5))
  points$height <- top * ifelse(points$number %% 2 == 1, 1.03, 1.085)
  list(
    ggplot2::geom_segment(
      ggplot2::aes(.data[[x]], xend = .data[[x]], y = 0, yend = top),
      data = points, linetype = "longdash", linewidth = widths["rule"], colour = "grey50",
      inherit.aes = FALSE
    ),
    plain_label(
      ggplot2::aes(.data[[x]], .data$height, label = .data$number, hjust = .data$hjust),
      data = points, size = note_size, inherit.aes = FALSE
    )
  )
}
