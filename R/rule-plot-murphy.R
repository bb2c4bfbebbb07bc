# Picture of a Murphy diagram.

#' @rdname murphy_curve
#' @param object A [murphy_curve()].
#' @param systems `"facet"` for a panel per system; `"overlay"` for one panel.
#' @section Picture:
#' `autoplot()` returns a ggplot: solid for the LRs, dashed for the LRs after PAV, dotted for the
#' prior alone. In the shaded area the LRs are harmful.
#' @concept Murphy plot
#' @exportS3Method ggplot2::autoplot murphy_curve
autoplot.murphy_curve <- function(object, systems = "facet", ...) {
  check_dots(...)
  object <- drawn_curve(object, c("system", "threshold", "score", "score_min", "score_null"))
  overlay <- is_overlay(object, systems)
  names <- levels(object$system)
  words <- ece_words("score_min_corrected" %in% names(object))
  object$score_min <- object$score_min_corrected %||% object$score_min
  lines <- stack_columns(
    object, c("system", "threshold"),
    rev(rlang::set_names(words, c("score", "score_min", "score_null")))
  )
  roles <- rlang::set_names(words, c("actual", "best", "none"))
  ggplot2::ggplot(mapping = ggplot2::aes(.data$threshold, .data$value)) +
    harm_ground(as.data.frame(object), "threshold", "score_null", "score", overlay) +
    draw_roles(lines, "threshold", roles, overlay) +
    unit_axis(ggplot2::scale_x_continuous) +
    ggplot2::expand_limits(y = 0) +
    framed(
      label("Murphy diagram: mean elementary score over thresholds"), names,
      brier_notes(attr(object, "brier"), names),
      x = label("Threshold on the posterior probability of H1 (%)"),
      y = label("Mean elementary score"),
      subtitle = label("Prior probability of H1: %s", percent_text(attr(object, "prior"))),
      notes = c(brier_notes(attr(object, "brier"), names), band_note(object), trials_note(object))
    )
}

brier_notes <- function(brier, systems) {
  per_system_notes(systems, label(
    "Brier score (area) %s, %s after PAV, %s by the prior alone.", format_number(brier$score),
    format_number(brier$score_min), format_number(brier$score_null)
  ))
}
