#' Histogram of posterior probabilities
#'
#' Two panels on one axis, H1 above H2, that show where the posterior probabilities of the trials of
#' each hypothesis lie (Ramos and Gonzalez-Rodriguez 2013, panels (a) of figures 2 to 5). The less
#' the two overlap, the better the system discriminates; whether the posteriors mean what they say
#' is seen in [plot_reliability()].
#'
#' The posterior of a trial is
#' \eqn{LR\, \pi / (LR\, \pi + 1 - \pi)}{LR * prior / (LR * prior + 1 - prior)} (2013, eq. 6;
#' Brümmer 2010, eq. 4.4).
#'
#' Trials with LR = 0 and LR = Inf lie at 0 and 1; the caption counts them.
#'
#' @param object A [posterior_histogram()].
#' @param y `"count"` for numbers of trials, or `"density"`.
#' @param ... Not used.
#' @return A ggplot, to which scales, themes and labels can be added.
#' @inherit posterior_histogram references
#' @seealso [posterior_histogram()] for the numbers
#' @name plot_posterior_histogram
#' @examples
#' autoplot(posterior_histogram(simulate_lr(200, 1000, s = 2), prior = 0.5))
NULL

#' @rdname plot_posterior_histogram
#' @export
autoplot.posterior_histogram <- function(object, y = "count", ...) {
  object <- drawn_curve(object, c("system", "posterior_min", "posterior_max", "n_h1", "n_h2"))
  check_choice(y, c("count", "density"), "y", rlang::current_env())
  columns <- paste0(if (y == "count") "n" else "density", c("_h1", "_h2"))
  words <- hypothesis_words(object)
  bars <- stack_hypotheses(
    as.data.frame(object), c("system", "posterior_min", "posterior_max"), columns[1], columns[2],
    words
  )
  names(bars)[2:3] <- c("min", "max")
  ggplot2::ggplot() +
    histogram_bars(bars, words) +
    (if (nlevels(object$system) > 2) half_axis else unit_axis)(ggplot2::scale_x_continuous) +
    hypothesis_panels(bars) +
    count_axis(object, y) +
    ggplot2::labs(
      x = label("Posterior probability of H1 (%)"),
      subtitle = prior_phrase(object),
      caption = caption_text(panel_note(y), infinite_notes(attr(object, "infinite"))),
      alt = alt_text(
        label("Histograms of posterior probabilities, H1 above H2"), levels(object$system),
        prior_phrase(object), histogram_findings(bars)
      )
    ) +
    furniture()
}
