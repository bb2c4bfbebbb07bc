# What a fit of many classes keeps for limits: the covariance of its coefficients by the fitted
# model, the inverse of the Hessian, the numbers of trials, and the outermost of these.

class_basis <- function(fit, method, log_lik, trials, prior) {
  basis <- list(n = as.double(trials$n), outermost = outermost_trials(fit, method, log_lik, prior))
  if (is.null(fit$bread) || is.null(class_methods()[[method]]$slopes)) return(basis)
  bread <- fit$bread()
  spread <- expected_scatter(fit, method, log_lik, trials, prior)
  c(list(vcov = unname(bread %*% spread %*% bread), bread = unname(bread)), basis)
}

# The trials whose LRs of a class against the rest are smallest and largest, per recogniser.
outermost_trials <- function(fit, method, log_lik, prior) {
  finite <- which(Reduce(`&`, lapply(log_lik, \(w) is.finite(rowSums(w)))))
  kept <- lapply(log_lik, \(w) unname(w[finite, , drop = FALSE]))
  if (length(finite) == 0) return(kept)
  llr <- rest_llrs(apply_class_map(fit, method, kept), prior)
  at <- unique(c(apply(llr, 2, which.min), apply(llr, 2, which.max)))
  lapply(kept, \(w) w[at, , drop = FALSE])
}

# Covariance of the gradient when the trials of each class are drawn anew from where the fit expects
# them: of the trials at a point, N_k exp(w_k) in proportion are then of class k, whatever their
# truth.
expected_scatter <- function(fit, method, log_lik, trials, prior) {
  mapped <- apply_class_map(fit, method, log_lik)
  total <- class_totals_of(trials$truth, trials$weight, length(prior))
  expected <- .Call(ffi_posterior, mapped, log_relative(total / sum(total)))
  if (!is.null(trials$weight)) expected <- expected * trials$weight
  scatter <- 0
  for (class in seq_along(prior)) {
    gradient <- class_gradients(fit, method, log_lik, mapped, prior, class) * prior[[class]] /
      total[class]
    slope <- colSums(expected[, class] * gradient)
    scatter <- scatter + crossprod(gradient, expected[, class] * gradient) -
      tcrossprod(slope) / total[class]
  }
  scatter
}

# Of the cost of each trial if it were of this class, or of the class that it is of.
class_gradients <- function(fit, method, log_lik, mapped, prior, class) {
  direction <- .Call(ffi_posterior, mapped, log_relative(prior))
  own <- cbind(seq_len(nrow(mapped)), class)
  direction[own] <- direction[own] - 1
  class_methods()[[method]]$slopes(fit, log_lik, direction)
}
