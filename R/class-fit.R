# Fits of maps from log-likelihoods to log-likelihoods that minimise the cross-entropy at a prior,
# with or without a penalty. Everything here is in nats and in natural logarithms, and the
# prior is positive for every class.

# Problem for the kernel, see `struct cal_class_problem`. Log-likelihoods are scaled, so that
# squares do not overflow and the size of a parameter is meaningful.
class_problem <- function(family, log_lik, truth, prior, penalty, fixed = FALSE, weight = NULL) {
  log_lik <- unname(log_lik)
  scale <- .Call(ffi_class_scale, log_lik, truth)
  n <- class_totals_of(truth, weight, length(prior))
  pull <- penalty_pull(family, length(log_lik), length(prior), scale)
  list(
    family = match(family, c("shared", "vector", "matrix")) - 1L,
    log_lik = log_lik,
    scale = scale,
    truth = truth,
    class_weight = as.double(prior / n),
    weight = weight,
    log_prior = as.double(log(prior)),
    penalty = if (penalty > 0) penalty * pull$penalty,
    target = as.double(pull$target),
    fixed = rep_len(as.integer(fixed), length(pull$target)),
    bounded = FALSE,
    threads = default_threads()
  )
}

# Quadratic form of the penalty, and its target: the plain mean of the recognisers, so a single
# recogniser stays unchanged. Offsets are not penalised. A parameter of the kernel is the true one
# divided by the scale of its factor.
penalty_pull <- function(family, n_recognisers, n_classes, scale) {
  if (family == "matrix") return(pull_to_identity(n_classes, scale))
  target <- if (family == "shared") rep(1 / n_recognisers, n_recognisers) else rep(1, n_classes)
  slopes <- seq_along(target)
  penalty <- matrix(0, length(target) + n_classes - 1, length(target) + n_classes - 1)
  penalty[slopes, slopes] <- diag(rep_len(scale, length(target))^2, length(target))
  list(target = c(target / scale, numeric(n_classes - 1)), penalty = penalty)
}

# Squared Frobenius distance of the K x K matrix from the identity, in the gauge that treats all
# classes alike. Parameters are listed by class except the last, each with its slopes and its
# offset.
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

# The problem stays with the fit, for standard errors.
run_class_fit <- function(problem) c(.Call(ffi_class_fit, problem), list(problem = problem))

# Inverse of the Hessian. Fixed parameters have none, and parameters that the trials do not
# determine have an unknown one.
class_bread <- function(fit, hessian) {
  n_params <- length(fit$params)
  free <- fit$problem$fixed == 0
  if (fit$rank < sum(free)) return(matrix(NA_real_, n_params, n_params))
  bread <- matrix(0, n_params, n_params)
  bread[free, free] <- invert_class_hessian(matrix(hessian, n_params)[free, free, drop = FALSE])
  bread
}

# NA if rounding destroys the inverse.
invert_class_hessian <- function(hessian) {
  size <- sqrt(diag(hessian))
  tryCatch(
    solve(hessian / outer(size, size)) / outer(size, size),
    error = \(cnd) replace(hessian, TRUE, NA_real_)
  )
}

# Covariance of the coefficients, which are linear in the parameters by `coefficients`.
coefficient_covariance <- function(fit, coefficients, covariance) {
  columns <- lapply(seq_along(fit$params), \(j) {
    coefficients(replace(numeric(length(fit$params)), j, 1))
  })
  jacobian <- do.call(cbind, columns)
  jacobian %*% covariance %*% t(jacobian)
}

# An affine map alpha w + b with alpha >= 0 of one recogniser: the pure calibration of the thesis,
# eq. 8.20 to 8.23. The cost is convex in alpha, so if the unconstrained minimum has alpha < 0, the
# minimum is at alpha = 0.
fit_affine_classes <- function(log_lik, truth, prior, penalty = 0, temperature = FALSE,
                               weight = NULL) {
  n_classes <- length(prior)
  excluded <- log_lik[cbind(seq_along(truth), truth)] == -Inf
  if (any(if (is.null(weight)) excluded else excluded & weight > 0)) {
    # For any alpha > 0, trials remain that are certain and wrong.
    return(default_class_fit(prior, penalty, ignores_input = TRUE))
  }
  fixed <- c(FALSE, rep(temperature, n_classes - 1))
  problem <- class_problem("shared", list(log_lik), truth, prior, penalty, fixed, weight)
  problem$bounded <- TRUE
  fit <- run_class_fit(problem)
  if (fit$at_bound && all(log_lik > -Inf)) {
    return(default_class_fit(prior, penalty, ignores_input = FALSE))
  }
  if (fit$at_bound) fit$problem$fixed[1] <- 1L
  out <- class_fit_result(fit, shared_map)
  out$value <- if (fit$separated) 0 else fit$value
  # Two factors give the scale if their product overflows.
  c(out, slope = fit$params[1], unit = problem$scale)
}

