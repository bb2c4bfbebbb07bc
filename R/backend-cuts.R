# What is asked at thresholds needs no distinct values, only how many trials lie below each. Where
# the distinct values are too many for the memory, a source says so, and answers, besides those of
# backend-vectors.R, more questions:
#
#   many     TRUE where the counts are too many to be had
#   below    (system, cuts): list(n_h1 =, n_h2 =), the numbers of trials with smaller values than
#            each of the ascending cuts, exactly
#   between  (system, from, to): counts of the values from `from` to `to`, both included
#   transformed  (system, slope, offset): points as above, without totals, of the LLRs that an
#            affine transformation makes of the LLRs or scores
#   edges    (system): some thousand cuts, so close that no picture tells what lies between two
#
# What has been counted below cuts is kept. A source may say in its element `most_cuts` beyond how
# many cuts they take longer to be counted.

has_many <- function(system) {
  answer <- system$source$answers$many
  !is.null(answer) && answer(system)
}

# The counts, and then `cuts` is never evaluated; where the counts are too many, values between two
# neighbouring cuts are taken for the smallest of them that there might be. So whatever tells values
# apart that lie on different sides of a cut, and no others, is exact. `all`: also of the stretches
# without trials.
counts_at <- function(system, cuts, all = FALSE) {
  if (!has_many(system)) {
    return(counts_of(system))
  }
  lowest <- lowest_value(system$scale)
  cuts <- sort(unique(c(cuts, next_value(lowest), Inf)))
  cuts <- cuts[cuts > lowest]
  below <- numbers_below(system, cuts)
  totals <- unname(totals_of(system))
  counts <- list(
    value = c(lowest, cuts), n_h1 = diff(c(0, below$n_h1, totals[1])),
    n_h2 = diff(c(0, below$n_h2, totals[2]))
  )
  there <- all | counts$n_h1 + counts$n_h2 > 0
  c(lapply(counts, `[`, there), list(totals = totals, scale = system$scale))
}

lowest_value <- function(scale) if (scale == "lr") 0 else -Inf

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

# LLRs and numbers with the same sums of whatever is smooth over an eighth of a nat, on either side
# of LR = 1. Of LLRs that no double could be the LR of, a source may know no more than the mean.
transformed_of <- function(system) {
  points <- ask(system, "transformed", 1, 0)
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

# The answers of trials that are counted already.
transformed_counts <- function(counts, slope, offset) {
  llr <- slope * to_ln(counts$value, counts$scale) + offset
  ascending <- order(llr)
  c(list(llr = llr[ascending]), lapply(counts[c("n_h1", "n_h2")], `[`, ascending))
}

below_in_counts <- function(counts, cuts) {
  at <- findInterval(cuts, counts$value, left.open = TRUE) + 1
  lapply(counts[c("n_h1", "n_h2")], \(n) c(0, cumsum(n))[at])
}

between_in_counts <- function(counts, from, to) {
  at <- findInterval(counts$value, from)
  inside <- at > 0 & counts$value <= c(-Inf, to)[at + 1]
  lapply(counts[c("value", "n_h1", "n_h2")], `[`, inside)
}

edges_of_counts <- function(counts) {
  counts$value[.Call(ffi_picture_edges, counts)]
}

# ---- Which cuts a question needs ----

next_value <- function(x) .Call(ffi_next_value, as.double(x))

# The smallest value on a scale that is `threshold` or more in tables and on axes; with `beyond`,
# more than that. What no value is has no cut.
cuts_at <- function(scale, threshold, beyond = FALSE) {
  if (scale %in% c("log10", "score")) {
    cuts <- if (beyond) next_value(threshold) else threshold
    return(cuts[!(beyond & threshold == Inf)])
  }
  guess <- from_ln(to_ln(threshold, "log10"), scale)
  first_value(guess, scale, \(value) {
    at <- to_log10(value, scale)
    if (beyond) at > threshold else at >= threshold
  })
}

# The smallest values for which a rule holds that, for each, holds from some value on; it is looked
# for from a guess outwards, and then by halves. `holds` is asked of a vector as long as the guess.
first_value <- function(guess, scale, holds) {
  lowest <- lowest_value(scale)
  step <- pmax(abs(guess) * 2^-45, 2^-1065)
  step[!is.finite(step)] <- 2^970
  low <- pmax(guess - step, lowest)
  high <- guess + step
  repeat {
    short <- !holds(high) & high < Inf
    if (!any(short)) break
    high[short] <- pmax(high[short], -.Machine$double.xmax) + step[short]
    step[short] <- 2 * step[short]
  }
  repeat {
    long <- holds(low) & low > lowest
    if (!any(long)) break
    low[long] <- pmax(pmin(low[long], .Machine$double.xmax) - step[long], lowest)
    step[long] <- 2 * step[long]
  }
  cuts <- bisect_values(low, high, holds)
  cuts[holds(cuts)]
}

bisect_values <- function(low, high, holds) {
  repeat {
    middle <- ifelse(is.finite(low) & is.finite(high), low / 2 + high / 2,
      ifelse(is.finite(low), next_value(low), ifelse(is.finite(high), -next_value(-high), 0))
    )
    open <- middle > low & middle < high
    if (!any(open)) break
    reached <- holds(middle)
    high <- ifelse(open & reached, middle, high)
    low <- ifelse(open & !reached, middle, low)
  }
  ifelse(holds(low), low, high)
}

# Counts for thresholds on the axis of tables and plots, of which values that equal one are above
# it.
counts_at_thresholds <- function(system, threshold) {
  counts_at(system, cuts_at(system$scale, threshold))
}

# Of which values that equal one are below it.
counts_beyond_thresholds <- function(system, threshold) {
  counts_at(system, cuts_at(system$scale, threshold, beyond = TRUE))
}

# Counts for Bayes decisions, see on_one_scale().
counts_at_odds <- function(system, log_odds) {
  counts_at(system, cuts_at_odds(system$scale, log_odds))
}

cuts_at_odds <- function(scale, log_odds) {
  if (scale != "lr") {
    return(from_ln(-log_odds, scale))
  }
  first_value(exp(-log_odds), scale, \(value) log(value) >= -log_odds)
}

# ---- Pictures ----

# Counts of which a picture cannot tell that they are not all. Values that are cuts stand by
# themselves, LR = 1 among them.
picture_of <- function(system, more = NULL, all = FALSE) {
  counts_at(system, c(picture_cuts(system), next_value(picture_cuts(system)), more), all)
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
    counts <- counts_at(system, c(cuts, next_value(cuts)))
    steps <- which(is_step(counts) & !counts$value %in% cuts)
    if (length(steps) == 0) break
    parts <- if (fit_into_memory(counts, steps)) {
      resolved <- resolve_counts(system, counts, steps)
      values <- setdiff(edges_of_counts(resolved), counts$value[-steps])
      keep_below_values(system, resolved, values)
      values
    } else {
      n <- ceiling(cuts_at_once(system) / 2 / length(steps)) + 1
      unlist(lapply(steps, \(k) parts_of(counts, k, n)))
    }
    cuts <- c(cuts, parts)
  }
  sort(unique(cuts))
}

