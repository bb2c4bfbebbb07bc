#' Miss and false-alarm rates
#'
#' `error_rates()` returns the miss and false-alarm rates at decision thresholds, or at limits of
#' one rate.
#'
#' H1 is accepted if the LR (or score) reaches the threshold. \eqn{P_{miss}}{P_miss} is the share
#' of H1 trials below it, \eqn{P_{fa}}{P_fa} the share of H2 trials at or above it (Brümmer 2010,
#' eq. 7.16 and 7.17), whatever the proportion of H1 trials. `-Inf` accepts everything, `Inf` only
#' trials with LR = Inf.
#'
#' # Words of ISO/IEC 19795
#' In biometrics the false-alarm rate is the false match rate, FMR, and the miss rate the false
#' non-match rate, FNMR. `error_rates(x, fmr = 0.001)` is the FNMR at the lowest threshold with an
#' FMR of at most 1e-3, without interpolation. FMR100, FMR1000 and ZeroFMR (Maio et al. 2002) are
#' the FNMR at `fmr = 0.01`, `0.001` and `0`. FAR and FRR also count failures to acquire, which are
#' not in the set. Fewer than 30 false matches say little about their rate: see [rule_of_30()].
#'
#' # Measures that depend on the share of H1 trials
#' Recall (sensitivity) is one minus the miss rate. Precision, F1, Cohen's kappa and the Matthews
#' correlation also depend on the share of H1 trials in the set, which is not that of cases, and
#' have no function here: [dcf()] takes the prior and the costs of the case.
#'
#' @inheritParams cross_entropy
#' @param threshold Thresholds on the scale of the set, such as a [bayes_threshold()] on this scale.
#'   By default an LR of 1, a score of 0, or a probability of 0.5.
#' @param p_fa,p_miss,fmr,fnmr Instead of `threshold`: limits of rates, between 0 and 1. The
#'   threshold is the lowest within a limit of false alarms (`p_fa` or `fmr`), the highest within
#'   one of misses (`p_miss` or `fnmr`).
#' @param vocabulary The names of the rates: `"detection"` for `p_fa` and `p_miss`, `"biometrics"`
#'   for `fmr` and `fnmr`. The default follows the argument given.
#' @param scale For decisions (`TRUE` if H1 was accepted), followed by their `truth`: `"score"`,
#'   the default.
#' @return A data frame with a row per system and threshold: `system`, `threshold`, `p_fa`,
#'   `p_miss` (or `fmr`, `fnmr`). For scales other than log10 and `"score"`, the thresholds are in
#'   `threshold_lr`, `threshold_prob` or `threshold_ln_lr`. They are `NA` if all trials must be
#'   rejected though some have LR = Inf.
#' @references
#' Brümmer N (2010). PhD thesis, Stellenbosch University.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' ISO/IEC 19795-1:2021. *Information technology - Biometric performance testing and reporting -
#' Part 1: Principles and framework*.
#'
#' Maio D et al. (2002). *IEEE Transactions on Pattern Analysis and Machine Intelligence* 24,
#' 402-412. \doi{10.1109/34.990140}
#' @seealso [det_curve()] for all thresholds, [dcf()] for the costs of errors
#' @concept FMR
#' @concept FNMR
#' @concept FMR100
#' @concept FMR1000
#' @concept FAR
#' @concept FRR
#' @concept false match rate
#' @concept false non-match rate
#' @concept false acceptance rate
#' @concept false rejection rate
#' @concept sensitivity
#' @concept specificity
#' @concept miss
#' @concept false alarm
#' @concept ISO/IEC 19795
#' @concept miss rate
#' @concept false association
#' @concept false exclusion
#' @concept hit rate
#' @concept Cohen's kappa
#' @concept Matthews correlation
#' @concept MCC
#' @concept precision
#' @concept recall
#' @concept F1
#' @concept false positive rate
#' @concept FPR
#' @concept TPR
#' @concept false negative rate
#' @export
#' @examples
#' x <- lr_set(list(h1 = c(20, 3, 0.8), h2 = c(0.1, 0.4, 3)), scale = "lr")
#' error_rates(x, threshold = c(0.5, 3))
#'
#' # FNMR at FMR of 1 and of 0.1 % (FMR100, FMR1000)
#' error_rates(simulate_lr(500, 5000, s = 2), fmr = c(0.01, 0.001))
#'
#' # Decisions
#' error_rates(c(TRUE, FALSE, FALSE, TRUE), truth = c(TRUE, TRUE, FALSE, FALSE))
error_rates <- function(x, ...) UseMethod("error_rates")

#' @rdname error_rates
#' @export
error_rates.logical <- function(x, ..., scale = "score", threshold = 0.5) {
  error_rates(lr_set(x, ..., scale = scale), threshold)
}