# Map that always returns the prior: Brümmer 2010, eq. 8.25.
default_class_fit <- function(prior, penalty, ignores_input) {
  list(
    alpha = 0, offset = numeric(length(prior)), value = shannon(prior) + penalty / 2,
    ignores_input = ignores_input, converged = TRUE, diverged = FALSE, iterations = 0L,
    determined = TRUE,
    basis = \() list(covariance = matrix(NA_real_, length(prior) + 1, length(prior) + 1))
  )
}

# Two classes deviate from their mean by opposite amounts, so their scales are not identified and
# are taken to be equal.
fit_vector <- function(log_lik, trials, prior, penalty) {
  if (length(prior) == 2) return(fit_fusion(log_lik, trials, prior, 2 * penalty, copies = 2))
  problem <- class_problem("vector", log_lik, trials$truth, prior, penalty, weight = trials$weight)
  class_fit_result(run_class_fit(problem), shared_map)
}

fit_matrix <- function(log_lik, trials, prior, penalty) {
  problem <- class_problem("matrix", log_lik, trials$truth, prior, penalty, weight = trials$weight)
  class_fit_result(run_class_fit(problem), matrix_map)
}

fit_fusion <- function(log_lik, trials, prior, penalty, copies = 1) {
  problem <- class_problem("shared", log_lik, trials$truth, prior, penalty, weight = trials$weight)
  class_fit_result(run_class_fit(problem), \(problem, params) {
    map <- shared_map(problem, params)
    replace(map, "alpha", list(rep(map$alpha, copies)))
  })
}

# Scales and offsets from the parameters of the kernel; the last offset is 0.
shared_map <- function(problem, params) {
  scales <- seq_len(length(params) - length(problem$log_prior) + 1)
  list(alpha = params[scales] * problem$scale, offset = c(params[-scales], 0))
}

matrix_map <- function(problem, params) {
  n_classes <- length(problem$log_prior)
  params <- matrix(params, n_classes - 1, n_classes, byrow = TRUE)
  slopes <- params[, -n_classes, drop = FALSE] * problem$scale
  list(alpha = symmetric_gauge(slopes), offset = c(params[, n_classes], 0))
}

# Result of a fit. `map` turns the problem and the parameters of the kernel into alpha and offset.
# `basis` computes the covariance, the covariance by the model, and its bread. The covariance is the
# sandwich, which takes the numbers of trials per class as fixed and allows the model to be wrong;
# that by the model has the variance of the gradients that the model expects.
class_fit_result <- function(fit, map,
                             sums = .Call(ffi_class_derivatives, fit$problem, fit$params),
                             bread = class_bread(fit, sums$hessian)) {
  flat <- \(params) unlist(lapply(map(fit$problem, params), as.vector))
  sandwich <- \(kind) coefficient_covariance(fit, flat, bread %*% sums[[kind]] %*% bread)
  c(
    map(fit$problem, fit$params),
    fit[c("value", "converged", "diverged", "iterations")],
    ignores_input = FALSE,
    determined = fit$blurred || fit$rank >= sum(fit$problem$fixed == 0),
    basis = \() lapply(list(
      covariance = sandwich("observed"), vcov = sandwich("expected"),
      bread = coefficient_covariance(fit, flat, bread)
    ), unname)
  )
}

# The K x K matrix that acts on log-likelihoods as the slopes act on their first K - 1 deviations
# from the mean, with the last class at 0. Among the matrices with this property, this one treats
# all classes alike: (1, ..., 1) is an eigenvector from both sides, with the mean of the other
# eigenvalues.
symmetric_gauge <- function(slopes) {
  n_classes <- nrow(slopes) + 1
  centre <- diag(n_classes) - 1 / n_classes
  inner <- centre %*% rbind(slopes, 0) %*% centre[-n_classes, , drop = FALSE]
  inner + sum(diag(inner)) / (n_classes - 1) / n_classes
}

# The map keeps -Inf, which is possible only for one recogniser with alpha >= 0.
scale_and_shift <- function(log_lik, fit) {
  scaled <- if (is.finite(fit$alpha)) fit$alpha * log_lik else fit$slope * (fit$unit * log_lik)
  if (fit$alpha == 0) {
    scaled[] <- 0
    if (!fit$ignores_input) scaled[log_lik == -Inf] <- -Inf
  }
  add_offset(scaled, fit)
}

add_offset <- function(log_lik, fit) log_lik + unname(fit$offset)[col(log_lik)]
