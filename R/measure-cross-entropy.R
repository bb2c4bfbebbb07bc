#' Empirical cross-entropy
#'
#' `cross_entropy()` returns the mean number of bits still needed to identify the true hypothesis,
#' after likelihood ratios (LRs) have updated a prior probability of H1.
#'
#' The empirical cross-entropy (ECE) at the prior \eqn{\pi} of H1, with prior odds \eqn{O =
#' \pi/(1-\pi)}, is (Ramos and Gonzalez-Rodriguez 2013, eq. 8)
#' \deqn{ECE(\pi) = \frac{\pi}{N_1}\sum_{H_1}\log_2\left(1+\frac{1}{LR\,O}\right) +
#'   \frac{1-\pi}{N_2}\sum_{H_2}\log_2(1+LR\,O).}{
#'   ECE = prior mean_H1 log2(1 + 1/(LR O)) + (1 - prior) mean_H2 log2(1 + LR O).}
#'
#' * `cross_entropy()` is the ECE of the unchanged LRs.
#' * `cross_entropy_min()` is the ECE after [pav()], the least with the same order of the LRs: the
#'   discrimination loss. It accepts scores and is optimistic on few trials; `measures(x,
#'   "cross_entropy_min")` corrects it. The difference of the two is the calibration loss.
#' * `cross_entropy_null()` is the ECE of LR = 1 for all trials: the entropy of the prior. A system
#'   with a larger ECE is harmful at that prior. A prior over several classes is a row of a matrix,
#'   `rbind(prior)`.
#' * `effective_information()` is `cross_entropy_null(prior) - cross_entropy(x)`, the bits that the
#'   LRs deliver.
#'
#' # Bits claimed and bits delivered
#' LRs claim the entropy of the prior less the mean entropy of the posteriors, with the hypotheses
#' weighted by the prior. Calibrated LRs deliver on average as many bits as they claim. With
#' `claimed = TRUE`, `effective_information()` returns both, and `over`, the excess of the claim:
#' the mean of \eqn{(P - y) \log_2(P/(1-P))}{(P - y) log2(P / (1 - P))}, with \eqn{P} the posterior
#' and \eqn{y} the truth (1 under H1), the score test of the slope 1 of a logistic calibration. It
#' is 0 for LRs after [pav()] on their own trials.
#'
#' `std_error` is the standard error of `over` for calibrated LRs. `p_value` is one-sided: small if
#' the LRs overstate the evidence, near 1 if they understate it, and below .05 for 5 to 8 % of
#' calibrated sets of 50 trials of each hypothesis. Both are `NA` for weighted trials and
#' comparisons that share items. [calibration_test()] tests calibration in general.
#'
#' # Logarithmic score
#' The logarithmic score of Ramos et al. (2018, eq. 9), the sum of the mean costs per hypothesis, is
#' `sum(tapply(augment(x, prior = 0.1)$.cost, x$truth, mean))`, at even prior odds twice the
#' [cllr()].
#'
#' # Infinite values
#' An LR of infinity under H1 and an LR of 0 under H2 cost nothing. In the opposite case the ECE is
#' `Inf` at every prior inside (0, 1), with a warning of class `calibrant_warning_infinite` that
#' counts these trials. At the priors 0 and 1 the ECE is 0.
#'
#' # Speed
#' More than 4096 distinct LRs are replaced by a few hundred weighted ones with the same ECE, to
#' about 1e-15 relative. [calibrant-package] has the option for several threads.
#'
#' @param x An [lr_set()], or its arguments.
#' @param prior Prior probabilities of H1: by default 0.5, or the prior of a set of probabilities.
#' @param normalised Whether to divide by `cross_entropy_null()`. The normalised cross-entropy
#'   (Ramos and Gonzalez-Rodriguez 2008, section 3) is `NaN` at the priors 0 and 1, and above 1 for
#'   harmful LRs.
#' @param exact `FALSE` for intervals that contain the value: see [brackets].
#' @param claimed `TRUE` for a table of the bits that LRs claim and deliver, at priors inside (0,
#'   1).
#' @param ... Passed on to [lr_set()].
#' @return Bits: a double per prior; for several systems and one prior a double per system, named;
#'   for several systems and priors a matrix with a row per system. With `exact = FALSE` a data
#'   frame as in [brackets]. With `claimed = TRUE` a data frame with the columns `system`, `prior`,
#'   `claimed`, `delivered`, `over`, `std_error` (bits) and `p_value`.
#' @references
#' Ramos D, Gonzalez-Rodriguez J (2008). *Odyssey 2008: The Speaker and Language Recognition
#' Workshop*.
#'
#' Ramos D, Gonzalez-Rodriguez J (2013). *Forensic Science International* 230, 156-169.
#' \doi{10.1016/j.forsciint.2013.04.014}
#'
#' Ramos D et al. (2018). *Entropy* 20, 208. \doi{10.3390/e20030208}
#' @seealso [ece_curve()] for the curve over priors, [cllr()] for the value at even odds
#' @concept ECE
#' @concept empirical cross-entropy
#' @concept log loss
#' @concept ignorance score
#' @concept logarithmic score
#' @concept NCE
#' @concept normalised cross-entropy
#' @concept accuracy
#' @concept overstated evidence
#' @concept entropy of the prior
#' @concept information loss
#' @concept bits
#' @export
#' @examples
#' x <- lr_set(list(h1 = c(20, 3, 0.8), h2 = c(0.1, 0.4)), scale = "lr")
#' cross_entropy(x, prior = c(0.01, 0.5))
#' cross_entropy_min(x, prior = c(0.01, 0.5))
#' effective_information(x, prior = 0.5)
#'
#' set.seed(1)
#' effective_information(simulate_lr(200, 200, s = 1, stretch = 1.5), claimed = TRUE)
cross_entropy <- function(x, ...) UseMethod("cross_entropy")

