# The axis in cells of equal width, a power of 2, with one more cell beyond either end.

coarse_buckets <- 2^12

bucket_of <- function(value, map) pmin(pmax(floor((value - map$lowest) / map$width), 0), map$n - 1)

# Answers `tally` and `tally_values` from counts.
tally_of_counts <- function(counts, map) {
  found <- add_cells(counts, bucket_of(counts$value, map))
  c(list(bucket = found$value), replace(found, "value", list(map$lowest + found$value * map$width)))
}

tally_values_of_counts <- function(counts, map, buckets) {
  bucket <- bucket_of(counts$value, map)
  in_them <- bucket %in% buckets
  c(list(bucket = bucket[in_them]), lapply(counts[count_fields], `[`, in_them))
}

# Statistics of the trials so far, in C: see ffi_stream_new().
new_counter <- function(...) .Call(ffi_stream_new, list(...))
