# Trials of a table counted in cells along the axis. Each system has a grid of equal cells over most
# of its trials; the outermost two include all trials beyond. The PAV blocks follow from the numbers
# in all cells and the distinct values in a few (scale-pav-buckets.R).

# Grid over the near trials, at first no further from 0 than 8 times their typical size: values
# beyond are outliers.
first_grid <- function(overview, n_cells = as.integer(bucket_number(sum(overview$n)))) {
  n <- sum(overview$n_near)
  if (n == 0) return(as.data.frame(new_cells(c(-1, 1), n = 16)))
  reach <- 8 * (sum(overview$size, na.rm = TRUE) / n)^8
  low <- max(min(overview$low_place, na.rm = TRUE), -reach)
  high <- min(max(overview$high_place, na.rm = TRUE), reach)
  as.data.frame(new_cells(range(low, high), n = n_cells))
}

number_cells <- function(grids) {
  grids$first <- cumsum(grids$n) - grids$n
  grids
}

one_grid <- function(map) number_cells(as.data.frame(map))

# Counts in all cells with trials, per system, and the cells to be refined. A grid with most trials
# in few cells is replaced by one over these cells.
count_cells <- function(table) {
  grids <- do.call(rbind, lapply(table$places, \(place) first_grid(rows_at(table$overview, place))))
  found <- tally_cells(table, grids)
  for (attempt in 1:8) {
    finer <- Map(finer_grid, found$tallies, split(found$grids, seq_len(nrow(grids))))
    coarse <- which(lengths(finer) > 0)
    if (length(coarse) == 0) break
    grids[coarse, ] <- do.call(rbind, finer[coarse])
    found <- tally_cells(table, grids)
  }
  found
}

cells_of <- function(table) computed_once(table, "cells", count_cells(table))

# Counts in few cells, unless many cells exist already.
coarse_cells <- function(table) {
  found <- table$cells
  if (is.null(found)) {
    overviews <- lapply(table$places, \(place) rows_at(table$overview, place))
    found <- tally_cells(table, do.call(rbind, lapply(overviews, first_grid, coarse_buckets)))
  }
  lapply(found$tallies, \(tally) c(tally, list(closed = !tally$keep)))
}

tally_cells <- function(table, grids) {
  grids <- number_cells(grids)
  rows <- ask_table(table, cells_query, table$scale, grids)
  at <- findInterval(rows$cell, grids$first)
  check_unchanged(table, data.frame(system = at - 1, h1 = rows$h1, n = rows$n))
  tallies <- lapply(seq_len(nrow(grids)), \(i) tally_of_rows(rows[at == i, ]))
  list(grids = grids, tallies = show_to_guard(table, tallies))
}

tally_of_rows <- function(rows) {
  tally <- counts_of_rows(rows$cell, rows)
  tally$bucket <- tally$value
  tally$keep <- buckets_to_keep(tally)
  tally
}

# NULL if the grid is good enough, or cannot be improved.
finer_grid <- function(tally, grid) {
  n <- tally$n_h1 + tally$n_h2
  if (sum(n[tally$keep]) <= max(sum(n) / 8, 1000) || grid$width <= 2^-60) return(NULL)
  tally$bucket <- tally$bucket - grid$first
  finer <- new_cells(bulk_of(tally, grid), n = grid$n)
  if (finer$width < grid$width / 4) as.data.frame(finer)
}
