# Slow literal formulas of calibration.

ln_trials <- function(h1, h2, ...) lr_set(list(h1 = h1, h2 = h2), scale = "ln", ...)

overlapping_set <- function(n_h1 = 40, n_h2 = 90, s = 1.5, stretch = 2, ...) {
  simulate_lr(n_h1, n_h2, s = s, stretch = stretch, ...)
}

# The objective as measures.md writes it, in bits; llr natural.
logistic_cost <- function(llr, truth, prior, weight = rep(1, length(llr))) {
  h <- qlogis(prior)
  mean_of <- function(cost, at) sum(weight[at] * cost[at]) / sum(weight[at])
  (prior * mean_of(log1p(exp(-(llr + h))), truth) +
    (1 - prior) * mean_of(log1p(exp(llr + h)), !truth)) / log(2)
}

# glm() with weights that make any training prior the proportion of H1.
glm_coefficients <- function(inputs, truth, prior, weight = rep(1, length(truth))) {
  share <- ifelse(truth, prior / sum(weight[truth]), (1 - prior) / sum(weight[!truth]))
  data <- data.frame(truth, inputs)
  fit <- suppressWarnings(glm(
    truth ~ ., binomial, data,
    weights = share * weight * sum(weight), control = list(epsilon = 1e-15, maxit = 100)
  ))
  found <- unname(coef(fit))
  c(found[-1], found[1] - qlogis(prior))
}
