# Slow literal formulas of calibration.

ln_trials <- function(h1, h2, ...) lr_set(list(h1 = h1, h2 = h2), scale = "ln", ...)

overlapping_set <- function(n_h1 = 40, n_h2 = 90, s = 1.5, stretch = 2, ...) {
  simulate_lr(n_h1, n_h2, s = s, stretch = stretch, ...)
}

# Thesis, eq. 8.17 for two classes, in bits; llr natural.
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

# The minimum by Newton's method with halved steps, with plain sums, from zero, for inputs centred
# and scaled by their medians. A matrix has a column per input.
newton_reference <- function(x, truth, prior = 0.5, weight = rep(1, length(truth)), penalty = 0,
                             centre = NULL) {
  x <- as.matrix(x)
  middle <- if (is.null(centre)) apply(x, 2, stats::median) else centre
  unit <- apply(abs(sweep(x, 2, middle)), 2, \(v) mean(v))
  z <- cbind(sweep(sweep(x, 2, middle), 2, unit, "/"), 1)
  totals <- c(sum(weight[truth]), sum(weight[!truth]))
  pseudo <- penalty / sum(totals)^2 * weight
  h1 <- prior * (weight * truth / totals[1] + pseudo)
  h2 <- (1 - prior) * (weight * (!truth) / totals[2] + pseudo)
  cost <- function(b) {
    eta <- drop(z %*% b) + stats::qlogis(prior)
    sum(h1 * -stats::plogis(eta, log.p = TRUE) + h2 * -stats::plogis(-eta, log.p = TRUE))
  }
  b <- numeric(ncol(z))
  for (i in 1:5000) {
    p <- stats::plogis(drop(z %*% b) + stats::qlogis(prior))
    q <- stats::plogis(-drop(z %*% b) - stats::qlogis(prior))
    gradient <- crossprod(z, h2 * p - h1 * q)
    step <- drop(solve(crossprod(z, z * ((h1 + h2) * p * q)), gradient, tol = 0))
    length <- 1
    while (cost(b - length * step) > cost(b) * (1 + 1e-15) && length > 1e-15) length <- length / 2
    b <- b - length * step
    if (max(abs(step)) < 1e-13 * max(1, abs(b))) break
  }
  slopes <- b[-length(b)] / unit
  c(slopes, b[length(b)] - sum(slopes * middle))
}

# Predicts from any input without the warning of extrapolation.
predicted <- function(...) {
  withCallingHandlers(
    predict(...),
    calibrant_warning_extrapolation = \(cnd) rlang::cnd_muffle(cnd)
  )
}

trials_to_train <- function(seed = 1, n = c(80, 140)) {
  withr::local_seed(seed)
  simulate_lr(n[1], n[2], s = 1.5, stretch = 2, shift = 0.3)
}

smooth_rules_to_train <- function() {
  list(
    log = scoring_rule("log"), boost = scoring_rule("boost"),
    area = scoring_rule("area"), brier = scoring_rule("brier"),
    low = scoring_rule("beta", gamma = -0.6), high = scoring_rule("beta", gamma = 4),
    skewed = scoring_rule("beta", gamma = c(2, 0.5)),
    sum = scoring_rule("sum", of = list("log", "brier"), weight = c(0.3, 2))
  )
}

# The risk of an affine map of ln LRs, by the definition.
affine_risk <- function(theta, x, rule, prior) {
  llr <- theta[1] * x$value * log(10) + theta[2]
  risk_slow(llr, x$truth, rule, prior)
}

# Scores with further variables of each trial.
trials_with_terms <- function() {
  withr::with_seed(27, {
    trials <- data.frame(
      truth = rep(c(TRUE, FALSE), c(100, 200)), s = rnorm(300), age = rexp(300),
      room = factor(sample(c("a", "b", "c"), 300, TRUE))
    )
  })
  transform(trials, s = s + truth)
}
