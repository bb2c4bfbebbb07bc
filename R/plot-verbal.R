# Picture of LRs on a verbal scale.

#' @rdname verbal_scale
#' @param object A result of `verbal_scale()` for at most 40 LRs, preferably with limits.
#' @section Picture:
#' `autoplot()` returns a ggplot with a row per LR: a point, and a line for its limits, with arrows
#' if they are open. Every other level of the scale is shaded, with its words above.
#' @concept LR on a verbal scale
#' @concept interval on the verbal scale
#' @exportS3Method ggplot2::autoplot verbal_scale
autoplot.verbal_scale <- function(object, ...) {
  check_dots(...)
  rows <- verbal_rows(object)
  known <- range(c(-1, 1, rows$log10_lr, rows$lower, rows$upper), finite = TRUE)
  spans <- verbal_spans(attr(object, "table"))
  ends <- verbal_ends(spans, known + c(-0.06, 0.06) * diff(known))
  ggplot2::ggplot(rows, ggplot2::aes(.data$log10_lr, .data$row)) +
    verbal_bands(spans, ends) +
    neutral_line(ggplot2::geom_vline, xintercept = 0) +
    verbal_lines(rows, ends) +
    ggplot2::geom_point(size = 2, data = rows[is.finite(rows$log10_lr), ]) +
    log_scale("log10", limits = ends, sec.axis = verbal_axis(spans, ends, rows)) +
    named_scale(ggplot2::scale_y_discrete(), 0.35) +
    framed(
      label("LRs on a verbal scale"), "system", lr_findings(rows), x = log10_title("LR"), y = NULL,
      notes = verbal_notes(object)
    )
}

verbal_rows <- function(object) {
  columns <- c("log10_lr", "supports", "level")
  stop_unless_intact(
    all(columns %in% names(object)) && nrow(object) > 0 && !anyNA(object$log10_lr) &&
      is.data.frame(attr(object, "table")),
    "verbal_scale", "verbal_scale"
  )
  refuse_if(nrow(object) > 40, "verbal_rows")
  rows <- data.frame(log10_lr = object$log10_lr, system = factor("system"))
  rows$lower <- object$lower %||% rows$log10_lr
  rows$upper <- object$upper %||% rows$log10_lr
  rows$conclusion <- row.names(object)
  rows$row <- factor(rows$conclusion, rev(rows$conclusion))
  rows
}

# Lines from limit to limit, with an arrow if a limit is infinite.
verbal_lines <- function(rows, ends) {
  rows$from <- pmax(rows$lower, ends[1])
  rows$to <- pmin(rows$upper, ends[2])
  open <- 1 + (rows$upper == Inf) + 2 * (rows$lower == -Inf)
  rows$open <- c("none", "last", "first", "both")[open]
  lapply(split(rows, rows$open), \(part) {
    side <- part$open[1]
    ggplot2::geom_segment(
      ggplot2::aes(.data$from, .data$row, xend = .data$to, yend = .data$row),
      data = part, linewidth = widths["curve"],
      arrow = if (side != "none") ggplot2::arrow(length = ggplot2::unit(2, "mm"), ends = side)
    )
  })
}

verbal_notes <- function(object) {
  level <- attr(object, "limits_level")
  c(
    if (!is.null(level)) {
      label("Lines: %s %% limits of the LRs; arrows: open.", level_number(level))
    },
    if (any(is.infinite(object$log10_lr))) label("LRs without a point are 0 or infinite.")
  )
}

lr_findings <- function(object) {
  label("%s: LR %s (%s to %s).", object$conclusion, format_lr(object$log10_lr),
    format_lr(object$lower), format_lr(object$upper))
}

# The ends of an axis, with room for the words of its first and last levels.
verbal_ends <- function(spans, ends) {
  room <- 0.14 * diff(ends)
  level <- \(end) spans[spans$from < end & spans$to > end, ]
  range(ends, level(ends[1])$to - room, level(ends[2])$from + room)
}

# The words of the levels that are wide enough.
verbal_axis <- function(spans, ends, object) {
  if (is.null(spans) || nlevels(object$system) > 1) return(ggplot2::waiver())
  spans$from <- pmax(spans$from, ends[1])
  spans$to <- pmin(spans$to, ends[2])
  shown <- spans[spans$to - spans$from > 0.08 * diff(ends), ]
  ggplot2::sec_axis(~., breaks = (shown$from + shown$to) / 2,
    labels = gsub(" ", "\n", label(shown$level)),
    name = label("Support for H2, or for H1, in words"))
}

# Every other level of the scale is shaded.
verbal_bands <- function(spans, ends) {
  if (is.null(spans)) return(NULL)
  shown <- spans[spans$to > ends[1] & spans$from < ends[2], ]
  shown <- shown[order(shown$from), ][c(TRUE, FALSE), ]
  if (NROW(shown) > 0) {
    ggplot2::geom_rect(
      ggplot2::aes(xmin = pmax(.data$from, ends[1]), xmax = pmin(.data$to, ends[2]), ymin = -Inf,
        ymax = Inf),
      data = shown, fill = "grey93", inherit.aes = FALSE
    )
  }
}
