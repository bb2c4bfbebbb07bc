# Measures of trials, written as plainly as possible. `h1` and `h2` are values; for Cllr they are
# natural log LRs.

oracle_cllr <- function(h1, h2) {
  bits <- \(x) ifelse(x > 500, x / log(2), log2(1 + exp(pmin(x, 500))))
  (mean(bits(-h1)) + mean(bits(h2))) / 2
}

oracle_auc <- function(h1, h2) mean(outer(h1, h2, `>`) + outer(h1, h2, `==`) / 2)

# The EER of the hull is the largest error rate of the best threshold, over all priors; it lies at a
# prior at which two thresholds are as good.
oracle_eer <- function(h1, h2) {
  thresholds <- c(sort(unique(c(h1, h2))), Inf)
  miss <- vapply(thresholds, \(t) if (t == Inf) 1 else mean(h1 < t), 0)
  false_alarm <- vapply(thresholds, \(t) if (t == Inf) 0 else mean(h2 >= t), 0)
  best <- \(prior) min(prior * miss + (1 - prior) * false_alarm)
  gain <- outer(miss, miss, `-`)
  loss <- outer(false_alarm, false_alarm, `-`)
  priors <- loss / (loss - gain)
  max(0, vapply(priors[is.finite(priors) & priors >= 0 & priors <= 1], best, 0))
}
