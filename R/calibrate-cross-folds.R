# Plans of the trials that calibrate each fold of trials. A plan has the fold of every trial of one
# system, their truth, and a function from the trials of a fold to its training trials.

fold_plan <- function(x, trials, folds) {
  if (identical(folds, "source")) {
    check_sources(x)
    return(lapply(trials, \(i) source_plan(item_names(x, i), x$truth[i])))
  }
  fold <- if (length(folds) == 1) deal_folds(x, trials, folds) else read_folds(x, folds)
  lapply(trials, \(i) {
    of_trial <- fold[i]
    list(fold = of_trial, truth = x$truth[i], train = \(test) which(of_trial != of_trial[test[1]]))
  })
}

read_folds <- function(x, folds) {
  check_length(folds, length(x), of = "x")
  check_no_missing(folds)
  fold <- match(folds, sort(unique(folds)))
  stop_if(max(fold) < 2, "{.arg folds} must have at least two folds.")
  fold
}

deal_folds <- function(x, trials, k) {
  check_that(
    is.numeric(k) && is.finite(k) && k >= 2 && k == floor(k),
    "be a whole number, at least 2, {.val source}, or a fold per trial.", k, "folds"
  )
  most <- max(lengths(trials))
  check_that(k <= most, "be at most the number of trials, {plain_count(most)}.", k, "folds")
  check_that(
    k <= most_folds, "be at most {plain_count(most_folds)}: each fold needs a calibration.",
    k, "folds",
    i = "10 folds are as good; {.code folds = \"source\"} keeps sources apart."
  )
  dealt <- deal_alike(lapply(trials, \(i) x$truth[i]), k, trial_keys(x, trials))
  replace(integer(length(x)), unlist(trials), unlist(dealt))
}

# Per system the fold of each trial. Systems with the same trials get the same folds: those of the
# same `keys`, or else of the same truths.
deal_alike <- function(truths, k, keys = NULL) {
  dealt <- vector("list", length(truths))
  for (s in seq_along(truths)) {
    if (s > 1 && setequal(keys[[s]], keys[[1]]) && !is.null(keys)) {
      dealt[[s]] <- dealt[[1]][match(keys[[s]], keys[[1]])]
      next
    }
    twin <- match(TRUE, vapply(truths[seq_len(s - 1)], identical, NA, truths[[s]]))
    dealt[[s]] <- if (is.na(twin)) deal_classes(truths[[s]], k) else dealt[[twin]]
  }
  dealt
}

# Largest number of folds. Every fold is a fit: more folds than trials are a slip, and thousands are
# no better than ten.
most_folds <- 1000

# Deals trials of any number of classes, H1 first. Each class continues where the previous one
# stopped, so that all folds have nearly equal sizes.
deal_classes <- function(truth, k) {
  classes <- if (is.logical(truth)) c(TRUE, FALSE) else sort(unique(truth))
  order <- unlist(lapply(classes, \(class) shuffle(which(truth == class))))
  fold <- integer(length(truth))
  fold[order] <- rep_len(seq_len(k), length(truth))
  fold
}

shuffle <- function(x) x[sample.int(length(x))]

source_plan <- function(items, truth) {
  known <- unique(unlist(items))
  items <- lapply(items, match, known)
  low <- pmin(items$first, items$second)
  high <- pmax(items$first, items$second)
  pair <- (low - 1) * length(known) + high
  pairs <- unique(pair)
  list(
    fold = match(pair, pairs),
    truth = truth,
    train = \(test) {
      out <- c(low[test[1]], high[test[1]])
      which(!(low %in% out | high %in% out))
    },
    pairs = new_frame(low = low, high = high)[match(pairs, pair), ],
    members = source_members(low, high, length(known))
  )
}

# The trials that involve each source, as offsets into one vector, both from zero.
source_members <- function(low, high, n) {
  trial <- c(seq_along(low), which(low != high))
  source <- c(low, high[low != high])
  list(start = c(0L, cumsum(tabulate(source, n))), member = trial[order(source)] - 1L)
}

# Calls `work` with the trials of each fold and its number, for any number of classes. Warnings of
# the same class are shown once.
each_fold <- function(fold, work, systems = "system") {
  warned <- character()
  muffle_repeats <- function(cnd) {
    if (class(cnd)[1] %in% warned) rlang::cnd_muffle(cnd)
    warned <<- c(warned, class(cnd)[1])
  }
  withCallingHandlers(
    with_progress(split(seq_along(fold), fold), work, "Calibrating folds", systems),
    calibrant_warning = muffle_repeats
  )
}

# A function that trains on some trials of one system and calibrates others.
trainer <- function(x, recipe) {
  apply <- calibration_methods[[recipe$method]]$apply
  trials <- trials_of(systems_of(x)[[1]])
  value <- to_ln(trials$value, x$scale)
  function(train, test, fold) {
    system <- loose_system(trials$value[train], trials$truth[train], trials$weight[train], x$scale)
    system$name <- levels(x)
    where <- paste0(of_system(system), without_fold(fold))
    apply(train_method(system, recipe, where), value[test])
  }
}

without_fold <- function(fold) paste(" without fold", fold)

# Out-of-sample values of all trials.
across_folds <- function(plan, compute, systems = "system") {
  out <- numeric(length(plan$fold))
  each_fold(plan$fold, \(test, number) {
    train <- plan$train(test)
    check_training(train, test, plan)
    out[test] <<- compute(train, test, number)
  }, systems)
  out
}

check_training <- function(train, test, plan) {
  truth <- plan$truth[train]
  refuse_if(!any(truth) || all(truth), "one_class_in_fold")
}
