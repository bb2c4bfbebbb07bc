# Trials beyond the axis of a picture: its window, and marks at its ends.

# Shows the window of a curve. If nothing is cut off, ggplot2 sets the limits of the axis.
show_window <- function(curve) {
  if (isTRUE(attr(curve, "cut"))) ggplot2::coord_cartesian(xlim = attr(curve, "window"))
}

# A row per system and end of the axis with trials beyond it.
beyond_rows <- function(curve) {
  beyond <- attr(curve, "beyond")
  beyond <- beyond[beyond$n_h1 + beyond$n_h2 > 0, ]
  low <- beyond$end == "low"
  beyond$at <- attr(curve, "window")[ifelse(low, 1, 2)]
  beyond$hjust <- ifelse(low, 0, 1)
  beyond
}

# Triangles at the ends of the axis with the numbers of trials beyond, in a margin of their own.
edge_marks <- function(rows) {
  if (nrow(rows) == 0) return(NULL)
  low <- rows$end == "low"
  # Labels begin beyond their triangle.
  rows$label <- paste0(ifelse(low, "    ", ""), rows$label, ifelse(low, "", "    "))
  list(
    ggplot2::geom_point(
      ggplot2::aes(.data$at, .data$height), data = rows, inherit.aes = FALSE,
      shape = ifelse(low, 25, 24), fill = "grey30", colour = "grey30", size = 1.6
    ),
    ggplot2::geom_text(
      ggplot2::aes(.data$at, .data$height, label = .data$label, hjust = .data$hjust),
      data = rows, inherit.aes = FALSE, size = note_size
    )
  )
}

# Note on triangles, worded alike in all plots.
beyond_note <- function(curve) {
  if (nrow(beyond_rows(curve)) == 0) return(NULL)
  trials <- counted(curve, label(c("trials", "weight of trials")))
  if (isTRUE(attr(curve, "cut"))) return(label("Triangles: %s beyond the axis.", trials))
  label("Triangles: %s with LR = 0 and LR = Inf.", trials)
}
