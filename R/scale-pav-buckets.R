# The PAV blocks of trials outside memory, by two queries: the numbers in each of many buckets, and
# the distinct values of the trials in some buckets. The result is exact (see pav-buckets.h) for any
# buckets that preserve the order of the values.
#
#   tally    list(bucket =, value =, n_h1 =, n_h2 =): the buckets that are not empty, ascending.
#            `value` is a place in each, in the same order, such as its lower edge
#   values   list(bucket =, value =, n_h1 =, n_h2 =): distinct values of kept buckets, ascending

# Sums of weights are rounded; whole numbers are not.
tally_slack <- function(weighted) if (weighted) 1e-12 else 0

# TRUE for the buckets of a tally that must be refined.
buckets_to_keep <- function(tally, weighted = FALSE) {
  .Call(ffi_tally_keep, tally, tally_slack(weighted))
}

blocks_of_tally <- function(tally, keep, values, weighted = FALSE) {
  values$place <- match(values$bucket, tally$bucket) - 1L
  found <- .Call(ffi_tally_blocks, tally, tally_slack(weighted), keep, values)
  if (is.null(found)) refuse("data_changed")
  found
}

# Blocks of a system whose backend can tally.
blocks_by_tally <- function(system) {
  weighted <- system$weighted
  found <- tally_closely(system, bucket_number(sum(sizes_of(system))))
  keep <- buckets_to_keep(found$tally, weighted)
  values <- ask(system, "tally_values", found$map, found$tally$bucket[keep])
  blocks_of_tally(found$tally, keep, values, weighted)
}

# Tally in about this number of buckets, repeated if outliers made these too wide.
tally_closely <- function(system, number) {
  map <- new_cells(finite_range_of(system), number)
  tally <- ask(system, "tally", map)
  for (attempt in 1:8) {
    closer <- new_cells(bulk_of(tally, map), number)
    if (!(closer$width < map$width / 4)) break
    map <- closer
    tally <- ask(system, "tally", map)
  }
  list(map = map, tally = tally)
}

# Cells over a range, about `number` of them, in the form of the kernels (see cells.h); or exactly
# `n`, for a database, whose queries allow no width below 2^-60.
new_cells <- function(range, number = n - 3, n = NULL) {
  if (anyNA(range)) range <- c(0, 0)
  span <- max(range[2] / 2 - range[1] / 2, abs(range) * 2^-50, 2^-1000)
  width <- max(2^(ceiling(log2(span / number)) + 1), if (!is.null(n)) 2^-60)
  lowest <- (floor(range[1] / width) - 1) * width
  if (is.null(n)) n <- floor(range[2] / width - lowest / width) + 2
  list(
    lowest = lowest, highest = lowest + (n - 1) * width, per_unit = 1 / width, n = n,
    of_bits = FALSE, width = width
  )
}

# Range from the 1/64 to the 63/64 quantile of the trials, with half its width added at either end:
# outliers must not make buckets wide.
bulk_of <- function(tally, map) {
  n <- cumsum(tally$n_h1 + tally$n_h2)
  ends <- findInterval(c(1, 63) / 64 * n[length(n)], n) + 1
  middle <- map$lowest + (tally$bucket[pmin(ends, length(n))] + c(0, 1)) * map$width
  reach <- (middle[2] - middle[1]) / 2
  c(middle[1] - reach, middle[2] + reach)
}

# Number of buckets for n trials. More buckets leave fewer trials to be sorted. The number must
# increase with that of the trials, or most trials are left (Groeneboom's rate: blocks of n^(2/3)
# trials that are n^(1/3) above their edge).
bucket_number <- function(n) min(max(2^ceiling(log2(n / 16)), 2^10), 2^22)
