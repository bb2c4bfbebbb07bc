# Half-widths and assurance for Gaussian LLRs and independent comparisons: rates of misleading
# evidence by the binomial distribution, mean costs by quadrature. NULL without a formula.

formula_curve <- function(goal, model, settings) {
  system <- model$gaussian
  by_interval <- goal$kind == "measure" || goal$kind == "criterion" && goal$decide_by == "interval"
  if (is.null(system) || !by_interval) return(NULL)
  if (goal$measure %in% c("misleading_h1", "misleading_h2")) {
    return(formula_of_rate(goal, system, model$sizes, settings$level))
  }
  log_odds <- if (is.na(goal$prior)) 0 else stats::qlogis(goal$prior)
  weights <- switch(goal$measure,
    cllr = , cross_entropy = stats::plogis(c(1, -1) * log_odds), cllr_h1 = c(0.5, 0),
    cllr_h2 = c(0, 0.5)
  )
  if (!is.null(weights)) formula_of_cost(goal, system, model$sizes, settings, log_odds, weights)
}

# Exact sum over the numbers of errors with non-negligible probability.
formula_of_rate <- function(goal, system, sizes, level) {
  h1 <- goal$measure == "misleading_h1"
  rate <- unlist(gaussian_rates(system, 0))[[if (h1) "p_miss" else "p_fa"]]
  at <- \(n, of) {
    n <- sizes(n)[[if (h1) "h1" else "h2"]]
    k <- seq(stats::qbinom(1e-14, n, rate), stats::qbinom(1 - 1e-14, n, rate))
    sum(stats::dbinom(k, n, rate) * of(binomial_interval(k, n, level)))
  }
  half <- \(limits) (limits$upper - limits$lower) / 2
  met <- \(limits) if (goal$kind == "measure") {
    half(limits) <= goal$half_width
  } else {
    limits$upper < goal$offset
  }
  list(
    half_width = \(n) at(n, half), assurance = \(n) at(n, met),
    failed = \(n) if (goal$kind == "measure") 0 else at(n, \(limits) limits$lower >= goal$offset)
  )
}

# The interval of measures() at the expected standard error and skewness. The estimate and the
# logarithm of its standard error are assumed normal, and correlated if costs are skewed.
formula_of_cost <- function(goal, system, sizes, settings, log_odds, weights) {
  points <- gaussian_points(system)
  moments <- cost_moments(points, log_odds, weights)
  at <- \(n) cost_study(points, moments, sizes(n), log_odds, weights, settings$level)
  below <- \(ends, bound, study) {
    reach <- (ends - study$value) / study$spread
    mean <- study$value + reach * study$spread / sqrt(1 + study$relative / 4)
    stats::pnorm((bound - mean) / study$spread / sqrt(
      1 + reach^2 * study$relative / 4 + reach * study$skewness
    ))
  }
  list(
    half_width = \(n) {
      study <- at(n)
      diff(study$ends) / 2 / sqrt(1 + study$relative / 4)
    },
    assurance = \(n) {
      study <- at(n)
      if (goal$kind == "criterion") return(below(study$ends[2], goal$offset, study))
      # The variance includes the random error of 1000 replicates.
      varies <- study$relative / 4 + 1 / 2000
      stats::pnorm((log(goal$half_width / (diff(study$ends) / 2)) + varies / 2) / sqrt(varies))
    },
    failed = \(n) {
      study <- at(n)
      if (goal$kind == "measure") 0 else 1 - below(study$ends[1], goal$offset, study)
    }
  )
}

# Mean and central moments of the cost of a trial in bits, a column per hypothesis.
cost_moments <- function(points, log_odds, weights) {
  cost <- list(
    h1 = weights[1] * softplus(-points$llr - log_odds),
    h2 = weights[2] * softplus(points$llr + log_odds)
  )
  vapply(c("h1", "h2"), \(h) {
    n <- points[[paste0("n_", h)]]
    bits <- nats_to_bits(cost[[h]])
    share <- n / sum(n)
    mean <- sum(share * bits)
    c(mean = mean, vapply(2:4, \(power) sum(share * (bits - mean)^power), 0))
  }, numeric(4))
}

# The skewness of the 1000 replicates of measures() is random, and it adds at least as much to the
# upper end as the tail.
skewness_noise <- sqrt(6 / 1000) * stats::qnorm((1:9 - 0.5) / 9)

# Expected findings of a study of these sizes: the `value`, its standard error `spread`, the
# `relative` variance of its square, and the ends of the interval.
cost_study <- function(points, moments, sizes, log_odds, weights, level) {
  variance <- sum(moments[2, ] / sizes)
  relative <- sum((moments[4, ] - moments[2, ]^2) / sizes^3) / variance^2
  skewness <- sum(moments[3, ] / sizes^2) / variance^1.5
  units <- min(sizes)
  z <- stats::qnorm((1 + level) / 2)
  tail <- cost_facts(points, log_odds, sizes, weights)[1, ]
  z <- z * few_trials(units, z)
  value <- sum(moments[1, ])
  spread <- sqrt(variance)
  list(
    value = value, spread = spread, relative = relative, skewness = skewness,
    ends = rowMeans(vapply(skewness + skewness_noise, \(skewness) {
      cost_interval(value, spread * sqrt((units - 1) / units), skewness, z, tail)
    }, numeric(2)))
  )
}
