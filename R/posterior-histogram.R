#' Histograms of posterior probabilities
#'
#' `posterior_histogram()` returns numbers of trials of each hypothesis in bins of the posterior
#' probability of H1, \eqn{LR\,O/(1+LR\,O)}{LR O / (1 + LR O)} at the prior odds \eqn{O} (Ramos and
#' Gonzalez-Rodriguez 2013, eq. 4 to 6).
#'
#' @inheritParams cross_entropy
#' @param prior One prior probability of H1, inside (0, 1), for all systems: by default 0.5, or the
#'   prior of a set of probabilities; `"data"` is the proportion of H1 trials in each system.
#' @param bins Number of bins of equal width between 0 and 1.
#' @param breaks Borders of the bins, from 0 to 1, instead of `bins`.
#' @return A data frame of class `posterior_histogram` with a row per system and bin:
#'   * `system`, `prior`,
#'   * `posterior_min`, `posterior_max`: the bin, which includes its lower border (within 1e-12);
#'     the last one includes both,
#'   * `n_h1`, `n_h2`: number (weight) of trials,
#'   * `density_h1`, `density_h2`: share of the trials of the hypothesis per unit of the axis.
#'
#'   The attribute `infinite` is the number of trials with LR = 0 and LR = Inf.
#' @references
#' Ramos D, Gonzalez-Rodriguez J (2013). *Forensic Science International* 230, 156-169.
#' \doi{10.1016/j.forsciint.2013.04.014}
#' @seealso [lr_histogram()]
#' @concept sharpness
#' @concept distribution of forecasts
#' @export
#' @examples
#' posterior_histogram(simulate_lr(100, 300, s = 2), bins = 5)
posterior_histogram <- function(x, ...) UseMethod("posterior_histogram")

#' @rdname posterior_histogram
#' @export
posterior_histogram.lr_set <- function(x, prior = NULL, bins = 20, breaks = NULL, ...) {
  check_dots(...)
  check_calibrated(x)
  prior <- prior %||% own_prior(x)
  check_open_prior(prior)
  if (!is.null(breaks)) check_unheeded("bins", bins_or_breaks)
  breaks <- posterior_breaks(bins, breaks)
  data <- bind_systems(systems_of(x), \(system) {
    at <- read_posterior_prior(prior, totals_of(system))
    bin_posteriors(posterior_counts(system, at, breaks), at, breaks)
  })
  lr_curve(data, "posterior_histogram", x, infinite = certain_trials(systems_of(x)))
}

bin_posteriors <- function(counts, prior, breaks) {
  n_bins <- length(breaks) - 1
  ends <- bin_ends(posterior_at(counts, prior), breaks)
  n_h1 <- run_sums(counts$n_h1, ends)
  n_h2 <- run_sums(counts$n_h2, ends)
  new_frame(
    prior = as.double(prior), posterior_min = breaks[-(n_bins + 1)], posterior_max = breaks[-1],
    n_h1 = n_h1, n_h2 = n_h2, density_h1 = n_h1 / counts$totals[1] / diff(breaks),
    density_h2 = n_h2 / counts$totals[2] / diff(breaks)
  )
}

posterior_counts <- function(system, prior, breaks) {
  scale <- system$scale
  inner <- bin_starts(breaks[-c(1, length(breaks))])
  guess <- stats::qlogis(inner) - stats::qlogis(prior)
  counts_for(system, at_cuts(first_value(from_ln(guess, scale), scale, \(value) {
    posterior_at(list(value = value, scale = scale), prior) >= inner
  })))
}

read_posterior_prior <- function(prior, totals) {
  if (identical(prior, "data")) totals[[1]] / sum(totals) else prior
}

check_open_prior <- function(prior) {
  if (!identical(prior, "data")) check_number(prior, above = 0, below = 1)
}

bins_or_breaks <- "{.arg breaks} gives the borders of the bins."

posterior_breaks <- function(bins, breaks) {
  if (is.null(breaks)) {
    check_count(bins, most = most_bins)
    return(unit_breaks(bins))
  }
  check_finite(breaks)
  breaks <- sort(unique(as.double(breaks)))
  refuse_if(length(breaks) < 2 || breaks[1] != 0 || breaks[length(breaks)] != 1, "posterior_breaks")
  breaks
}
