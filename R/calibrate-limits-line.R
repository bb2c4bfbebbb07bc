# Limits of LRs that are linear in the coefficients of a transform, from the covariance of these.
# Student's t has as many degrees of freedom as the scarcer hypothesis has trials or items, less
# one, but by source no more than Kish's number of items, that of the squares in an uneven sum.

# Limits by source need the parts of the trials in the error of the coefficients: their gradients,
# if a cost was minimised, or a function of the method.
has_covariance <- function(fit, k, by) {
  known <- \(v) !is.null(v) && all(is.finite(v))
  transform <- fit$transforms[[k]]
  method <- calibration_methods[[fit$method]]
  is.null(fit$rule) && !is.null(method$design) && known(transform$vcov) &&
    (by == "trial" || known(transform$vcov_hessian) || !is.null(method$parts))
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
    degrees <- min(shared$kish_items, shared$n_items - 1)
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

# Extra covariance of the coefficients due to shared items: the products of the parts of every two
# trials that have an item in common. Also the number of items of the scarcer hypothesis, and Kish's
# number, since few items with many comparisons decide.
shared_covariance <- function(fit, k) {
  transform <- fit$transforms[[k]]
  method <- calibration_methods[[fit$method]]
  part <- training_part(fit, k)
  value <- part$inputs %||% to_ln(part$set$value, part$set$scale)
  finite <- is.finite(if (is.matrix(value)) rowSums(value) else value)
  value <- if (is.matrix(value)) value[finite, , drop = FALSE] else value[finite]
  items <- lapply(trial_items(part$set)[c("first", "second", "truth")], `[`, finite)
  weight <- (part$set$weight %||% rep(1, length(finite)))[finite]
  parts <- if (!is.null(method$parts)) {
    method$parts(value, items$truth, weight, fit$prior)
  } else {
    x <- method$design(transform, value)
    llr <- drop(x %*% transform$coefficients)
    # The Hessian that kernels report is for the mean over all trials.
    trial_gradients(x, llr, items$truth, weight, fit$prior, fit$totals[[k]]) %*%
      (transform$vcov_hessian * sum(fit$totals[[k]]))
  }
  numbers <- scarcest_items(items, items$truth, weight)[c("n_items", "kish_items")]
  c(list(vcov_shared = shared_products(parts, items)), numbers)
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
