# Registry of the methods of calibration of many classes:
#   train              from (log_lik, trials, prior, penalty) to a fit; `log_lik` is a list of
#                      matrices, one except for fusion
#   apply              from (fit, log_lik) to calibrated log-likelihoods
#   slopes             from (fit, log_lik, direction) to how the coefficients, scales first, change
#                      the log-likelihoods of each trial in a direction, a number per class; only
#                      where log-likelihoods are linear in the coefficients
#   carries_infinite   are log-likelihoods of -Inf kept?
# and for retrain(), either
#   retrain            from (one, trials, rule, prior) to a fit; such methods have no penalty
# or what the kernel fits:
#   family             the name of the map for this number of classes, see R/class-fit.R
#   bounded            must the scale be 0 or more?
#   fixed_offsets      are they all 0?
#   params, map        from (problem, alpha, offset) to the parameters of the kernel, and back from
#                      (problem, params)
class_methods <- function() {
  list(
    affine = affine_classes(), temperature = affine_classes(temperature = TRUE),
    vector = vector_classes(), matrix = matrix_classes(), one_vs_rest = detector_classes(),
    fusion = fusion_classes()
  )
}

apply_class_map <- function(fit, method, log_lik) class_methods()[[method]]$apply(fit, log_lik)

# Methods of one recogniser.
class_method_names <- function() setdiff(names(class_methods()), "fusion")

affine_classes <- function(temperature = FALSE) {
  list(
    train = \(log_lik, trials, prior, penalty) {
      fit_affine_classes(log_lik[[1]], trials$truth, prior, penalty, temperature, trials$weight)
    },
    apply = \(fit, log_lik) scale_and_shift(log_lik[[1]], fit),
    slopes = shared_slopes,
    carries_infinite = TRUE, family = \(n_classes) "shared", bounded = TRUE,
    fixed_offsets = temperature, params = shared_params,
    map = \(problem, params) {
      c(shared_map(problem, params), slope = params[1], unit = problem$scale)
    }
  )
}

vector_classes <- function() {
  list(
    train = fit_vector,
    apply = \(fit, log_lik) add_offset(sweep(centred_rows(log_lik), 2, fit$alpha, "*"), fit),
    slopes = \(fit, log_lik, direction) cbind(direction * centred_rows(log_lik), direction),
    carries_infinite = FALSE, family = \(n_classes) if (n_classes > 2) "vector" else "shared",
    bounded = FALSE, fixed_offsets = FALSE,
    # Two classes have one scale.
    params = \(problem, alpha, offset) {
      shared_params(problem, if (problem$family == 0) alpha[1] else alpha, offset)
    },
    map = \(problem, params) {
      map <- shared_map(problem, params)
      replace(map, "alpha", list(rep_len(map$alpha, length(map$offset))))
    }
  )
}

# Log-likelihoods of one recogniser, less their mean in each trial.
centred_rows <- function(log_lik) log_lik[[1]] - rowMeans(log_lik[[1]])

matrix_classes <- function() {
  list(
    train = fit_matrix,
    apply = \(fit, log_lik) add_offset(centred_rows(log_lik) %*% t(fit$alpha), fit),
    slopes = \(fit, log_lik, direction) {
      from <- centred_rows(log_lik)
      cbind(do.call(cbind, lapply(seq_len(ncol(from)), \(j) direction * from[, j])), direction)
    },
    carries_infinite = FALSE, family = \(n_classes) "matrix", bounded = FALSE,
    fixed_offsets = FALSE, params = matrix_params, map = matrix_map
  )
}

detector_classes <- function() {
  list(
    train = \(log_lik, trials, prior, penalty) train_one_vs_rest(log_lik[[1]], trials, prior),
    apply = \(fit, log_lik) apply_one_vs_rest(fit, log_lik[[1]]),
    carries_infinite = FALSE, retrain = retrain_detectors
  )
}

fusion_classes <- function() {
  list(
    train = fit_fusion,
    apply = \(fit, log_lik) add_offset(Reduce(`+`, Map(`*`, log_lik, fit$alpha)), fit),
    slopes = shared_slopes,
    carries_infinite = FALSE, family = \(n_classes) "shared", bounded = FALSE,
    fixed_offsets = FALSE, params = shared_params, map = shared_map
  )
}

# Slopes of maps with one scale per recogniser. Directions ignore excluded classes.
shared_slopes <- function(fit, log_lik, direction) {
  scales <- vapply(log_lik, \(w) {
    rowSums(ifelse(direction == 0, 0, direction * w))
  }, numeric(nrow(direction)))
  cbind(matrix(scales, nrow(direction)), direction)
}

# Parameters of one scale for all classes, or one per recogniser or class. Offsets are relative
# to the last.
shared_params <- function(problem, alpha, offset) {
  c(unname(alpha) / problem$scale, inner_offset(offset))
}

inner_offset <- function(offset) utils::head(unname(offset) - offset[[length(offset)]], -1)

# Parameters of a matrix, which is identified up to the part that `symmetric_gauge()` fixes.
matrix_params <- function(problem, alpha, offset) {
  inner <- seq_len(length(offset) - 1)
  last <- length(offset)
  alpha <- unname(alpha)
  slopes <- sweep(alpha[inner, inner, drop = FALSE], 2, alpha[last, inner]) -
    (alpha[inner, last] - alpha[last, last])
  as.double(t(cbind(slopes / problem$scale, inner_offset(offset))))
}
