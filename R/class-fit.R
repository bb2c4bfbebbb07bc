# Fits of maps from log-likelihoods to log-likelihoods that minimise the cross-entropy at a prior,
# with or without a ridge penalty. Everything here is in nats and in natural logarithms, and the
# prior is positive for every class.

class_families <- c("shared", "vector", "matrix")

# What the kernel needs: see `struct cal_class_model`. Log-likelihoods are scaled to at most 1, so
# that squares are safe and the size of a parameter has a meaning.
class_problem <- function(family, log_lik, truth, prior, ridge) {
  spread <- vapply(log_lik, \(w) .Call(ffi_largest_spread, w), 0)
  scale <- ifelse(spread > 0, 1 / spread, 1)
  n <- tabulate(truth, length(prior))
  pull <- ridge_pull(family, length(log_lik), length(prior), scale)
  list(
    family = match(family, class_families) - 1L,
    log_lik = unname(log_lik),
    scale = as.double(scale),
    truth = truth,
    class_weight = as.double(prior / n),
    log_prior = as.double(log(prior)),
    penalty = if (ridge > 0) ridge * pull$penalty,
    target = pull$target
  )
}

# The quadratic form of the penalty and where it pulls to: the plain mean of the recognisers, which
# of one recogniser is the recogniser as it is. Offsets are free. A parameter of the kernel is the
# true one divided by the scale of what it multiplies.
ridge_pull <- function(family, n_recognisers, n_classes, scale) {
  if (family == "matrix") {
    return(pull_to_identity(n_classes, scale))
  }
  target <- if (family == "shared") rep(1 / n_recognisers, n_recognisers) else rep(1, n_classes)
  slopes <- seq_along(target)
  penalty <- matrix(0, length(target) + n_classes - 1, length(target) + n_classes - 1)
  penalty[slopes, slopes] <- diag(rep_len(scale, length(target))^2, length(target))
  list(target = c(target / scale, numeric(n_classes - 1)), penalty = penalty)
}

# Squared Frobenius distance of the K x K matrix, in the gauge that treats all classes alike, from
# the identity. Parameters run over classes but the last, each with its slopes and its offset.
pull_to_identity <- function(n_classes, scale) {
  inner <- seq_len(n_classes - 1)
  centred <- (diag(n_classes) - 1 / n_classes)[inner, inner, drop = FALSE]
  with_offset <- \(m) rbind(cbind(m, 0), 0)
  target <- cbind(diag(1, n_classes - 1) + 1, 0)
  list(
    target = as.double(t(target)) / scale,
    penalty = kronecker(centred, with_offset(centred)) * scale^2
  )
}

run_fit <- function(problem, start, fixed) {
  .Call(ffi_class_fit, problem, as.double(start), as.integer(fixed))
}

# An affine map alpha w + b with alpha >= 0 of one recogniser: the pure calibration of the thesis,
# eq. 8.20 to 8.23. The cost is convex in alpha, so where the free minimum has alpha < 0 the minimum
# is at alpha = 0.
fit_affine <- function(log_lik, truth, prior, ridge = 0, temperature = FALSE) {
  n_classes <- length(prior)
  if (any(log_lik[cbind(seq_along(truth), truth)] == -Inf)) {
    # Any alpha > 0 leaves trials that are certain and wrong.
    return(default_fit(prior, ridge, ignores_input = TRUE))
  }
  problem <- class_problem("shared", list(log_lik), truth, prior, ridge)
  offsets_fixed <- rep(temperature, n_classes - 1)
  fit <- run_fit(problem, numeric(n_classes), c(FALSE, offsets_fixed))
  if (fit$params[1] <= 0) {
    if (all(log_lik > -Inf)) {
      return(default_fit(prior, ridge, ignores_input = FALSE))
    }
    fit <- run_fit(problem, numeric(n_classes), c(TRUE, offsets_fixed))
  }
  affine_fit(fit, problem, n_classes)
}

affine_fit <- function(fit, problem, n_classes) {
  list(
    alpha = fit$params[1] * problem$scale,
    offset = c(fit$params[-1], 0),
    value = if (fit$separated) 0 else fit$value,
    ignores_input = FALSE,
    converged = fit$converged,
    diverged = fit$diverged,
    n_steps = fit$n_steps
  )
}

# Always the prior: Brummer 2010, eq. 8.25.
default_fit <- function(prior, ridge, ignores_input) {
  list(
    alpha = 0, offset = numeric(length(prior)), value = shannon(prior) + ridge / 2,
    ignores_input = ignores_input, converged = TRUE, diverged = FALSE, n_steps = 0L
  )
}

shannon <- function(prior) -sum(prior[prior > 0] * log(prior[prior > 0]))

fit_vector <- function(log_lik, truth, prior, ridge = 0) {
  n_classes <- length(prior)
  problem <- class_problem("vector", list(log_lik), truth, prior, ridge)
  fit <- run_fit(problem, numeric(2 * n_classes - 1), logical(2 * n_classes - 1))
  slopes <- seq_len(n_classes)
  fit_result(fit, list(alpha = fit$params[slopes] * problem$scale, offset = c(fit$params[-slopes], 0)))
}

fit_matrix <- function(log_lik, truth, prior, ridge = 0) {
  n_classes <- length(prior)
  n_params <- n_classes * (n_classes - 1)
  problem <- class_problem("matrix", list(log_lik), truth, prior, ridge)
  fit <- run_fit(problem, numeric(n_params), logical(n_params))
  params <- matrix(fit$params, n_classes - 1, n_classes, byrow = TRUE)
  slopes <- params[, -n_classes, drop = FALSE] * problem$scale
  fit_result(fit, list(alpha = symmetric_gauge(slopes), offset = c(params[, n_classes], 0)))
}

fit_fusion <- function(log_lik, truth, prior, ridge = 0) {
  n_recognisers <- length(log_lik)
  n_params <- n_recognisers + length(prior) - 1
  problem <- class_problem("shared", log_lik, truth, prior, ridge)
  fit <- run_fit(problem, numeric(n_params), logical(n_params))
  weights <- seq_len(n_recognisers)
  fit_result(fit, list(alpha = fit$params[weights] * problem$scale, offset = c(fit$params[-weights], 0)))
}

fit_result <- function(fit, coefficients) {
  c(coefficients, fit[c("value", "converged", "diverged", "n_steps")], ignores_input = FALSE)
}

# The K x K matrix that acts on log-likelihoods as the slopes act on their first K - 1 deviations
# from the mean, with the last class at 0. Of the many such matrices, the one in which all classes
# are alike: (1, ..., 1) is an eigenvector from both sides, with the mean of the other eigenvalues.
symmetric_gauge <- function(slopes) {
  n_classes <- nrow(slopes) + 1
  centre <- diag(n_classes) - 1 / n_classes
  inner <- centre %*% rbind(slopes, 0) %*% centre[-n_classes, , drop = FALSE]
  inner + sum(diag(inner)) / (n_classes - 1) / n_classes
}
