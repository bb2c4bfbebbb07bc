# The test of calibration for comparisons that share items, see calibration_test().

# For calibrated LRs the two means have the same expectation. Two covariances judge their
# difference, that of the jackknife and that of calibrated LRs, because samples with few misleading
# LRs by chance have both a large difference and a small jackknife covariance. Items count by their
# effective number. The factor 2/3 on the square brings the level of 5 % to between 3 and 7 % if
# items have half of the variance, and to less with a dozen items.
# Found by simulation (bench/calibration-test.R).
source_score_test <- function(x, level) {
  check_sources(x, "by")
  items <- trial_items(x)
  left <- sum_without(cbind(items$truth, !items$truth) + 0, items)
  refuse_if(items$n < 5 || any(left == 0), "few_items")
  llr <- to_ln(values_of(x), x$scale)
  fit <- fit_density_ratio(systems_of(x)[[1]])
  found <- jackknife_scores(llr, items, 1, 0)
  squared <- scaled_square(found$score, found$covariance)
  if (squared$rank == 2 && is.finite(squared$value) && !is.nan(fit$share)) {
    calibrated <- calibrated_covariance(llr, items$truth, fit$share, found$covariance)
    squared$value <- sqrt(squared$value * scaled_square(found$score, calibrated)$value)
  }
  rank <- max(squared$rank, 1)
  effective <- scarce_sources(x)
  df <- max(effective - 1 - rank, 1)
  f <- 2 / 3 * squared$value * df / (rank * max(effective - 2, 1))
  c(
    list(
      statistic = c(F = f),
      parameter = c(df1 = rank, df2 = df, items = items$n, trials = length(llr)),
      p.value = stats::pf(f, rank, df, lower.tail = FALSE)
    ),
    source_region(fit$estimate, llr, items, effective, level),
    list(method = "Score test of calibration by source")
  )
}

# Covariance of the score, if LRs with these weights were calibrated and trials independent, times
# the design effect: the factor by which the jackknife covariance exceeds that of independent trials
# like these.
calibrated_covariance <- function(llr, truth, share, jackknife) {
  odds <- sum(truth) / sum(!truth)
  certain <- is.infinite(llr)
  terms <- cbind(1, ifelse(certain, 0, llr)) * !certain
  h1 <- stats::plogis(-(llr + log(odds))) * terms
  h2 <- stats::plogis(llr + log(odds)) * terms / odds
  weight <- ifelse(
    llr > 0, 1 / (exp(-llr) * (1 - share) + share), 1 / (1 + share * expm1(llr))
  ) / length(llr)
  of <- \(h1, h2, w1, w2) {
    stats::cov.wt(h1, w1, method = "ML")$cov / sum(truth) +
      stats::cov.wt(h2, w2, method = "ML")$cov / sum(!truth)
  }
  calibrated <- of(h1, h2, weight * exp(pmin(llr, 0)), weight * exp(-pmax(llr, 0)))
  independent <- of(h1[truth, ], h2[!truth, ], rep(1, sum(truth)), rep(1, sum(!truth)))
  # The design effect, averaged over all directions.
  effect <- tryCatch(mean(diag(solve(independent, jackknife))), error = \(cnd) 1)
  calibrated * max(effect, 1)
}

# The sums of the columns without the trials of each item, a row per item.
sum_without <- function(columns, items) {
  twice <- items$first != items$second
  of <- rowsum(rbind(columns, columns[twice, , drop = FALSE]), c(items$first, items$second[twice]))
  rep(colSums(columns), each = items$n) - of
}

# The score mean_H1 s(-z) (1, l) - N2 / N1 mean_H2 s(z) (1, l), with z = slope l + shift + ln(N1 /
# N2) and the logistic function s, its jackknife covariance, and its derivatives with respect to
# shift and slope.
jackknife_scores <- function(llr, items, slope, shift) {
  truth <- items$truth
  odds <- sum(truth) / sum(!truth)
  # An infinite LR has no weight or an infinite one, whatever the slope and shift.
  certain <- is.infinite(llr)
  z <- ifelse(certain, llr, slope * llr + shift) + log(odds)
  wrong <- stats::plogis(ifelse(truth, -z, z))
  l <- ifelse(certain & wrong == 0, 0, llr)
  mean_of <- function(of) {
    columns <- cbind(of, of * l)
    sums <- cbind(columns * truth, columns * !truth, truth, !truth)
    all <- colSums(sums)
    without <- sum_without(sums, items)
    difference <- \(s) s[, 1:2] / s[, 5] - s[, 3:4] / s[, 6] / odds
    list(all = difference(t(all)), without = difference(without))
  }
  score <- mean_of(wrong)
  spread <- sweep(score$without, 2, colMeans(score$without))
  curvature <- ifelse(truth, 1, -1) * wrong * (1 - wrong)
  list(
    score = as.vector(score$all),
    covariance = crossprod(spread) * (items$n - 1) / items$n,
    derivative = -rbind(mean_of(curvature)$all, mean_of(curvature * l)$all)
  )
}

# The square score' covariance^-1 score, in the directions in which the score varies. It is infinite
# if the score is not 0 in a direction without variance.
scaled_square <- function(score, covariance) {
  if (!all(is.finite(c(score, covariance)))) return(list(value = Inf, rank = 2))
  scale <- sqrt(diag(covariance))
  scale[scale <= 1e-12 * max(abs(score), 1e-300)] <- 1
  axes <- eigen(covariance / outer(scale, scale), symmetric = TRUE)
  along <- as.vector(crossprod(axes$vectors, score / scale))
  varies <- axes$values > 1e-10
  constant <- any(abs(along[!varies]) > 1e-6 * max(1, abs(along)))
  list(
    value = if (constant) Inf else sum(along[varies]^2 / axes$values[varies]), rank = sum(varies)
  )
}

# Slope and shift, with limits from their first-order jackknife covariance.
source_region <- function(estimate, llr, items, effective, level) {
  if (!all(is.finite(estimate))) return(NULL)
  at <- jackknife_scores(llr, items, estimate[1], estimate[2])
  if (rcond(at$derivative) < 1e-12) return(NULL)
  inverse <- solve(at$derivative)
  std_error <- sqrt(diag(inverse %*% at$covariance %*% t(inverse)))[2:1]
  reach <- stats::qt((1 + level) / 2, max(effective - 2, 1)) * std_error
  slope_and_shift(estimate, cbind(estimate - reach, estimate + reach), level)
}
