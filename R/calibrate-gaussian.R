# Two normal distributions with one variance: a linear log LR.

method_gaussian <- function() {
  c(list(
    title = "common-variance Gaussian",
    sentence = \() {
      label("The method assumes normally distributed inputs with a common variance")
    },
    settings = list(),
    train = train_gaussian,
    parts = gaussian_parts
  ), affine_form())
}

train_gaussian <- function(system, recipe, where) {
  prior <- recipe$prior
  finite <- finite_counts(system, where, masses = TRUE)
  unit <- binary_unit(finite$value)
  finite$value <- finite$value / unit
  h1 <- class_moments(finite$value, finite$n_h1, "H1", where)
  h2 <- class_moments(finite$value, finite$n_h2, "H2", where)
  variance <- prior * h1$variance + (1 - prior) * h2$variance
  refuse_if(variance == 0, "no_variance")
  slope <- (h1$mean - h2$mean) / variance
  back <- c(1 / unit, 1)
  coefficients <- c(slope = slope, offset = -slope * (h1$mean + h2$mean) / 2) * back
  coefficients[["offset"]] <- coefficients[["offset"]] + finite$share
  refuse_if(!all(is.finite(coefficients)), "size")
  check_direction(slope / unit, system, where)
  # The variance of the log of a share, of either hypothesis.
  shared <- diag(c(0, sum(1 / c(h1$total, h2$total) - 1 / finite$totals)))
  list(
    coefficients = coefficients,
    vcov = gaussian_vcov(h1, h2, variance, prior) * tcrossprod(back) + shared,
    vcov_sandwich = gaussian_sandwich(finite, prior) * tcrossprod(back) + shared,
    ends = finite_ends(finite)
  )
}

class_moments <- function(value, n, hypothesis, where) {
  total <- sum(n)
  refuse_if(total == 0, "no_finite_value")
  mean <- sum(n / total * value)
  list(mean = mean, variance = sum(n / total * (value - mean)^2), total = total)
}

# Means and the variance of normal trials are independent of each other.
gaussian_vcov <- function(h1, h2, variance, prior) {
  difference <- h1$mean - h2$mean
  slope <- difference / variance
  middle <- (h1$mean + h2$mean) / 2
  by_mean <- \(moments, sign) {
    d_slope <- sign / variance
    variance / moments$total * tcrossprod(c(d_slope, -d_slope * middle - slope / 2))
  }
  of_variance <- 2 * variance^2 * (prior^2 / h1$total + (1 - prior)^2 / h2$total)
  by_mean(h1, 1) + by_mean(h2, -1) + of_variance * (slope / variance)^2 * tcrossprod(c(-1, middle))
}

# Sandwich from the parts of the trials with each value.
gaussian_sandwich <- function(finite, prior) {
  there <- list(finite$n_h1 > 0, finite$n_h2 > 0)
  n <- c(finite$n_h1[there[[1]]], finite$n_h2[there[[2]]])
  value <- c(finite$value[there[[1]]], finite$value[there[[2]]])
  truth <- rep(c(TRUE, FALSE), vapply(there, sum, 0))
  crossprod(gaussian_parts(value, truth, n, prior) / sqrt(n))
}

# The part of each trial in the error of slope and offset: its influence, times its share.
gaussian_parts <- function(value, truth, weight, prior) {
  unit <- binary_unit(value)
  h1 <- class_moments(value / unit, weight * truth)
  h2 <- class_moments(value / unit, weight * !truth)
  own <- \(name) c(h2[[name]], h1[[name]])[truth + 1]
  variance <- prior * h1$variance + (1 - prior) * h2$variance
  difference <- h1$mean - h2$mean
  mean <- value / unit - own("mean")
  square <- ifelse(truth, prior, 1 - prior) * (mean^2 - own("variance"))
  slope <- ifelse(truth, 1, -1) * mean / variance - difference * square / variance^2
  offset <- -slope * (h1$mean + h2$mean) / 2 - difference / variance * mean / 2
  weight / own("total") * cbind(slope = slope / unit, offset = offset)
}