#' @rdname error_rates
#' @export
error_rates.lr_set <- function(x, threshold = default_threshold(x), p_fa = fmr, p_miss = fnmr, ...,
                               fmr = NULL, fnmr = NULL, vocabulary = NULL) {
  check_dots(...)
  biometric <- !is.null(fmr) || !is.null(fnmr)
  asked <- Filter(Negate(is.null), list(p_fa = p_fa, p_miss = p_miss))
  refuse_if(length(asked) > missing(threshold), "one_threshold")
  vocabulary <- vocabulary %||% if (biometric) "biometrics" else "detection"
  check_choice(vocabulary, c("detection", "biometrics"))
  rates <- if (length(asked) == 1) {
    check_rate(asked[[1]], names(asked))
    rates <- bind_systems(systems_of(x), rates_within, names(asked), as.double(asked[[1]]))
    replace(rates, "threshold", given_values(x, rates$threshold))
  } else {
    rates_at_thresholds(x, threshold)
  }
  if (vocabulary == "biometrics") names(rates)[3:4] <- c("fmr", "fnmr")
  name_thresholds(rates, x)
}

rates_at_thresholds <- function(x, threshold) {
  cut <- read_threshold(x, threshold)
  bind_systems(each_system(x, counts_for, at_cuts(cut)), \(counts) {
    rates <- rates_at(counts, cut)
    new_frame(threshold = as.double(threshold), p_fa = rates$p_fa, p_miss = rates$p_miss)
  })
}

check_rate <- function(rate, arg) {
  check_numeric(rate, arg)
  check_filled(rate, arg)
  check_each(rate >= 0 & rate <= 1, "be rates between 0 and 1.", rate, arg)
}

# The rates at which the one of this `kind` is at most `rate`, and the other is as small as
# possible.
rates_within <- function(system, kind, rate) {
  counts <- counts_for(system, resolved_rows(\(counts, end) {
    rejected <- edges_within(counts, kind, rate)
    near <- sort(unique(c(rejected, rejected + 1)))
    near <- near[near %in% seq_along(end)]
    near[counts$value[near] < end[near]]
  }))
  at <- edges_within(counts, kind, rate) + 1
  ends <- shares_of_edges(counts)
  threshold <- roc_thresholds(counts$value, counts$scale)
  # The smallest value, a higher threshold than -Inf, also misses no trial.
  if (kind == "p_miss") threshold[1] <- counts$value[1]
  new_frame(threshold = threshold[at], p_fa = ends$p_fa[at], p_miss = ends$p_miss[at])
}

# Number of lowest values to reject, so that the rate is met: the most for misses, the fewest for
# false alarms.
edges_within <- function(counts, kind, rate) {
  # Shares written as decimals equal those of whole numbers up to rounding.
  most <- rate * (1 + 1e-12)
  ends <- shares_of_edges(counts)
  if (kind == "p_miss") return(findInterval(most, ends$p_miss) - 1)
  length(ends$p_fa) - findInterval(most, rev(ends$p_fa))
}

# The rates after the lowest 0, 1, ... values were rejected, exact at both ends.
shares_of_edges <- function(counts) {
  below <- c(0, cumsum(counts$n_h1))
  above <- c(rev(cumsum(rev(counts$n_h2))), 0)
  list(p_miss = below / below[length(below)], p_fa = above / above[1])
}

# P_miss and P_fa at thresholds on the scale of `value`, which belongs to the counts.
rates_at <- function(counts, threshold, value = counts$value) {
  ascending <- order(threshold)
  counts$value <- value
  rates <- .Call(ffi_error_rates, counts, threshold[ascending])
  lapply(rates, \(rate) replace(rate, ascending, rate))
}

# Rates of Bayes decisions at effective prior log-odds. An impossible H1 is never accepted, not even
# with LR = Inf.
bayes_rates <- function(counts, log_odds) {
  both <- on_one_scale(counts$value, counts$scale, -log_odds)
  rates <- rates_at(counts, both$threshold, both$value)
  impossible <- log_odds == -Inf
  list(p_miss = replace(rates$p_miss, impossible, 1), p_fa = replace(rates$p_fa, impossible, 0))
}

# The rates at the best thresholds are those of Bayes decisions by PAV LLRs (Brümmer 2010, eq. 7.42
# with C.20), because the edges between blocks are the vertices of the convex hull.
best_rates <- function(blocks, log_odds) {
  counts <- list(value = blocks$llr, scale = "ln", n_h1 = blocks$n_h1, n_h2 = blocks$n_h2)
  bayes_rates(counts, log_odds)
}

# Thresholds, not the many values, are converted to a common scale. Ratios are converted themselves:
# a threshold may be too small for a ratio.
on_one_scale <- function(value, scale, ln_threshold) {
  if (scale == "lr") return(list(value = log(value), threshold = ln_threshold))
  list(value = value, threshold = from_ln(ln_threshold, scale))
}

# The highest thresholds that reject the lowest 0, 1, ... distinct values, in their unit. No
# threshold rejects an infinite value.
roc_thresholds <- function(value, scale, largest = value[length(value)]) {
  c(lowest_value(scale), value[-1], if (largest == Inf) NA_real_ else Inf)
}
