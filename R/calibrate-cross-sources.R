# Leave-one-source-out calibration by logistic regression, all pairs of sources in C.

leave_sources_out <- function(x, recipe, plan) {
  system <- systems_of(x)[[1]]
  value <- to_ln(trials_of(system)$value, x$scale)
  all <- train_logistic(system, recipe, of_system(system))
  guess <- apply_affine(all, value)
  problem <- leave_out_problem(x, guess, plan, recipe)

  found <- matrix(NA_real_, 2, nrow(plan$pairs))
  # A progress bar moves after each batch.
  batches <- split(seq_len(nrow(plan$pairs)), ceiling(seq_len(nrow(plan$pairs)) / 500))
  with_progress(batches, \(batch, b) {
    pairs <- lapply(plan$pairs[batch, ], \(source) source - 1L)
    found[, batch] <<- .Call(ffi_leave_out, problem, pairs)
  }, "Leaving sources out", system_names(x))
  llr <- keep_infinite(guess, found[1, plan$fold] * guess + found[2, plan$fold])
  repair(llr, found, plan, trainer(x, recipe))
}

# All trials as few points, and each trial separately, so that a fold can remove it.
leave_out_problem <- function(x, guess, plan, recipe) {
  weight <- x$weight %||% rep(1, length(x))
  finite <- is.finite(guess)
  guessed <- loose_system(guess[finite], x$truth[finite], x$weight[finite], "ln")
  points <- lump_tails(find_points(counts_of(guessed)))
  points$totals <- c(sum(weight[x$truth]), sum(weight[!x$truth]))
  list(
    points = points,
    comparisons = c(
      list(llr = guess, n_h1 = weight * x$truth, n_h2 = weight * !x$truth), plan$members
    ),
    prior = recipe$prior,
    lambda = as.double(recipe$settings$penalty)
  )
}

# One point can replace all trials of a hypothesis beyond 90 nats: their cost is linear in slope and
# offset or zero, to the precision of a double and for any slope from 1/2 on.
lump_tails <- function(points) {
  side <- sign(points$llr) * (abs(points$llr) > 90)
  pieces <- list(lapply(points[c("llr", "n_h1", "n_h2")], `[`, side == 0))
  for (tail in c(-1, 1)) {
    n_h1 <- points$n_h1[side == tail]
    n_h2 <- points$n_h2[side == tail]
    llr <- points$llr[side == tail]
    mean <- \(n) if (sum(n) > 0) sum(n * llr) / sum(n) else 90 * tail
    pieces <- c(pieces, list(
      list(llr = mean(n_h1), n_h1 = sum(n_h1), n_h2 = 0),
      list(llr = mean(n_h2), n_h1 = 0, n_h2 = sum(n_h2))
    ))
  }
  do.call(Map, c(list(c), pieces))
}

# Refits the folds in which the search found no minimum, or one far from the guess: the slow method
# finds the minimum or reports the fault. The points represent the trials as long as slope and
# offset change little.
repair <- function(llr, found, plan, compute) {
  near <- found[1, ] > 0.5 & found[1, ] < 2 & abs(found[2, ]) < 5
  for (fold in which(is.na(near) | !near)) {
    test <- which(plan$fold == fold)
    train <- plan$train(test)
    check_training(train, test, plan)
    llr[test] <- compute(train, test, fold)
  }
  llr
}
