# Rules that are made of others: sums, a rule for each class, and several applications.

new_sum_rule <- function(rules, weight) {
  weight <- weight %||% 1
  check_positive_each(weight, n = length(rules), of = "rule")
  classes <- unique(unlist(lapply(rules, `[[`, "classes")))
  classes <- classes[!is.na(classes)]
  refuse_if(length(classes) > 1, "rules_of_classes")
  new_rule("sum", "sum",
    parts = rules, weight = rep_len(as.double(weight), length(rules)),
    bounded = all(vapply(rules, `[[`, TRUE, "bounded")),
    classes = if (length(classes) == 0) NA else classes
  )
}

new_detection_rule <- function(rule) {
  check_classes(rule, 2)
  new_rule("detection", "detection", part = rule, bounded = rule$bounded, classes = NA)
}

# Brümmer 2010, eq. 6.2 to 6.7.
mix_applications <- function(prior, c_miss, c_fa, cost, weight, at) {
  weight <- weight %||% (1 / NROW(prior))
  if (is.matrix(prior)) {
    refuse_if(!is.null(c_miss) || !is.null(c_fa), "costs_of_classes")
    return(mix_class_applications(prior, cost, weight, at))
  }
  at <- at %||% 0.5
  check_number(at, above = 0, below = 1)
  check_prior(prior)
  refuse_if(any(prior == 0 | prior == 1) || !is.null(cost), "application_prior")
  c_miss <- c_miss %||% 1
  c_fa <- c_fa %||% 1
  parts <- list(c_miss = c_miss, c_fa = c_fa, weight = weight)
  for (name in names(parts)) check_positive_each(parts[[name]], name, length(prior))

  miss <- c_miss * prior / at
  fa <- c_fa * (1 - prior) / (1 - at)
  new_mixture_rule(fa / (miss + fa), weight * miss * fa / (miss + fa))
}

mix_class_applications <- function(prior, cost, weight, at) {
  check_probability_rows(prior)
  n <- ncol(prior)
  at <- at %||% rep(1 / n, n)
  check_probability_rows(rbind(at), "at")
  stop_if(length(at) != n || any(at == 0), "{.arg at} must have a positive probability per class.")
  cost <- cost %||% (1 - diag(n))
  costs <- if (is.list(cost)) cost else list(cost)
  refuse_if(!length(costs) %in% c(1, nrow(prior)), "costs_length")
  rules <- lapply(seq_len(nrow(prior)), \(k) {
    seen <- costs[[min(k, length(costs))]]
    check_cost_matrix(seen)
    stop_if(ncol(seen) != n, "{.arg cost} must have a column for each of the {n} classes.")
    new_decision_rule(sweep(seen, 2, prior[k, ] / at, "*"))
  })
  new_sum_rule(rules, weight)
}
