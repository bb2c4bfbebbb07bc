# Picture of a histogram of posterior probabilities.

#' @rdname posterior_histogram
#' @param object A [posterior_histogram()].
#' @param y `"count"` for numbers of trials, or `"density"`.
#' @section Picture:
#' `autoplot()` returns a ggplot with two panels, H1 above H2 (2013, panels (a) of figures 2 to 5).
#' Less overlap means better discrimination; [plot_reliability()] shows calibration.
#' @concept histogram of posteriors plot
#' @concept sharpness plot
#' @examples
#' autoplot(posterior_histogram(simulate_lr(200, 1000, s = 2), prior = 0.5))
#' @exportS3Method ggplot2::autoplot posterior_histogram
autoplot.posterior_histogram <- function(object, y = "count", ...) {
  check_dots(...)
  object <- drawn_curve(object, c(
    "system", "prior", "posterior_min", "posterior_max", "n_h1", "n_h2", "density_h1", "density_h2"
  ))
  prior <- prior_phrase(object)
  bins <- new_frame(as.data.frame(object), min = object$posterior_min, max = object$posterior_max)
  bars <- stack_bins(object, bins, y)
  several <- nlevels(object$system) > 2
  ggplot2::ggplot() +
    draw_histograms(object, bars, y) +
    unit_axis(ggplot2::scale_x_continuous, by = if (several) 0.5 else 0.25) +
    framed(
      label("Histograms of posterior probabilities, H1 above H2"), levels(object$system),
      c(prior, histogram_findings(bars)),
      x = label("Posterior probability of H1 (%)"), subtitle = prior,
      notes = c(panel_note(y), infinite_notes(attr(object, "infinite")), trials_note(object))
    )
}

prior_phrase <- function(data) {
  prior <- vapply(split(data$prior, data$system), `[`, 0, 1)
  same <- length(unique(prior)) == 1
  name <- if (same) "" else paste0(" (", names(prior), ")")
  label(
    "Prior probability of H1: %s",
    paste0(percent_text(if (same) prior[[1]] else prior), name, collapse = ", ")
  )
}
