# Limits of LRs that are linear in the coefficients of a transform, from the covariance of these.
# Student's t has as many degrees of freedom as the scarcer hypothesis has trials, or effective
# items, less one.

# Limits by source need the gradients of the trials, and therefore a minimised cost.
has_covariance <- function(fit, k, by) {
  known <- \(v) !is.null(v) && all(is.finite(v))
  transform <- fit$transforms[[k]]
  is.null(fit$rule) && !is.null(calibration_methods[[fit$method]]$design) &&
    known(transform$vcov) && (by == "trial" || known(transform$vcov_hessian))
}

limits_by_covariance <- function(fit, k, value, level, by) {
  line <- line_spread(fit, k, value, by)
  half <- stats::qt((1 + level) / 2, line$degrees) * line$sd
  list(lower = line$llr - half, upper = line$llr + half)
}

# ln LRs, their standard deviations and degrees of freedom, with the design and the covariances of
# its coefficients. With two covariances, the one with the larger variance counts.
line_spread <- function(fit, k, value, by) {
  transform <- fit$transforms[[k]]
  x <- calibration_methods[[fit$method]]$design(transform, value)
  vcov <- list(transform$vcov)
  degrees <- min(fit$sizes[[k]]) - 1
  if (by == "source") {
    shared <- if (is.null(transform$n_items)) shared_covariance(fit, k) else transform
    degrees <- (shared$kish_items %||% shared$n_items) - 1
    # Sums over few items are too small. Shared items can only increase the uncertainty.
    few <- shared$n_items / max(shared$n_items - ncol(x), 1)
    vcov[[2]] <- few * (transform$vcov + shared$vcov_shared)
  }
  spread <- do.call(pmax, lapply(vcov, \(v) rowSums((x %*% v) * x)))
  list(
    llr = drop(x %*% transform$coefficients), sd = sqrt(spread), degrees = max(degrees, 1), x = x,
    vcov = vcov
  )
}

# Extra covariance of the coefficients due to shared items: the products of the gradients of every
# two trials that have an item in common. Also the number of items of the scarcer hypothesis, and
# Kish's number, since few items with many comparisons decide.
shared_covariance <- function(fit, k) {
  transform <- fit$transforms[[k]]
  part <- training_part(fit, k)
  value <- part$inputs %||% to_ln(part$set$value, part$set$scale)
  finite <- is.finite(if (is.matrix(value)) rowSums(value) else value)
  value <- if (is.matrix(value)) value[finite, , drop = FALSE] else value[finite]
  x <- calibration_methods[[fit$method]]$design(transform, value)
  items <- trial_items(part$set)
  items <- lapply(items[c("first", "second", "truth")], `[`, finite)
  totals <- fit$totals[[k]]
  gradient <- trial_gradients(
    x, drop(x %*% transform$coefficients), items$truth, part$set$weight[finite], fit$prior, totals
  )
  # The Hessian that kernels report is for the mean over all trials.
  curved <- transform$vcov_hessian * sum(totals)
  c(
    list(vcov_shared = curved %*% shared_products(gradient, items) %*% curved),
    scarcest_items(items, items$truth, part$set$weight[finite])[c("n_items", "kish_items")]
  )
}

# Factor by which shared items increase the variance of a line through these trials, averaged over
# slope and offset. Trials without a fitted line count as their items.
source_effect <- function(set) {
  line <- try_fit(calibrate(set))
  if (is.null(line)) {
    items <- trial_items(set)
    return(max(length(items$truth) / items$n, 1))
  }
  own <- vcov(line)
  max(mean(diag(solve(own, own + shared_covariance(line, 1)$vcov_shared))), 1)
}
