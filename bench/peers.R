# The peers, each in the best form that plain R and CRAN allow. Their inputs are prepared: labels as
# integers, the classes split. Ours start from the raw vectors, with all checks.

log_odds_grid <- seq(-10, 10, length.out = 201)

peer_cllr <- function(trials) {
  if (trials$scale == "lr") {
    return((mean(log1p(1 / trials$target)) + mean(log1p(trials$nontarget))) / (2 * log(2)))
  }
  (mean(log1p(exp(-trials$target))) + mean(log1p(exp(trials$nontarget)))) / (2 * log(2))
}

peer_ece <- function(trials) {
  vapply(log_odds_grid, \(t) {
    prior <- plogis(t)
    (prior * mean(log1p(exp(-(trials$target + t)))) +
      (1 - prior) * mean(log1p(exp(trials$nontarget + t)))) / log(2)
  }, 0)
}

# Ties are pooled if the H1 trials come first among them.
peer_order <- function(trials) {
  if (trials$ties) order(trials$value, -trials$label) else order(trials$value)
}

# The calibrated probability of each trial, in the order of the input.
peer_pav_fit <- function(trials) {
  o <- peer_order(trials)
  fit <- numeric(length(o))
  fit[o] <- monotone::monotone(as.double(trials$label[o]))
  fit
}

# PAV blocks, from which costs follow in negligible time.
peer_blocks <- function(trials) {
  o <- peer_order(trials)
  runs <- rle(monotone::monotone(as.double(trials$label[o])))
  n_h1 <- runs$lengths * runs$values
  n_h2 <- runs$lengths - n_h1
  mixed <- n_h1 > 0 & n_h2 > 0
  list(h1 = n_h1[mixed] / sum(n_h1), h2 = n_h2[mixed] / sum(n_h2))
}

peer_cllr_min <- function(trials) {
  blocks <- peer_blocks(trials)
  lr <- blocks$h1 / blocks$h2
  sum(blocks$h1 * log1p(1 / lr) + blocks$h2 * log1p(lr)) / (2 * log(2))
}

peer_whole <- function(trials) {
  ece <- peer_ece(trials)
  blocks <- peer_blocks(trials)
  llr <- log(blocks$h1 / blocks$h2)
  ece_min <- vapply(log_odds_grid, \(t) {
    cost <- log1p(exp(-abs(llr + t)))
    (plogis(t) * sum(blocks$h1 * (cost + pmax(-llr - t, 0))) +
      plogis(-t) * sum(blocks$h2 * (cost + pmax(llr + t, 0)))) / log(2)
  }, 0)
  list(ece, ece_min, peer_cllr(trials), peer_cllr_min(trials))
}

# The peer takes LRs, and uses a fixed set of 99 priors.
peer_calc_ece <- function(trials) {
  comparison::calc.ece(exp(trials$target), exp(trials$nontarget))
}

# One replicate: the trials of each class, drawn with replacement.
peer_replicate <- function(trials) {
  draw <- \(x) x[sample.int(length(x), length(x), TRUE)]
  trials$value <- c(draw(trials$target), draw(trials$nontarget))
  trials$label <- rep(1:0, c(length(trials$target), length(trials$nontarget)))
  peer_cllr_min(trials)
}
