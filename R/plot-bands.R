# Bands as ribbons in the colour of their curve, with thin edges in its line type that remain
# visible on a photocopy. Rows without limits draw nothing.

# `key` names the column with the curve of a row; `looks` has a row per curve, with its `colour` and
# its `line`.
band_ribbons <- function(data, x, key, looks) {
  data <- data[!is.na(data$lower) & !is.na(data$upper), ]
  lapply(rownames(looks), \(name) {
    part <- data[as.character(data[[key]]) == name, ]
    if (nrow(part) > 0) {
      ggplot2::geom_ribbon(
        ggplot2::aes(
          .data[[x]], ymin = .data$lower, ymax = .data$upper,
          group = interaction(.data$system, name)
        ),
        data = part, inherit.aes = FALSE, fill = looks[name, "colour"], alpha = band_alpha,
        colour = looks[name, "colour"], linetype = looks[name, "line"], linewidth = band_edge
      )
    }
  })
}

band_alpha <- 0.13
band_edge <- 0.2

# Colours and lines of curves by role; `words` as in a legend.
role_looks <- function(words) {
  data.frame(roles[names(words), c("colour", "line")], row.names = words)
}

system_looks <- function(words, line = "solid", colour = system_colours) {
  data.frame(colour = rep_len(colour, length(words)), line = line, row.names = words)
}

# Corners of a ribbon of steps, in the direction of the curve: ribbons are straight between points.
step_corners <- function(data, x, direction) {
  of_curve <- split(seq_len(nrow(data)), data$system, drop = TRUE)
  parts <- lapply(of_curve, \(i) {
    n <- length(i)
    twice <- rep(i, each = 2)
    part <- data[if (direction == "hv") twice[-2 * n] else twice[-1], ]
    part[[x]] <- data[[x]][if (direction == "hv") twice[-1] else twice[-2 * n]]
    part
  })
  do.call(rbind, unname(parts))
}

# Facts about the bands of a curve, for its caption.
band_note <- function(curve) {
  if (any(grepl("(^|_)(lower|upper)$", names(curve)))) {
    facts <- attr(curve, "bands")
    c(band_text(facts), if (isTRUE(facts$sharing)) ignored_items())
  }
}

band_text <- function(facts) {
  if (is.null(facts)) return(NULL)
  share <- percent_text(facts$level)
  by <- if (identical(facts$by, "source")) label("source") else label("trial")
  switch(facts$band,
    pointwise = label("Bands: %s at each point, drawn by %s.", share, by),
    simultaneous = label("Bands: %s for whole curves, drawn by %s.", share, by),
    training = label("Band: %s limits of each LR, for training trials drawn by %s.", share, by),
    calibrated = label("Band: where %s of calibrated samples would be, at each point.", share)
  )
}
