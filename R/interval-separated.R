# Upper ends that allow for errors too rare to occur in replicates of the trials.

# Increases of the measures after PAV, from these plug-in values, if each hypothesis has one more
# trial, distributed as those of the other; 0 for other measures, and for costs with
# threshold_ends(), which allow for such trials.
one_more_trial <- function(system, kinds, n, plug_in) {
  counts <- counts_of(system)
  h1 <- counts$n_h1 / sum(counts$n_h1)
  h2 <- counts$n_h2 / sum(counts$n_h2)
  more <- list(value = counts$value, n_h1 = n[[1]] * h1 + h2, n_h2 = n[[2]] * h2 + h1)
  # Measures after PAV need nothing but blocks.
  more <- list(scale = "score", blocks = find_blocks(more))
  known <- vapply(kinds, \(kind) kind$scale == "share" && !identical(kind$needs, "best"), NA)
  reached <- ends_of(kinds, known, \(kind) kind$estimate(more, kind$operating))
  pmax(reached - plug_in, 0, na.rm = TRUE)
}

# Values of the measures that are `known`, at their points; NA for others.
ends_of <- function(kinds, known, value) {
  unlist(Map(unname(kinds), known, f = \(kind, known) {
    rep_len(if (known) value(kind) else NA_real_, length(kind$operating$prior))
  }))
}

# Upper limits of costs at the best threshold: the minimum, over thresholds, of the limit at each
# from exact limits of its two error rates (Zou and Donner 2008). NA for other measures.
threshold_ends <- function(system, kinds, n, level) {
  known <- vapply(kinds, \(kind) identical(kind$needs, "best"), NA)
  if (!any(known)) return(NA_real_)
  blocks <- blocks_of(system)
  reach <- \(counts, n) {
    rate <- c(0, cumsum(counts)) / sum(counts)
    list(rate = rate, reach = binomial_interval(rate * n, n, level)$upper - rate)
  }
  miss <- reach(blocks$n_h1, n[[1]])
  fa <- lapply(reach(rev(blocks$n_h2), n[[2]]), rev)
  ends_of(kinds, known, \(kind) {
    mapply(\(h1, h2) {
      min(h1 * miss$rate + h2 * fa$rate + sqrt((h1 * miss$reach)^2 + (h2 * fa$reach)^2))
    }, kind$operating$weight_miss, kind$operating$weight_fa)
  })
}

# Separated sets: a Gaussian system that separates this number of trials with the tail probability
# cannot be excluded, nor can its costs.

# Least upper ends of measures; NA if the trials are not separated, and for measures with limits of
# their own.
separated_ends <- function(system, kinds, n, tail) {
  blocks <- blocks_of(system)
  if (any(blocks$n_h1 > 0 & blocks$n_h2 > 0)) return(NA_real_)
  like <- separating_trials(separating_s(n, tail))
  known <- vapply(kinds, \(kind) kind$scale %in% c("cost", "share"), NA)
  ends_of(kinds, known, \(kind) kind$estimate(like, kind$operating))
}

# Distance between the means of the Gaussian system, in standard deviations. The smallest H1 trial
# lies at the values `least` from its mean with equal probabilities; a set is separated if all H2
# trials lie below.
separating_s <- function(n, tail) {
  share <- (seq_len(2000) - 0.5) / 2000
  least <- stats::qnorm(-expm1(log1p(-share) / n[[1]]))
  excess <- \(s) mean(exp(n[[2]] * stats::pnorm(least + s, log.p = TRUE))) - tail
  ends <- c(0.01, 40)
  if (excess(ends[1]) >= 0) ends[1] else stats::uniroot(excess, ends, tol = 1e-13)$root
}

# Calibrated LLRs dense enough that their measures are those of the system.
separating_trials <- function(s) {
  llr <- seq(-s^2 / 2 - 9 * s, s^2 / 2 + 9 * s, length.out = 4000)
  truth <- rep(c(TRUE, FALSE), each = length(llr))
  llr <- c(llr, llr)
  loose_system(llr, truth, stats::dnorm(llr, ifelse(truth, 1, -1) * s^2 / 2, s), "ln")
}
