# The axis in cells of equal width, a power of 2, with one more cell beyond either end.

coarse_buckets <- 2^12

# Number of buckets for n trials. More buckets leave fewer trials to be sorted. The number must
# increase with that of the trials, or most trials are left (Groeneboom's rate: blocks of n^(2/3)
# trials that are n^(1/3) above their edge).
bucket_number <- function(n) min(max(2^ceiling(log2(n / 16)), 2^10), 2^22)

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

bucket_of <- function(value, map) {
  pmin(pmax(floor((value - map$lowest) / map$width), 0), map$n - 1)
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

# Answers `tally` and `tally_values` from counts.
tally_of_counts <- function(counts, map) {
  bucket <- bucket_of(counts$value, map)
  rows <- unique(bucket)
  list(
    bucket = rows, value = map$lowest + rows * map$width,
    n_h1 = as.vector(rowsum(counts$n_h1, bucket, reorder = FALSE)),
    n_h2 = as.vector(rowsum(counts$n_h2, bucket, reorder = FALSE))
  )
}

tally_values_of_counts <- function(counts, map, buckets) {
  bucket <- bucket_of(counts$value, map)
  in_them <- bucket %in% buckets
  c(list(bucket = bucket[in_them]), lapply(counts[count_fields], `[`, in_them))
}

# Numbers of trials in each cell, floor(value / width).
floors_of_counts <- function(counts, width) {
  cell <- floor(counts$value / width)
  number <- \(n) as.vector(rowsum(n, cell, reorder = FALSE))
  list(value = unique(cell), n_h1 = number(counts$n_h1), n_h2 = number(counts$n_h2))
}

# Statistics of the trials so far, in C: see ffi_stream_new().
new_counter <- function(...) .Call(ffi_stream_new, list(...))
