# The mean of the LR where H2 is true, and of 1/LR where H1 is true: 1 for calibrated LRs, less the
# share of infinite LRs of the other hypothesis. `top_share` is the part that one value contributes.
moments_of <- function(system) {
  counts <- counts_for(system, as_nodes)
  llr <- to_ln(counts$value, counts$scale)
  moments <- rbind(mean_of_exp(-llr, counts$n_h1, "h1"), mean_of_exp(llr, counts$n_h2, "h2"))
  if (isTRUE(counts$smooth)) {
    moments$n <- counts$totals
    moments$top_share <- top_shares(system, log(moments$n) + log(10) * moments$log10_mean)
  }
  moments
}

# Largest share of each sum that one value contributes. Values are looked up where they may
# contribute 1 % or more.
top_shares <- function(system, log_sum) {
  counts <- counts_for(system, resolved_rows(\(counts, end) {
    known <- counts$value == end
    h1 <- log(counts$n_h1) - to_ln(counts$value, counts$scale)
    h2 <- log(counts$n_h2) + to_ln(end, counts$scale)
    which(!known & (may_be_top(h1, known, log_sum[1]) | may_be_top(h2, known, log_sum[2])))
  }))
  c(top_share_of(counts, "n_h1", -1, log_sum[1]), top_share_of(counts, "n_h2", 1, log_sum[2]))
}

# NA if the mean is infinite.
top_share_of <- function(counts, class, sign, log_sum) {
  if (!is.finite(log_sum)) return(NA_real_)
  known <- counts$value == counts$end & counts[[class]] > 0
  each <- log(counts[[class]][known]) + sign * to_ln(counts$value[known], counts$scale)
  exp(max(each, -Inf) - log_sum)
}

may_be_top <- function(most, known, log_sum) {
  best <- max(most[known], -Inf, na.rm = TRUE)
  !is.na(most) & most > max(best, log_sum + log(0.01))
}

# Mean of exp(x) over trials counted in n, scaled by the largest to avoid overflow. Some nodes have
# negative counts.
mean_of_exp <- function(x, n, hypothesis) {
  x <- x[n != 0]
  n <- n[n != 0]
  total <- sum(n)
  top <- max(x)
  scaled <- if (is.finite(top)) exp(x - top) else as.double(x == top)
  mean <- sum(n * scaled) / total
  new_frame(
    hypothesis = hypothesis,
    n = total,
    mean = exp(top + log(mean)),
    log10_mean = (top + log(mean)) / log(10),
    top_share = if (is.finite(top)) max(n * scaled) / sum(n * scaled) else NA_real_
  )
}
