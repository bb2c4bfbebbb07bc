#' Murphy diagram
#'
#' `murphy_curve()` returns the mean elementary score of the LRs, of the LRs after PAV, and of the
#' prior alone at each threshold on the posterior. A system whose curve is lower everywhere is
#' better under every proper scoring rule.
#'
#' A user with the threshold \eqn{\theta}{theta} decides for H1 at posteriors of \eqn{\theta}{theta}
#' or more. With the prior \eqn{\pi}{prior} the mean elementary score (Ehm et al. 2016) is
#' \deqn{S_\theta = 2\left((1-\theta)\,\pi\,P_{miss} + \theta\,(1-\pi)\,P_{fa}\right),}{
#'   S_theta = 2 ((1 - theta) prior P_miss + theta (1 - prior) P_fa),}
#' with the error rates at the threshold \eqn{\mathrm{logit}\,\theta-\mathrm{logit}\,\pi}{logit
#' theta - logit prior} on the natural log LR. Every mean score of a proper rule is a weighted mean
#' of elementary scores (Brümmer 2010, eq. 7.35): the Brier score, the area under the curve, with
#' equal weights, and the [cross_entropy()] in nats with weights \eqn{1/(2\theta(1-\theta))}{1 / (2
#' theta (1 - theta))}.
#'
#' The distance from the curve after PAV is miscalibration; the distance of that curve from the
#' prior alone is discrimination. This diagram, [plot_reliability()] with `method = "pav"` and
#' [plot_roc()] form the triptych of Dimitriadis et al. (2024).
#'
#' @inheritParams cross_entropy
#' @param prior Prior probability of H1, one number inside (0, 1): 0.5 by default, or the prior of a
#'   set of probabilities.
#' @param threshold Thresholds on the posterior probability of H1 at this prior, inside (0, 1).
#' @param corrected Whether to correct `score_min` for optimism, as in [measures()], in a column
#'   `score_min_corrected`. `NULL` corrects if the curve has a band.
#' @param level,band,by,replicates See [curve_bands].
#' @return A data frame of class `murphy_curve` with a row per system and threshold:
#'   * `system`, `threshold`,
#'   * `score`, `score_min`, `score_null`: mean elementary scores, between 0 and 1/2,
#'   * with a `level`, `score_lower`, `score_upper`, `score_min_lower` and `score_min_upper`, see
#'     [curve_bands].
#'
#'   The attribute `prior` is the prior; `brier` has the Brier scores of each system.
#' @references
#' Ehm W et al. (2016). *Journal of the Royal Statistical Society B* 78, 505-562.
#' \doi{10.1111/rssb.12154}
#'
#' Dimitriadis T et al. (2024). *International Journal of Forecasting* 40, 1101-1122.
#' \doi{10.1016/j.ijforecast.2023.09.007}
#'
#' Brümmer N (2010). PhD thesis, section 7.4.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#' @seealso [bayes_error_curve()] for the same rates over priors
#' @concept Murphy diagram
#' @concept triptych
#' @concept elementary score
#' @concept forecast dominance
#' @export
#' @examples
#' x <- simulate_lr(200, 1000, s = 2, stretch = c(calibrated = 1, overconfident = 2))
#' curve <- murphy_curve(x, prior = 0.2)
#' attr(curve, "brier")
#' autoplot(curve, systems = "overlay")
murphy_curve <- function(x, ...) UseMethod("murphy_curve")

#' @rdname murphy_curve
#' @export
murphy_curve.lr_set <- function(x, prior = own_prior(x),
                                threshold = seq(0.002, 0.998, by = 0.002), corrected = NULL,
                                level = NULL, band = "pointwise", by = NULL, replicates = 1000,
                                ...) {
  check_dots(...)
  check_number(prior, above = 0, below = 1)
  threshold <- read_risks(threshold)
  check_calibrated(x)
  log_odds <- stats::qlogis(prior) - stats::qlogis(threshold)
  weight <- 2 * ((1 - threshold) * prior + threshold * (1 - prior))
  data <- bind_systems(systems_of(x), \(system) {
    rates <- bayes_rates(counts_for(system, at_odds(log_odds)), log_odds)
    new_frame(
      threshold = threshold,
      score = weight * error_rate(rates, log_odds),
      score_min = weight * error_rate(best_rates(blocks_of(system), log_odds), log_odds),
      score_null = weight * stats::plogis(-abs(log_odds))
    )
  })
  bands <- read_bands(x, level, band, by, replicates, corrected)
  if (!is.null(bands)) {
    kinds <- c(score = "bayes_error", score_min = "bayes_error_min")
    columns <- columns_along_prior(x, kinds, stats::plogis(log_odds), bands)
    data[names(columns)] <- columns * weight
  }
  lr_curve(data, "murphy_curve", x,
    prior = prior, bands = band_facts(bands), brier = brier_scores(x, prior)
  )
}

brier_scores <- function(x, prior) {
  part <- \(part) unname(rule_risk(x, "brier", prior = prior, part = part))
  system_table(x, score = part("total"), score_min = part("min"), score_null = part("default"))
}
