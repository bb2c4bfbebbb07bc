# Quadrature nodes instead of the trials of a table, as in compress-unsorted.h. Within a bin of the
# axis the cost of a trial is a polynomial of its place to all digits, so the sum of the costs needs
# only the sums of powers of the places.
#
# The place of a trial on the axis, by arithmetic that is the same on every engine.

n_moments <- 8

# The axis in steps of a bin, inside the `reach`. Steps are counted from `-offset`.
moment_bins <- function(scale, slope = 1) {
  if (scale == "lr") ratio_bins() else log_bins(ln_per_unit[[scale]] * max(abs(slope), 1e-100))
}

# Logarithms: bins of at most 1/8 nat, out to 512 nats at least.
log_bins <- function(unit) {
  width <- 2^floor(log2(1 / (8 * unit)))
  bound <- 2^floor(log2(1024 / unit))
  list(
    reach = c(-bound, bound),
    axis = rlang::expr(value * !!literal(1 / width)),
    offset = as.integer(bound / width),
    llr = \(z) z * width * unit
  )
}

# Ratios between 2^-64 and 2^124: bins of the 16th root, at most 1/8 nat wide, and much narrower for
# large ratios. The error of four roots is below 4e-15 nats.
ratio_bins <- function() {
  list(
    reach = 2^c(-64, 124),
    axis = rlang::expr(!!nested_root(4) * 2048),
    offset = 0L,
    llr = \(z) 16 * log(z / 2048)
  )
}

# Points of each system: nodes of the bins, and the single trials outside these.
points_of_table <- function(table) {
  bins <- moment_bins(table$scale)
  asked <- ask_moments(table, bins)
  check_unchanged(table, asked$numbers)
  lapply(table$places, \(place) {
    points <- moment_points(lapply(asked, rows_at, place), bins, table$scale)
    found <- find_points(c(list(value = points$llr, scale = "ln"), points[c("n_h1", "n_h2")]))
    replace(found, "totals", list(unname(sizes_at(table, place))))
  })
}

# Points of the LLRs of one system that an affine transformation makes.
transformed_in_table <- function(backend, slope, offset) {
  bins <- moment_bins(backend$table$scale, slope)
  asked <- ask_moments(only_place(backend), bins)
  check_sizes(backend, asked$numbers)
  moment_points(asked, bins, backend$table$scale, slope, offset)
}

moment_points <- function(asked, bins, scale, slope = 1, offset = 0) {
  nodes <- moment_nodes(asked$inside, bins)
  nodes$llr <- (if (scale == "lr") slope else sign(slope)) * nodes$value + offset
  far <- counts_of_rows(asked$outside$value, asked$outside)
  far$llr <- slope * to_ln(far$value, scale) + offset
  join_points(list(nodes, far))
}

ask_moments <- function(table, bins) {
  none <- data.frame(system = double(), value = double(), h1 = double(), n = double())
  asked <- list(inside = ask_table(table, moments_query, bins), outside = none)
  if (!all_inside(table, bins)) asked$outside <- ask_table(table, outside_query, bins)
  n <- nrow(asked$outside)
  if (n > most_rows) stop_too_many(n, "LRs far from 1")
  asked$numbers <- rbind(asked$inside[count_columns], asked$outside[count_columns])
  asked
}

# Do all trials lie in the bins? The known ends usually decide, which saves a query.
all_inside <- function(table, bins) {
  nrow(table$far) == 0 && isTRUE(all(
    table$overview$low > bins$reach[1] & table$overview$high < bins$reach[2]
  ))
}

moment_nodes <- function(rows, bins) {
  step <- 2^-20
  moments <- rbind(
    rows$n, (rows$whole1 + rows$rest1) * step, (rows$whole2 + rows$rest2) * step,
    (rows$whole3 + rows$rest3) * step, rows$s4, rows$s5, rows$s6, rows$s7
  )
  at <- sort(unique(rows$bin))
  of_class <- function(h1) {
    there <- rows$h1 == h1
    sums <- matrix(0, n_moments, length(at))
    sums[, match(rows$bin[there], at)] <- moments[, there]
    # Places are steps of a bin from its middle, and from -1 to 1 for the kernel.
    .Call(ffi_moment_weights, sums * 2^(0:(n_moments - 1)))
  }
  h1 <- of_class(1)
  h2 <- of_class(0)
  z <- as.vector(outer(h1$at / 2 + 0.5, at, `+`))
  list(value = bins$llr(z), n_h1 = h1$weight, n_h2 = h2$weight)
}
