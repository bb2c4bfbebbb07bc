# Weight that a rule puts on each threshold (Brümmer 2010, eq. 7.34).

rule_density <- function(rule, eta) {
  # Some members of the beta family have names of their own, and another scale.
  unit <- switch(rule$name, brier = 1 / 3, boost = pi / 2, 1) * rule$scale
  switch(rule$form,
    steps = numeric(length(eta)),
    sum = Reduce(`+`, Map(\(part, w) w * rule_density(part, eta), rule$parts, rule$weight)),
    unit * stats::dbeta(eta, rule$gamma[1] + 1, rule$gamma[length(rule$gamma)] + 1)
  )
}

rule_masses <- function(rule) {
  none <- data.frame(eta = double(), weight = double())
  switch(rule$form,
    steps = data.frame(eta = rule$eta, weight = rule$alpha),
    sum = add_masses(rule),
    none
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
