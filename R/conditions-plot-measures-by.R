# Picture of measures by condition.

#' @exportS3Method ggplot2::autoplot measures_by
autoplot.measures_by <- function(object, ...) {
  check_dots(...)
  object <- drawn_curve(object, c("system", "condition", "measure", "estimate"))
  data <- object[!object$condition %in% c("between", "within"), ]
  if (!is.null(data$shrunken)) data <- in_percent(data, "shrunken")
  data <- measure_panels(data, "estimate")
  several <- length(unique(data$system)) > 1
  who <- as.character(condition_words(data$condition))
  who <- if (several) label("%s, %s", data$system, who) else who
  data$row <- factor(who, levels = rev(unique(who[order(data$condition, data$system)])))
  data$system <- factor(who)
  draw_intervals(data, FALSE) +
    added_points(data, "shrunken", size = 2.4, shape = 5) +
    framed(
      label("Measures by condition"), levels(data$row), measure_findings(data, "row"), y = NULL,
      x = row_axis(data),
      notes = c(
        better_note(data$measure), hollow_note(data),
        if (any(is.finite(data$shrunken))) {
          label("Diamonds: shrunk towards the mean by the remaining uncertainty.")
        }
      )
    )
}

# The level of an interval is that of its row: a family has several.
row_axis <- function(data) {
  level <- unique(data$level[!is.na(data$lower)])
  if (length(level) == 0) return(label("Estimate"))
  if (length(level) > 1) return(label("Estimate with interval"))
  label("Estimate with %s %% interval", level_number(level))
}

condition_words <- function(condition) {
  words <- words_for("condition")
  condition <- as.character(condition)
  ifelse(condition %in% names(words), words[condition], condition)
}
