# A backend of counts in cells of equal width, see lr_tally(), with the distinct values of some of
# these cells. Questions that depend on the positions of trials within other cells are refused. If
# the backend has an environment `noted`, they are answered as if the trials lay at its `edge`
# (`value` or `end`), and these cells are noted there.
#
# A row is an interval of the axis, `value` to `end`, with the number of trials in it.

tally_backend <- function(tally, rows, noted = NULL) {
  new_backend(tally_answers,
    rows = rows, noted = noted, width = tally$width, points = tally$points,
    where = "a tally", way = sprintf("known in cells of %.3g", tally$width)
  )
}

rows_of_cells <- function(cells, width) {
  value <- cells$cell * width
  end <- ifelse(is.finite(value), pmax(value, -next_value(-(cells$cell + 1) * width)), value)
  list(value = value, end = end, n_h1 = cells$n_h1, n_h2 = cells$n_h2)
}

# Narrower rows replace those in which they lie, and must have all their trials.
with_narrower <- function(rows, within) {
  if (length(within$value) == 0) return(rows)
  at <- findInterval(within$value, rows$value)
  whole <- unique(at)
  same <- \(n) identical(as.vector(rowsum(within[[n]], at, reorder = FALSE)), rows[[n]][whole])
  inside <- all(at > 0) && all(within$end <= rows$end[at])
  refuse_if(!inside || !same("n_h1") || !same("n_h2"), "values_incomplete")
  in_order(Map(c, lapply(rows, `[`, -whole), within[names(rows)]))
}

tally_class_range <- function(rows, n) {
  there <- which(n > 0)
  c(rows$value[there[1]], rows$end[there[length(there)]])
}

tally_infinite <- function(rows) {
  at <- match(c(-Inf, Inf), rows$value)
  lapply(rows[c("n_h1", "n_h2")], \(n) ifelse(is.na(at), 0, n[at]))
}

# Rows that cannot bend the hull count as values.
tally_blocks <- function(system) {
  rows <- system$backend$rows
  keep <- buckets_to_keep(rows)
  rows$value[keep] <- look_into(system$backend, keep)$value
  find_blocks(rows)
}

tally_points <- function(system) {
  points <- system$backend$points
  if (is.null(points) || system$scale == "score") refuse("no_tally_points")
  c(as.list(points), list(totals = unname(totals_of(system))))
}

tally_below <- function(system, cuts) {
  rows <- system$backend$rows
  before <- findInterval(cuts, rows$value, left.open = TRUE)
  look_into(system$backend, before[before > 0 & cuts <= c(-Inf, rows$end)[before + 1]])
  lapply(rows[c("n_h1", "n_h2")], \(n) c(0, cumsum(n))[before + 1])
}

tally_between <- function(system, from, to, width = NULL) {
  rows <- system$backend$rows
  at <- findInterval(rows$end, from)
  inside <- at > 0 & rows$value <= c(-Inf, to)[at + 1]
  floors_of_counts(look_into(system$backend, inside)[count_fields], width)
}

# Rows of one value need no second round. Others are noted if the backend has `noted`, and refused
# otherwise.
look_into <- function(backend, at = TRUE) {
  rows <- lapply(backend$rows, `[`, at)
  open <- rows$value < rows$end
  if (!any(open)) return(rows)
  if (is.null(backend$noted)) refuse("in_cells")
  backend$noted$cells <- union(backend$noted$cells, rows$value[open])
  replace(rows, "value", rows[backend$noted$edge])
}

tally_counts <- function(system) {
  rows <- look_into(system$backend)
  c(rows[count_fields], list(totals = unname(totals_of(system)), scale = system$scale))
}

# A picture places trials at the lower edges of cells that are too narrow to be seen.
tally_picture <- function(system, more, all) {
  backend <- system$backend
  rows <- backend$rows
  if (length(more) > 0) tally_below(system, sort(more))
  is_narrow <- isTRUE(backend$width <= diff(finite_range_of(system)) / 1024)
  if (!is_narrow) look_into(backend)
  c(rows, list(totals = unname(totals_of(system)), scale = system$scale, cuts = rows$value))
}

# Resolves the cells with both hypotheses, unless so few pairs share a cell that the interval of the
# AUC is practically a point.
tally_fine <- function(system) {
  rows <- system$backend$rows[c(count_fields, "end")]
  both <- rows$n_h1 > 0 & rows$n_h2 > 0
  if (coarse_auc(rows)[2] > 1e-5) look_into(system$backend, both)
  rows[count_fields]
}

tally_answers <- complete_answers(list(
  sizes = \(system) vapply(c(h1 = "n_h1", h2 = "n_h2"), \(n) sum(system$backend$rows[[n]]), 0),
  class_ranges = \(system) {
    rows <- system$backend$rows
    lapply(c(h1 = "n_h1", h2 = "n_h2"), \(n) tally_class_range(rows, rows[[n]]))
  },
  finite_range = \(system) {
    rows <- lapply(system$backend$rows, `[`, is.finite(system$backend$rows$value))
    tally_class_range(rows, rows$n_h1 + rows$n_h2)
  },
  infinite = \(system) tally_infinite(system$backend$rows),
  counts = tally_counts,
  many = \(system) any(system$backend$rows$value < system$backend$rows$end),
  blocks = tally_blocks,
  points = tally_points,
  coarse = \(system) {
    rows <- system$backend$rows
    end <- if (is.null(system$backend$points)) rows["end"]
    c(rows[count_fields], list(closed = !buckets_to_keep(rows)), end)
  },
  fine = tally_fine,
  below = tally_below,
  between = tally_between,
  transformed = \(system, slope, offset) {
    points <- tally_points(system)
    points$llr <- slope * points$llr + offset
    join_points(list(points))
  },
  edges = \(system) system$backend$rows$value,
  picture = tally_picture
))
