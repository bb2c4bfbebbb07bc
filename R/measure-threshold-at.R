#' Thresholds found on the trials
#'
#' `threshold_at()` returns a threshold for accepting H1 that is best on these trials, and so
#' optimistic for them:
#'
#' * `at = "dcf_min"`: the threshold at which the detection cost is [dcf_min()] (Brümmer 2010, eq.
#'   7.11), or the lowest of equally good thresholds.
#' * `at = "eer"`: the value of a trial at which \eqn{C_{miss} P_{miss}}{C_miss P_miss} and
#'   \eqn{C_{fa} P_{fa}}{C_fa P_fa} are nearest to each other, close to the [eer()]; the middle of
#'   several.
#' * `at = "p_fa"` (or `"fmr"`): the lowest threshold whose false-alarm rate is at most `rate`.
#' * `at = "p_miss"` (or `"fnmr"`): the highest threshold whose miss rate is at most `rate`.
#'
#' @inheritParams dcf
#' @param at `"dcf_min"`, `"eer"`, `"p_fa"` or `"p_miss"` (`"fmr"`, `"fnmr"` in ISO/IEC 19795).
#' @param rate Limits of error rates, between 0 and 1.
#' @param prior For `"dcf_min"`: prior probabilities of H1, or a table of operating points, see
#'   [dcf()]; 0.5 by default, or the prior of a set of probabilities.
#' @param c_miss,c_fa Positive costs of a miss and of a false alarm: for `"dcf_min"` as many as
#'   priors, or one; for `"eer"` one.
#' @return Thresholds on the scale of the set, for [error_rates()] and [dcf()]. For `"eer"` a double
#'   per system; otherwise in the shape of [dcf()]. `-Inf` accepts all trials, `Inf` none. `NA`
#'   means that accepting none is best though some trials have LR = Inf.
#' @inherit bayes_error references
#' @seealso [bayes_threshold()] for calibrated LRs
#' @concept threshold for a false-alarm rate
#' @concept fixed operating point
#' @concept FAR threshold
#' @export
#' @examples
#' x <- simulate_lr(200, 1000, s = 2, stretch = 2)
#' threshold_at(x, "eer")
#' threshold_at(x, "dcf_min", prior = 0.01, c_miss = 10)
#' threshold_at(x, "fmr", rate = c(0.01, 0.001))
#' bayes_threshold(0.01, c_miss = 10, scale = "log10")
threshold_at <- function(x, ...) UseMethod("threshold_at")

#' @rdname threshold_at
#' @export
threshold_at.lr_set <- function(x, at = "dcf_min", prior = own_prior(x), c_miss = 1, c_fa = 1, ...,
                                rate = NULL) {
  check_dots(...)
  check_choice(at, c("dcf_min", "eer", "p_fa", "p_miss", "fmr", "fnmr"))
  used <- switch(at, dcf_min = c("prior", "c_miss", "c_fa"), eer = c("c_miss", "c_fa"), "rate")
  check_unheeded(setdiff(c("prior", "c_miss", "c_fa", "rate"), used),
    cli::format_inline("The threshold {.val {at}} uses {.arg {used}}."))
  kind <- c(p_fa = "p_fa", fmr = "p_fa", p_miss = "p_miss", fnmr = "p_miss")[at]
  given_values(x, if (at == "dcf_min") {
    points <- read_operating_points(prior, c_miss, c_fa)
    per_operating_point(systems_of(x), points, \(system) best_thresholds(system, points$log_odds))
  } else if (at == "eer") {
    check_number(c_miss, above = 0)
    check_number(c_fa, above = 0)
    per_system(each_system(x, steps_near, \(system) c(c_miss, c_fa), beside = -1:1), \(counts) {
      roc_crossing(counts, c_miss, c_fa)$balance
    })
  } else {
    check_rate(rate, "rate")
    per_system_and_prior(systems_of(x), rate, \(system) {
      rates_within(system, kind, as.double(rate))$threshold
    })
  })
}

# Blocks with too small an LLR are rejected; the threshold is the first value of the next block.
best_thresholds <- function(system, log_odds) {
  blocks <- blocks_of(system)
  rejected <- findInterval(-log_odds, blocks$llr, left.open = TRUE)
  roc_thresholds(blocks$min, system$scale, blocks$max[length(blocks$max)])[rejected + 1]
}
