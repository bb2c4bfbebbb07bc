# The PAV blocks of a stream. Its first pass has counted the trials in cells. A second pass collects
# the trials that may affect the hull of the blocks (pav-buckets.h). If these are too many for the
# memory, a pass in between counts them in finer cells.
#
# A row is an interval of the axis, `value` to `to`, with the number of trials in it; closed rows
# cannot affect the hull.

# Resolves the rows that matter, until the blocks are determined.
stream_blocks <- function(system) {
  rows <- first_pass_of(system)$rows
  for (pass in 1:16) {
    open <- !rows$closed & rows$value < rows$to
    inner <- lapply(rows[c("value", "to", "n_h1", "n_h2")], `[`, open)
    if (sum(inner$n_h1, inner$n_h2) <= stream_limits()$values) {
      found <- if (any(open)) take_values(system, inner) %||% refuse("data_changed") else no_counts
      return(blocks_of_rows(rows, open, found))
    }
    rows <- close_rows(in_order(Map(c, lapply(rows, `[`, !open), split_rows(system, inner))))
  }
  refuse("too_many_values")
}

# `found` are the values in the open rows; other rows that matter have one value each.
blocks_of_rows <- function(rows, open, found) {
  single <- which(!rows$closed & !open)
  known <- c(list(bucket = single), lapply(rows[count_fields], `[`, single))
  place <- which(open)[findInterval(found$value, rows$value[open])]
  values <- in_order(Map(c, known, c(list(bucket = place), found[count_fields])))
  rows$bucket <- seq_along(rows$value)
  blocks_of_tally(rows, !rows$closed, values)
}

# Merges neighbours that cannot affect the hull.
close_rows <- function(rows) {
  keep <- buckets_to_keep(rows) & !rows$closed
  n <- length(keep)
  first <- which(keep | c(TRUE, keep[-n]))
  last <- c(first[-1] - 1L, n)
  number <- \(x) diff(c(0, cumsum(x)[last]))
  list(
    value = rows$value[first], to = rows$to[last], n_h1 = number(rows$n_h1),
    n_h2 = number(rows$n_h2), closed = !keep[first]
  )
}

# Divides rows into about as many parts as values that fit into memory.
split_rows <- function(system, rows) {
  parts <- count_again(
    system,
    cells = first_pass_of(system)$map, from = rows$value, to = rows$to,
    bits = max(floor(log2(stream_limits()$values / length(rows$value))), 4)
  )
  if (sum(parts$n_h1) != sum(rows$n_h1) || sum(parts$n_h2) != sum(rows$n_h2)) refuse("data_changed")
  parts
}
