# Leave-one-source-out calibration by logistic regression, all pairs of sources in C.

leave_sources_out <- function(x, recipe, plan, call) {
  value <- to_ln(x$value, x$scale)
  all <- train_logistic(training_counts(set_counts(x)[[1]], levels(x)), recipe$prior,
    recipe$settings, call)
  guess <- apply_affine(all, value)
  inputs <- leave_out_inputs(x, guess, plan)
  settings <- c(recipe$prior, recipe$settings$lambda)

  found <- matrix(NA_real_, 2, nrow(plan$pairs))
  batches <- batch_folds(nrow(plan$pairs))
  for (b in cli::cli_progress_along(batches, name = "Leaving sources out")) {
    batch <- batches[[b]]
    pairs <- plan$pairs[batch, ]
    found[, batch] <- .Call(
      ffi_leave_out, inputs$points, inputs$comparisons, pairs$low - 1L, pairs$high - 1L, settings
    )
  }
  llr <- keep_infinite(guess, found[1, plan$fold] * guess + found[2, plan$fold])
  repair(llr, found, plan, trainer(x, recipe, call), call)
}

# A progress bar moves after each batch.
batch_folds <- function(n, size = 500) split(seq_len(n), ceiling(seq_len(n) / size))

# All trials as few points, and each trial by itself to be taken out again.
leave_out_inputs <- function(x, guess, plan) {
  weight <- if (is.null(x$weight)) rep(1, length(x)) else x$weight
  finite <- is.finite(guess)
  counts <- count_trials(list(
    value = guess[finite], truth = x$truth[finite], weight = x$weight[finite], scale = "ln"
  ))
  points <- find_points(counts)
  points$totals <- c(sum(weight[x$truth]), sum(weight[!x$truth]))
  list(
    points = points,
    comparisons = list(
      guess, weight * x$truth, weight * !x$truth, plan$members$start, plan$members$member
    )
  )
}

# Where the search found no minimum, the slow way finds it or says what is wrong. The points stand
# for the trials as long as the slope does not grow by much.
repair <- function(llr, found, plan, compute, call) {
  for (fold in which(is.na(found[1, ]) | abs(found[1, ]) > 2)) {
    test <- which(plan$fold == fold)
    train <- plan$train(test)
    check_training(train, test, plan, call)
    llr[test] <- compute(train, test, fold)
  }
  llr
}
