# The axis in cells of equal width, a power of 2, with one cell for all that lies beyond either end.

coarse_buckets <- 2^12

# More buckets leave fewer trials to be sorted; they must grow with the trials, or most are
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

# As bucket_map(), on the axis of places.
new_grid <- function(low, high, n) {
  width <- 2^max(ceiling(log2((high - low) / (n - 3))), -60)
  data.frame(low = (floor(low / width) - 1) * width, width = width, n = n)
}

# Buckets of equal width, as a map of the kernels: the width is a power of 2.
kernel_map <- function(map) {
  list(
    lowest = map$low, highest = map$low + (map$n - 1) * map$width, per_unit = 1 / map$width,
    n = map$n, of_bits = FALSE
  )
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
