#' Test of calibration
#'
#' `calibration_test()` returns a test of the hypothesis that LRs are calibrated, with estimates of
#' how far they are too large or too far from 1. `calibration_band()` returns the band that
#' contains the PAV curves of calibrated LRs.
#'
#' @inheritParams measures
#' @param statistic `"omnibus"` (the default), `"likelihood"`, `"cllr_cal"`, `"dev_pav"` or
#'   `"ece_gap"`; by source `"score"`.
#' @param prior Prior probabilities of H1 for `"ece_gap"`, by default 0.5, or the prior of a set of
#'   probabilities. For a [loglik_set()], one prior over the classes, flat by default.
#' @param replicates Number of replicates, at most a million; none are drawn by source.
#' @param by `"trial"`, or `"source"` for comparisons that share items, the default if the set names
#'   items. `"source"` needs five items or more, and comparisons of both hypotheses without any one
#'   of them.
#' @param level Level of the limits of slope and shift, and of the band.
#' @return `calibration_test()` returns an object of class `htest`: `statistic` (two for
#'   `"omnibus"`), `p.value`, `parameter` (numbers of replicates and of trials; by source degrees
#'   of freedom, items and trials), `method`, `data.name`, and
#'   * `estimate`: `slope` and `shift`, the latter in log10 LR; `NULL` without an estimate;
#'   * `conf.int`: a matrix of their limits, with rows `slope` and `shift` and columns `lower` and
#'     `upper`;
#'   * `region`: the limits in words: by which factor LRs are too large or too small, and whether
#'     they are over- or understated;
#'   * `note`: `NULL`, or limitations of the p-value, or why it is missing;
#'   * `expected`: the median of each statistic in the replicates.
#'
#' For many classes `estimate` is the mean of the replicates, without a region.
#'
#'   `calibration_band()` returns a data frame with columns `system`, `log10_lr` (at most 512 of the
#'   distinct LRs), `lower` and `upper`.
#'
#'   Both are reproducible with [set.seed()].
#' @section Replicates:
#' A measure such as [cllr_cal()] is positive even for a perfect system, so the test compares it
#' with its distribution under calibrated LRs. Replicates draw both samples from the most likely
#' distribution of calibrated LRs on these trials (empirical likelihood; Qin and Zhang 1997, Owen
#' 2001; `vignette("methods")`). With \eqn{B} replicates \eqn{T^*}{T*} of the statistic \eqn{T},
#' \deqn{p = \frac{1 + \#\{T^* \ge T\}}{B + 1}.}{p = (1 + #{T* >= T}) / (B + 1).}
#'
#' A large p-value says only that these trials show no fault. A wrong infinite LR gives the least
#' possible p-value. If all LRs are on one side of 1, or all of a hypothesis are 1, only
#' `"cllr_cal"` decides. Fewer than 5 trials of a hypothesis give no p-value.
#' @section Statistics:
#' * `"likelihood"`: twice the log of the empirical likelihood ratio of the best affine map \eqn{a
#'   \ell + b} to the unchanged log LRs (Qin 1998). It detects shifted, overstated and understated
#'   LRs, with more power than Cox's (1958) test.
#' * `"cllr_cal"`: Cllr minus its minimum after PAV, in bits. It detects all faults that a monotone
#'   map corrects, but rarely understated LRs.
#' * `"omnibus"`: both. The lesser of their p-values is compared with that of each replicate.
#' * `"dev_pav"`: [dev_pav()], mostly with less power.
#' * `"ece_gap"`: the largest difference of the cross-entropy before and after PAV over `prior`, in
#'   bits.
#'
#' For many classes the statistic is Cllr_cal at `prior`, the gain by the best affine map (see
#' [`cross_entropy()`][loglik_cross_entropy]). Replicates draw the true class of each trial by its
#' posterior probability at the shares of the classes.
#'
#' The band of `calibration_band()` contains, at each LR, the PAV values of a share `level` of the
#' replicates. A curve of [pav()] that leaves the band contradicts the LRs.
#'
#' @section Slope and shift:
#' The estimate is the most likely affine map of the log10 LRs, `slope` times log10 LR plus `shift`:
#' 1 and 0 for calibrated LRs. A slope below 1 says that log LRs are overstated. A shift of \eqn{-b}
#' says that an LR of 1, or every LR if the slope is 1, is too large by a factor of
#' \eqn{10^b}{10^b}. The limits come from the profile likelihood. If a threshold separates the
#' hypotheses, no estimate exists.
#' @section Dependent trials:
#' The test by trial rejects calibrated LRs of comparisons that share items too often. By source,
#' the test uses a score for slope and shift, with covariances from the jackknife over items.
#'
#' @section Level and power:
#' In simulated sets of 30/30 to 200/200 trials, `"omnibus"` rejects 3 to 8 % of calibrated LRs at
#' .05; by source, 2 to 7 % of sets of 8 to 30 items. The 95 % limits contain the truth in 91 to 100
#' %, but those of the slope of LRs that nearly separate few trials in 83 to 90 %.
#' `vignette("methods")` has the power, with the tests of Cox, Spiegelhalter, and Hosmer and
#' Lemeshow.
#' @references
#' Cox DR (1958). *Biometrika* 45, 562-565. \doi{10.1093/biomet/45.3-4.562}
#'
#' Hosmer DW, Lemeshow S (1980). *Communications in Statistics: Theory and Methods* 9, 1043-1069.
#' \doi{10.1080/03610928008827941}
#'
#' Owen AB (2001). *Empirical likelihood*. Chapman & Hall/CRC, Boca Raton.
#' \doi{10.1201/9781420036152}
#'
#' Qin J (1998). *Biometrika* 85, 619-630. \doi{10.1093/biomet/85.3.619}
#'
#' Qin J, Zhang B (1997). *Biometrika* 84, 609-618. \doi{10.1093/biomet/84.3.609}
#'
#' @seealso [cllr_cal()], [dev_pav()], [measures()] for a corrected value with an interval
#' @concept Hosmer-Lemeshow
#' @concept Cox test
#' @concept Spiegelhalter test
#' @concept test of calibration
#' @concept goodness of fit
#' @export
#' @examples
#' set.seed(1)
#' x <- simulate_lr(100, 300, s = 2)
#' calibration_test(x)
#'
#' # The same LRs, overstated
#' stretched <- lr_set(2 * x$value, x$truth, scale = "log10")
#' calibration_test(stretched, "ece_gap", prior = c(0.1, 0.5, 0.9))
#' head(calibration_band(stretched, replicates = 200))
#' @order 1
calibration_test <- function(x, ...) UseMethod("calibration_test")

