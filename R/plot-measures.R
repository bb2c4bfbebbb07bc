# Pictures of tables of measures, and of comparisons of systems.

#' @rdname measures
#' @param object The result of `measures()` or `compare_systems()`.
#' @param type `"interval"`: each measure with its interval. `"plane"`: a point per system, with
#'   `cllr_min` (discrimination loss) on the horizontal and `cllr_cal` (calibration loss) on the
#'   vertical axis; Cllr is constant on each dotted line.
#' @details The plot shows the `corrected` value, filled, and any different `estimate`, hollow.
#' @exportS3Method ggplot2::autoplot measures
autoplot.measures <- function(object, type = "interval", ...) {
  check_dots(...)
  check_choice(type, c("interval", "plane"))
  check_intact_measures(object)
  if (type == "plane") return(draw_loss_plane(object))
  data <- measure_panels(object, "estimate")
  names <- levels(data$system)
  # The first system is on top.
  data$row <- factor(data$system, levels = rev(names))
  draw_intervals(data, length(names) == 1) +
    framed(
      label("Measures"), names, measure_findings(data, "system"), y = NULL,
      x = interval_axis(object, label("Estimate"), label("Estimate with %s %% interval")),
      notes = c(better_note(data$measure), hollow_note(data))
    )
}

#' @exportS3Method ggplot2::autoplot measure_comparison
autoplot.measure_comparison <- function(object, ...) {
  check_dots(...)
  check_intact_measures(object)
  data <- measure_panels(object, "difference")
  pair <- label("%s minus %s", data$system1, data$system2)
  data$row <- factor(pair, levels = rev(unique(pair)))
  draw_intervals(data, FALSE) +
    neutral_line(ggplot2::geom_vline, xintercept = 0) +
    framed(
      label("Differences between systems"), unique(pair),
      measure_findings(data, "row"), y = NULL,
      x = interval_axis(object, label("Difference"), label("Difference with %s %% interval")),
      notes = c(
        better_note(data$measure, label(" Below 0 the first system is better.")), hollow_note(data)
      )
    )
}

# Measures that are shares, shown as percentages.
in_percent <- function(data, columns, shares = data$measure %in% percent_measures) {
  data[shares, columns] <- 100 * data[shares, columns]
  data
}

measure_title <- function(measure) {
  # Titles with units, for the measures that have a customary name.
  titles <- words_for("measure_title")
  ifelse(measure %in% names(titles), titles[measure], measure)
}

percent_measures <- c("eer", "bayes_error", "bayes_error_min", "misclassification")

# One panel per measure and prior; `what` is the column of the estimates.
measure_panels <- function(object, what) {
  object <- drawn_curve(object, c("measure", what))
  data <- in_percent(as.data.frame(object), c(what, "corrected", "lower", "upper"))
  title <- measure_title(as.character(data$measure))
  panel <- paste0(
    title, ifelse(is.na(data$prior), "", label(", prior %s", percent_text(data$prior)))
  )
  data$panel <- factor(panel, levels = unique(panel))
  data$at <- ifelse(is.na(data$corrected), data[[what]], data$corrected)
  data$as_it_is <- data[[what]]
  data
}

added_points <- function(data, column, ...) {
  known <- data[is.finite(data[[column]] %||% rep(NA_real_, nrow(data))), ]
  if (nrow(known) > 0) ggplot2::geom_point(ggplot2::aes(.data[[column]]), data = known, ...)
}

hollow_note <- function(data) {
  if (any(data$as_it_is != data$at, na.rm = TRUE)) {
    label("Filled: corrected for the optimism of PAV. Hollow: uncorrected.")
  }
}

better_note <- function(measures, more = "") {
  moments <- measures %in% c("lr_moment_h1", "lr_moment_h2")
  if (all(moments)) return(label("1 for calibrated LRs."))
  if (all(measures == "auc")) return(label("Higher is better."))
  apart <- c(
    if (any(measures == "auc")) label(", except for the AUC"),
    if (any(moments)) label("; means are 1 for calibrated LRs")
  )
  paste0(c(label("Lower is better"), apart, ".", if (is.null(apart)) more), collapse = "")
}

measure_findings <- function(data, who) {
  who <- if (length(unique(data[[who]])) > 1) paste0(data[[who]], ", ") else ""
  value <- with_corrected_text(
    format_number(data$as_it_is), format_number(data$at), label("%s, corrected %s")
  )
  value <- with_interval(value, data$lower, data$upper, between = label(" (%s to %s)"))
  paste0(who, data$panel, ": ", value, ".")
}

# Infinite ends leave the panel; an infinite estimate is labelled.
draw_intervals <- function(data, one_row) {
  known <- data[is.finite(data$at), ]
  lost <- data[!is.finite(data$at), ]
  lost$why <- ifelse(is.na(lost$at), label("undefined"), label("infinite"))
  ggplot2::ggplot(data, ggplot2::aes(y = .data$row)) +
    ggplot2::geom_blank(ggplot2::aes(.data$at), data = panel_room(data), inherit.aes = FALSE) +
    interval_lines() +
    ggplot2::geom_point(ggplot2::aes(.data$at), data = known, size = 2) +
    ggplot2::geom_text(
      ggplot2::aes(Inf, label = .data$why),
      data = lost, hjust = 1.05, vjust = -0.6, size = note_size
    ) +
    ggplot2::scale_x_continuous(
      breaks = inner_breaks, labels = tick_labels, minor_breaks = NULL,
      guide = ggplot2::guide_axis(check.overlap = TRUE)
    ) +
    added_points(known[known$as_it_is != known$at, ], "as_it_is", size = 2, shape = 1) +
    (if (one_row) {
      ggplot2::scale_y_discrete(labels = NULL, breaks = NULL)
    } else {
      named_scale(ggplot2::scale_y_discrete(), 0.35)
    }) +
    ggplot2::facet_wrap(
      ggplot2::vars(.data$panel), scales = "free_x", ncol = min(3, nlevels(data$panel)),
      labeller = strip_labeller(levels(data$panel))
    )
}

# Ticks near the ends of a panel would touch those of its neighbour.
inner_breaks <- function(limits) {
  for (n in 4:8) {
    breaks <- scales::breaks_extended(n)(limits)
    along <- (breaks - limits[1]) / diff(limits)
    inside <- along > 0.1 & along < 0.9
    if (sum(inside) > 1) break
  }
  breaks[inside]
}

# Every panel includes its reference value: no loss, chance, or no difference.
panel_room <- function(data) {
  room <- data[!duplicated(data$panel), ]
  chance <- c(auc = 0.5, lr_moment_h1 = 1, lr_moment_h2 = 1)[as.character(room$measure)]
  room$at <- if (is.null(data$difference)) ifelse(is.na(chance), 0, chance) else 0
  room
}

interval_axis <- function(object, what, with_interval) {
  how <- resampling_record(object)
  if (isTRUE(how$replicates == 0)) what else sprintf(with_interval, level_number(how$level))
}
