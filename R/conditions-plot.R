# Calibration under conditions as a picture: a line from scores to LRs for each of some conditions.

#' @rdname autoplot.lr_calibration
#' @param conditions For a calibration under conditions: a data frame with a row for each of at most
#'   eight lines. By default the condition with the largest effect varies over its training range or
#'   levels, and the others are at their middle or first level.
#' @exportS3Method ggplot2::autoplot lr_conditions
autoplot.lr_conditions <- function(object, type = "transformation", conditions = NULL,
                                   level = 0.95, by = NULL, ...) {
  check_intact_fit(object)
  check_choice(type, c("transformation", "ece"))
  if (type == "ece" || length(object$conditions$inputs) > 1) return(NextMethod())
  check_dots(...)
  if (is.null(conditions)) conditions <- typical_conditions(object$conditions)
  check_that(
    is.data.frame(conditions) && nrow(conditions) %in% seq_along(system_colours),
    "be a data frame with 1 to {length(system_colours)} row{?s}, a row for each line.", conditions
  )
  curve <- condition_curve(object, conditions, level, by)
  words <- levels(curve$system)
  scale <- object$conditions$scale
  ggplot2::ggplot(curve, ggplot2::aes(.data$input, .data$log10_lr)) +
    origin_line(ggplot2::geom_hline, yintercept = 0) +
    (if (!is.null(curve$lower)) band_ribbons(curve, "input", "system", system_looks(words))) +
    ggplot2::geom_line(ggplot2::aes(colour = .data$system), linewidth = widths["curve"]) +
    system_marks(curve, "input", "log10_lr") +
    system_scales(words) +
    lr_axis(scale, "log10", if (scale == "score") "" else label("before")) +
    ggplot2::scale_y_continuous(labels = tick_labels) +
    framed(
      label("Calibration under conditions: LRs after against scores"), words,
      y = log10_title(label("LR after")), notes = condition_notes(conditions, level)
    )
}

condition_notes <- function(conditions, level) {
  same <- vapply(conditions, \(value) length(unique(value)) == 1, NA)
  c(
    if (any(same) && !all(same)) {
      label("Other conditions: %s.", lines_in_words(conditions[1, same, drop = FALSE]))
    },
    if (!is.null(level)) label("Bands: %s %% limits of each LR.", level_number(level))
  )
}
