# Weight that a rule puts on each threshold (Brümmer 2010, eq. 7.34).

rule_density <- function(rule, eta) {
  switch(rule$form,
    steps = numeric(length(eta)),
    sum = Reduce(`+`, Map(\(part, w) w * rule_density(part, eta), rule$parts, rule$weight)),
    exp(log_density(rule, stats::qlogis(eta)))
  )
}

# Logarithm of this weight for a rule without jumps, at thresholds of log odds z.
log_density <- function(rule, z) {
  if (rule$name == "area") return(log(ifelse(z == 0, 2, z / tanh(z / 2))))
  # Some members of the beta family have names of their own, and another scale.
  unit <- switch(rule$name, brier = 1 / 3, boost = pi / 2, 1) * rule$scale
  g <- rule$gamma[c(1, length(rule$gamma))]
  power <- \(g, z) if (g == 0) 0 else g * stats::plogis(z, log.p = TRUE)
  log(unit) + power(g[1], z) + power(g[2], -z) - lbeta(g[1] + 1, g[2] + 1)
}

rule_masses <- function(rule) {
  switch(rule$form,
    steps = new_frame(eta = rule$eta, weight = rule$alpha),
    sum = add_masses(rule),
    new_frame(eta = double(), weight = double())
  )
}

add_masses <- function(rule) {
  masses <- do.call(rbind, Map(\(part, w) {
    of_part <- rule_masses(part)
    of_part$weight <- of_part$weight * rep_len(w, nrow(of_part))
    of_part
  }, rule$parts, rule$weight))
  if (nrow(masses) == 0) return(masses)
  stats::aggregate(weight ~ eta, masses, sum)
}
