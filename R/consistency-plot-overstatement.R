# Picture of the overstatement of LRs.

#' @rdname overstatement_curve
#' @param object The result of [overstatement_curve()].
#' @param systems `"facet"` for a panel per system; `"overlay"` for one panel.
#' @param x_axis Ticks: `"log10"` or `"ln"` of the LRs.
#' @section Picture:
#' `autoplot()` returns a ggplot. If the band (ribbon) excludes the dotted line at 0, the data
#' contradict the LRs: they are too large above the line and too small below it.
#' @concept picture of overstatement
#' @exportS3Method ggplot2::autoplot overstatement_curve
autoplot.overstatement_curve <- function(object, systems = "facet", x_axis = "log10", ...) {
  check_dots(...)
  object <- drawn_curve(object, c("system", "log10_lr", "overstatement"))
  overlay <- is_overlay(object, systems)
  names <- levels(object$system)
  findings <- per_system_notes(names, overstatement_findings(object))
  if (overlay) levels(object$system) <- system_words(names)
  words <- levels(object$system)
  data <- stack_columns(object, c("system", "log10_lr"), c(overstatement = "overstatement"))
  ggplot2::ggplot(data, ggplot2::aes(.data$log10_lr, .data$value)) +
    neutral_line(ggplot2::geom_hline, yintercept = 0) +
    band_ribbons(data, "log10_lr", "system", system_looks(
      words, colour = if (overlay) system_colours else roles["actual", "colour"]
    )) +
    ggplot2::geom_line(
      ggplot2::aes(colour = .data$system),
      linewidth = widths["main"], na.rm = TRUE
    ) +
    (if (overlay) system_marks(data, "log10_lr", "value", 4)) +
    system_scales(words, plain = !overlay) +
    (if (!overlay) facet_systems(object)) +
    lr_axis("log10_lr", x_axis) +
    ggplot2::scale_y_continuous(labels = tick_labels) +
    framed(
      label("Overstatement plot: factor by which LRs are too large, over their size"), names,
      findings, y = log10_title(label("Overstatement, {log10} LR")),
      notes = c(
        label("Above 0 LRs are too large, below too small; 0.3 is a factor of 2."),
        fiducial_note(object), trials_note(object)
      )
    )
}

fiducial_note <- function(curve) {
  facts <- attr(curve, "bands")
  if (is.null(facts) || is.null(curve$overstatement_lower)) return(NULL)
  if (facts$by == "source") return(band_text(facts))
  share <- percent_text(facts$level)
  band <- switch(facts$band,
    pointwise = label(
      "Band: %s at each point (fiducial), comparisons assumed independent.", share
    ),
    simultaneous = label(
      "Band: %s for the whole curve (fiducial), comparisons assumed independent.", share
    )
  )
  c(band, if (isTRUE(facts$sharing)) ignored_items())
}

# Sentence per system: the range of the discrepancy, and the share on which its band excludes 0.
overstatement_findings <- function(curve) {
  data <- as.data.frame(curve)
  vapply(split(data, data$system), \(part) {
    known <- part$overstatement[!is.na(part$overstatement)]
    if (length(known) == 0) return("")
    range <- label(
      "for LRs of %s to %s the discrepancy lies between %s and %s.",
      lr_text(min(part$log10_lr)), lr_text(max(part$log10_lr)),
      format_number(min(known)), format_number(max(known))
    )
    if (is.null(part$overstatement_lower)) return(range)
    off <- part$overstatement_lower > 0 | part$overstatement_upper < 0
    paste(range, if (any(off)) {
      label("The band excludes 0 on %s of the way.", percent_text(mean(off)))
    } else {
      label("The band includes 0 everywhere.")
    })
  }, "")
}
