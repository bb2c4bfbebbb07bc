# Limits from training again on draws of the training trials: the quantiles of what each value gets.

limits_by_refits <- function(fit, k, value, level, by, call) {
  at <- if (is.matrix(value)) value else value_grid(value)
  transforms <- drawn_transforms(fit, k, refits_for(level), by, call)
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

drawn_transforms <- function(fit, k, n, by, call) {
  part <- drawable_part(fit, k, by, call)
  strata <- if (by == "source") source_strata(part$set, call)
  drawn <- vector("list", n)
  with_progress(seq_len(n), \(refit, r) {
    copies <- drawn_copies(part$set, strata)
    drawn[r] <<- list(train_again(fit, part, rep(seq_along(copies), copies), call))
  }, "Training again", names(fit$transforms)[k])
  drawn <- Filter(Negate(is.null), drawn)
  stop_few_refits(length(drawn), n, call)
  drawn
}

stop_few_refits <- function(n_drawn, n, call) {
  stop_if(
    n_drawn < n / 2,
    "The limits of LRs need training trials that can be drawn again.",
    x = "{n - n_drawn} of {n} draws of them could not be calibrated.",
    i = "There are too few trials, or too few that are hard.",
    class = "calibrant_error_replicates", call = call
  )
}

quantiles_of_draws <- function(fit, transforms, at, level, call) {
  probs <- (1 + c(-1, 1) * level) / 2
  ends <- over_parts(at, \(part) {
    t(apply(drawn_llrs(fit, transforms, part, call), 1, stats::quantile, probs, names = FALSE))
  })
  list(lower = ends[, 1], upper = ends[, 2])
}

# A row per value and a column per transform.
drawn_llrs <- function(fit, transforms, at, call) {
  n <- NROW(at)
  matrix(vapply(transforms, \(one) apply_transform(fit, one, at, call), numeric(n)), n)
}

# In parts, so that what belongs to many values need not all be there at once. `compute` returns a
# matrix with a row per value.
over_parts <- function(at, compute) {
  rows <- seq_len(NROW(at))
  parts <- split(rows, (rows - 1) %/% 4096)
  do.call(rbind, lapply(parts, \(i) compute(if (is.matrix(at)) at[i, , drop = FALSE] else at[i])))
}
