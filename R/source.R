# Where the trials of a system come from. A source is a list whose element `answers` has a function
# of the system for each of the questions below; nothing behind system.R knows more of it. Values
# are doubles without NaN on the scale of the system.
#
#   ranges        c(min, max)
#   finite_range  the same of the finite values, NA without any
#   sizes         c(h1 =, h2 =): how many trials, whatever they weigh
#   totals        c(h1 =, h2 =): their weight
#   infinite      list(n_h1 =, n_h2 =): weights of the trials with LR = 0 and with LR = Inf
#   class_ranges  list(h1 = c(min, max), h2 = c(min, max))
#   counts        list(value =, n_h1 =, n_h2 =, totals =, scale =), values distinct and ascending
#   blocks        list(min =, max =, n_h1 =, n_h2 =, llr =, totals =)
#   points        list(llr =, n_h1 =, n_h2 =, totals =)
#   costs         list(h1 =, h2 =), nats
#   trials        list(value =, truth =, weight =, place =), or NULL where they cannot come
#   unweighted    a source of the same trials, each counting as one; NULL where they do so already
#
# An answer may make use of what the system knows already, through the functions of system.R.

ask <- function(system, question) system$source$answers[[question]](system)

# The first kind: vectors in memory. `place` are the trials of the system among those of the set,
# NULL for all of them.
vector_source <- function(set, place) {
  source <- if (is.null(place)) {
    list(value = set$value, truth = set$truth, weight = set$weight)
  } else {
    list(value = set$value[place], truth = set$truth[place], weight = set$weight[place])
  }
  c(source, list(place = place, answers = vector_answers))
}

vector_answers <- list(
  ranges = \(system) .Call(ffi_range, system$source$value),
  finite_range = \(system) finite_range(system$source$value, ranges_of(system)),
  sizes = \(system) {
    n_h1 <- .Call(ffi_count_true, system$source$truth)
    c(h1 = n_h1, h2 = length(system$source$truth) - n_h1)
  },
  totals = \(system) {
    weight <- system$source$weight
    if (is.null(weight)) return(sizes_of(system))
    truth <- system$source$truth
    c(h1 = sum(weight[truth]), h2 = sum(weight[!truth]))
  },
  infinite = \(system) infinite_trials(system$source, ranges_of(system), system$scale),
  class_ranges = \(system) class_ranges(system$source),
  counts = \(system) count_trials(system$source, system$scale),
  blocks = \(system) vector_blocks(system),
  points = \(system) vector_points(system),
  costs = \(system) vector_costs(system),
  trials = \(system) system$source[c("value", "truth", "weight", "place")],
  unweighted = \(system) {
    if (!is.null(system$source$weight)) replace(system$source, "weight", list(NULL))
  }
)

finite_range <- function(value, ends) {
  if (all(is.finite(ends))) {
    return(ends)
  }
  finite <- value[is.finite(value)]
  if (length(finite) > 0) range(finite) else c(NA_real_, NA_real_)
}

# Trials with LR = 0 and with LR = Inf, which can only be those at the ends of the range.
infinite_trials <- function(trials, range, scale) {
  numbers <- list(n_h1 = c(0, 0), n_h2 = c(0, 0))
  for (end in which(to_ln(range, scale) == c(-Inf, Inf))) {
    totals <- class_totals(trials, which(trials$value == range[end]))
    numbers$n_h1[end] <- totals[1]
    numbers$n_h2[end] <- totals[2]
  }
  numbers
}

infinite_table <- function(infinite) data.frame(end = c("LR = 0", "LR = Inf"), infinite)

# Number or weight of the H1 and H2 trials among those at `i`.
class_totals <- function(trials, i) {
  truth <- trials$truth[i]
  weight <- if (is.null(trials$weight)) rep(1, length(i)) else trials$weight[i]
  c(sum(weight[truth]), sum(weight[!truth]))
}

class_ranges <- function(trials) {
  list(
    h1 = .Call(ffi_range, trials$value[trials$truth]),
    h2 = .Call(ffi_range, trials$value[!trials$truth])
  )
}

count_trials <- function(trials, scale) {
  counts <- .Call(ffi_counts, trials$value, trials$truth, trials$weight)
  counts$totals <- c(sum(counts$n_h1), sum(counts$n_h2))
  counts$scale <- scale
  counts
}

# Blocks do not need all trials in order, so counts are used only if they are there already.
vector_blocks <- function(system) {
  blocks <- if (is.null(system$counts)) find_blocks_unsorted(system$source)
  if (is.null(blocks)) find_blocks(counts_of(system)) else blocks
}

# Blocks carry LLRs and counts, so they are points too.
find_blocks <- function(counts) .Call(ffi_pav, counts$value, counts$n_h1, counts$n_h2)

# NULL where sorting the trials is the better way.
find_blocks_unsorted <- function(trials) {
  n <- length(trials$value)
  if (is.null(trials$weight) && n > 1000 && n < 2^31) {
    .Call(ffi_pav_unsorted, trials$value, trials$truth)
  }
}

vector_points <- function(system) {
  points <- find_points_unsorted(system$source, ranges_of(system), system$scale)
  if (is.null(points)) find_points(counts_of(system)) else points
}

# Few LLRs are used as they are; many are replaced by a few quadrature nodes.
find_points <- function(counts) {
  points <- if (length(counts$value) <= 4096) {
    list(llr = to_ln(counts$value, counts$scale), n_h1 = counts$n_h1, n_h2 = counts$n_h2)
  } else {
    compress_counts(counts)
  }
  points$totals <- counts$totals
  points
}

# NULL where few LLRs are used as they are, or sorting the trials is the better way.
find_points_unsorted <- function(trials, range, scale) {
  if (!is.null(trials$weight) || length(trials$value) <= 4096) {
    return(NULL)
  }
  unit <- ln_per_unit[[scale]]
  if (is.na(unit)) {
    trials$value <- to_ln(trials$value, scale)
    range <- to_ln(range, scale)
    unit <- 1
  }
  .Call(ffi_compress_unsorted, trials$value, trials$truth, unit, range, default_threads())
}

# The conversion to natural logs happens in C where it is one factor, which saves a copy.
compress_counts <- function(counts) {
  unit <- ln_per_unit[[counts$scale]]
  if (is.na(unit) || overflows(counts$value, unit)) {
    return(.Call(ffi_compress, to_ln(counts$value, counts$scale), 1, counts$n_h1, counts$n_h2))
  }
  .Call(ffi_compress, counts$value, unit, counts$n_h1, counts$n_h2)
}

# One pass over the trials is quicker than to make points of them.
vector_costs <- function(system) {
  costs <- even_costs_unsorted(system$source, ranges_of(system), system$scale)
  if (is.null(costs)) mean_costs(points_of(system), 0) else costs
}

# NULL where counting comes first, or an LLR is infinite or so large that sums of them are.
even_costs_unsorted <- function(trials, range, scale) {
  unit <- ln_per_unit[[scale]]
  if (!is.null(trials$weight) || length(trials$value) <= 1000) {
    return(NULL)
  }
  if (is.na(unit)) {
    trials$value <- to_ln(trials$value, scale)
    range <- to_ln(range, scale)
    unit <- 1
  }
  if (max(abs(range)) < 1e290) {
    .Call(ffi_even_costs, trials$value, trials$truth, unit, default_threads())
  }
}
