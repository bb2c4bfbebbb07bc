# Literal definitions, slow on purpose.

all_rules <- function() {
  list(
    log = scoring_rule("log"),
    brier = scoring_rule("brier"),
    boost = scoring_rule("boost"),
    area = scoring_rule("area"),
    beta_low = scoring_rule("beta", gamma = -0.8),
    beta_high = scoring_rule("beta", gamma = 3.5),
    zero_one = scoring_rule("zero_one"),
    cost = scoring_rule("cost", eta = 0.2),
    mixture = scoring_rule("mixture", eta = c(0.7, 0.1, 0.4), alpha = c(0.5, 2, 0.3))
  )
}

# Brummer 2010, eq. 7.35 with the density of eq. 7.38, by quadrature. For gamma < 0 it has a pole at
# 1, which u = (1 - eta)^(gamma + 1) removes.
cost_by_quadrature <- function(q, gamma) {
  area <- \(f, from, to) stats::integrate(f, from, to, rel.tol = 1e-12, subdivisions = 1000L)$value
  if (gamma >= 0) {
    return(area(\(eta) stats::dbeta(eta, gamma + 1, gamma + 1) / eta, q, 1))
  }
  power <- gamma + 1
  area(\(u) (1 - u^(1 / power))^(gamma - 1), 0, (1 - q)^power) / power / beta(power, power)
}

# Brummer 2010, eq. 5.4, trial by trial, with scores from rule_score().
risk_slow <- function(llr, truth, rule, prior) {
  q <- stats::plogis(llr + stats::qlogis(prior))
  prior * mean(rule_score(rule, q[truth], TRUE)) + (1 - prior) * mean(
    rule_score(rule, q[!truth], FALSE)
  )
}

# Natural-log LRs of the set G of test-oracles.R.
set_g <- function() lr_set(list(h1 = c(-1, 0.5, 2, 3), h2 = c(-3, -2, -0.5, 1, -4)), scale = "ln")

random_trials <- function(n1 = 15, n2 = 25, digits = 1) {
  h1 <- round(stats::rnorm(n1, 1, 2), digits)
  h2 <- round(stats::rnorm(n2, -1, 2), digits)
  list(
    set = lr_set(list(h1 = h1, h2 = h2), scale = "ln"),
    llr = c(h1, h2),
    truth = rep(c(TRUE, FALSE), c(n1, n2))
  )
}

# Sets that a plot must survive.
posterior_plot_sets <- function() {
  list(
    infinite = lr_set(list(h1 = c(Inf, Inf, 2, 1, -1, -Inf), h2 = c(-Inf, -2, -1, 1, Inf)),
      scale = "log10"
    ),
    one_each = lr_set(list(h1 = 1, h2 = -1), scale = "log10"),
    tied = lr_set(list(h1 = c(0, 0), h2 = 0), scale = "log10"),
    weighted = lr_set(c(1, 2, -1), c(TRUE, FALSE, FALSE), scale = "log10", weight = c(1.5, 2, 1)),
    systems = lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  )
}
