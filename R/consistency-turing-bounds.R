#' Turing's bounds on misleading likelihood ratios
#'
#' `turing_bounds()` returns the shares of strongly misleading LRs and their bounds for calibrated
#' LRs, at any \eqn{k \ge 1}{k >= 1}
#' \deqn{P(LR \ge k \mid H_2) \le 1/k, \qquad P(LR \le 1/k \mid H_1) \le 1/k,}{
#'   P(LR >= k | H2) <= 1/k and P(LR <= 1/k | H1) <= 1/k,}
#' for any evidence (Good 1985, Royall 2000).
#'
#' A small `p_value`, the probability of at least as many misleading trials if each misled
#' independently with the probability \eqn{1/k}, means that the LRs are too strong.
#'
#' @inheritParams cross_entropy
#' @param log10_lr Strengths \eqn{\log_{10} k}{log10 k}, 0 or more.
#' @return A data frame with a row per system, hypothesis and strength:
#'   * `system`, `hypothesis`, `log10_lr`,
#'   * `n` trials, of which `n_beyond` mislead with at least this strength (weights, if any),
#'   * `share`, and its `bound`,
#'   * `p_value`, one-sided and exact (binomial); `NA` for weighted trials.
#' @references Good IJ (1985). In *Bayesian Statistics 2*, 249-270. North-Holland.
#'
#' Royall R (2000). *Journal of the American Statistical Association* 95, 760-768.
#' \doi{10.1080/01621459.2000.10474264}
#' @seealso [measures()] with `lr_moment_h2`, [misleading()]
#' @concept Good's theorem
#' @concept Turing
#' @concept Markov bound
#' @concept safe misleading rates
#' @export
#' @examples
#' x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
#' turing_bounds(x["mvn"])
turing_bounds <- function(x, ...) UseMethod("turing_bounds")

#' @rdname turing_bounds
#' @export
turing_bounds.lr_set <- function(x, log10_lr = 1:4, ...) {
  check_dots(...)
  check_calibrated(x)
  log10_lr <- check_points(log10_lr)
  check_each(log10_lr >= 0, "not be negative: it says how strongly the LRs mislead.", log10_lr)
  bounds <- bind_systems(each_system(x, tail_counts, log10_lr), \(counts) {
    value <- to_log10(counts$value, counts$scale)
    rbind(
      misleading_tail(-value, counts$n_h1, log10_lr, "h1"),
      misleading_tail(value, counts$n_h2, log10_lr, "h2")
    )
  })
  if (is_weighted(x)) bounds$p_value <- NA_real_
  bounds
}

tail_counts <- function(system, log10_lr) {
  scale <- system$scale
  counts_for(system, at_cuts(c(cuts_at(scale, log10_lr), cuts_at(scale, -log10_lr, beyond = TRUE))))
}

# `value` increases with the support for the wrong hypothesis.
misleading_tail <- function(value, n, log10_lr, hypothesis) {
  beyond <- vapply(log10_lr, \(k) sum(n[value >= k]), 0)
  total <- sum(n)
  bound <- 10^-log10_lr
  new_frame(
    hypothesis = hypothesis,
    log10_lr = log10_lr,
    n = total,
    n_beyond = beyond,
    share = beyond / total,
    bound = bound,
    p_value = stats::pbinom(beyond - 1, round(total), bound, lower.tail = FALSE)
  )
}
