# Trials in vectors in memory.

# `place`: positions of the trials of the system in the set, NULL for all of them.
vector_backend <- function(set, place) {
  if (!is.null(place)) {
    set <- list(
      value = set$value[place], truth = set$truth[place], weight = set$weight[place],
      scale = set$scale
    )
  }
  new_backend(vector_answers,
    value = set$value, truth = set$truth, weight = set$weight, unit = ln_per_unit[[set$scale]],
    place = place, weighted = !is.null(set$weight)
  )
}

# Keeps the by-products of an answer too.
learn <- function(system, found) {
  if (!is.null(found$counts)) system$counts <- c(found$counts, scale = system$scale)
  if (!is.null(found$points)) system$points <- found$points
  found
}

# Blocks do not need all trials in order, so counts are used only if they exist already.
vector_blocks <- function(system) {
  if (!is.null(system$counts)) return(find_blocks(system$counts))
  learn(system, .Call(ffi_blocks, system$backend, default_threads()))$blocks
}

# Results of a kernel from one pass; `pass` is `.Call(kernel, ...)` with its arguments.
sum_up <- function(system, pass) {
  learn(system, pass(system$backend, system$counts, ranges_of(system), default_threads()))
}

# Sums of weights are those of the counts.
vector_buckets <- function(system) {
  backend <- system$backend
  n <- length(backend$value)
  if (!is.null(system$counts) || !is.null(backend$weight) || n > .Machine$integer.max) {
    return(counts_of(system))
  }
  counter <- new_counter(cells = .Call(ffi_cells, backend$value, coarse_buckets))
  .Call(ffi_stream_add, counter, backend)
  .Call(ffi_stream_found, counter, FALSE)
}

vector_answers <- complete_answers(list(
  ranges = \(system) .Call(ffi_range, system$backend$value),
  finite_range = \(system) finite_range(system$backend$value, ranges_of(system)),
  sizes = \(system) class_sizes(system$backend$truth),
  totals = \(system) {
    if (system$weighted) class_totals(system$backend) else sizes_of(system)
  },
  infinite = \(system) infinite_trials(system$backend, ranges_of(system), system$scale),
  class_ranges = \(system) .Call(ffi_class_ranges, system$backend$value, system$backend$truth),
  counts = \(system) c(.Call(ffi_counts, system$backend), scale = system$scale),
  blocks = vector_blocks,
  points = \(system) sum_up(system, \(...) .Call(ffi_reduce, ...))$points,
  coarse = vector_buckets,
  costs = \(system) sum_up(system, \(...) .Call(ffi_mean_costs, ...))$costs,
  trials = \(system) system$backend[c("value", "truth", "weight", "place")],
  unweighted = \(system) {
    if (system$weighted) {
      replace(system$backend, c("weight", "weighted"), list(NULL, FALSE))
    }
  }
))

# System of trials outside any set.
loose_system <- function(value, truth, weight, scale) {
  trials <- list(value = value, truth = truth, weight = weight, scale = scale)
  new_system(NULL, scale, vector_backend(trials, NULL))
}
