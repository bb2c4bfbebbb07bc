#' Moments that calibrated likelihood ratios must have
#'
#' The mean of the LR when H2 is true, and of 1/LR when H1 is true. Both are 1 for calibrated LRs.
#'
#' If an LR is what it says, \eqn{P(LR \mid H_1) = LR \cdot P(LR \mid H_2)}{P(LR | H1) = LR P(LR |
#' H2)}, and summing over all its values
#' \deqn{E[LR \mid H_2] = 1 - P(LR = \infty \mid H_1), \qquad
#'   E[1/LR \mid H_1] = 1 - P(LR = 0 \mid H_2),}{
#'   E[LR | H2] = 1 - P(LR = Inf | H1) and E[1 / LR | H1] = 1 - P(LR = 0 | H2),}
#' which is 1 where no LR is infinite (Good 1985 gives it to Turing). A mean far above 1 shows LRs
#' that are too strong. A mean below 1 proves little: the better the system, the more of the mean
#' comes from misleading LRs that are too rare to be among the trials. `top_share`, the part of the
#' mean that one LR value contributes, tells: where it is near 1, examine that value and not the
#' mean. For a reliable verdict on calibration use [cllr_cal()] or [dev_pav()].
#'
#' @inheritParams cross_entropy
#' @return A data frame with two rows per system:
#'   * `system`, `hypothesis` (`"h1"`: mean of 1/LR; `"h2"`: mean of LR), `n` trials (or weight),
#'   * `mean`, `log10_mean`, `se`, the standard error of the mean for independent trials (`NA` for a
#'     single or weighted trial),
#'   * `top_share`: between 0 and 1, `NA` where the mean is infinite or 0. Of trials that are not in
#'     memory and have too many distinct values to be taken, shares below 0.01 may be too small.
#'
#'   A misleading LR of 0 or infinity makes the mean infinite, with a warning of class
#'   `calibrant_warning_infinite`.
#' @references
#' Good IJ (1985). Weight of evidence: a brief survey. In *Bayesian Statistics 2*, 249-270.
#' North-Holland.
#'
#' Taylor D, Buckleton J, Evett I (2015). Testing likelihood ratios produced from complex DNA
#' profiles. *Forensic Science International: Genetics* 16, 165-171.
#' \doi{10.1016/j.fsigen.2015.01.008}
#' @seealso [measures()] for intervals, [turing_bounds()] for the tails
#' @concept Good's theorem
#' @concept expected LR under H2
#' @export
#' @examples
#' set.seed(7)
#' lr_moments(simulate_lr(1000, 1000, s = 1))
#'
#' # Twice too strong on the log scale
#' lr_moments(simulate_lr(1000, 1000, s = 1, stretch = 2))
lr_moments <- function(x, ...) UseMethod("lr_moments")

#' @export
lr_moments.lr_set <- function(x, ...) {
  check_dots(...)
  check_calibrated(x)
  n <- misleading_infinities(systems_of(x))
  if (sum(n) > 0) {
    warn_calibrant(
      "A mean is infinite: some trials are certain and wrong.",
      x = "{n[['h1']]} H1 trial{?s} with LR = 0, {n[['h2']]} H2 trial{?s} with LR = Inf.",
      class = "calibrant_warning_infinite"
    )
  }
  moments <- bind_systems(systems_of(x), moments_of)
  if (is_weighted(x)) moments$se <- NA_real_
  moments
}

moments_of <- function(system) {
  counts <- counts_for(system, as_nodes)
  llr <- to_ln(counts$value, counts$scale)
  moments <- rbind(mean_of_exp(-llr, counts$n_h1, "h1"), mean_of_exp(llr, counts$n_h2, "h2"))
  if (isTRUE(counts$smooth)) {
    moments$n <- counts$totals
    moments$top_share <- top_shares(system, log(moments$n) + log(10) * moments$log10_mean)
  }
  moments
}

# What one value contributes, of the values that may contribute a hundredth.
top_shares <- function(system, log_sum) {
  counts <- counts_for(system, where_doubtful(\(counts, end) {
    known <- counts$value == end
    h1 <- log(counts$n_h1) - to_ln(counts$value, counts$scale)
    h2 <- log(counts$n_h2) + to_ln(end, counts$scale)
    which(!known & (may_be_top(h1, known, log_sum[1]) | may_be_top(h2, known, log_sum[2])))
  }))
  c(top_share_of(counts, "n_h1", -1, log_sum[1]), top_share_of(counts, "n_h2", 1, log_sum[2]))
}

# NA where the mean is infinite.
top_share_of <- function(counts, class, sign, log_sum) {
  if (!is.finite(log_sum)) return(NA_real_)
  known <- counts$value == counts$end & counts[[class]] > 0
  each <- log(counts[[class]][known]) + sign * to_ln(counts$value[known], counts$scale)
  exp(max(each, -Inf) - log_sum)
}

may_be_top <- function(most, known, log_sum) {
  best <- max(most[known], -Inf, na.rm = TRUE)
  !is.na(most) & most > max(best, log_sum + log(0.01))
}

# Mean of exp(x) over trials counted in n, scaled by the greatest so that nothing overflows on the
# way. Some nodes count less than nothing.
mean_of_exp <- function(x, n, hypothesis) {
  x <- x[n != 0]
  n <- n[n != 0]
  total <- sum(n)
  top <- max(x)
  scaled <- if (is.finite(top)) exp(x - top) else as.double(x == top)
  mean <- sum(n * scaled) / total
  spread <- sqrt(sum(n * (scaled - mean)^2) / (total - 1) / total)
  data.frame(
    hypothesis = hypothesis,
    n = total,
    mean = exp(top + log(mean)),
    log10_mean = (top + log(mean)) / log(10),
    se = if (total > 1 && top < Inf) exp(top + log(spread)) else NA_real_,
    top_share = if (is.finite(top)) max(n * scaled) / sum(n * scaled) else NA_real_
  )
}
