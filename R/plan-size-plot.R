# Picture of the sizes of a validation.

#' @rdname plan_size
#' @param object The result of [plan_size()].
#' @param y `"half_width"` or `"assurance"`; `NULL` for the target.
#' @section Picture:
#' `autoplot()` returns a ggplot over the size. The dotted line is the target; the mark and the
#' vertical line are the least sufficient size. The broken line is the share of studies that fail a
#' criterion; the remaining studies are undecided.
#' @concept picture of sizes
#' @exportS3Method ggplot2::autoplot planned_size
autoplot.planned_size <- function(object, y = NULL, ...) {
  check_dots(...)
  object <- drawn_curve(object, c("n", "n_h1"), "facts")
  facts <- attr(object, "facts")
  y <- read_size_axis(y, facts, object)
  data <- as.data.frame(object)
  data$value <- data[[y]]
  asked <- if (y == "assurance") facts$assurance else facts$half_width
  ggplot2::ggplot(data, ggplot2::aes(.data$n, .data$value)) +
    (if (!is.null(asked)) neutral_line(ggplot2::geom_hline, yintercept = asked)) +
    answer_marks(data) +
    ggplot2::geom_line(linewidth = widths["main"], colour = roles["actual", "colour"]) +
    (if (y == "assurance" && facts$kind == "criterion") {
      ggplot2::geom_line(ggplot2::aes(y = .data$failed), linewidth = widths["curve"],
        linetype = roles["best", "line"], colour = roles["best", "colour"])
    }) +
    ggplot2::scale_x_log10(labels = plain_counts) +
    (if (y == "assurance") unit_axis(ggplot2::scale_y_continuous)) +
    (if (y == "half_width") ggplot2::expand_limits(y = 0)) +
    framed(
      label("Size of a validation: the result over the size"), "system",
      x = if (facts$design == "independent") label("Comparisons under H1") else label("Items"),
      y = if (y == "assurance") {
        label("Probability of reaching the target (%)")
      } else {
        label("Half-width of the interval of %s", facts$target)
      },
      notes = size_notes(facts, y)
    )
}

read_size_axis <- function(y, facts, object) {
  y <- y %||% if (is.null(facts$assurance)) "half_width" else "assurance"
  check_choice(y, c("half_width", "assurance"))
  stop_if(all(is.na(object[[y]])), "There is no {.field {y}} for the target {.val {facts$target}}.")
  y
}

answer_marks <- function(data) {
  answer <- data[data$answer, ]
  if (nrow(answer) > 0) {
    list(
      ggplot2::geom_vline(
        xintercept = answer$n, linewidth = widths["thin"], colour = roles["none", "colour"]
      ),
      ggplot2::geom_point(data = answer, size = 2.5)
    )
  }
}

size_notes <- function(facts, y) {
  c(
    say("size_enough", list(found = !is.na(facts$answer), design = facts$design, n = facts$answer)),
    if (y == "assurance" && facts$kind == "criterion") {
      label("Solid: the criterion is passed; dashed: it is failed.")
    }
  )
}
