# The forms of scoring rules that have a name.

# The smooth ones in the order of the enumeration in kernels/rule/scoring-rule.h.
smooth_rules <- c("log", "brier", "boost", "beta", "area")
rule_names <- c(
  smooth_rules, "dirichlet", "zero_one", "cost", "mixture", "sum", "detection", "applications"
)

# A member of the beta family, in another unit.
new_smooth_rule <- function(name, gamma, scale = 1) {
  new_rule(name, "smooth",
    kind = match(name, smooth_rules) - 1L,
    gamma = gamma,
    bounded = all(gamma > 0),
    classes = if (name %in% c("log", "brier")) NA else 2,
    scale = scale
  )
}

new_log_rule <- function(unit) {
  unit <- check_choice(unit %||% "nats", c("nats", "bits"), "unit")
  new_smooth_rule("log", gamma = 0, scale = if (unit == "bits") 1 / log(2) else 1)
}

new_beta_rule <- function(gamma) {
  check_finite(gamma)
  fits <- length(gamma) %in% 1:2 && all(gamma > -1)
  check_that(fits, "be one or two numbers above -1.", gamma)
  new_smooth_rule("beta", unique(as.double(gamma)))
}

# For two classes the mixture over thresholds is that of the beta family, without its pole there.
new_dirichlet_rule <- function(name, gamma, classes) {
  check_count(classes, most = 1000)
  check_that(are_numbers(gamma, 1), "be one finite number.", gamma)
  if (classes == 1) stop_must("be 2 or more.", classes)
  if (classes == 2 && name == "boost") return(new_smooth_rule(name, gamma))
  if (classes == 2) return(new_beta_rule(gamma))
  refuse_if(name == "dirichlet" && gamma <= -0.5, "gamma_range")
  new_rule(name, "dirichlet", gamma = as.double(gamma), bounded = gamma > 0, classes = classes)
}

new_cost_rule <- function(eta) {
  check_thresholds(eta)
  if (length(eta) == 1) {
    return(new_step_rule("cost", eta = as.double(eta), alpha = 1, class_eta = c(eta, 1 - eta)))
  }
  refuse_if(abs(sum(eta) - 1) > 1e-8, "eta_sum")
  two <- length(eta) == 2
  new_step_rule("cost",
    eta = if (two) as.double(eta[1]), alpha = if (two) 1,
    classes = length(eta), class_eta = as.double(eta)
  )
}

new_mixture_rule <- function(eta, alpha) {
  check_thresholds(eta)
  alpha <- alpha %||% rep(1 / length(eta), length(eta))
  check_finite(alpha)
  refuse_if(length(alpha) != length(eta) || any(alpha <= 0), "alpha_length")
  ascending <- order(eta)
  new_step_rule("mixture", eta = as.double(eta)[ascending], alpha = as.double(alpha)[ascending])
}

check_thresholds <- function(eta) {
  check_numeric(eta)
  check_filled(eta)
  check_each(eta > 0 & eta < 1, "lie between 0 and 1, ends excluded.", eta)
}
