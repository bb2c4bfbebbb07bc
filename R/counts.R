# What is derived from the trials of an `lr_set`, one element per system, each computed at most
# once and kept in the object's cache:
#   counts  the sorted distinct values with the number of H1 and H2 trials on each
#   blocks  the PAV blocks, with the smallest and the largest value of each
#   points  LLRs and counts that give the cross-entropy at any prior

set_counts <- function(x) cached(x, "counts", \() lapply(split_systems(x), count_trials))

# Blocks do not need all trials in order, so counts are used only if they are there already.
set_blocks <- function(x) {
  cached(x, "blocks", \() {
    blocks <- if (is.null(x$cache$counts)) lapply(split_systems(x), find_blocks_unsorted)
    found <- !is.null(blocks) && !any(vapply(blocks, is.null, NA))
    if (found) blocks else lapply(set_counts(x), find_blocks)
  })
}

set_points <- function(x) {
  cached(x, "points", \() {
    points <- lapply(split_systems(x), find_points_unsorted)
    if (any(vapply(points, is.null, NA))) lapply(set_counts(x), find_points) else points
  })
}

cached <- function(x, name, compute) {
  if (is.null(x$cache[[name]])) {
    assign(name, compute(), envir = x$cache)
  }
  x$cache[[name]]
}

# A list of the vectors that counting needs, one element per system.
split_systems <- function(x) {
  trials <- unclass(x)[c("value", "truth", "weight", "scale")]
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
  if (is.null(trials$weight) && length(trials$value) >= 1000) {
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
find_points_unsorted <- function(trials) {
  if (!is.null(trials$weight) || length(trials$value) <= 4096) {
    return(NULL)
  }
  unit <- ln_per_unit[[trials$scale]]
  value <- if (is.na(unit)) to_ln(trials$value, trials$scale) else trials$value
  unit <- if (is.na(unit)) 1 else unit
  points <- .Call(ffi_compress_unsorted, value, trials$truth, unit, .Call(ffi_range, value))
  if (!is.null(points)) {
    points$totals <- class_totals(trials$truth)
  }
  points
}

class_totals <- function(truth) {
  n_h1 <- .Call(ffi_count_true, truth)
  c(n_h1, length(truth) - n_h1)
}

# The conversion to natural logs happens in C where it is one factor, which saves a copy.
compress_counts <- function(counts) {
  unit <- ln_per_unit[[counts$scale]]
  if (is.na(unit) || overflows(counts$value, unit)) {
    return(.Call(ffi_compress, to_ln(counts$value, counts$scale), 1, counts$n_h1, counts$n_h2))
  }
  .Call(ffi_compress, counts$value, unit, counts$n_h1, counts$n_h2)
}
