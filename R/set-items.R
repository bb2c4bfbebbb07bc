# The items that trials compare, where the set names them.

# What intervals draw: the items where the set names them, unless `by` says "trial" or "source".
drawn_by <- function(x, by = NULL) {
  if (is.null(by)) {
    return(if (has_items(x)) "source" else "trial")
  }
  check_choice(by, c("trial", "source"), "by")
  if (by == "source") check_sources(x, "by")
  by
}

check_sources <- function(x, arg = "folds") {
  if (has_items(x)) {
    return(invisible())
  }
  check_trials_here(x)
  stop_input(
    "{.code {arg} = \"source\"} needs to know which items each trial compares.",
    i = "Give {.arg source1} and {.arg source2} to {.fn lr_set}.",
    class = "calibrant_error_source"
  )
}

check_items_known <- function(x) {
  if (has_items(x)) {
    return(invisible())
  }
  check_trials_here(x)
  stop_input(
    "Which items each trial compares must be known.",
    i = "Give {.arg source1} and {.arg source2} to {.fn lr_set}.",
    class = "calibrant_error_source"
  )
}

# Comparisons that share items are not independent, whatever they are taken for.
ignores_items <- function(x, by) {
  identical(by, "trial") && has_items(x) && any(vapply(split_by_system(x), \(i) {
    one <- source_names(x$source1[i])
    other <- source_names(x$source2[i])
    anyDuplicated(c(one, other[other != one])) > 0
  }, NA))
}

has_items <- function(x) !is.null(x$source1) && !is.null(x$source2)

# The items that take part in an H1 comparison, and the others.
source_strata <- function(x) {
  check_sources(x, "by")
  known <- unique(c(source_names(x$source1), source_names(x$source2)))
  in_h1 <- known %in% c(source_names(x$source1[x$truth]), source_names(x$source2[x$truth]))
  list(known[in_h1], known[!in_h1])
}

# The numbers of the two items of each trial, and the trials of either hypothesis.
trial_items <- function(x) {
  first <- source_names(x$source1)
  second <- source_names(x$source2)
  known <- unique(c(first, second))
  list(
    first = match(first, known), second = match(second, known), n = length(known), truth = x$truth
  )
}
