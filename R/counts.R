# What is derived from the trials of an `lr_set`, one element per system, each computed at most
# once and kept in the object's cache:
#   counts  the sorted distinct values with the number of H1 and H2 trials on each
#   blocks  the PAV blocks, found from the counts
#   points  LLRs and counts that give the cross-entropy at any prior

set_counts <- function(x) cached(x, "counts", \() lapply(split_systems(x), count_trials))

set_blocks <- function(x) cached(x, "blocks", \() lapply(set_counts(x), find_blocks))

# The counts and the blocks of each system side by side.
set_counts_and_blocks <- function(x) {
  Map(\(counts, blocks) list(counts = counts, blocks = blocks), set_counts(x), set_blocks(x))
}

set_points <- function(x) cached(x, "points", \() lapply(set_counts(x), find_points))

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
find_blocks <- function(counts) {
  blocks <- .Call(ffi_pav, counts$n_h1, counts$n_h2)
  blocks$totals <- counts$totals
  blocks
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

# The conversion to natural logs happens in C where it is one factor, which saves a copy.
compress_counts <- function(counts) {
  unit <- ln_per_unit[[counts$scale]]
  if (is.na(unit) || overflows(counts$value, unit)) {
    return(.Call(ffi_compress, to_ln(counts$value, counts$scale), 1, counts$n_h1, counts$n_h2))
  }
  .Call(ffi_compress, counts$value, unit, counts$n_h1, counts$n_h2)
}
