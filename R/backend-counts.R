# Counts are list(value =, n_h1 =, n_h2 =): distinct values, ascending, with the number or weight of
# H1 and H2 trials at each; with `totals` and `scale` if they belong to a system. Points are
# list(llr =, n_h1 =, n_h2 =, totals =).

# Bounds of the memory for any number of trials: 24 bytes for each distinct value, twice that while
# two sets of values are merged; 8 for each bucket, 32 for one that is not empty. `spooled` bounds a
# temporary file, at 12 bytes for each trial.
stream_limits <- function() {
  usual <- list(values = 2^20, buckets = 2^22, spooled = 2^27)
  utils::modifyList(usual, getOption("calibrant.stream_limits", list()))
}

count_fields <- c("value", "n_h1", "n_h2")

# Blocks and points from counts. Blocks have LLRs and counts, so they serve as points too.
find_blocks <- function(counts) .Call(ffi_blocks_of_counts, counts)

find_points <- function(counts) .Call(ffi_reduce_counts, counts, ln_per_unit[[counts$scale]])

# Mean cost in nats of the H1 and of the H2 trials at each prior log-odds.
mean_costs <- function(points, log_odds) .Call(ffi_cross_entropy, points, as.double(log_odds))

# The share of pairs in the right order; pairs in one group count half.
area_under <- function(groups) .Call(ffi_auc, groups)[1]

# The AUC of buckets, and the share of pairs within one bucket.
coarse_auc <- function(coarse) coarse$area %||% .Call(ffi_auc, coarse)

# The answers from counts.
transformed_counts <- function(counts, slope, offset) {
  llr <- slope * to_ln(counts$value, counts$scale) + offset
  ascending <- order(llr)
  c(list(llr = llr[ascending]), lapply(counts[c("n_h1", "n_h2")], `[`, ascending))
}

below_in_counts <- function(counts, cuts) {
  at <- findInterval(cuts, counts$value, left.open = TRUE) + 1
  lapply(counts[c("n_h1", "n_h2")], \(n) c(0, cumsum(n))[at])
}

# Does a value lie in one of the ascending intervals, whose ends are included?
lie_between <- function(value, from, to) {
  at <- findInterval(value, from)
  at > 0 & value <= c(-Inf, to)[at + 1]
}

between_in_counts <- function(counts, from, to, width = NULL) {
  floors_of_counts(lapply(counts[count_fields], `[`, lie_between(counts$value, from, to)), width)
}

# Numbers of trials in each cell, floor(value / width); without a width, at each value.
floors_of_counts <- function(counts, width) {
  if (is.null(width)) counts else add_cells(counts, floor(counts$value / width))
}

# The counts of values in one cell, added.
add_cells <- function(counts, cell) {
  number <- \(n) as.vector(rowsum(n, cell, reorder = FALSE))
  list(value = unique(cell), n_h1 = number(counts$n_h1), n_h2 = number(counts$n_h2))
}

edges_of_counts <- function(counts) counts$value[.Call(ffi_picture_edges, counts)]

in_order <- function(rows) lapply(rows, `[`, order(rows$value))

# Lists with the same elements, joined element by element.
bind_columns <- function(parts) do.call(Map, c(f = c, unname(parts)))

join_points <- function(parts) {
  columns <- bind_columns(lapply(parts, `[`, c("llr", "n_h1", "n_h2")))
  lapply(columns, `[`, order(columns$llr))
}

draw_from <- function(x, n) if (length(x) <= n) x else x[sample.int(length(x), n)]
