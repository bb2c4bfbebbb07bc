# Measures of conclusions, from counts in matrices with a row per conclusion and a column per
# sample.

# Mean costs at log-odds, in bits. A conclusion that was never reached costs nothing, whatever its
# LR.
conclusion_costs <- function(m, n, llr, log_odds = 0) {
  cost <- \(count, x) {
    cells <- count * softplus(x)
    cells[count == 0] <- 0
    colSums(cells) / colSums(count)
  }
  prior <- stats::plogis(log_odds)
  nats_to_bits(prior * cost(m, -llr - log_odds) + (1 - prior) * cost(n, llr + log_odds))
}

# Costs with the LR of each conclusion, or of each block of ordered ones, from the counts
# themselves.
least_conclusion_costs <- function(m, n, monotone, log_odds = 0) {
  conclusion_costs(m, n, conclusion_llr(m, n, 0, monotone), log_odds)
}

# The probability that a conclusion under H1 is higher than one under H2; ties count half.
conclusion_auc <- function(m, n) {
  below <- apply(n, 2, cumsum) - n / 2
  colSums(m * below) / (colSums(m) * colSums(n))
}

# Shares of comparisons whose LR supports the wrong hypothesis.
conclusion_misleading <- function(m, n, llr, h1) {
  count <- if (h1) m else n
  wrong <- if (h1) llr < 0 else llr > 0
  colSums(count * (wrong & count > 0)) / colSums(count)
}

#' @export
auc.conclusion_set <- function(x, ...) auc(lr_set(x, scale = own_scale(x)), ...)

#' @export
cllr_min.conclusion_set <- function(x, ...) {
  cllr_min(lr_set(x, scale = own_scale(x), prior_counts = 0), ...)
}

# Scale of conclusions: their own order, or else their LRs.
own_scale <- function(x) if (is.ordered(x$conclusion)) "score" else "log10"
