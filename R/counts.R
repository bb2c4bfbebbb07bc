# What is derived from the trials of an `lr_set`, one element per system, each computed at most
# once and kept in the object's cache:
#   trials    the vectors of the system
#   ranges    the smallest and the largest value
#   infinite  how many trials have LR = 0 and LR = Inf
#   counts    the sorted distinct values with the number of H1 and H2 trials on each
#   blocks    the PAV blocks, with the smallest and the largest value of each
#   points    LLRs and counts that give the cross-entropy at any prior

set_trials <- function(x) cached(x, "trials", \() split_systems(x))

set_ranges <- function(x) {
  cached(x, "ranges", \() lapply(set_trials(x), \(trials) .Call(ffi_range, trials$value)))
}

set_infinite <- function(x) {
  cached(x, "infinite", \() Map(infinite_trials, set_trials(x), set_ranges(x)))
}

set_counts <- function(x) cached(x, "counts", \() lapply(set_trials(x), count_trials))

# Blocks do not need all trials in order, so counts are used only if they are there already.
set_blocks <- function(x) {
  cached(x, "blocks", \() {
    counted <- !is.null(.subset2(x, "cache")$counts)
    blocks <- if (!counted) lapply(set_trials(x), find_blocks_unsorted)
    if (is_complete(blocks)) blocks else lapply(set_counts(x), find_blocks)
  })
}

set_points <- function(x) {
  cached(x, "points", \() {
    points <- Map(find_points_unsorted, set_trials(x), set_ranges(x))
    if (is_complete(points)) points else lapply(set_counts(x), find_points)
  })
}

is_complete <- function(systems) length(systems) > 0 && all(lengths(systems) > 0)

# The counts and the blocks of each system side by side; the blocks also say where in the counts
# they lie.
set_counts_and_blocks <- function(x) {
  Map(\(counts, blocks) {
    list(counts = counts, blocks = c(blocks, block_positions(blocks, counts)))
  }, set_counts(x), set_blocks(x))
}

# `.subset2()` looks for no method, which takes longer than to find the element.
cached <- function(x, name, compute) {
  cache <- .subset2(x, "cache")
  found <- cache[[name]]
  if (is.null(found)) {
    found <- cache[[name]] <- compute()
  }
  found
}

# A list of the vectors that counting needs, one element per system.
split_systems <- function(x) {
  x <- unclass(x)
  trials <- x[c("value", "truth", "weight", "scale")]
  if (is.null(x$system)) {
    return(list(trials))
  }
  if (nlevels(x$system) == 1) {
    return(rlang::set_names(list(trials), levels(x$system)))
  }
  lapply(split(seq_along(x$system), x$system), \(i) {
    list(value = x$value[i], truth = x$truth[i], weight = x$weight[i], scale = x$scale)
  })
}

# Trials with LR = 0 and with LR = Inf, which can only be those at the ends of the range.
infinite_trials <- function(trials, range) {
  numbers <- list(n_h1 = c(0, 0), n_h2 = c(0, 0))
  for (end in which(to_ln(range, trials$scale) == c(-Inf, Inf))) {
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

count_trials <- function(trials) {
  counts <- .Call(ffi_counts, trials$value, trials$truth, trials$weight)
  counts$totals <- c(sum(counts$n_h1), sum(counts$n_h2))
  counts$scale <- trials$scale
  counts
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

# Positions among the counts of the first and the last value of each block.
block_positions <- function(blocks, counts) {
  list(first = match(blocks$min, counts$value), last = match(blocks$max, counts$value))
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
find_points_unsorted <- function(trials, range) {
  if (!is.null(trials$weight) || length(trials$value) <= 4096) {
    return(NULL)
  }
  unit <- ln_per_unit[[trials$scale]]
  if (is.na(unit)) {
    trials$value <- to_ln(trials$value, trials$scale)
    range <- to_ln(range, trials$scale)
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
