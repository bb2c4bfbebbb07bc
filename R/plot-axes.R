# Axes that pictures share: LRs, priors, shares, and the labels of their ticks.

unit_axis <- function(scale, ..., by = 0.25) {
  scale(breaks = seq(0, 1, by), labels = percent_labels, minor_breaks = NULL, ...)
}

# Axes of shares, with a panel as wide as high.
unit_square <- function(...) {
  list(
    unit_axis(ggplot2::scale_x_continuous, ...), unit_axis(ggplot2::scale_y_continuous, ...),
    ggplot2::coord_fixed(xlim = c(0, 1), ylim = c(0, 1))
  )
}

# Ticks as plotmath, which has a true minus on every device.
tick_labels <- function(x) {
  if (!any(x < 0 | is.infinite(x), na.rm = TRUE)) return(ifelse(is.na(x), "", format_number(x)))
  parse(text = ifelse(is.na(x), "''", minus_label(x)))
}

# An expression has a true minus; digits are in quotes, since their decimal mark may be a comma.
minus_label <- function(x) {
  size <- ifelse(is.infinite(x), "infinity", paste0("'", format_number(abs(x)), "'"))
  paste0(ifelse(x < 0, "-", ""), size)
}

# Labels of shares; `unit` follows them if the title does not state it.
percent_labels <- function(x, unit = "") paste0(format_number(100 * x), unit)

lr_units <- c("log10", "ln", "probability")

# An axis of log10 values, with its ticks at round numbers of the unit.
log_scale <- function(unit, scale = ggplot2::scale_x_continuous, ticks = 5, ...) {
  unit_scale(
    scale, unit, breaks = ticks_of_unit(unit, ticks),
    guide = ggplot2::guide_axis(check.overlap = TRUE), ...
  )
}

ticks_of_unit <- function(unit, n = 5) {
  if (unit == "probability") return(probability_breaks)
  \(limits) {
    per <- log_units[[unit]]
    scales::breaks_extended(n, Q = c(1, 2, 5, 4, 3))(limits * per) / per
  }
}

# Ticks at even odds and at 10, 1, 0.1 % and so on from certainty, with more in between on a short
# axis. Ticks end at 1e-7 from certainty, since more nines are unreadable.
probability_breaks <- function(limits) {
  far <- far_odds(7)
  ticks <- c(far, 0, -far)
  inside <- \(x) sum(x >= limits[1] & x <= limits[2])
  if (inside(ticks) > 9) ticks <- c(far[c(2, 4, 6)], 0, -far[c(2, 4, 6)])
  if (inside(ticks) < 4) ticks <- c(ticks, near_odds)
  sort(ticks)
}

probability_labels <- function(x, unit = "") {
  labels <- rep("", length(x))
  there <- which(!is.na(x))
  near <- signif(100 * from_certainty(x[there]), 3)
  labels[there] <- vapply(ifelse(x[there] > 0, 100 - near, near), format, "", digits = 12,
    scientific = FALSE, drop0trailing = TRUE)
  ifelse(nzchar(labels), paste0(labels, unit), "")
}

# Scale of log10 values with labels in the unit of an axis, and `to`, the numbers that they show;
# `shown` maps places to values.
unit_scale <- function(scale, unit, ..., shown = identity) {
  to <- \(x) to_axis_unit(shown(x), unit)
  scale <- scale(..., minor_breaks = NULL, labels = if (unit == "probability") {
    \(x, unit = "") probability_labels(shown(x), unit)
  } else {
    \(x) tick_labels(round(to(x), 10))
  })
  scale$to <- to
  scale
}

# The axes of a picture, with their titles.
labelled_axes <- function(plot) {
  scales <- Filter(\(scale) scale$aesthetics[1] %in% c("x", "y"), plot$scales$scales)
  lapply(scales, \(scale) list(scale = scale, title = plot$labels[[scale$aesthetics[1]]]))
}

