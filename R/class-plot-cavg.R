# Picture of the cost of detection over target priors.

#' @rdname cavg_curve
#' @param object A [cavg_curve()].
#' @param normalised Whether to divide by the cost without evidence, to show small priors.
#' @param systems `"facet"` for a panel per system; `"overlay"` for one panel.
#' @param x_axis `"log10_odds"` or `"ln_odds"` for log prior odds, or `"probability"`.
#' @section Picture:
#' `autoplot()` returns a ggplot. The **solid** line is the system, the **dashed** one the system
#' after affine calibration; their distance is the calibration loss. The **dotted** line is no
#' evidence. In the shaded area the recogniser is harmful.
#' @concept picture of average cost
#' @examples
#' autoplot(cavg_curve(x), normalised = TRUE)
#' @exportS3Method ggplot2::autoplot cavg_curve
autoplot.cavg_curve <- function(object, normalised = FALSE, systems = "facet",
                                x_axis = "log10_odds", ...) {
  object <- drawn_curve(
    object, c("system", "log10_prior_odds", "prior", "cavg", "cavg_opt", "cavg_null")
  )
  check_dots(...)
  check_flag(normalised)
  overlay <- is_overlay(object, systems)
  x <- prior_column(x_axis)
  words <- label(c(actual = "As it is", best = "After affine calibration", none = "No evidence"))
  data <- stack_columns(
    object, c("system", "log10_prior_odds", "prior", "cavg_null"),
    rlang::set_names(rev(words), c("cavg_null", "cavg_opt", "cavg"))
  )
  ground <- as.data.frame(object)
  if (normalised) {
    data$value <- data$value / data$cavg_null
    ground[c("cavg", "cavg_null")] <- ground[c("cavg", "cavg_null")] / ground$cavg_null
  }
  top <- 1.08 * if (normalised) max(min(max(data$value), 2), 1.1) else max(data$value)
  ggplot2::ggplot() +
    harm_ground(ground, x, "cavg_null", "cavg", overlay) +
    draw_roles(data, x, words, overlay) +
    prior_axis(x_axis, label("the target")) +
    ggplot2::scale_y_continuous(expand = c(0, 0)) +
    ggplot2::coord_cartesian(ylim = c(0, top)) +
    framed(
      label("Cost of detection (Cavg) over prior odds of the target"), levels(object$system),
      cavg_findings(object),
      y = if (normalised) label("Cavg, relative to no evidence") else "Cavg"
    )
}

cavg_findings <- function(curve) {
  each_finding(curve, \(part) {
    label("at most %s, where %s is possible without evidence.", format_number(max(part$cavg)),
      format_number(part$cavg_null[which.max(part$cavg)]))
  })
}
