# Limits of the LR of a value under monotonicity alone: the LRs at the value that a likelihood ratio
# test does not reject (Banerjee and Wellner 2001). For a given LR, isotonic regression of the
# trials below is capped at this LR, and that of the trials above has it as its minimum. Twice the
# loss of log likelihood has the same distribution for any truth.

# `effect`: the factor by which shared items reduce the effective number of trials.
limits_by_pav <- function(transform, set, value, level, effect) {
  counts <- training_counts(loose_system(set$value, set$truth, set$weight, set$scale))
  at <- value_grid(value)
  critical <- pav_quantile(level) * effect
  odds <- log(counts$totals[1] / counts$totals[2])
  counts$scale <- "score"
  all <- block_loss(find_blocks(counts))
  limits <- vapply(at, \(x) pav_limit(counts, x, all + critical / 2) - odds, c(0, 0))
  # Between two values the curve lies between its values at both; these rise up to rounding.
  list(
    lower = cummax(limits[1, ])[findInterval(value, at)],
    upper = rev(cummin(rev(limits[2, ])))[findInterval(value, at, left.open = TRUE) + 1]
  )
}

# Quantiles of that distribution (Banerjee and Wellner 2001, table 2), whose tail is nearly
# exponential. (12 000 sets of 4000 trials: 2.29 at .95, 3.85 at .99, 6.0 at .999.)
pav_quantile <- function(level) {
  known <- c(0, 0.5, 0.75, 0.8, 0.85, 0.9, 0.95, 0.99)
  quantile <- c(0, 0.28506, 0.80694, 0.98729, 1.22756, 1.60246, 2.26916, 3.83630)
  beyond <- log(1 - 0.99) - log(1 - level)
  if (beyond > 0) return(max(quantile) + beyond)
  stats::approx(-log(1 - known), quantile, -log(1 - level))$y
}

# Minus the log likelihood of blocks, each at its own share of H1.
block_loss <- function(blocks, log_odds = log(blocks$n_h1 / blocks$n_h2)) {
  sum(ifelse(blocks$n_h1 > 0, blocks$n_h1 * softplus(-log_odds), 0)) +
    sum(ifelse(blocks$n_h2 > 0, blocks$n_h2 * softplus(log_odds), 0))
}

# The least and the greatest log odds of H1 at x, in the mixture of the trials, whose loss is at
# most `most`.
pav_limit <- function(counts, x, most) {
  below <- blocks_among(counts, counts$value < x)
  above <- blocks_among(counts, counts$value > x)
  here <- lapply(counts[c("n_h1", "n_h2")], \(n) sum(n[counts$value == x]))
  excess <- \(log_odds) {
    block_loss(below, pmin(below$log_odds, log_odds)) +
      block_loss(above, pmax(above$log_odds, log_odds)) + block_loss(here, log_odds) - most
  }
  # The smallest loss lies between the log odds of either side and of the trials at x.
  far <- 50
  sides <- c(max(-Inf, below$log_odds), log(here$n_h1 / here$n_h2), min(Inf, above$log_odds))
  sides <- range(pmin(pmax(sides, -far), far), na.rm = TRUE)
  middle <- if (diff(sides) > 0) stats::optimize(excess, sides, tol = 1e-9)$minimum else sides[1]
  end <- \(far) {
    if (excess(far) <= 0) return(sign(far) * Inf)
    stats::uniroot(excess, sort(c(middle, far)), tol = 1e-9)$root
  }
  c(end(-far), end(far))
}

blocks_among <- function(counts, chosen) {
  if (!any(chosen)) return(list(n_h1 = numeric(0), n_h2 = numeric(0), log_odds = numeric(0)))
  counts[c("value", "n_h1", "n_h2")] <- lapply(counts[c("value", "n_h1", "n_h2")], `[`, chosen)
  blocks <- find_blocks(counts)
  c(blocks[c("n_h1", "n_h2")], list(log_odds = log(blocks$n_h1 / blocks$n_h2)))
}
