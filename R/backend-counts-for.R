# The counts that a measure needs, on any backend. What is asked at thresholds needs no distinct
# values, only how many trials lie below each. Where the distinct values are too many for the
# memory, values between two neighbouring cuts are taken for the smallest of them that there might
# be: whatever tells values apart that lie on different sides of a cut of the question, and no
# others, is exact.
#
# A question is a function of a system whose counts are too many; of another it is never called, and
# its arguments are never evaluated. What has been counted below cuts is kept.
counts_for <- function(system, question) {
  if (has_many(system)) question(system) else counts_of(system)
}

# At these cuts; `all`: also of the stretches without trials.
at_cuts <- function(cuts, all = FALSE) \(system) counts_between(system, cuts, all)

# For Bayes decisions, see on_one_scale().
at_odds <- function(log_odds) \(system) counts_between(system, cuts_at_odds(system$scale, log_odds))

# Counts of which a picture cannot tell that they are not all. Those values that are `cuts` stand by
# themselves, LR = 1 among them.
in_picture <- function(more = NULL, all = FALSE) \(system) picture_counts(system, more, all)

# Those of a picture, of which rows are resolved until `doubtful(counts, end)` names none: the
# trials of a row may lie anywhere from its value to its end. They are kept behind the `key`.
where_doubtful <- function(doubtful, key = NULL) {
  \(system) {
    found <- system$resolved
    if (is.null(key) || !identical(found$key, key)) {
      found <- list(key = key, counts = resolve_where(system, doubtful))
      if (!is.null(key)) system$resolved <- found
    }
    found$counts
  }
}

# LLRs in the place of values, with the same sums of whatever is smooth over an eighth of a nat, on
# either side of LR = 1. `smooth` says that they are not values that trials have.
as_nodes <- function(system) {
  points <- nodes_of(system)
  c(
    list(value = points$llr), points[c("n_h1", "n_h2")],
    list(totals = unname(totals_of(system)), scale = "ln", smooth = TRUE)
  )
}

# LLRs in the place of values, with the same moments of costs.
as_points <- function(system) {
  points <- points_of(system)
  c(list(value = points$llr, scale = "ln"), points[c("n_h1", "n_h2", "totals")])
}
