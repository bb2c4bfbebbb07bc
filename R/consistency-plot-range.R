# Picture of the range of LRs that are shown to be calibrated.

#' @rdname calibration_range
#' @param object The result of [calibration_range()].
#' @param x_axis Labels of the ticks of both axes: `"log10"` or `"ln"` of the LRs, or
#'   `"probability"`, the posterior probability at even prior odds.
#' @param ... Not used.
#' @section Picture:
#' `autoplot()` returns a ggplot of the band, the limits of the true LRs over the stated ones. On
#' the dotted diagonal an LR equals the true LR; on the dashed lines, the two differ by the
#' `factor`. On the grey area the band lies between these lines: LRs are proven right. Limits beyond
#' the picture are drawn at its edge. Cells before the first and after the last with trials are not
#' drawn.
#' @concept picture of calibrated range
#' @examples
#' set.seed(1)
#' autoplot(calibration_range(simulate_lr(2000, 2000, s = 1.5), factor = 3))
#' @exportS3Method ggplot2::autoplot calibration_range
autoplot.calibration_range <- function(object, x_axis = "log10", ...) {
  check_dots(...)
  check_choice(x_axis, lr_units)
  cells <- shown_cells(attr(object, "band"))
  names <- levels(cells$system)
  far <- attr(object, "log10_factor")
  window <- range(cells$log10_lr_min, cells$log10_lr_max)
  floor <- window[1] - 2 * far
  roof <- window[2] + 2 * far
  steps <- band_steps(cells, floor, roof)
  proven <- as.data.frame(object)
  proven$system <- factor(as.character(proven$system), levels = names)
  ggplot2::ggplot(steps, ggplot2::aes(.data$at)) +
    proven_ground(proven) +
    band_ribbons(steps, "at", "system", system_looks(names, colour = roles["actual", "colour"])) +
    neutral_line(ggplot2::geom_abline, intercept = 0, slope = 1) +
    factor_lines(far) +
    proven_line(proven) +
    ggplot2::coord_cartesian(xlim = window, ylim = c(floor, roof), expand = FALSE) +
    facet_systems(steps) +
    lr_axis("log10_lr", x_axis, label("stated")) +
    log_scale(x_axis, ggplot2::scale_y_continuous) +
    framed(
      label("Range of LRs that are shown to be calibrated: true LRs over stated ones"), names,
      per_system_notes(names, proven_findings(object, names)),
      y = lr_title(label("true LR"), x_axis), notes = range_notes(object, names)
    )
}

# Cells of each system from the first to the last that has trials.
shown_cells <- function(cells) {
  cells <- drawn_curve(cells, c("system", "log10_lr", "lower", "upper"))
  do.call(rbind, unname(lapply(split(cells, cells$system, drop = TRUE), \(part) {
    there <- which(part$n_h1 + part$n_h2 > 0)
    part[if (length(there) > 0) seq(min(there), max(there)) else seq_len(nrow(part)), ]
  })))
}

# Two points per cell, with limits cut at the edge of the picture.
band_steps <- function(cells, floor, roof) {
  inside <- \(limit) pmin(pmax(limit, floor), roof)
  steps <- cells[rep(seq_len(nrow(cells)), each = 2), ]
  steps$at <- c(rbind(cells$log10_lr_min, cells$log10_lr_max))
  steps$lower <- inside(steps$lower)
  steps$upper <- inside(steps$upper)
  steps
}

factor_lines <- function(far) {
  lapply(c(-far, far), \(intercept) {
    ggplot2::geom_abline(
      intercept = intercept, slope = 1, linetype = "dashed", colour = roles["none", "colour"],
      linewidth = widths["thin"]
    )
  })
}

# Range of LRs that may be claimed, drawn in the style of bounds.
proven_ground <- function(proven) {
  if (nrow(proven) > 0) {
    ggplot2::geom_rect(
      ggplot2::aes(xmin = .data$log10_lr_min, xmax = .data$log10_lr_max),
      data = proven, inherit.aes = FALSE, ymin = -Inf, ymax = Inf,
      fill = "grey85", colour = roles["bound_high", "colour"],
      linetype = roles["bound_high", "line"], linewidth = widths["thin"]
    )
  }
}

proven_line <- function(proven) {
  if (nrow(proven) > 0) {
    ggplot2::geom_segment(
      ggplot2::aes(
        .data$log10_lr_min, .data$log10_lr_min,
        xend = .data$log10_lr_max, yend = .data$log10_lr_max
      ),
      data = proven, inherit.aes = FALSE, linewidth = 1.6, lineend = "butt"
    )
  }
}

proven_findings <- function(object, names) {
  factor <- format_number(attr(object, "factor"))
  by_system(as.data.frame(object), names, \(rows) {
    if (nrow(rows) == 0) return(label("no LR is proven right to a factor of %s.", factor))
    ends <- label("%s to %s", lr_text(rows$log10_lr_min), lr_text(rows$log10_lr_max))
    label("LRs proven right to a factor of %s: %s.", factor, paste(ends, collapse = ", "))
  })
}

range_notes <- function(object, names) {
  level <- percent_text(attr(object, "level"))
  c(
    per_system_notes(names, proven_findings(object, names)),
    label("Dotted: LRs that are right; dashed: LRs that are off by the factor."),
    say("proven_band", list(by = attr(object, "by") %||% "trial", confidence = level)),
    if (isTRUE(attr(object, "sharing"))) {
      label("Comparisons share items and are not independent: nothing is guaranteed.")
    },
    trials_note(object)
  )
}
