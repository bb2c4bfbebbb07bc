# Picture of a validation matrix, and the decisions it shows.

#' @rdname validation_run
#' @exportS3Method ggplot2::autoplot validation_matrix
autoplot.validation_matrix <- function(object, ...) {
  check_dots(...)
  check_intact_matrix(object)
  data <- matrix_rows_drawn(drawn_curve(object, c("system", "condition", "margin")))
  known <- data[is.finite(data$margin), ]
  ggplot2::ggplot(data, ggplot2::aes(y = .data$row)) +
    ggplot2::geom_blank(ggplot2::aes(ifelse(is.finite(.data$margin), .data$margin, 0))) +
    ggplot2::annotate("rect", xmin = -Inf, xmax = 0, ymin = -Inf, ymax = Inf, fill = harm_fill) +
    ggplot2::geom_vline(
      xintercept = 0, colour = roles["bound_high", "colour"], linewidth = widths["curve"]
    ) +
    ggplot2::geom_linerange(
      ggplot2::aes(xmin = .data$margin_lower, xmax = .data$margin_upper),
      data = known[!is.na(known$margin_lower), ], orientation = "y", linewidth = widths["curve"]
    ) +
    ggplot2::geom_point(
      ggplot2::aes(.data$margin, shape = .data$decision), data = known, size = 2.6, stroke = 1
    ) +
    infinite_results(data) +
    matrix_scales(words_for("decision")) +
    named_scale(ggplot2::scale_y_discrete(), 0.45) +
    row_panels(ggplot2::facet_wrap(ggplot2::vars(.data$panel), scales = "free", ncol = 1)) +
    framed(
      label("Validation matrix"), character(), c(
        paste0(decision_counts(object), "."),
        sprintf("%s: %s.", data$row, data$decision)
      ),
      x = label(
        "Margin to the criterion, with %s %% interval", level_number(attr(object, "plan")$level)
      ),
      y = NULL, notes = label("Vertical line: the criterion. On the tinted side it is not met.")
    )
}

# Rows are equally high in all panels.
row_panels <- function(facet) {
  draw_panels <- function(panels, layout, x_scales, y_scales, ...) {
    table <- facet$draw_panels(panels, layout, x_scales, y_scales, ...)
    at <- sort(unique(table$layout$t[startsWith(table$layout$name, "panel")]))
    n_rows <- vapply(y_scales, \(scale) length(scale$get_limits()), 1L)
    table$heights[at] <- grid::unit(n_rows, "null")
    table
  }
  ggplot2::ggproto(NULL, facet, draw_panels = draw_panels)
}

matrix_scales <- function(words) {
  list(
    ggplot2::scale_shape_manual(
      values = rlang::set_names(decision_shapes, words), breaks = unname(words), drop = FALSE
    ),
    ggplot2::scale_x_continuous(
      breaks = scales::breaks_extended(5), labels = tick_labels, minor_breaks = NULL
    ),
    untitled(shape = unname(words))
  )
}

# An infinite result is drawn at the edge.
infinite_results <- function(data) {
  rows <- data[is.infinite(data$margin), ]
  if (nrow(rows) > 0) {
    ggplot2::geom_text(
      ggplot2::aes(-Inf, label = label("infinite")), data = rows, hjust = -0.1, size = note_size
    )
  }
}

#' @rdname validation_run
#' @export
plot.validation_matrix <- function(x, ...) plot.calibrant_curve(x, ...)

decision_shapes <- c(pass = 16, fail = 4, undecided = 1)

# One panel per unit, a row per criterion, condition and system; the first is on top.
matrix_rows_drawn <- function(object) {
  data <- as.data.frame(object)
  shares <- data$measure %in% percent_measures | are_per_cent(data)
  data <- in_percent(data, c("margin", "margin_lower", "margin_upper"), shares)
  several <- vapply(data[c("system", "condition")], \(x) length(unique(x)) > 1, NA)
  of <- do.call(paste, c(unname(data[names(which(several))]), sep = ", "))
  row <- make.unique(paste0(of, if (any(several)) ": ", data$criterion), " #")
  data$row <- factor(row, rev(row))
  in_bits <- grepl("^(cllr|cross_entropy)", data$measure)
  unit <- ifelse(shares, label("percentage points"),
    ifelse(in_bits, label("bits"), ifelse(data$measure == "calibration_range",
      label("powers of ten of LRs"), measure_title(data$measure))))
  data$panel <- factor(unit, unique(unit))
  data$decision <- factor(words_for("decision")[data$decision], words_for("decision"))
  data
}
