# Where the trials of a system come from. A source is a list whose element `answers` has a function
# of the system for each of the questions below; nothing behind backend-system.R knows more of it.
# Values are doubles without NaN on the scale of the system.
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
#   coarse        list(value =, n_h1 =, n_h2 =, closed = NULL): buckets in the place of values
#   fine          the same of more buckets, where `coarse` has few; it may be left out
#   costs         list(h1 =, h2 =), nats
#   trials        list(value =, truth =, weight =, place =), or NULL where they cannot come
#   unweighted    a source of the same trials, each counting as one; NULL where they do so already
#
# An answer may make use of what the system knows already, through the functions of
# backend-system.R.

ask <- function(system, question, ...) system$source$answers[[question]](system, ...)

# The first kind: vectors in memory. `place` are the trials of the system among those of the set,
# NULL for all of them.
vector_source <- function(set, place) {
  if (!is.null(place)) {
    set <- list(
      value = set$value[place], truth = set$truth[place], weight = set$weight[place],
      scale = set$scale
    )
  }
  list(
    value = set$value, truth = set$truth, weight = set$weight, unit = ln_per_unit[[set$scale]],
    place = place, answers = vector_answers
  )
}

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
  if (range[1] > -Inf && range[2] < Inf && scale != "lr") {
    return(numbers)
  }
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

# What an answer brings with it is kept as well.
learn <- function(system, found) {
  if (!is.null(found$counts)) system$counts <- with_scale(found$counts, system$scale)
  if (!is.null(found$points)) system$points <- found$points
  found
}

with_scale <- function(counts, scale) {
  counts$scale <- scale
  counts
}

# Blocks do not need all trials in order, so counts are used only if they are there already.
vector_blocks <- function(system) {
  if (!is.null(system$counts)) {
    return(find_blocks(system$counts))
  }
  learn(system, .Call(ffi_blocks, system$source, default_threads()))$blocks
}

# Of trials that are counted already. Blocks carry LLRs and counts, so they are points too.
find_blocks <- function(counts) .Call(ffi_blocks_of_counts, counts)

find_points <- function(counts) .Call(ffi_reduce_counts, counts, ln_per_unit[[counts$scale]])

vector_points <- function(system) {
  found <- .Call(
    ffi_reduce, system$source, system$counts, ranges_of(system), default_threads()
  )
  learn(system, found)$points
}

vector_costs <- function(system) {
  found <- .Call(
    ffi_mean_costs, system$source, system$counts, ranges_of(system), default_threads()
  )
  learn(system, found)$costs
}

# Sums of weights are those of the counts.
vector_buckets <- function(system) {
  source <- system$source
  n <- length(source$value)
  if (!is.null(system$counts) || !is.null(source$weight) || n > .Machine$integer.max) {
    return(counts_of(system))
  }
  counter <- new_counter(cells = .Call(ffi_cells, source$value, coarse_buckets))
  .Call(ffi_stream_add, counter, source)
  .Call(ffi_stream_found, counter, FALSE)
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
    if (is.null(weight)) {
      return(sizes_of(system))
    }
    truth <- system$source$truth
    c(h1 = sum(weight[truth]), h2 = sum(weight[!truth]))
  },
  infinite = \(system) infinite_trials(system$source, ranges_of(system), system$scale),
  class_ranges = \(system) .Call(ffi_class_ranges, system$source$value, system$source$truth),
  counts = \(system) with_scale(.Call(ffi_counts, system$source), system$scale),
  blocks = vector_blocks,
  points = vector_points,
  coarse = vector_buckets,
  costs = vector_costs,
  trials = \(system) system$source[c("value", "truth", "weight", "place")],
  unweighted = \(system) {
    if (!is.null(system$source$weight)) replace(system$source, "weight", list(NULL))
  }
)
