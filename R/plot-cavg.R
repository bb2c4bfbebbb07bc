#' Plot the cost of detection over target priors
#'
#' The [cavg_curve()] of each system (Brümmer 2010, eq. 8.28): as it is, after affine calibration,
#' and without evidence.
#'
#' Where the **solid** line is above the **dotted** one, it would be better to ignore the recogniser
#' and to accept or reject everything. The gap between the solid and the **dashed** line is what
#' calibration is worth.
#'
#' @param object A [cavg_curve()].
#' @inheritParams cavg_curve
#' @param normalised Whether to divide by the cost without evidence, which is then 1 everywhere and
#'   makes small priors visible.
#' @param ... Must be empty.
#' @return A ggplot, to which scales, themes and labels can be added.
#' @inherit loglik_cross_entropy references
#' @seealso [cavg_curve()] for the numbers
#' @name plot_cavg
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")
#' plot_cavg(x)
#' plot_cavg(x, normalised = TRUE)
NULL

#' @rdname plot_cavg
#' @export
plot_cavg <- function(x, log10_prior_odds = seq(-3, 3, by = 0.05), normalised = FALSE, ...) {
  autoplot(cavg_curve(x, log10_prior_odds, ...), normalised = normalised)
}

cavg_levels <- c(cavg = "As it is", cavg_min = "After affine map", cavg_null = "No evidence")

#' @rdname plot_cavg
#' @export
autoplot.cavg_curve <- function(object, normalised = FALSE, ...) {
  object <- drawn_curve(object, c("system", "log10_prior_odds", "cavg", "cavg_min", "cavg_null"))
  rlang::check_dots_empty()
  check_flag(normalised, "normalised", rlang::current_env())
  data <- stack_cavg(object, normalised)
  top <- if (normalised) 1.05 * min(max(data$value), 2) else NA
  ggplot2::ggplot(data, ggplot2::aes(.data$log10_prior_odds, .data$value)) +
    ggplot2::geom_line(
      ggplot2::aes(colour = .data$curve, linetype = .data$curve),
      linewidth = 0.7
    ) +
    ggplot2::scale_colour_manual(values = cavg_scale(curve_colours), name = NULL) +
    ggplot2::scale_linetype_manual(values = cavg_scale(curve_lines), name = NULL) +
    ggplot2::scale_y_continuous(expand = c(0, 0)) +
    ggplot2::coord_cartesian(ylim = c(0, top)) +
    facet_systems(data) +
    ggplot2::labs(
      x = expression("Prior" ~ log[10] ~ "odds of the target"),
      y = if (normalised) "Cavg, relative to no evidence" else "Cavg"
    )
}

# The colours and lines of the ECE plot, in the same roles.
cavg_scale <- function(values) rlang::set_names(values, cavg_levels)

stack_cavg <- function(curve, normalised) {
  parts <- lapply(names(cavg_levels), \(name) {
    data.frame(
      curve[c("system", "log10_prior_odds")],
      value = curve[[name]] / (if (normalised) curve$cavg_null else 1),
      curve = factor(cavg_levels[[name]], levels = cavg_levels)
    )
  })
  do.call(rbind, parts)
}
