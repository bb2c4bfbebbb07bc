# Limits from refits on draws of the training trials: the quantiles of the LRs of each value.

limits_by_refits <- function(fit, k, value, level, by) {
  at <- if (is.matrix(value)) value else value_grid(value)
  transforms <- drawn_transforms(fit, k, refits_for(level), by)
  probs <- (1 + c(-1, 1) * level) / 2
  ends <- over_parts(at, \(part) {
    t(apply(drawn_llrs(fit, transforms, part), 1, stats::quantile, probs, names = FALSE))
  })
  lapply(list(lower = ends[, 1], upper = ends[, 2]), \(limit) between_points(at, limit, value))
}

# A matrix of inputs has no points between.
between_points <- function(at, y, x) {
  if (is.matrix(x)) return(y)
  if (length(at) == 1) rep(y, length(x)) else stats::approx(at, y, x, rule = 2)$y
}

# Number of refits: twenty beyond each limit, and at least 400 in all.
refits_for <- function(level) max(400, round(40 / (1 - level)))

drawn_transforms <- function(fit, k, n, by) {
  part <- drawable_part(fit, k, by)
  strata <- if (by == "source") source_strata(part$set)
  refits_of(n, names(fit$transforms)[k], \() {
    copies <- drawn_copies(part$set, strata)
    train_again(fit, part, rep(seq_along(copies), copies))
  })
}

# Results of n calls of `refit`, without the NULLs of draws that cannot be calibrated. At least half
# must remain; an error stops the draws once this is impossible.
refits_of <- function(n, system, refit) {
  drawn <- vector("list", n)
  n_lost <- 0
  with_progress(seq_len(n), \(part, r) {
    drawn[r] <<- list(refit())
    n_lost <<- n_lost + is.null(drawn[[r]])
    refuse_if(n_lost > n / 2, "limits_lost")
  }, "Training again", system)
  Filter(Negate(is.null), drawn)
}

# A row per value and a column per transform.
drawn_llrs <- function(fit, transforms, at) {
  n <- NROW(at)
  matrix(vapply(transforms, \(one) apply_transform(fit, one, at), numeric(n)), n)
}

# Computes in parts, so that the results of many values are not in memory at once. `compute` returns
# a matrix with a row per value.
over_parts <- function(at, compute) {
  do.call(rbind, lapply(row_parts(NROW(at)), \(i) {
    compute(if (is.matrix(at)) at[i, , drop = FALSE] else at[i])
  }))
}

row_parts <- function(n, size = 4096) {
  lapply(size * (seq_len(ceiling(n / size)) - 1), \(before) (before + 1):min(before + size, n))
}
