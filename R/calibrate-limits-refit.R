# Limits from training again on draws of the training trials: the quantiles of what each value gets.

limits_by_refits <- function(fit, k, value, level, by, call) {
  at <- if (is.matrix(value)) value else value_grid(value)
  transforms <- drawn_transforms(fit, k, level, by, call)
  limits <- quantiles_of_draws(fit, transforms, at, level, call)
  if (is.matrix(value)) {
    return(limits)
  }
  lapply(limits, \(limit) between_points(at, limit, value))
}

between_points <- function(at, y, x) {
  if (length(at) == 1) rep(y, length(x)) else stats::approx(at, y, x, rule = 2)$y
}

# So that twenty of them lie beyond each limit, but not fewer than 400.
refits_for <- function(level) max(400, round(40 / (1 - level)))

drawn_transforms <- function(fit, k, level, by, call) {
  part <- training_part(fit, k, call)
  strata <- if (by == "source") source_strata(part$set, call)
  n <- refits_for(level)
  drawn <- vector("list", n)
  with_progress(seq_len(n), \(refit, r) {
    copies <- drawn_copies(part$set, strata)
    drawn[r] <<- list(train_again(fit, part, rep(seq_along(copies), copies), call))
  }, "Training again", names(fit$transforms)[k])
  drawn <- Filter(Negate(is.null), drawn)
  stop_if(
    length(drawn) < n / 2,
    "The limits of LRs need training trials that can be drawn again.",
    x = "{n - length(drawn)} of {n} draws of them could not be calibrated.",
    i = "There are too few trials, or too few that are hard.",
    class = "calibrant_error_replicates", call = call
  )
  drawn
}

# In parts, so that the draws of many values need not all be there at once.
quantiles_of_draws <- function(fit, transforms, at, level, call) {
  n <- NROW(at)
  limits <- list(lower = numeric(n), upper = numeric(n))
  for (i in split(seq_len(n), (seq_len(n) - 1) %/% 4096)) {
    part <- if (is.matrix(at)) at[i, , drop = FALSE] else at[i]
    drawn <- vapply(transforms, \(one) apply_transform(fit, one, part, call), numeric(length(i)))
    ends <- apply(matrix(drawn, length(i)), 1, stats::quantile, (1 + c(-1, 1) * level) / 2,
      names = FALSE)
    limits$lower[i] <- ends[1, ]
    limits$upper[i] <- ends[2, ]
  }
  limits
}
