# Limits of bounds: the bounds that the criterion would give from limits of the shares of LRs beyond
# each threshold, instead of the trials.

# Bounds of the lower and of the upper limits of LRs, one row each per system. Bounds without trials
# are exact.
bound_limits <- function(bound, level, by) {
  check_level(level)
  own <- bound$bounds
  if (is.null(bound$x)) return(recorded_limits(bound, level, by))
  ends <- cbind(own$lower, own$upper, own$lower, own$upper)
  x <- with_effective_weights(bound$x)
  for (k in if (bound$method %in% c("elub", "iv")) seq_len(n_systems(x))) {
    pieces <- telling_pieces(threshold_pieces(counts_of(systems_of(x)[[k]])))
    effect <- if (drawn_by(x, by) == "source") source_effect(x[levels(x)[k] %||% TRUE]) else 1
    # One-sided limits suffice for the nearer bound, since both shares are rarely at their limits
    # at once. For the farther bound, no earlier threshold may fail by chance.
    near <- at_limits(pieces, 1 - 2 * (1 - level), effect, towards_one)
    far <- at_limits(pieces, 1 - (1 - level) / 2, effect, !towards_one)
    near <- supported(near, bound$method, first = TRUE)
    far <- supported(far, bound$method, first = TRUE)
    ends[k, ] <- c(far[1], near[2], near[1], far[2])
    ends[k, c(1, 3)] <- range(own$lower[k], ends[k, c(1, 3)])
    ends[k, c(2, 4)] <- range(own$upper[k], ends[k, c(2, 4)])
  }
  of <- rep(c("lower", "upper"), each = nrow(own))
  new_frame(system = own$system, of = of, lower = c(ends[, c(1, 3)]), upper = c(ends[, c(2, 4)]))
}

# Numbers at their lower limits, for bounds nearer to LR = 1.
towards_one <- c(above_h1 = TRUE, above_h2 = FALSE, below_h1 = FALSE, below_h2 = TRUE)

at_limits <- function(pieces, level, effect, lower) {
  for (part in names(lower)) {
    total <- pieces$totals[[if (endsWith(part, "h1")) 1 else 2]]
    share <- binomial_interval(pmin(pieces[[part]], total) / effect, total / effect, level)
    pieces[[part]] <- total * share[[if (lower[[part]]) "lower" else "upper"]]
  }
  pieces
}

# All pieces if these are few; otherwise the outermost ones, where bounds lie, and a regular sample
# of the others.
telling_pieces <- function(pieces, outer = 1000) {
  n <- length(pieces$from)
  if (n <= 4 * outer) return(pieces)
  inner <- round(seq(outer, n - outer + 1, length.out = 2 * outer))
  kept <- c(seq_len(outer - 1), inner, (n - outer + 2):n)
  pieces[-3] <- lapply(pieces[-3], `[`, kept)
  pieces$to <- c(pieces$from[-1], Inf)
  pieces
}

# The limits of bounds whose trials are no longer available.
recorded_limits <- function(bound, level, by) {
  known <- bound$limits
  found <- known[known$level == level, -1]
  refuse_if(nrow(found) == 0 || !identical(by %||% bound$by, bound$by), "bound_trials_gone")
  found
}
