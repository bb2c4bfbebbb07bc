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

# ---- Questions ----

# At these cuts; `all`: also of the stretches without trials.
at_cuts <- function(cuts, all = FALSE) \(system) counts_between(system, cuts, all)

# At thresholds on the axis of tables and plots, of which values that equal one are above it.
at_thresholds <- function(threshold) {
  \(system) counts_between(system, cuts_at(system$scale, threshold))
}

# Of which values that equal one are below it.
beyond_thresholds <- function(threshold) {
  \(system) counts_between(system, cuts_at(system$scale, threshold, beyond = TRUE))
}

# For Bayes decisions, see on_one_scale().
at_odds <- function(log_odds) \(system) counts_between(system, cuts_at_odds(system$scale, log_odds))

# Counts of which a picture cannot tell that they are not all. Those values that are `cuts` stand by
# themselves, LR = 1 among them.
in_picture <- function(more = NULL, all = FALSE) {
  \(system) {
    cuts <- picture_cuts(system)
    c(counts_between(system, c(cuts, next_value(cuts), more), all), list(cuts = cuts))
  }
}

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

# ---- Answers ----

# The trials of a row may lie anywhere from its value to its end.
counts_between <- function(system, cuts, all = FALSE) {
  lowest <- lowest_value(system$scale)
  cuts <- sort(unique(c(cuts, next_value(lowest), Inf)))
  cuts <- cuts[cuts > lowest]
  below <- numbers_below(system, cuts)
  totals <- unname(totals_of(system))
  counts <- list(
    value = c(lowest, cuts), end = c(-next_value(-cuts), Inf),
    n_h1 = diff(c(0, below$n_h1, totals[1])), n_h2 = diff(c(0, below$n_h2, totals[2]))
  )
  there <- all | counts$n_h1 + counts$n_h2 > 0
  c(lapply(counts, `[`, there), list(totals = totals, scale = system$scale))
}

numbers_below <- function(system, cuts) {
  new <- cuts[!cuts %in% system$below$value]
  if (length(new) > 0) keep_below(system, c(list(value = new), ask(system, "below", new)))
  known <- system$below
  lapply(known[c("n_h1", "n_h2")], `[`, match(cuts, known$value))
}

keep_below <- function(system, found) {
  known <- system$below
  new <- !found$value %in% known$value
  found <- lapply(found, `[`, new)
  system$below <- if (is.null(known)) found else in_order(Map(c, known, found))
}

# Below and behind some values, of which the counts are there.
keep_below_values <- function(system, counts, values) {
  at <- match(values, counts$value)
  numbers <- lapply(counts[c("n_h1", "n_h2")], \(n) c(0, cumsum(n))[c(at, at + 1)])
  keep_below(system, c(list(value = c(values, next_value(values))), numbers))
}

picture_cuts <- function(system) {
  found <- system$picture_cuts
  if (is.null(found)) {
    ends <- c(finite_range_of(system), unlist(class_ranges_of(system), use.names = FALSE))
    lowest <- lowest_value(system$scale)
    neutral <- if (system$scale != "score") neutral_value(system$scale)
    cuts <- c(lowest, neutral, ask(system, "edges"), ends, Inf)
    found <- system$picture_cuts <- refine_cuts(system, cuts[cuts >= lowest])
  }
  found
}

# Where what lies between two neighbours can be told from a step, as where outliers share a bucket,
# there are more: at the values there, or, before these are few enough, some thousand.
refine_cuts <- function(system, cuts) {
  for (pass in 1:3) {
    cuts <- sort(unique(cuts))
    counts <- counts_between(system, c(cuts, next_value(cuts)))
    steps <- which(is_step(counts) & !counts$value %in% cuts)
    if (length(steps) == 0) break
    parts <- if (fit_into_memory(counts, steps)) {
      resolved <- resolve_counts(system, counts, steps)
      values <- setdiff(edges_of_counts(resolved), counts$value[-steps])
      keep_below_values(system, resolved, values)
      values
    } else {
      n <- ceiling(system$backend$most_cuts / 2 / length(steps)) + 1
      unlist(lapply(steps, \(k) parts_of(counts, k, n)))
    }
    cuts <- c(cuts, parts)
  }
  sort(unique(cuts))
}

# More than picture.h lets pass, and not a single trial.
is_step <- function(counts) {
  found <- lapply(counts[c("n_h1", "n_h2")], \(n) {
    behind <- cumsum(n)
    total <- behind[length(n)]
    n > pmin(total / 1024, pmin(behind, total - behind + n) / 32)
  })
  (found$n_h1 | found$n_h2) & counts$n_h1 + counts$n_h2 > 1
}

# Whether all distinct values of some of the counts certainly do.
fit_into_memory <- function(counts, which) {
  sum(counts$n_h1[which], counts$n_h2[which]) <= stream_limits()$values / 2
}

# Some of the counts in as many parts as are counted at once, where they are too many for all their
# values; the value of each becomes a part of its own.
cut_finely <- function(system, counts, which) {
  n <- min(1000, system$backend$most_cuts %/% length(which))
  first <- counts$value[which]
  last <- counts$end[which]
  inner <- unlist(lapply(which, \(k) parts_of(counts, k, n)))
  parts <- counts_between(system, c(first, next_value(first), inner, next_value(last)))
  at <- findInterval(parts$value, first)
  inside <- at > 0 & parts$value <= c(-Inf, last)[at + 1]
  replace_counts(counts, which, lapply(parts[count_rows], `[`, inside))
}

parts_of <- function(counts, k, n) {
  ends <- c(counts$value[k], counts$end[k])
  ends <- pmax(pmin(ends, .Machine$double.xmax), -.Machine$double.xmax)
  share <- seq_len(n - 1) / n
  ends[1] * (1 - share) + ends[2] * share
}

# Some of the counts in all their values.
resolve_counts <- function(system, counts, which) {
  parts <- ask(system, "between", counts$value[which], counts$end[which])
  same <- vapply(c("n_h1", "n_h2"), \(n) sum(parts[[n]]) == sum(counts[[n]][which]), NA)
  if (!all(same)) stop_changed(call = NULL)
  replace_counts(counts, which, c(parts, list(end = parts$value)))
}

count_rows <- c("value", "end", "n_h1", "n_h2")

replace_counts <- function(counts, which, parts) {
  all <- in_order(Map(\(counts, part) c(counts[-which], part),
    counts[count_rows], parts[count_rows]
  ))
  utils::modifyList(counts, all)
}

resolve_where <- function(system, doubtful) {
  counts <- in_picture()(system)
  repeat {
    rows <- doubtful(counts, counts$end)
    if (length(rows) == 0) {
      return(counts)
    }
    if (fit_into_memory(counts, rows)) {
      counts <- resolve_counts(system, counts, rows)
    } else {
      rows <- utils::head(rows, system$backend$most_cuts %/% 2)
      counts <- cut_finely(system, counts, rows)
    }
  }
}

# Of LLRs that no double could be the LR of, a backend may know no more than the mean.
nodes_of <- function(system) {
  points <- transformed_of(system, 1, 0)
  ends <- to_ln(finite_range_of(system), system$scale)
  if (all(abs(ends) < 1024)) {
    return(points)
  }
  inside <- abs(points$llr) < 1024
  cuts <- from_ln(c(-1024, 1024), system$scale)
  far <- ask(system, "between", c(-Inf, cuts[2]), c(cuts[1], Inf))
  join_points(list(
    lapply(points[c("llr", "n_h1", "n_h2")], `[`, inside),
    c(list(llr = to_ln(far$value, system$scale)), far[c("n_h1", "n_h2")])
  ))
}
