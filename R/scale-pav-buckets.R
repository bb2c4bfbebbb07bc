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