# Scales of the user replace those of the picture, but keep its units. Without labels they have
# those of the picture; their functions label its numbers, which are shares for a title in percent.
# A title loses its "(%)" if the labels are no percentages. If a title of the user lacks the sign,
# the labels have it.
keep_unit <- function(plot, axis) {
  ours <- axis$scale
  name <- ours$aesthetics[1]
  scale <- plot$scales$get_scales(name)
  is_free <- \(field) inherits(scale[[field]], "waiver")
  title <- if (is_free("name")) plot$labels[[name]] else scale$name
  percent <- any(grepl("(%)", axis$title, fixed = TRUE))
  if (!is.null(ours$to) && is_free("breaks")) scale$breaks <- \(limits) ours$breaks(sort(limits))
  if (is_free("labels") || isTRUE(scale$is_ours)) {
    unstated <- percent && !any(grepl("%", title, fixed = TRUE))
    scale$labels <- if (unstated) \(x) ours$labels(x, " %") else ours$labels
    return(plot)
  }
  labels <- scale$labels
  to <- ours$to %||% identity
  if (is.function(labels)) scale$labels <- \(x) replace(labels(to(x)), is.na(to(x)), "")
  if (percent && identical(title, axis$title) && !are_percentages(labels, scale$breaks, to)) {
    plot$labels[[name]] <- sub(" *\\(%\\)", "", title)
  }
  plot
}

are_percentages <- function(labels, breaks, to) {
  shares <- if (is.function(labels)) c(0.25, 0.75) else if (is.numeric(breaks)) to(breaks)
  texts <- as.character(if (is.function(labels)) labels(shares) else labels)
  isTRUE(all.equal(suppressWarnings(as.double(texts)), 100 * shares))
}

# A ratio of units has no meaning if an axis of the user has another transformation. In a stack of
# patchwork a panel of fixed shape would make the whole column as narrow as itself.
keep_shape <- function(plot, stacked = NULL) {
  if (is.null(plot$coordinates$ratio)) return(plot)
  if (isTRUE(stacked) && plot$coordinates$default) {
    return(plot + ggplot2::ggproto(NULL, plot$coordinates, ratio = NULL, aspect = \(...) NULL))
  }
  # Names and dates have no such steps.
  steps <- lapply(c("x", "y"), \(name) {
    or_null(abs(diff(plot$scales$get_scales(name)$transform(c(0.1, 0.2, 0.5)))))
  })
  if (isTRUE(all.equal(steps[[1]], steps[[2]]))) return(plot)
  plot + ggplot2::theme(aspect.ratio = plot$theme$aspect.ratio %||% 1)
}

# The axis of LRs or of scores.
lr_axis <- function(scale, unit, when = "", ...) {
  check_choice(unit, lr_units, "x_axis")
  if (scale == "score") {
    return(list(log_scale("log10", ...), ggplot2::labs(x = trimws(paste(label("Score"), when)))))
  }
  list(log_scale(unit, ...), ggplot2::labs(x = lr_title(trimws(paste("LR", when)), unit)))
}

lr_title <- function(words, unit) {
  switch(unit,
    log10 = log10_title(words),
    ln = as.expression(paste("ln", words)),
    probability = label("%s, as probability at even prior odds (%%)", words)
  )
}

prior_axes <- c("log10_odds", "ln_odds", "probability")

# The axis of priors, to the edges of the panel.
prior_axis <- function(x_axis, of = "H1", ticks = 5) {
  if (x_axis == "probability") {
    return(list(
      unit_axis(ggplot2::scale_x_continuous, by = if (ticks < 5) 0.5 else 0.25, expand = c(0, 0)),
      ggplot2::labs(x = label("Prior probability of %s (%%)", of))
    ))
  }
  ln <- x_axis == "ln_odds"
  list(
    log_scale(if (ln) "ln" else "log10", ticks = ticks, expand = c(0, 0)),
    ggplot2::labs(x = if (ln) {
      label("Prior ln odds of %s", of)
    } else {
      log10_title(label("Prior {log10} odds of %s", of))
    })
  )
}

prior_column <- function(x_axis) {
  check_choice(x_axis, prior_axes)
  if (x_axis == "probability") "prior" else "log10_prior_odds"
}
