# The counts that a measure needs, on any backend. Questions at thresholds need no distinct values,
# only the numbers of trials below each. If there are too many distinct values for the memory,
# values between two neighbouring cuts are replaced by the smallest possible value there. Results
# are exact if they depend only on the numbers of values between the cuts of the question.
#
# A question is a function of a system with too many counts. For other systems it is not called, and
# its arguments are not evaluated. Numbers below cuts are kept.
counts_for <- function(system, question) {
  system$counts %||% if (has_many(system)) question(system) else counts_of(system)
}

# Counts at these cuts; `all` includes the intervals without trials.
at_cuts <- function(cuts, all = FALSE) \(system) counts_between(system, cuts, all)

# Counts at the cuts of Bayes decisions, see on_one_scale().
at_odds <- function(log_odds) \(system) counts_between(system, cuts_at_odds(system$scale, log_odds))

# Counts that look like those of all values in a picture. Values at `cuts`, including LR = 1, are
# kept separate.
in_picture <- function(more = NULL, all = FALSE) \(system) picture_counts(system, more, all)

# Counts for a picture, with rows resolved until `doubtful(counts, end)` names none: the trials of a
# row may lie anywhere from its value to its end. The counts are kept under the `key`.
resolved_rows <- function(doubtful, key = NULL) {
  \(system) {
    found <- system$resolved
    if (is.null(key) || !identical(found$key, key)) {
      found <- list(key = key, counts = resolve_rows(system, doubtful))
      if (!is.null(key)) system$resolved <- found
    }
    found$counts
  }
}

# LLRs instead of values, with the same sums of any function that is smooth over an eighth of a nat,
# on either side of LR = 1. `smooth` says that no trials have exactly these values.
as_nodes <- function(system) {
  points <- nodes_of(system)
  c(
    list(value = points$llr), points[c("n_h1", "n_h2")],
    list(totals = unname(totals_of(system)), scale = "ln", smooth = TRUE)
  )
}

# LLRs instead of values, with the same moments of costs.
as_points <- function(system) {
  points <- points_of(system)
  c(list(value = points$llr, scale = "ln"), points[c("n_h1", "n_h2", "totals")])
}
