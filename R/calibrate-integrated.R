# LRs that allow for how little a calibration is sure of: the posterior probability at the training
# prior, averaged over what the coefficients of the transform may be, and turned back into an LR.

integrated_llr <- function(fit, llr, value, system, by) {
  by <- limits_by(fit, by)
  each_transform(fit, value, system, cbind(llr), \(k, part) {
    if (isTRUE(calibration_methods[[fit$method]]$no_average)) stop_not_integrated(fit)
    average <- if (has_covariance(fit, k, by)) average_over_line else average_over_refits
    average(fit, k, part, by)
  })[, 1]
}

stop_not_integrated <- function(fit) {
  stop_input(
    "{.code integrated = TRUE} needs a method whose LRs have a distribution.",
    x = "{.val {fit$method}} has limits, which come from a test, and nothing to average over.",
    i = "Use {.arg level}, or another method."
  )
}

# The log odds of the mean of probabilities with these log odds, in weighted columns.
pooled_log_odds <- function(log_odds, weight) {
  log_mean_posterior(log_odds, weight) - log_mean_posterior(-log_odds, weight)
}

# The logarithm of the mean of probabilities with these log odds, in weighted columns.
log_mean_posterior <- function(log_odds, weight) {
  log(drop(stats::plogis(log_odds) %*% weight))
}

# Over Student's t, by the trapezoidal rule in asinh(t): its terms fall so fast at both ends that it
# is good to nine digits.
average_over_line <- function(fit, k, value, by) {
  prior <- stats::qlogis(fit$prior)
  at <- if (is.matrix(value)) value else value_grid(value)
  averaged <- over_parts(at, \(part) {
    line <- line_spread(fit, k, part, by)
    nodes <- t_nodes(line$degrees)
    cbind(pooled_log_odds(line$llr + prior + outer(line$sd, nodes$t), nodes$weight) - prior)
  })[, 1]
  if (is.matrix(value)) {
    return(averaged)
  }
  known <- match(value, at)
  if (anyNA(known)) stats::splinefun(at, averaged)(value) else averaged[known]
}

t_nodes <- function(degrees) {
  # Beyond, less than 1e-9 of the weight is left, of t with one degree of freedom too.
  w <- seq(-21, 21, by = 1 / 32)
  weight <- stats::dt(sinh(w), degrees) * cosh(w)
  list(t = sinh(w), weight = weight / sum(weight))
}

average_over_refits <- function(fit, k, value, by) {
  prior <- stats::qlogis(fit$prior)
  transforms <- drawn_transforms(fit, k, refits_for(0), by)
  weight <- rep(1 / length(transforms), length(transforms))
  at <- if (is.matrix(value)) value else value_grid(value)
  averaged <- over_parts(at, \(part) {
    cbind(pooled_log_odds(drawn_llrs(fit, transforms, part) + prior, weight) - prior)
  })[, 1]
  if (is.matrix(value)) averaged else between_points(at, averaged, value)
}
