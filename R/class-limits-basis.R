# Basis of the limits of a fit of many classes: the covariance of its coefficients by the fitted
# model, the inverse of the Hessian, the numbers of trials, and the outermost trials.

class_basis <- function(fit, method, log_lik, trials, prior) {
  c(if (!is.null(fit$basis)) fit$basis(),
    list(n = as.double(trials$n), outermost = outermost_trials(fit, method, log_lik, prior)))
}

# Trials with the smallest and the largest LRs of a class against the rest, per recogniser.
outermost_trials <- function(fit, method, log_lik, prior) {
  log_lik <- lapply(log_lik, unname)
  rows <- \(i) lapply(log_lik, \(w) w[i, , drop = FALSE])
  outermost <- \(i) {
    at_i <- rows(i)
    finite <- Reduce(`&`, lapply(at_i, \(w) is.finite(rowSums(w))))
    if (!any(finite)) return(integer())
    if (!all(finite)) return(outermost(i[finite]))
    llr <- rest_llrs(apply_class_map(fit, method, at_i), prior)
    of_columns <- \(which_end) vapply(seq_along(prior), \(k) which_end(llr[, k]), 0L)
    i[unique(c(of_columns(which.min), of_columns(which.max)))]
  }
  few <- lapply(row_parts(nrow(log_lik[[1]])), outermost)
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
