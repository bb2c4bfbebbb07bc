# Covariances of the coefficients of a fit.

# Covariances of the estimates: by the fitted model, the default of vcov(); by the trials as they
# are; by the curvature of the cost.
fit_covariances <- c("vcov", "vcov_sandwich", "vcov_hessian")

# Contribution of each trial to the gradient of the cost, about the mean of its hypothesis.
trial_gradients <- function(x, llr, truth, weight, prior, totals) {
  z <- llr + stats::qlogis(prior)
  share <- ifelse(truth, -prior / totals[1], (1 - prior) / totals[2])
  weight <- weight %||% rep(1, length(truth))
  gradient <- weight * share * stats::plogis(ifelse(truth, -z, z)) * x
  for (h in c(TRUE, FALSE)) {
    i <- truth == h
    mean <- colSums(gradient[i, , drop = FALSE]) / sum(weight[i])
    gradient[i, ] <- gradient[i, ] - outer(weight[i], mean)
  }
  gradient
}

# Sum of products over the pairs of different trials with an item in common. The sum by items counts
# pairs that share both items twice; the sum by pairs of items subtracts them once.
shared_products <- function(gradient, items) {
  twice <- items$first != items$second
  by_item <- rowsum(
    rbind(gradient, gradient[twice, , drop = FALSE]), c(items$first, items$second[twice])
  )
  both <- paste(pmin(items$first, items$second), pmax(items$first, items$second))
  by_pair <- rowsum(gradient[twice, , drop = FALSE], both[twice])
  crossprod(by_item) - crossprod(by_pair) - crossprod(gradient)
}
