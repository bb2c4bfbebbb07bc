# Confidence limits for many classes: limits of the ln LR of each class against the rest, at a
# prior. They come from the covariance of the coefficients, or from quantiles of refits on draws of
# the training trials (class-limits-refit.R).

# Matrices `lower` and `upper` of ln LRs, a row per trial and a column per class, of inputs
# `log_lik`, a list of matrices as the methods take them.
class_limits <- function(fit, k, log_lik, mapped, level, prior, source) {
  llr <- rest_llrs(mapped, prior)
  basis <- basis_of(fit, k)
  n_ends <- NROW(basis$outermost[[1]])
  own <- n_ends + seq_len(nrow(llr))
  all <- if (n_ends > 0) Map(rbind, basis$outermost, log_lik) else log_lik
  found <- class_quantiles(fit, k, all, level, prior, source)
  for (class in seq_along(prior)) {
    known <- lapply(found[c("lower", "upper")], \(limit) limit[, class])
    if (n_ends > 0) {
      known <- beyond_outermost(known, llr[, class], found$llr[seq_len(n_ends), class])
    }
    # Number of trials of the rest, in the proportions of the prior, that the scarcest class allows.
    rest <- rest_prior(prior, class)
    most <- log1p(c(basis$n[class], min((basis$n / rest)[rest > 0])))
    found$lower[own, class] <- pmin(known$lower, most[2], llr[, class])
    found$upper[own, class] <- pmax(known$upper, -most[1], llr[, class])
  }
  lapply(found[c("lower", "upper")], \(limit) {
    replace(limit[own, , drop = FALSE], is.infinite(llr), llr[is.infinite(llr)])
  })
}

# `ends` are the LRs of the outermost training trials, which come first in `found`.
beyond_outermost <- function(found, llr, ends) {
  at <- c(which.min(ends), which.max(ends))
  first <- seq_along(ends)
  found <- lapply(found, \(limit) c(limit[at], limit[-first]))
  open_beyond(found, llr, ends[at], FALSE)
}

class_quantiles <- function(fit, k, log_lik, level, prior, source) {
  if (!has_class_covariance(fit, k)) {
    return(class_quantiles_of_refits(fit, k, log_lik, level, prior, source))
  }
  spread <- class_spread_of(fit, k, log_lik, prior, source)
  half <- stats::qt((1 + level) / 2, spread$degrees) * spread$sd
  list(llr = spread$llr, lower = spread$llr - half, upper = spread$llr + half)
}

has_class_covariance <- function(fit, k) {
  vcov <- basis_of(fit, k)$vcov
  !is.null(vcov) && all(is.finite(vcov)) && is.null(fit$rule)
}

# The ln LRs of each class against the rest, their standard deviations, and the degrees of freedom
# of these.
class_spread_of <- function(fit, k, log_lik, prior, source) {
  one <- fit$fits[[k]]
  basis <- basis_of(fit, k)
  mapped <- apply_class_map(one, fit$method, log_lik)
  llr <- rest_llrs(mapped, prior)
  shared <- if (!is.null(source)) class_shared(fit, k, source)
  sd <- llr
  for (class in seq_along(prior)) {
    x <- rest_slopes(fit$method, one, log_lik, mapped, prior, class)
    spread <- rowSums((x %*% basis$vcov) * x)
    if (!is.null(shared)) {
      # Sums over few items are too small. Shared items can only increase the uncertainty.
      few <- shared$n_items / max(shared$n_items - ncol(x), 1)
      spread <- pmax(few * (spread + rowSums((x %*% shared$vcov) * x)), spread)
    }
    sd[, class] <- sqrt(pmax(spread, 0))
  }
  degrees <- min((shared$n_items %||% basis$n) - 1, shared$kish_items)
  list(llr = llr, sd = sd, degrees = max(degrees, 1))
}

# Derivatives of the ln LR of a class against the rest with respect to the coefficients.
rest_slopes <- function(method, one, log_lik, mapped, prior, class) {
  rest <- .Call(ffi_posterior, mapped, log_relative(rest_prior(prior, class)))
  direction <- -rest
  direction[, class] <- 1
  direction[is.nan(direction)] <- 0
  class_methods()[[method]]$slopes(one, log_lik, direction)
}

# Extra covariance of the coefficients due to shared items, with the number of items of the scarcest
# class and Kish's number.
class_shared <- function(fit, k, source) {
  one <- fit$fits[[k]]
  trials <- class_training(fit, k, source)
  total <- class_totals_of(trials$truth, trials$weight, length(fit$prior))
  mapped <- apply_class_map(one, fit$method, trials$log_lik)
  weight <- trials$weight %||% rep(1, length(trials$truth))
  gradient <- weight * (fit$prior / total)[trials$truth] *
    class_gradients(one, fit$method, trials$log_lik, mapped, fit$prior, trials$truth)
  mean <- rowsum(gradient, factor(trials$truth, seq_along(total)), reorder = TRUE) / total
  gradient <- gradient - weight * mean[trials$truth, , drop = FALSE]
  scatter <- crossprod(rowsum(gradient, trials$source)) - crossprod(gradient)
  bread <- basis_of(fit, k)$bread
  c(list(vcov = bread %*% scatter %*% bread),
    scarcest_items(list(first = trials$source, second = trials$source), trials$truth, weight))
}
