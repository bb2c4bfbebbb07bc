#' Cost of detection over target priors
#'
#' `cavg_curve()` returns [cavg()] over the prior of the target.
#'
#' Each class in turn is the target and has the prior \eqn{\alpha}; the others share the rest
#' equally (Brümmer 2010, eq. 8.28). The target is accepted if its posterior is at least one half.
#' The probabilities of error are averaged over the targets:
#' \deqn{C_{avg}(\alpha) = \frac{1}{K}\sum_k \left(\alpha P_{miss}(k) +
#'   \frac{1-\alpha}{K-1}\sum_{i \ne k} P_{fa}(k|i)\right).}{
#'   Cavg(alpha) = mean_k (alpha P_miss(k) + (1 - alpha)/(K - 1) sum_{i != k} P_fa(k|i)).}
#' At \eqn{\alpha = 1/2} this is `cavg(x)`.
#'
#' @inheritParams class_losses
#' @param log10_prior_odds Prior odds of the target, as logarithms to base 10.
#' @return A data frame of class `cavg_curve` with a row per system and prior:
#'   * `system`, `log10_prior_odds`, `prior`,
#'   * `cavg`: of the unchanged log-likelihoods,
#'   * `cavg_opt`: after the affine map with the least cross-entropy at the flat prior,
#'   * `cavg_null`: of accepting or rejecting everything, whichever costs less.
#' @inherit bayes_error references
#' @seealso [prior_sweep()]
#' @concept average cost over priors
#' @export
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")
#' head(cavg_curve(x))
cavg_curve <- function(x, log10_prior_odds = seq(-3, 3, by = 0.05), ...) {
  check_given()
  log10_prior_odds <- check_points(log10_prior_odds)
  x <- loglik_set(x, ...)
  log_odds <- log10_prior_odds * log(10)
  flat <- rep(1, ncol(x$log_lik)) / ncol(x$log_lik)
  data <- bind_systems(systems_of(x), \(system) {
    calibrated <- optimised(system, flat)
    new_frame(
      log10_prior_odds = log10_prior_odds,
      prior = stats::plogis(log_odds),
      cavg = target_sweep(system, log_odds),
      cavg_opt = target_sweep(calibrated, log_odds),
      cavg_null = stats::plogis(-abs(log_odds))
    )
  })
  new_curve(data, "cavg_curve")
}

# All detection scores share the threshold, so one sorted list of misses and one of false alarms
# serve all priors. Class means make every class count alike.
target_sweep <- function(system, log_odds) {
  n_classes <- ncol(system$log_lik)
  flat <- rep(1, n_classes)
  llr <- vapply(seq_len(n_classes), \(k) detection_llr(system$log_lik, flat, k),
    numeric(length(system$truth))
  )
  llr <- matrix(llr, ncol = n_classes)
  own <- llr[cbind(seq_along(system$truth), system$truth)]
  of_class <- trial_shares(system, rep(1 / n_classes, n_classes))
  llr[cbind(seq_along(system$truth), system$truth)] <- NA
  others <- !is.na(llr)
  missed <- weight_below(own, of_class, -log_odds)
  rejected <- weight_below(llr[others], (of_class * others)[others] / (n_classes - 1), -log_odds)
  stats::plogis(log_odds) * missed + stats::plogis(-log_odds) * pmax(1 - rejected, 0)
}

# Total weight of the values below each threshold.
weight_below <- function(value, weight, threshold) {
  ascending <- order(value)
  c(0, cumsum(weight[ascending]))[findInterval(threshold, value[ascending], left.open = TRUE) + 1]
}
