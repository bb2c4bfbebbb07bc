# The PAV blocks of trials that stay elsewhere, by two questions to whoever has them: how many there
# are in each of many buckets, and which distinct values the trials of some buckets have. Everything
# is exact (see pav-buckets.h), whatever the buckets are like; they must not be the same for values
# in another order.
#
#   tally    list(bucket =, value =, n_h1 =, n_h2 =): the buckets that are not empty, ascending.
#            `value` is a place in each, in the same order, such as its lower edge
#   values   list(bucket =, value =, n_h1 =, n_h2 =): distinct values of kept buckets, ascending
#
# A source that can count in buckets of equal width answers two more questions than those of
# backend-vectors.R, and then need not find blocks by itself:
#
#   tally         (system, map): the tally; a value lies in the bucket
#                 floor((value - map$low) / map$width), but in bucket 0 or map$n - 1 if it lies
#                 beyond these. `low` and `width` are short dyadic numbers
#   tally_values  (system, map, buckets): the values in these buckets

# Sums of weights are rounded; whole numbers are not.
tally_slack <- function(weighted) if (weighted) 1e-12 else 0

# Which buckets of a tally must be looked into.
buckets_to_keep <- function(tally, weighted = FALSE) {
  .Call(ffi_tally_keep, tally, tally_slack(weighted))
}

blocks_of_tally <- function(tally, keep, values, weighted = FALSE, call = rlang::caller_env()) {
  values$place <- match(values$bucket, tally$bucket) - 1L
  found <- .Call(ffi_tally_blocks, tally, tally_slack(weighted), keep, values)
  if (is.null(found)) stop_changed(call)
  found
}

stop_changed <- function(call = rlang::caller_env()) {
  stop_input(
    c(
      "The trials must stay as they are while they are read.",
      x = "Those of the second pass are not those that were counted in the first.",
      i = "Read them anew when nobody writes to them, or judge a copy."
    ),
    class = "calibrant_error_changed",
    call = call
  )
}

# The answer of a source that can tally.
blocks_by_tally <- function(system, call = rlang::caller_env()) {
  weighted <- isTRUE(system$source$weighted)
  found <- tally_closely(system, bucket_number(sum(sizes_of(system))))
  keep <- buckets_to_keep(found$tally, weighted)
  values <- ask(system, "tally_values", found$map, found$tally$bucket[keep])
  blocks_of_tally(found$tally, keep, values, weighted, call)
}

# In about this number of buckets, anew where outliers made these wide.
tally_closely <- function(system, number) {
  map <- bucket_map(finite_range_of(system), number)
  tally <- ask(system, "tally", map)
  for (attempt in 1:8) {
    closer <- bucket_map(bulk_of(tally, map), number)
    if (!(closer$width < map$width / 4)) break
    map <- closer
    tally <- ask(system, "tally", map)
  }
  list(map = map, tally = tally)
}

# More buckets leave fewer trials to be looked into; they must grow with the trials, or most are
# left (Groeneboom's rate: blocks of n^(2/3) trials that are n^(1/3) above their edge).
bucket_number <- function(n) min(max(2^ceiling(log2(n / 16)), 2^10), 2^22)

# About this number of buckets of equal width over a range, and one beyond either end.
bucket_map <- function(range, number) {
  if (anyNA(range)) range <- c(0, 0)
  span <- max(range[2] / 2 - range[1] / 2, abs(range) * 2^-50, 2^-1000)
  width <- 2^ceiling(log2(span) + 1 - log2(number))
  low <- (floor(range[1] / width) - 1) * width
  list(low = low, width = width, n = floor(range[2] / width - low / width) + 2)
}

bucket_of <- function(value, map) {
  pmin(pmax(floor((value - map$low) / map$width), 0), map$n - 1)
}

# Where all but a few trials lie: outliers must not make buckets wide.
bulk_of <- function(tally, map) {
  n <- cumsum(tally$n_h1 + tally$n_h2)
  ends <- findInterval(c(1, 63) / 64 * n[length(n)], n) + 1
  middle <- map$low + (tally$bucket[pmin(ends, length(n))] + c(0, 1)) * map$width
  reach <- (middle[2] - middle[1]) / 2
  c(middle[1] - reach, middle[2] + reach)
}

# The two answers of trials that are counted already.
tally_of_counts <- function(counts, map) {
  bucket <- bucket_of(counts$value, map)
  rows <- unique(bucket)
  list(
    bucket = rows, value = map$low + rows * map$width,
    n_h1 = as.vector(rowsum(counts$n_h1, bucket, reorder = FALSE)),
    n_h2 = as.vector(rowsum(counts$n_h2, bucket, reorder = FALSE))
  )
}

tally_values_of_counts <- function(counts, map, buckets) {
  bucket <- bucket_of(counts$value, map)
  in_them <- bucket %in% buckets
  c(list(bucket = bucket[in_them]), lapply(counts[c("value", "n_h1", "n_h2")], `[`, in_them))
}
