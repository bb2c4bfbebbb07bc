#' Bayes error rates over priors
#'
#' `bayes_error_curve()` returns the probability of a wrong decision at a range of priors: by the
#' Bayes thresholds, by the best thresholds, and without LRs.
#'
#' At the prior log odds \eqn{h} the error rate of Bayes decisions is (Brümmer 2010, eq. 7.18, 7.42)
#' \deqn{E_{err} = \pi\,P_{miss}(-h) + (1-\pi)\,P_{fa}(-h),}{
#'   E_err = prior P_miss(-h) + (1 - prior) P_fa(-h),}
#' with \eqn{-h} the threshold on ln LR; see [bayes_error()]. The default grid shows the jumps of
#' the curves at the trials.
#'
#' @inheritParams ece_curve
#' @inheritParams det_curve
#' @param corrected Whether to correct `bayes_error_min` and `normalised_min` for optimism, as in
#'   [measures()], in columns with the suffix `_corrected`. `NULL` corrects if the curve has a band.
#' @return A data frame of class `bayes_error_curve` with a row per system and prior:
#'   * `system`,
#'   * `log10_prior_odds`, and `prior`, the same as a probability of H1,
#'   * `bayes_error`, `bayes_error_min`, `bayes_error_null`: error rates of Bayes decisions, with
#'     the best thresholds, and by the prior alone,
#'   * `p_miss`, `p_fa`: miss and false-alarm rates of Bayes decisions,
#'   * `normalised`, `normalised_min`: the first two divided by `bayes_error_null`,
#'   * `normalised_miss`, `normalised_fa`: the parts of `normalised` due to misses and to false
#'     alarms (eq. 7.44),
#'   * with a `level`, `normalised_lower`, `normalised_upper`, `normalised_min_lower` and
#'     `normalised_min_upper`, see [curve_bands].
#'
#'   The attribute `dr30` has the points of [rule_of_30()] with their `bayes_error_min` and
#'   `normalised_min`; `cllr` has the [cllr()] of each system, its two parts, and `claimed`, the
#'   Cllr that the LRs claim; `operating` has the labels and log odds of the operating points.
#' @inherit bayes_error references
#' @seealso [plot_bayes_error()], [plot_ape()]
#' @concept APE curve
#' @concept normalised Bayes error curve
#' @export
#' @examples
#' x <- simulate_lr(200, 1000, s = 2, stretch = 2)
#' bayes_error_curve(x, log10_prior_odds = -2:2)
bayes_error_curve <- function(x, ...) UseMethod("bayes_error_curve")

#' @rdname bayes_error_curve
#' @export
bayes_error_curve.lr_set <- function(x, log10_prior_odds = fine_log10_odds(),
                                     operating_points = NULL, corrected = NULL,
                                     level = NULL, band = "pointwise", by = NULL,
                                     replicates = 1000, ...) {
  check_dots(...)
  log10_prior_odds <- check_points(log10_prior_odds)
  check_calibrated(x)
  log_odds <- to_ln(log10_prior_odds, "log10")
  data <- bind_systems(systems_of(x), \(system) {
    error_columns(
      log10_prior_odds, log_odds, bayes_rates(counts_for(system, at_odds(log_odds)), log_odds),
      best_rates(blocks_of(system), log_odds)
    )
  })
  bands <- read_bands(x, level, band, by, replicates, corrected)
  if (!is.null(bands)) {
    columns <- error_limits(x, stats::plogis(log_odds), bands)
    data[names(columns)] <- columns
  }
  lr_curve(data, "bayes_error_curve", x,
    bands = band_facts(bands),
    dr30 = dr30_points(x),
    cllr = cllr_parts(x),
    operating = if (!is.null(operating_points)) {
      operating_labels(read_labelled_points(operating_points, arg = "operating_points"))
    }
  )
}

# Error rates after PAV, and all limits, relative to the error rates of the prior alone.
error_limits <- function(x, prior, bands) {
  kinds <- c(normalised = "bayes_error", normalised_min = "bayes_error_min")
  columns <- columns_along_prior(x, kinds, prior, bands)
  relative <- columns / pmin(prior, 1 - prior)
  c(list(bayes_error_min_corrected = columns$normalised_min_corrected), relative)
}

error_columns <- function(log10_prior_odds, log_odds, rates, best) {
  null <- stats::plogis(-abs(log_odds))
  columns <- new_frame(
    log10_prior_odds = log10_prior_odds,
    prior = stats::plogis(log_odds),
    bayes_error = error_rate(rates, log_odds),
    bayes_error_min = error_rate(best, log_odds),
    bayes_error_null = null,
    p_miss = rates$p_miss,
    p_fa = rates$p_fa
  )
  columns$normalised <- columns$bayes_error / null
  columns$normalised_min <- columns$bayes_error_min / null
  columns$normalised_miss <- columns$prior * columns$p_miss / null
  columns$normalised_fa <- stats::plogis(-log_odds) * columns$p_fa / null
  columns
}

fine_log10_odds <- function() seq(-3, 3, by = 0.01)

dr30_points <- function(x) {
  ends <- rule_of_30(x)
  ends$bayes_error_min <- unlist(lapply(each_system(x, blocks_of), \(blocks) {
    log_odds <- dr30_log_odds(blocks, 30)
    error_rate(best_rates(blocks, log_odds), log_odds)
  }))
  ends$normalised_min <- ends$bayes_error_min / pmin(ends$prior, 1 - ends$prior)
  ends
}

# Parts of Cllr without its warning: an infinite Cllr does not affect an error rate.
cllr_parts <- function(x) {
  total <- per_system(each_system(x, points_of), ece, log_odds = 0)
  min <- per_system(each_system(x, blocks_of), ece, log_odds = 0)
  claimed <- per_system(systems_of(x), \(system) 1 - claims_of(system, 0.5, FALSE)$claimed)
  system_table(x, cllr = total, cllr_min = min, cllr_cal = pmax(total - min, 0), claimed = claimed)
}
