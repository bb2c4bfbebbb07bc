# Picture of a monitor.

#' @rdname monitor
#' @param object A [monitor()].
#' @section Picture:
#' `autoplot()` returns a ggplot of the e-process over the trials, on a logarithmic axis: a thick
#' line, with thin lines for its parts. Values above 1 are evidence against the system. A cross
#' marks the first alarm in each period, where the thick line reaches the dashed one. Vertical lines
#' begin new periods.
#' @concept drift chart
#' @exportS3Method ggplot2::autoplot lr_monitor
autoplot.lr_monitor <- function(object, ...) {
  check_dots(...)
  data <- as.data.frame(object)
  alarm_log10 <- monitor_facts(object)$alarm_log10
  # Values far beyond the alarm, even infinite ones, are drawn at the edge.
  roof <- max(alarm_log10 + 1, min(max(data$log10_e), 3 * alarm_log10))
  beyond <- any(data$log10_e > roof)
  data$log10_e <- pmin(data$log10_e, roof)
  words <- monitor_words(levels(data$part))
  parts <- nlevels(data$part) > 2
  shown <- if (parts) data else data[data$part == "total", ]
  shown$part <- factor(words[as.character(shown$part)], unname(words))
  ggplot2::ggplot(shown, ggplot2::aes(
    .data$trial, .data$log10_e, colour = .data$part, linetype = .data$part,
    linewidth = .data$part, group = interaction(.data$part, .data$period)
  )) +
    neutral_line(ggplot2::geom_hline, yintercept = 0, linewidth = widths["thin"]) +
    alarm_line(alarm_log10) +
    period_lines(data) +
    monitor_steps(max(data$trial) == 0) +
    alarm_marks(object, roof) +
    ggplot2::scale_x_continuous(breaks = whole_breaks, labels = tick_labels) +
    (if (max(data$trial) > 0) part_scales(unname(words), parts)) +
    ggplot2::coord_cartesian(ylim = c(max(min(data$log10_e), -alarm_log10 - 1), roof)) +
    monitor_frame(object, parts, beyond)
}

monitor_steps <- function(is_empty) {
  if (!is_empty) return(ggplot2::geom_step())
  ggplot2::annotate("label", 0, 0.5, label = label("No trials yet"), size = note_size)
}

monitor_frame <- function(object, parts, beyond) {
  facts <- monitor_facts(object)
  error <- percent_text(1 - object$settings$level)
  told <- say("latest_period", list(
    n_trials = sum(facts$n, facts$n_h1, facts$n_h2), alarmed = !is.null(facts$alarm),
    at_trial = plain_count(facts$alarm %||% 0), on = facts$alarm_date
  ))
  framed(
    label("Evidence against the system over its trials"), object$settings$method, told,
    x = if (is.null(facts$n)) label("Trial") else label("Score"),
    y = log10_title(label("e-process")),
    notes = c(
      told,
      label("Dashed: alarm. If nothing is wrong, its probability is at most %s.", error),
      if (parts) label("Thin: the parts of which the e-process is the mean."),
      if (beyond) label("Larger values are drawn at the upper edge.")
    )
  )
}

monitor_words <- function(parts) {
  known <- words_for("monitored")
  words <- ifelse(parts %in% names(known), known[parts], sub("^group ", "", parts))
  rlang::set_names(words, parts)
}

alarm_line <- function(alarm_log10) {
  ggplot2::geom_hline(
    yintercept = alarm_log10, linetype = "dashed", colour = roles["bound_high", "colour"],
    linewidth = widths["thin"]
  )
}

# Starts of the second and later periods.
period_lines <- function(data) {
  first <- data[!duplicated(data$period) & data$period > 1, ]
  if (nrow(first) > 0) {
    ggplot2::geom_vline(
      xintercept = first$trial, linetype = "dotdash", colour = roles["bound_low", "colour"],
      linewidth = widths["thin"]
    )
  }
}

alarm_marks <- function(object, roof) {
  rows <- as.data.frame(object)
  rows <- rows[rows$part == "total", ]
  at <- unlist(lapply(object$entries, `[[`, "alarm"))
  if (is.null(at)) return(NULL)
  marks <- data.frame(trial = at, log10_e = pmin(rows$log10_e[match(at, rows$trial)], roof))
  ggplot2::geom_point(
    ggplot2::aes(.data$trial, .data$log10_e),
    data = marks, inherit.aes = FALSE, shape = 4, size = 3, stroke = 1.2
  )
}

# Scales of the e-process, in the role of actual LRs, and of its parts, in the colours of systems.
part_scales <- function(words, parts) {
  n <- length(words) - 1
  colour <- c(roles["actual", "colour"], rep_len(system_colours, n))
  line <- c("solid", rep_len(c("solid", "longdash", "dotdash", "dashed", "twodash"), n))
  width <- c(widths[["main"]], rep(widths[["thin"]], n))
  guide <- if (parts) ggplot2::guide_legend(title = NULL) else "none"
  list(
    ggplot2::scale_colour_manual(values = rlang::set_names(colour, words), guide = guide),
    ggplot2::scale_linetype_manual(values = rlang::set_names(line, words), guide = guide),
    ggplot2::scale_linewidth_manual(values = rlang::set_names(width, words), guide = guide)
  )
}

#' @rdname monitor
#' @export
plot.lr_monitor <- function(x, ...) plot.calibrant_curve(x, ...)
