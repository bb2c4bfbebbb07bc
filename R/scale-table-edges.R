# The edges of cells that a picture of a table needs.

# Edges that a picture needs, from the cells that also serve the search for blocks. The numbers of
# trials below and at each edge follow from the numbers in cells and from the trials whose place
# rounds to an edge.
table_edges <- function(table) {
  found <- cells_of(table)
  grids <- split(found$grids, seq_len(nrow(found$grids)))
  cells <- Map(picture_cells, found$tallies, grids)
  on_edge <- list(quote(cast == steps))
  rows <- ask_for_cells(table, table$scale, found$grids, unlist(cells), on_edge)
  if (nrow(rows) > most_rows) stop_too_many(nrow(rows), "values that are next to each other")
  at <- findInterval(rows$cell, found$grids$first)
  Map(\(tally, grid, cells, i) {
    numbers_at_edges(tally, cells, cell_edges(cells, grid, table$scale), rows[at == i, ])
  }, found$tallies, grids, cells, seq_along(grids))
}

# The first and the last cell include all trials beyond the grid.
picture_cells <- function(tally, grid) {
  cells <- tally$bucket[.Call(ffi_picture_edges, tally)]
  cells[cells > grid$first & cells < grid$first + grid$n - 1]
}

# Smallest values whose place is not below the edge.
cell_edges <- function(cells, grid, scale) {
  place <- grid$lowest + (cells - grid$first) * grid$width
  if (scale != "lr") return(place)
  first_value(pmax(place, 0)^32, scale, \(value) {
    for (root in 1:5) value <- sqrt(value)
    value >= place
  })
}

numbers_at_edges <- function(tally, cells, edge, rows) {
  start <- match(cells, tally$bucket)
  own <- edge[match(rows$cell, cells)]
  number <- function(total, h1) {
    before <- c(0, cumsum(total))[start]
    of_cells <- \(which) {
      which <- which & rows$h1 == h1
      vapply(split(rows$n[which], factor(rows$cell[which], cells)), sum, 0, USE.NAMES = FALSE)
    }
    below <- before + of_cells(rows$value < own)
    c(below, below + of_cells(rows$value == own))
  }
  list(
    edge = edge, value = c(edge, next_value(edge)), n_h1 = number(tally$n_h1, 1),
    n_h2 = number(tally$n_h2, 0)
  )
}
