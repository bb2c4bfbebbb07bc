# The items that trials compare, if the set names them.

# Units that intervals resample: the items if the set names them, unless `by` is "trial" or
# "source".
drawn_by <- function(x, by = NULL) {
  if (is.null(by)) return(if (has_items(x)) "source" else "trial")
  check_choice(by, c("trial", "source"))
  if (by == "source") check_sources(x, "by")
  by
}

check_sources <- function(x, arg = "folds") {
  if (has_items(x)) return(invisible())
  check_trials_here(x)
  refuse("no_items")
}

# Do all trials have weight one, and share no items?
has_independent_trials <- function(x) !is_weighted(x) && !ignores_items(x, "trial")

# Comparisons that share items are not independent, even if treated as such.
ignores_items <- function(x, by) {
  identical(by, "trial") && has_items(x) && any(vapply(split_by_system(x), \(i) {
    items <- item_names(x, i)
    anyDuplicated(c(items$first, items$second[items$second != items$first])) > 0
  }, NA))
}

has_items <- function(x) !is.null(.subset2(x, "source1")) || !is.null(.subset2(x, "source2"))

# The items of trials by name. A trial of one item, such as a patient, has it on both sides.
item_names <- function(x, i = TRUE) {
  list(
    first = source_names((x$source1 %||% x$source2)[i]),
    second = source_names((x$source2 %||% x$source1)[i])
  )
}

# For the hypothesis, or class, with the fewest items: their number; Kish's number, the square of
# the sum of their (weighted) numbers of comparisons over the sum of squares; and the geometric mean
# of the two, the `effective` number of items.
scarcest_items <- function(items, truth, weight = NULL) {
  two <- items$first != items$second
  each <- \(values) c(values, values[two])
  by <- list(c(items$first, items$second[two]), each(truth))
  number <- tapply(each(weight %||% rep(1, length(truth))), by, sum, default = 0)
  n <- colSums(number > 0)
  kish <- apply(number, 2, kish_number)
  list(n_items = min(n), kish_items = min(kish), effective = sqrt(min(n * kish)))
}

# The items that take part in an H1 comparison, and the others.
source_strata <- function(x) {
  check_sources(x, "by")
  known <- unique(unlist(item_names(x)))
  in_h1 <- known %in% unlist(item_names(x, x$truth))
  list(known[in_h1], known[!in_h1])
}

# A list with the numbers of the two items of each trial (`first`, `second`), the number `n` of
# items, and the `truth` of each trial.
trial_items <- function(x) {
  items <- item_names(x)
  known <- unique(unlist(items))
  c(lapply(items, match, known), list(n = length(known), truth = x$truth))
}