#' @rdname calibration_test
#' @export
calibration_test.default <- function(x, ...) {
  test <- on_set("calibration_test", x, ...)
  test$data.name <- data_name(substitute(x))
  test
}

#' @rdname calibration_test
#' @export
calibration_test.lr_set <- function(x, statistic = NULL, prior = NULL, replicates = 999, by = NULL,
                                    level = 0.95, threads = NULL, ...) {
  check_dots(...)
  name <- data_name(substitute(x))
  check_calibrated(x)
  check_no_weights(x)
  check_one_system(x)
  # An infinite LR that is wrong cannot be due to chance.
  few <- min(unlist(system_sizes(x))) < fewest_trials && is.finite(cllr_of(systems_of(x)[[1]]))
  note <- c(
    if (ignores_items(x, by)) "Its comparisons share items, and the test rejects too often.",
    if (few) "No p-value where a hypothesis has fewer than 5 trials."
  )
  by <- drawn_by(x, by)
  statistic <- read_statistic(statistic, by)
  prior <- read_gap_prior(prior, statistic, own_prior(x))
  check_count(replicates, most = 1e6)
  check_level(level)
  threads <- read_threads(threads)
  found <- if (by == "source") {
    source_score_test(x, level)
  } else {
    resampling_test(x, statistic, prior, replicates, level, threads)
  }
  if (statistic == "likelihood" && is.na(found$p.value)) {
    note <- c(note, "No p-value of the likelihood where all LRs of a hypothesis are 1.")
  }
  found$p.value[few] <- NA
  structure(
    c(found, list(
      region = calibration_region(found$conf.int), note = note,
      alternative = "the likelihood ratios are not calibrated", data.name = name
    )),
    class = c("calibration_test", "htest")
  )
}

read_statistic <- function(statistic, by) {
  if (by == "source") {
    refuse_if(!identical(statistic %||% "score", "score"), "source_statistic")
    return("score")
  }
  check_choice(statistic %||% "omnibus", c("omnibus", names(calibration_statistics)), "statistic")
}

read_gap_prior <- function(prior, statistic, own) {
  refuse_if(!is.null(prior) && statistic != "ece_gap", "gap_prior")
  prior <- prior %||% own
  check_prior(prior)
  prior
}

