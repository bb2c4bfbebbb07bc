# Upper ends where one threshold separates the hypotheses. A Gaussian system that separates as many
# trials with the probability of the tail cannot be excluded, nor what it costs.

# Least upper ends of measures; NA where the trials are not separated, and of measures that have
# limits of their own.
separated_ends <- function(system, kinds, at, n, tail) {
  blocks <- blocks_of(system)
  like <- if (all(blocks$n_h1 == 0 | blocks$n_h2 == 0)) separating_trials(separating_s(n, tail))
  unlist(lapply(unname(kinds), \(kind) {
    points <- at[[kind$at]]
    n_ends <- length(points$prior)
    if (is.null(like) || !kind$scale %in% c("cost", "share")) return(rep(NA_real_, n_ends))
    rep_len(kind$estimate(like, points), n_ends)
  }))
}

# Distance between the means of the Gaussian system, in standard deviations. The least H1 trial lies
# at `least` from its mean in as many shares of sets; a set is separated where all H2 trials lie
# below.
separating_s <- function(n, tail) {
  share <- (seq_len(2000) - 0.5) / 2000
  least <- stats::qnorm(-expm1(log1p(-share) / n[[1]]))
  excess <- \(s) mean(exp(n[[2]] * stats::pnorm(least + s, log.p = TRUE))) - tail
  ends <- c(0.01, 40)
  if (excess(ends[1]) >= 0) ends[1] else stats::uniroot(excess, ends, tol = 1e-13)$root
}

# Calibrated LLRs so dense that measures of them are those of the system.
separating_trials <- function(s) {
  llr <- seq(-s^2 / 2 - 9 * s, s^2 / 2 + 9 * s, length.out = 4000)
  truth <- rep(c(TRUE, FALSE), each = length(llr))
  llr <- c(llr, llr)
  loose_system(llr, truth, stats::dnorm(llr, ifelse(truth, 1, -1) * s^2 / 2, s), "ln")
}
