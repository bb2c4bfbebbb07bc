# Basis of the limits of a fit of many classes: the covariance of its coefficients, that by the
# fitted model, the inverse of the Hessian, the numbers of trials, and the outermost trials.

basis_of <- function(fit, k) {
  basis <- .Call(ffi_key_value, fit$fits[[k]]$limits)
  stop_unless_intact(is_class_basis(basis, fit, k), "loglik_calibration", "calibrate")
  basis
}

class_basis <- function(fit, method, log_lik, trials, prior) {
  c(fit$basis(),
    list(n = as.double(trials$n), outermost = outermost_trials(fit, method, log_lik, prior)))
}

# Trials with the smallest and the largest LRs of a class against the rest, per recogniser.
outermost_trials <- function(fit, method, log_lik, prior) {
  log_lik <- lapply(log_lik, unname)
  rows <- \(i) lapply(log_lik, \(w) w[i, , drop = FALSE])
  outermost <- \(i) {
    i[unique(.Call(ffi_outermost, apply_class_map(fit, method, rows(i)), log_relative(prior)))]
  }
  finite <- Reduce(`&`, lapply(log_lik, \(w) is.finite(rowSums(w))))
  few <- lapply(row_parts(length(finite)), \(i) outermost(i[finite[i]]))
  rows(outermost(sort(unlist(few))))
}

# Gradients of the cost of each trial if it belongs to `class`, one class for all trials or one for
# each.
class_gradients <- function(fit, method, log_lik, mapped, prior, class) {
  direction <- .Call(ffi_posterior, mapped, log_relative(prior))
  own <- cbind(seq_len(nrow(mapped)), class)
  direction[own] <- direction[own] - 1
  class_methods()[[method]]$slopes(fit, log_lik, direction)
}
