# Picture of the record of a system.

#' @rdname system_record
#' @details
#' The timeline has a row per name. Plans are hollow points, validations and versions filled ones. A
#' line is the period of a monitor, a cross its alarm.
#' @exportS3Method ggplot2::autoplot system_record
autoplot.system_record <- function(object, ...) {
  check_dots(...)
  data <- as.data.frame(drawn_curve(object, c("from", "to", "name", "kind", "result")))
  data$name <- factor(data$name, rev(unique(data$name)))
  words <- words_for("record")
  data$kind <- factor(words[data$kind], unname(words))
  results <- words_for("result")
  data$said <- ifelse(nzchar(data$result), results[data$result], "")
  shapes <- rlang::set_names(c(1, 16, 15, 17, 2), unname(words))
  alarms <- data[!is.na(data$alarm), ]
  told <- data[nzchar(data$result), ]
  ggplot2::ggplot(data, ggplot2::aes(.data$from, .data$name)) +
    ggplot2::geom_segment(
      ggplot2::aes(xend = .data$to, yend = .data$name), linewidth = widths["main"]
    ) +
    ggplot2::geom_point(ggplot2::aes(shape = .data$kind), size = 2.5) +
    ggplot2::geom_point(ggplot2::aes(x = .data$alarm), alarms, shape = 4, size = 3, stroke = 1.2) +
    ggplot2::geom_text(ggplot2::aes(label = .data$said), vjust = -1, hjust = 0, size = note_size) +
    ggplot2::scale_shape_manual(
      values = shapes, guide = ggplot2::guide_legend(title = NULL), drop = TRUE
    ) +
    ggplot2::scale_x_date(expand = ggplot2::expansion(c(0.05, 0.15))) +
    ggplot2::scale_y_discrete(expand = ggplot2::expansion(add = c(0.4, 0.8))) +
    framed(
      label("Life of a system: plans, validations, versions and monitors by day"), "system",
      paste(told$name, told$said, sep = ": ", collapse = "; "), x = label("Day"), y = NULL,
      notes = if (nrow(alarms) > 0) label("Cross: alarm of a monitor.")
    )
}

#' @rdname system_record
#' @export
plot.system_record <- function(x, ...) plot.calibrant_curve(x, ...)