#' @rdname cross_entropy
#' @export
cross_entropy.lr_set <- function(x, prior = own_prior(x), normalised = FALSE, exact = TRUE, ...) {
  check_dots(...)
  check_prior(prior)
  check_flag(normalised)
  check_flag(exact)
  log_odds <- stats::qlogis(prior)
  unit <- if (normalised) ece_null(log_odds) else 1
  if (!exact) return(bind_systems(lr_systems(x), ece_bracket, log_odds, prior, unit))
  per_system_and_prior(lr_systems(x), prior, \(system) {
    cross_entropy_of(system, log_odds) / unit
  })
}

#' @rdname cross_entropy
#' @export
cross_entropy_min <- function(x, ...) UseMethod("cross_entropy_min")

#' @rdname cross_entropy
#' @export
cross_entropy_min.lr_set <- function(x, prior = own_prior(x), exact = TRUE, ...) {
  check_dots(...)
  check_prior(prior)
  check_flag(exact)
  log_odds <- stats::qlogis(prior)
  if (!exact) return(bind_systems(systems_of(x), hull_bracket, \(b) ece(b, log_odds), prior))
  per_system_and_prior(systems_of(x), prior, \(system) cross_entropy_min_of(system, log_odds))
}

cross_entropy_of <- function(system, log_odds) ece(points_of(system), log_odds)

cross_entropy_min_of <- function(system, log_odds) ece(blocks_of(system), log_odds)

#' @rdname cross_entropy
#' @export
cross_entropy_null <- function(prior) {
  check_given()
  if (is.matrix(prior)) {
    check_probability_rows(prior)
    return(nats_to_bits(unname(apply(prior, 1, shannon))))
  }
  check_prior(prior)
  check_not_distribution(prior)
  ece_null(stats::qlogis(prior))
}

#' @rdname cross_entropy
#' @export
effective_information <- function(x, ...) UseMethod("effective_information")

#' @rdname cross_entropy
#' @export
effective_information.lr_set <- function(x, prior = own_prior(x), claimed = FALSE, ...) {
  check_dots(...)
  check_flag(claimed)
  if (claimed) {
    check_inner_prior(prior)
    return(bind_systems(lr_systems(x), claims_of, prior, has_independent_trials(x)))
  }
  check_prior(prior)
  log_odds <- stats::qlogis(prior)
  per_system_and_prior(lr_systems(x), prior, \(system) {
    -excess(points_of(system), log_odds)
  })
}

# Ends of the ECE in a unit, for all places of the trials within cells of a known `end`.
ece_bracket <- function(system, log_odds, prior = NULL, unit = 1) {
  coarse <- coarse_of(system)
  at <- \(h1, h2) {
    llr <- lapply(coarse[c(h1, h2)], to_ln, system$scale)
    none <- 0 * coarse$n_h1
    points <- join_points(list(
      list(llr = llr[[1]], n_h1 = coarse$n_h1, n_h2 = none),
      list(llr = llr[[2]], n_h1 = none, n_h2 = coarse$n_h2)
    ))
    ece(c(points, list(totals = unname(totals_of(system)))), log_odds)
  }
  ends <- if (is.null(coarse$end)) {
    rep(list(ece(points_of(system), log_odds)), 2)
  } else {
    list(at("end", "value"), at("value", "end"))
  }
  interval_columns(ends[[1]] / unit, ends[[2]] / unit, system, prior, most = Inf)
}

# ECE in bits of one system's points or blocks.
ece <- function(points, log_odds) .Call(ffi_ece, points, as.double(log_odds)) / log(2)

ece_null <- function(log_odds) {
  of <- cbind(log_odds, -log_odds, deparse.level = 0)
  costs <- nats_to_bits(stats::plogis(of)) * softplus(-of)
  ifelse(is.finite(log_odds), costs[, 1] + costs[, 2], 0)
}

# ECE - ECE_null in bits, computed without cancellation as a multiple of min(prior, 1 - prior), in
# nats, which keeps its sign out to the priors 0 and 1. If this overflows, the ECE is near the
# largest double, and the plain difference is exact.
excess <- function(points, log_odds) {
  open <- is.finite(log_odds)
  out <- numeric(length(log_odds))
  relative <- .Call(ffi_excess, points, as.double(log_odds[open]))
  out[open] <- ifelse(
    is.finite(relative),
    nats_to_bits(relative) * stats::plogis(-abs(log_odds[open])),
    ece(points, log_odds[open]) - ece_null(log_odds[open])
  )
  out
}

# The systems of a set of LRs, with a warning if their cross-entropy is infinite.
lr_systems <- function(x) {
  check_calibrated(x)
  systems <- systems_of(x)
  warn_misleading_infinities(systems)
  systems
}

# Trials that are certain and wrong, in all systems together: H1 trials with LR = 0 and H2 trials
# with LR = Inf.
warn_misleading_infinities <- function(systems, what = "cross-entropy") {
  n <- Reduce(`+`, lapply(systems, \(system) {
    infinite <- infinite_of(unweighted(system))
    c(h1 = infinite$n_h1[1], h2 = infinite$n_h2[2])
  }))
  if (sum(n) > 0) warn_of("misleading_infinities")
}
