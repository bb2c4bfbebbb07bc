# Random effects over conditions: each value has an error of its own, and the conditions differ
# beyond these errors by a standard deviation that is estimated.

# A row for each quantity, from the `estimate` and the `std_error` of each condition in
# measures_by(); `shrunken` has a row per condition. NULL if fewer than three are known. Variances
# are proportional to `unit`.
random_effects <- function(estimate, std_error, level, unit = rep(1, length(estimate))) {
  known <- is.finite(estimate) & is.finite(std_error) & std_error > 0
  if (sum(known) < 3) return(NULL)
  y <- estimate[known]
  # Small costs have small errors: weights by their own errors would make the mean too small.
  v <- unit[known] * mean(std_error[known]^2) / mean(unit[known])
  between <- between_variance(y, v, level)
  ends <- if (between[["upper"]] > 0) sqrt(between[c("lower", "upper")]) else c(NA, NA)
  centre <- centre_of(y, v, between[["estimate"]], level)
  shrunken <- matrix(NA_real_, length(estimate), 3)
  shrunken[known, ] <- shrink_means(y, v, between[["estimate"]], centre, level)
  colnames(shrunken) <- c("shrunken", "shrunken_lower", "shrunken_upper")
  list(
    rows = rbind(
      mean = centre$row, new = new_row(y, v, centre$mean, level),
      between = c(sqrt(between[["estimate"]]), NA, ends),
      within = c(sqrt(typical_variance(v)), NA, NA, NA)
    ),
    shrunken = shrunken
  )
}

# The sum of squares about the weighted mean has a chi-squared distribution at the true variance
# between conditions (Paule and Mandel 1982; its ends: Viechtbauer 2007).
between_variance <- function(y, v, level) {
  k <- length(y) - 1
  ends <- stats::qchisq(c((1 + level) / 2, (1 - level) / 2), k)
  rlang::set_names(between_at(y, v, c(k, ends)), c("estimate", "lower", "upper"))
}

# The variances between conditions at which the sum of squares has these values.
between_at <- function(y, v, squares) {
  sum_of <- function(between) {
    w <- 1 / (v + between)
    sum(w * (y - sum(w * y) / sum(w))^2)
  }
  vapply(squares, \(target) falling_root(\(x) sum_of(x) - target, max(v, stats::var(y))), 1)
}

# The root of a decreasing function on [0, Inf); 0 if it starts below zero.
falling_root <- function(f, unit) {
  if (f(0) <= 0) return(0)
  end <- unit
  while (f(end) > 0) end <- 4 * end
  stats::uniroot(f, c(0, end), tol = 1e-10 * end)$root
}

# Hartung and Knapp (2001), no narrower than an interval from the errors alone.
centre_of <- function(y, v, between, level) {
  w <- 1 / (v + between)
  k <- length(y) - 1
  mean <- sum(w * y) / sum(w)
  scatter <- max(1, sum(w * (y - mean)^2) / k)
  std_error <- sqrt(scatter / sum(w))
  half <- stats::qt((1 + level) / 2, k) * std_error
  list(mean = mean, std_error = std_error, k = k,
    row = c(mean, std_error, mean - half, mean + half))
}

# Prediction for a new condition: a mixture of the predictions at each variance between conditions,
# over the confidence distribution of that variance (Nagashima, Noma and Furukawa 2019).
new_row <- function(y, v, mean, level) {
  k <- length(y) - 1
  between <- between_at(y, v, stats::qchisq(stats::ppoints(39), k))
  each <- lapply(between, \(one) centre_of(y, v, one, level))
  at <- vapply(each, `[[`, 1, "mean")
  spread <- sqrt(between + vapply(each, `[[`, 1, "std_error")^2)
  share <- \(x) mean(stats::pt((x - at) / spread, k))
  far <- range(at) + c(-1.1, 1.1) * max(spread) * stats::qt((1 + level) / 2, k)
  ends <- vapply(c(1 - level, 1 + level) / 2, \(p) {
    stats::uniroot(\(x) share(x) - p, far, tol = 1e-9 * diff(far))$root
  }, 1)
  c(mean, sqrt(mean(spread^2)), ends)
}

# Values shrunk towards the mean by the share of their error in the total variance.
shrink_means <- function(y, v, between, centre, level) {
  own <- between / (between + v)
  value <- centre$mean + own * (y - centre$mean)
  std_error <- sqrt(own * v + (1 - own)^2 * centre$std_error^2)
  half <- stats::qt((1 + level) / 2, centre$k) * std_error
  cbind(value, value - half, value + half)
}

# The typical variance of the errors: equal errors with the same total information (Higgins and
# Thompson 2002).
typical_variance <- function(v) {
  w <- 1 / v
  (length(v) - 1) * sum(w) / (sum(w)^2 - sum(w^2))
}