# More than picture.h lets pass, and not a single trial.
is_step <- function(counts) {
  sides <- lapply(counts[c("n_h1", "n_h2")], \(n) {
    behind <- cumsum(n)
    total <- behind[length(n)]
    n > pmin(total / 1024, pmin(behind, total - behind + n) / 32)
  })
  (sides$n_h1 | sides$n_h2) & counts$n_h1 + counts$n_h2 > 1
}

# Whether all distinct values of some of the counts certainly do.
fit_into_memory <- function(counts, which) {
  sum(counts$n_h1[which], counts$n_h2[which]) <= stream_limits()$values / 2
}

# A cut that is refined needs a second one behind it.
cuts_at_once <- function(system) system$source$most_cuts %||% 8000

# Some of the counts in as many parts as are counted at once, where they are too many for all their
# values.
cut_finely <- function(system, counts, which) {
  which <- utils::head(which, cuts_at_once(system) %/% 2)
  n <- min(1000, cuts_at_once(system) %/% length(which))
  behind <- c(counts$value[-1], Inf)[which]
  inner <- unlist(lapply(which, \(k) parts_of(counts, k, n)))
  parts <- counts_at(system, c(counts$value[which], inner, behind))
  inside <- findInterval(parts$value, counts$value) %in% which
  replace_counts(counts, which, lapply(parts[c("value", "n_h1", "n_h2")], `[`, inside))
}

parts_of <- function(counts, k, n) {
  ends <- c(counts$value, Inf)[k + 0:1]
  ends <- pmax(pmin(ends, .Machine$double.xmax), -.Machine$double.xmax)
  share <- seq_len(n - 1) / n
  ends[1] * (1 - share) + ends[2] * share
}

# Some of the counts in all their values.
resolve_counts <- function(system, counts, which) {
  behind <- c(counts$value[-1], Inf)[which]
  last <- ifelse(counts$value[which] < Inf, -next_value(-behind), Inf)
  parts <- ask(system, "between", counts$value[which], last)
  same <- vapply(c("n_h1", "n_h2"), \(n) sum(parts[[n]]) == sum(counts[[n]][which]), NA)
  if (!all(same)) stop_changed(call = NULL)
  replace_counts(counts, which, parts)
}

# Counts of which rows are resolved until `doubtful(counts, end)`, to which a row may lie anywhere
# from its value to its end, names none.
resolve_where <- function(system, doubtful) {
  counts <- picture_of(system)
  known <- picture_cuts(system)
  repeat {
    end <- -next_value(-c(counts$value[-1], Inf))
    end <- ifelse(counts$value %in% known, counts$value, end)
    rows <- doubtful(counts, end)
    if (length(rows) == 0) {
      return(c(counts, list(end = end)))
    }
    if (fit_into_memory(counts, rows)) {
      before <- counts$value[-rows]
      counts <- resolve_counts(system, counts, rows)
      known <- c(known, setdiff(counts$value, before))
    } else {
      counts <- cut_finely(system, counts, rows)
    }
  }
}

replace_counts <- function(counts, which, parts) {
  columns <- c("value", "n_h1", "n_h2")
  all <- in_order(Map(\(counts, part) c(counts[-which], part), counts[columns], parts[columns]))
  utils::modifyList(counts, all)
}
