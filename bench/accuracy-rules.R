# Mean costs under proper scoring rules, in numbers of 200 bits.

logistic_exact <- function(z) 1 / (1 + exp(-z))

# Costs given H1 of the posterior log-odds z, and their decrease per unit of z; costs given H2 are
# the same at -z. The member of the beta family integrates 30 q^2 (1 - q)^2 / q from q to 1.
smooth_rules <- list(
  log = list(
    rule = "log", cost = \(z) softplus_exact(-z), slope = \(z) stats::plogis(-z)
  ),
  brier = list(
    rule = "brier", cost = \(z) logistic_exact(-z)^2,
    slope = \(z) 2 * stats::plogis(-z)^2 * stats::plogis(z)
  ),
  boost = list(rule = "boost", cost = \(z) exp(-z / 2), slope = \(z) exp(-z / 2) / 2),
  beta = list(
    rule = scoring_rule("beta", gamma = 2),
    cost = \(z) {
      rest <- logistic_exact(-z)
      30 * (rest^3 / 3 - rest^4 / 4)
    },
    slope = \(z) 30 * stats::plogis(z)^2 * stats::plogis(-z)^3
  )
)

risk_exact <- function(rule, points, prior) {
  prior <- exact(prior)
  h <- log(prior) - log1p(-prior)
  prior * mean_exact(\(llr) rule$cost(llr + h), points$llr, points$n_h1) +
    (1 - prior) * mean_exact(\(llr) rule$cost(-llr - h), points$llr, points$n_h2)
}

inherent_risk <- function(rule, points, prior) {
  h <- stats::qlogis(prior)
  llr <- asNumeric(points$llr)
  of <- function(z, n) {
    use <- n > 0 & is.finite(z)
    sum((rule$slope(z) * (abs(llr) + abs(h)) * n)[use]) / sum(n) * 2^-53
  }
  prior * of(llr + h, points$n_h1) + (1 - prior) * of(-llr - h, points$n_h2)
}

# Costs may be too large for a double.
rule_error <- function(rule, points, at, found) {
  reference <- do.call(c, lapply(at, \(prior) risk_exact(rule, points, prior)))
  inherent <- vapply(at, \(prior) inherent_risk(rule, points, prior), 0)
  possible <- which(asNumeric(reference) < 1e300 & is.finite(inherent))
  if (length(possible) == 0) {
    return(NA)
  }
  ulps(found[possible], reference[possible], inherent[possible])
}

rule_errors <- function(x, points, blocks) {
  at <- c(0.01, 0.7)
  cut <- scoring_rule("cost", eta = 0.2)
  # The costs 1 / eta and 1 / (1 - eta) of the rule are those of a decision with another prior.
  cost_of <- \(f, of) do.call(c, lapply(at, \(p) f(of, p, 1 / exact(0.2), 1 / (1 - exact(0.2)))))
  smooth <- vapply(smooth_rules, \(rule) {
    rule_error(rule, points, at, suppressWarnings(rule_risk(x, rule$rule, at)))
  }, 0)
  least <- vapply(
    smooth_rules, \(rule) rule_error(rule, blocks, at, rule_risk(x, rule$rule, at, part = "min")), 0
  )
  c(
    rlang::set_names(smooth, paste0("risk_", names(smooth))),
    risk_cost = ulps(rule_risk(x, cut, at), cost_of(dcf_exact, points)),
    rlang::set_names(least, paste0("least_", names(least))),
    least_cost = ulps(rule_risk(x, cut, at, part = "min"), cost_of(min_dcf_exact, blocks))
  )
}