# Title of each statistic, its value in the set, with the known likelihood ratio, and in the
# replicates.
calibration_statistics <- list(
  likelihood = list(
    title = "EL ratio", observed = \(x, ratio, prior) ratio$likelihood,
    drawn = \(drawn) drawn$likelihood[1, ]
  ),
  cllr_cal = list(
    title = "Cllr_cal", observed = \(x, ratio, prior) largest_gap(x, 0.5),
    drawn = \(drawn) nats_to_bits(drawn$gap[1, ])
  ),
  dev_pav = list(
    title = "devPAV", observed = \(x, ratio, prior) unname(dev_pav(x)),
    drawn = \(drawn) from_ln(drawn$dev_pav[1, ], "log10")
  ),
  ece_gap = list(
    title = "ECE gap", observed = \(x, ratio, prior) largest_gap(x, prior),
    drawn = \(drawn) nats_to_bits(apply(drawn$gap, 2, max))
  )
)

# Test by trial. No replicate is like the trials if an infinite LR is wrong.
resampling_test <- function(x, statistic, prior, replicates, level, threads) {
  system <- systems_of(x)[[1]]
  ratio <- fit_density_ratio(system, stats::qchisq(level, 1))
  kinds <- if (statistic == "omnibus") c("likelihood", "cllr_cal") else statistic
  kinds <- calibration_statistics[kinds]
  observed <- vapply(kinds, \(kind) kind$observed(x, ratio, prior), 1)
  names(observed) <- vapply(kinds, `[[`, "", "title")
  possible <- !is.nan(ratio$estimate[1])
  drawn <- if (possible) {
    all <- draw_consistent(
      system, replicates, threads,
      log_odds = stats::qlogis(prior), likelihood = "likelihood" %in% names(kinds),
      dev_pav = "dev_pav" %in% names(kinds)
    )
    do.call(rbind, lapply(kinds, \(kind) kind$drawn(all)))
  }
  # The likelihood accuses calibrated LRs of which a hypothesis has no other than 1.
  telling <- with(counts_of(system), min(sum(n_h1[value != 0]), sum(n_h2[value != 0]))) > 0
  decides <- telling | names(kinds) != "likelihood"
  c(
    list(
      statistic = observed,
      parameter = c(replicates = replicates, trials = sum(totals_of(system))),
      p.value = if (possible) resampling_p(observed, drawn, decides) else 1 / (replicates + 1),
      expected = if (possible) apply(drawn, 1, stats::median, na.rm = TRUE) else NA * observed
    ),
    # NULL if a threshold separates the hypotheses, or an infinite LR is wrong.
    if (all(is.finite(ratio$estimate))) {
      slope_and_shift(ratio$estimate, rbind(ratio$slope, ratio$shift), level)
    },
    list(method = "Test of calibration by resampling of calibrated LRs")
  )
}

# p-value of the statistics that decide, a row each: shares of values as large as each one. The
# least share of several is compared with the least of each replicate. A replicate without a value
# counts as Inf, which can only raise the p-value.
resampling_p <- function(observed, drawn, decides) {
  if (!any(decides) || anyNA(observed)) return(NA_real_)
  values <- round(cbind(observed, drawn), 8)[decides, , drop = FALSE]
  values[is.na(values)] <- Inf
  shares <- apply(values, 1, \(one) rank(-one, ties.method = "max"))
  least <- apply(shares, 1, min)
  mean(least <= least[1])
}

largest_gap <- function(x, prior) {
  max(suppress_infinities(cross_entropy(x, prior)) - cross_entropy_min(x, prior))
}

# A replicate without a value counts as extreme.
new_calibration_test <- function(observed, drawn, title, n, name) {
  margin <- if (is.finite(observed)) 1e-12 * max(abs(observed), 1) else 0
  extreme <- sum(is.na(drawn) | drawn >= observed - margin)
  structure(
    list(
      statistic = rlang::set_names(observed, title),
      parameter = c(replicates = length(drawn), trials = n),
      p.value = if (is.na(observed)) NA_real_ else (1 + extreme) / (length(drawn) + 1),
      estimate = rlang::set_names(mean(drawn, na.rm = TRUE), "mean if calibrated"),
      alternative = "the likelihood ratios are not calibrated",
      method = "Test of calibration by consistency resampling",
      data.name = name
    ),
    class = "htest"
  )
}

data_name <- function(expression) paste(deparse(expression, nlines = 1), collapse = "")
