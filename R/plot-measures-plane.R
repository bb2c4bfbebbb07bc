# The plane of discrimination and calibration, for the comparison of many systems.

draw_loss_plane <- function(measures) {
  points <- plane_points(measures)
  names <- levels(points$system)
  drawn <- points[is.finite(points$min.value) & is.finite(points$cal.value), ]
  limits <- c(plane_end(drawn, "min"), plane_end(drawn, "cal"))
  points$words <- factor(points$system, names, system_words(names))
  ggplot2::ggplot(points, ggplot2::aes(
    .data$min.value, .data$cal.value, colour = .data$words, shape = .data$words
  )) +
    equal_costs(limits) +
    plane_intervals(points) +
    ggplot2::geom_point(size = 2.4, stroke = 0.9) +
    system_scales(levels(points$words), plain = length(names) == 1) +
    ggplot2::scale_x_continuous(labels = tick_labels, expand = c(0, 0)) +
    ggplot2::scale_y_continuous(labels = tick_labels, expand = c(0, 0)) +
    ggplot2::coord_cartesian(xlim = c(0, limits[1]), ylim = c(0, limits[2]), clip = "off") +
    framed(
      label("Calibration loss against discrimination loss"), names,
      per_system_notes(names, label("discrimination loss %s, calibration loss %s bits.",
        format_number(points$min.value), format_number(points$cal.value))),
      x = label("Discrimination loss (Cllr_min, bits)"),
      y = label("Calibration loss (Cllr_cal, bits)"),
      notes = plane_notes(points, drawn, attr(measures, "resampling")$level)
    )
}

# A row per system, with the corrected losses and their limits.
plane_points <- function(measures) {
  losses <- c(min = "cllr_min", cal = "cllr_cal")
  refuse_if(!all(losses %in% measures$measure), "plane_measures")
  systems <- levels(measures$system)
  columns <- lapply(losses, \(loss) {
    rows <- measures[measures$measure == loss, ]
    rows <- rows[match(systems, rows$system), ]
    data.frame(value = rows$corrected, lower = rows$lower, upper = rows$upper, raw = rows$estimate)
  })
  data.frame(system = factor(systems, levels = systems), columns)
}

plane_end <- function(points, loss) {
  ends <- c(points[[paste0(loss, ".value")]], points[[paste0(loss, ".upper")]])
  1.05 * max(ends[is.finite(ends)], 0.05)
}

# Lines of constant sum at a few round numbers, each labelled at its start, above or on the left.
equal_costs <- function(limits) {
  sums <- scales::breaks_extended(8)(c(0, sum(limits)))
  sums <- sums[sums > 0 & sums < 0.97 * sum(limits)]
  lines <- data.frame(
    sum = sums, x = pmax(0, sums - limits[2]), y = pmin(sums, limits[2]),
    x_end = pmin(sums, limits[1]), y_end = pmax(0, sums - limits[1])
  )
  list(
    neutral_line(
      ggplot2::geom_segment,
      ggplot2::aes(.data$x, .data$y, xend = .data$x_end, yend = .data$y_end),
      data = lines, inherit.aes = FALSE, linewidth = widths["thin"]
    ),
    ggplot2::geom_text(
      ggplot2::aes(.data$x, .data$y, label = format_number(.data$sum)),
      data = lines, inherit.aes = FALSE, colour = roles["none", "colour"], size = note_size,
      hjust = -0.4, vjust = ifelse(lines$x > 0, 1.4, 0.3)
    )
  )
}

plane_intervals <- function(points) {
  limits <- \(loss, ends) ggplot2::geom_linerange(
    ends, data = points[is.finite(points[[paste0(loss, ".lower")]]), ],
    linewidth = widths["thin"], show.legend = FALSE
  )
  list(
    limits("min", ggplot2::aes(xmin = .data$min.lower, xmax = .data$min.upper)),
    limits("cal", ggplot2::aes(ymin = .data$cal.lower, ymax = .data$cal.upper))
  )
}

plane_notes <- function(points, drawn, level) {
  lost <- setdiff(points$system, drawn$system)
  c(
    label("Dotted: equal Cllr. Lower left is better."),
    if (any(points$min.value != points$min.raw, na.rm = TRUE)) {
      label("Corrected for the optimism of PAV.")
    },
    if (any(is.finite(c(points$min.lower, points$cal.lower)))) {
      label("Lines: %s intervals.", percent_text(level))
    },
    if (length(lost) > 0) {
      label("Not drawn, as a loss is infinite or undefined: %s.", paste(lost, collapse = ", "))
    }
  )
}
