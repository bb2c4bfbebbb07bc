# Counts between cuts, for a system with too many distinct values for the memory, and their
# refinement where cuts do not suffice.

# The trials of a row may lie anywhere from its value to its end.
counts_between <- function(system, cuts, all = FALSE) {
  lowest <- lowest_value(system$scale)
  cuts <- sort(unique(c(cuts, next_value(lowest), Inf)))
  cuts <- cuts[cuts > lowest]
  new <- cuts[!cuts %in% system$below$value]
  if (length(new) > 0) keep_below(system, c(list(value = new), ask(system, "below", new)))
  known <- system$below
  below <- lapply(known[c("n_h1", "n_h2")], `[`, match(cuts, known$value))
  totals <- unname(totals_of(system))
  counts <- list(
    value = c(lowest, cuts), end = c(-next_value(-cuts), Inf),
    n_h1 = diff(c(0, below$n_h1, totals[1])), n_h2 = diff(c(0, below$n_h2, totals[2]))
  )
  there <- all | counts$n_h1 + counts$n_h2 > 0
  c(lapply(counts, `[`, there), list(totals = totals, scale = system$scale))
}

keep_below <- function(system, found) {
  known <- system$below
  new <- !found$value %in% known$value
  found <- lapply(found, `[`, new)
  system$below <- if (is.null(known)) found else in_order(Map(c, known, found))
}

picture_counts <- function(system, more = NULL, all = FALSE) ask(system, "picture", more, all)

picture_by_cuts <- function(system, more, all) {
  cuts <- picture_cuts(system)
  c(counts_between(system, c(cuts, next_value(cuts), more), all), list(cuts = cuts))
}

picture_cuts <- function(system) {
  computed_once(system, "picture_cuts", {
    ends <- c(finite_range_of(system), unlist(class_ranges_of(system), use.names = FALSE))
    lowest <- lowest_value(system$scale)
    neutral <- if (system$scale != "score") neutral_value(system$scale)
    cuts <- c(lowest, neutral, ask(system, "edges"), ends, Inf)
    refine_cuts(system, cuts[cuts >= lowest])
  })
}

# Adds cuts where a picture could show the trials between two neighbours as a step, such as outliers
# that share a bucket: cuts at their values or, while these are too many, several thousand in
# between.
refine_cuts <- function(system, cuts) {
  for (pass in 1:3) {
    cuts <- sort(unique(cuts))
    counts <- counts_between(system, c(cuts, next_value(cuts)))
    steps <- which(is_step(counts) & !counts$value %in% cuts)
    if (length(steps) == 0) break
    parts <- if (fit_into_memory(counts, steps)) {
      resolved <- resolve_counts(system, counts, steps)
      values <- setdiff(edges_of_counts(resolved), counts$value[-steps])
      # Keeps the numbers of trials below and above these values, taken from their counts.
      at <- match(values, resolved$value)
      numbers <- lapply(resolved[c("n_h1", "n_h2")], \(n) c(0, cumsum(n))[c(at, at + 1)])
      keep_below(system, c(list(value = c(values, next_value(values))), numbers))
      values
    } else {
      n <- ceiling(system$backend$most_cuts / 2 / length(steps)) + 1
      unlist(lapply(steps, \(k) parts_of(counts, k, n)))
    }
    cuts <- c(cuts, parts)
  }
  sort(unique(cuts))
}

# Rows with more than one trial and more than picture.h allows.
is_step <- function(counts) {
  found <- lapply(counts[c("n_h1", "n_h2")], \(n) {
    behind <- cumsum(n)
    total <- behind[length(n)]
    n > pmin(total / 1024, pmin(behind, total - behind + n) / 32)
  })
  (found$n_h1 | found$n_h2) & counts$n_h1 + counts$n_h2 > 1
}

# Do the distinct values in some of the counts fit into the memory with certainty?
fit_into_memory <- function(counts, which) {
  sum(counts$n_h1[which], counts$n_h2[which]) <= stream_limits()$values / 2
}

# Divides some of the counts, if they have too many values, into as many parts as are counted at
# once. The value of each becomes a separate part.
cut_finely <- function(system, counts, which) {
  n <- min(1000, system$backend$most_cuts %/% length(which))
  first <- counts$value[which]
  last <- counts$end[which]
  inner <- unlist(lapply(which, \(k) parts_of(counts, k, n)))
  parts <- counts_between(system, c(first, next_value(first), inner, next_value(last)))
  inside <- lie_between(parts$value, first, last)
  replace_counts(counts, which, lapply(parts[count_rows], `[`, inside))
}

parts_of <- function(counts, k, n) {
  ends <- c(counts$value[k], counts$end[k])
  ends <- pmax(pmin(ends, .Machine$double.xmax), -.Machine$double.xmax)
  share <- seq_len(n - 1) / n
  ends[1] * (1 - share) + ends[2] * share
}

# Replaces some of the counts by those of all their values.
resolve_counts <- function(system, counts, which) {
  parts <- ask(system, "between", counts$value[which], counts$end[which])
  same <- vapply(c("n_h1", "n_h2"), \(n) sum(parts[[n]]) == sum(counts[[n]][which]), NA)
  if (!all(same)) refuse("data_changed")
  replace_counts(counts, which, c(parts, list(end = parts$value)))
}

count_rows <- c("value", "end", "n_h1", "n_h2")

replace_counts <- function(counts, which, parts) {
  all <- in_order(Map(\(counts, part) c(counts[-which], part),
    counts[count_rows], parts[count_rows]
  ))
  utils::modifyList(counts, all)
}

resolve_rows <- function(system, doubtful) {
  counts <- picture_counts(system)
  repeat {
    rows <- doubtful(counts, counts$end)
    if (length(rows) == 0) return(counts)
    if (fit_into_memory(counts, rows)) {
      counts <- resolve_counts(system, counts, rows)
    } else {
      rows <- utils::head(rows, system$backend$most_cuts %/% 2)
      counts <- cut_finely(system, counts, rows)
    }
  }
}

# Points of a system. A backend may know only the mean of LLRs whose LR overflows a double, so these
# are counted by value.
nodes_of <- function(system) {
  points <- transformed_of(system, 1, 0)
  ends <- to_ln(finite_range_of(system), system$scale)
  if (all(abs(ends) < 1024)) return(points)
  inside <- abs(points$llr) < 1024
  cuts <- from_ln(c(-1024, 1024), system$scale)
  far <- ask(system, "between", c(-Inf, cuts[2]), c(cuts[1], Inf))
  join_points(list(
    lapply(points[c("llr", "n_h1", "n_h2")], `[`, inside),
    c(list(llr = to_ln(far$value, system$scale)), far[c("n_h1", "n_h2")])
  ))
}
