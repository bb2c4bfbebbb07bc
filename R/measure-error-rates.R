#' Miss and false-alarm rates
#'
#' How often H1 is missed and how often it is accepted wrongly, for any decision threshold.
#'
#' H1 is accepted where the LR (or score) reaches the threshold. \eqn{P_{miss}}{P_miss} is the share
#' of H1 trials below it, \eqn{P_{fa}}{P_fa} the share of H2 trials at or above it (Brümmer 2010,
#' eq. 7.16 and 7.17). Shares count trials of their own hypothesis only, so neither depends on how
#' many trials of each kind the test has. A threshold of `-Inf` accepts everything, a threshold of
#' `Inf` only trials with LR = Inf.
#'
#' @inheritParams cross_entropy
#' @param threshold Thresholds on log10 LR; on the score itself for a set of scores. See
#'   [bayes_threshold()] for those that priors and costs ask for.
#' @return A data frame with a row per system and threshold: `system`, `threshold`, `p_fa`,
#'   `p_miss`.
#' @inherit dcf references
#' @seealso [det_curve()] for all thresholds at once, [dcf()] for what the errors cost
#' @export
#' @examples
#' x <- lr_set(list(h1 = c(20, 3, 0.8), h2 = c(0.1, 0.4, 3)), scale = "lr")
#' error_rates(x, threshold = log10(c(0.5, 3)))
error_rates <- function(x, ...) UseMethod("error_rates")

#' @rdname error_rates
#' @export
error_rates.default <- function(x, ...) on_set("error_rates", x, ...)

#' @rdname error_rates
#' @export
error_rates.lr_set <- function(x, threshold = 0, ...) {
  check_dots(...)
  check_numeric(threshold, "threshold", rlang::current_env())
  check_filled(threshold, "threshold", rlang::current_env())
  threshold <- as.double(threshold)
  bind_systems(each_system(x, counts_for, at_thresholds(threshold)), \(counts) {
    rates <- rates_at(counts, to_log10(counts$value, counts$scale), threshold)
    data.frame(threshold = threshold, p_fa = rates$p_fa, p_miss = rates$p_miss)
  })
}

# P_miss and P_fa at thresholds on the scale of `value`, which belongs to the counts.
rates_at <- function(counts, value, threshold) {
  ascending <- order(threshold)
  counts$value <- value
  rates <- .Call(ffi_error_rates, counts, threshold[ascending])
  lapply(rates, \(rate) replace(rate, ascending, rate))
}

# The rates of Bayes decisions at effective prior log-odds. Where H1 is impossible it is never
# accepted, not even with LR = Inf.
bayes_rates <- function(counts, log_odds) {
  both <- on_one_scale(counts$value, counts$scale, -log_odds)
  rates <- rates_at(counts, both$value, both$threshold)
  impossible <- log_odds == -Inf
  list(p_miss = replace(rates$p_miss, impossible, 1), p_fa = replace(rates$p_fa, impossible, 0))
}

# The rates at the best thresholds are those of Bayes decisions by PAV LLRs (Brümmer 2010, eq. 7.42
# with C.20), because the edges between blocks are the vertices of the convex hull.
best_rates <- function(blocks, log_odds) {
  counts <- list(value = blocks$llr, scale = "ln", n_h1 = blocks$n_h1, n_h2 = blocks$n_h2)
  bayes_rates(counts, log_odds)
}

# Thresholds are moved to the scale of the values, which are many. Ratios must move themselves: a
# threshold may be too small for a ratio.
on_one_scale <- function(value, scale, ln_threshold) {
  if (scale == "lr") {
    return(list(value = log(value), threshold = ln_threshold))
  }
  list(value = value, threshold = from_ln(ln_threshold, scale))
}

# The highest thresholds that reject the lowest 0, 1, ... distinct values. No threshold rejects an
# infinite one.
roc_thresholds <- function(value, scale, largest = value[length(value)]) {
  reject_all <- if (largest == Inf) NA_real_ else Inf
  c(-Inf, to_log10(value[-1], scale), reject_all)
}
