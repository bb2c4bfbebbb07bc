# Trials of several systems, matched by their identifiers or items.

# The set with the trials of every system in the order of the first. Identifiers, or both items,
# must name each trial of a system once, and all systems must have judged the same trials.
align_systems <- function(x) {
  rows <- split_by_system(x)
  keys <- if (length(rows) > 1) trial_keys(x, rows)
  if (is.null(keys) || any(lengths(keys) != length(keys[[1]]))) return(x)
  aligned <- Map(\(i, other) i[match(keys[[1]], other)], rows, keys)
  if (anyNA(unlist(aligned))) return(x)
  for (i in aligned[-1]) check_one_truth(x, aligned[[1]], i)
  if (!identical(aligned, rows)) x <- subset_trials(x, unlist(aligned, use.names = FALSE))
  with_note(x, "matched", attr(keys, "by"))
}

# Restricts a set to the trials that all systems have judged, if each trial has a key and these are
# at least half of those of every system.
common_trials <- function(x) {
  rows <- split_by_system(x)
  keys <- if (length(rows) > 1) trial_keys(x, rows)
  if (is.null(keys)) return(x)
  shared <- Reduce(intersect, keys)
  n <- lengths(rows)
  kept <- sort(unlist(Map(\(i, key) i[key %in% shared], rows, keys), use.names = FALSE))
  both <- length(unique(x$truth[kept])) == 2
  if (!both || all(n == length(shared)) || length(shared) < max(n) / 2) return(x)
  tell_of("common_trials")
  subset_trials(x, kept)
}

# Keys that name each trial of a system once, for each system, whose trials are in `rows`:
# identifiers, or else the two items that were compared. NULL if neither does.
trial_keys <- function(x, rows) {
  items <- if (has_items(x)) {
    items <- trial_items(x)
    items$first * (items$n + 1) + items$second
  }
  known <- list(id = x$id, items = items)
  for (by in names(known)) {
    key <- known[[by]]
    keys <- lapply(rows, \(i) key[i])
    if (!is.null(key) && !anyNA(key) && !any(vapply(keys, anyDuplicated, 1L))) {
      return(structure(keys, by = by))
    }
  }
}

check_one_truth <- function(x, first, other) {
  wrong <- which(x$truth[first] != x$truth[other])
  if (length(wrong) > 0) {
    at <- c(first[wrong[1]], other[wrong[1]])
    sides <- ifelse(x$truth[at], "H1", "H2")
    trial <- x$id[at[1]] %||% paste(x$source1[at[1]], "with", x$source2[at[1]])
    refuse("truths_differ")
  }
}

# Systems that have judged the same trials, so that their values can be compared trial by trial.
check_same_trials <- function(x, trials) {
  first <- trials[[1]]
  for (field in c("id", "truth", "weight", "source1", "source2")) {
    for (i in trials) {
      if (!identical(x[[field]][i], x[[field]][first])) stop_other_trials(x, i, field)
    }
  }
  tell_order_is_trusted(x)
}

stop_other_trials <- function(x, i, field) {
  shared <- sum(x$id[i] %in% x$id[split_by_system(x)[[1]]])
  refuse("other_trials")
}

tell_order_is_trusted <- function(x) {
  if (n_systems(x) > 1 && is.null(trial_keys(x, split_by_system(x)))) {
    tell_order(i = "To match trials by an identifier, give {.fn lr_set} an {.arg id}.")
  }
}

tell_order <- function(...) tell_of("order_trusted", "once", ...)

# Message on the pairing of the trials of systems in these groups.
tell_pairing <- function(x, group) {
  if (anyDuplicated(group) && inherits(x, "lr_set")) tell_order_is_trusted(x)
  if (anyDuplicated(group) && inherits(x, "loglik_set")) tell_order()
  other <- levels(x)[group != group[1]]
  if (length(other) > 0) tell_of("unpaired")
}
