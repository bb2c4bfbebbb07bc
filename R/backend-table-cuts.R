# The answers of a table to the questions of backend-contract.R, where its distinct values are too
# many to be taken.

# Cuts in one query. Some databases look no more than ten times into CASE within CASE.
cuts_per_query <- 2^9 - 1

# Cuts at edges of cells are known, and so is all of values that are not near. The others are
# counted.
below_in_table <- function(backend, cuts) {
  table <- backend$table
  known <- table$edges[[backend$place + 1]]
  at <- match(cuts, known$value)
  far <- rows_at(table$far, backend$place)
  near <- table$scale == "lr" | abs(cuts) <= 2^60
  below <- lapply(c(n_h1 = "n_h1", n_h2 = "n_h2"), \(class) {
    of_class <- far[far$h1 == (class == "n_h1"), ]
    low <- vapply(cuts, \(cut) sum(of_class$n[of_class$value < cut]), 0)
    total <- sizes_at(table, backend$place)[[if (class == "n_h1") "h1" else "h2"]]
    ifelse(is.na(at), ifelse(cuts > 0, total - sum(of_class$n) + low, low), known[[class]][at])
  })
  open <- which(is.na(at) & near & cuts < Inf)
  for (listed in in_lists(open, cuts_per_query)) {
    found <- count_below(backend, cuts[listed])
    for (class in names(below)) below[[class]][listed] <- found[[class]]
  }
  below
}

count_below <- function(backend, cuts) {
  rows <- ask_table(only_place(backend), below_query, cuts)
  check_sizes(backend, rows)
  lapply(c(n_h1 = 1, n_h2 = 0), \(h1) {
    of_class <- rows[rows$h1 == h1, ]
    n <- replace(numeric(length(cuts) + 1), of_class$cell + 1, of_class$n)
    cumsum(n)[seq_along(cuts)]
  })
}

check_sizes <- function(backend, rows) {
  now <- c(h1 = sum(rows$n[rows$h1 == 1]), h2 = sum(rows$n[rows$h1 == 0]))
  if (!identical(now, sizes_at(backend$table, backend$place))) stop_changed(call = NULL)
}

# The intervals are ascending and disjoint.
between_in_table <- function(backend, from, to) {
  table <- backend$table
  far <- rows_at(table$far, backend$place)
  at <- findInterval(far$value, from)
  rows <- far[at > 0 & far$value <= c(-Inf, to)[at + 1], c("value", "h1", "n")]
  reach <- if (table$scale == "lr") c(0, .Machine$double.xmax) else c(-2^60, 2^60)
  from <- pmax(from, reach[1])
  to <- pmin(to, reach[2])
  part <- only_place(backend)
  for (listed in in_lists(which(from <= to), cuts_per_query %/% 2)) {
    cuts <- as.vector(rbind(from[listed], next_value(to[listed])))
    rows <- rbind(rows, ask_table(part, between_query, cuts)[names(rows)])
    if (nrow(rows) > most_rows) stop_too_many(nrow(rows), "distinct values")
  }
  counts_of_rows(rows$value, rows)
}

# As points_of_table(), of the LLRs that an affine transformation makes.
transformed_in_table <- function(backend, slope, offset) {
  scale <- backend$table$scale
  unit <- ln_per_unit[[scale]]
  bins <- if (is.na(unit)) ratio_bins() else log_bins(unit * max(abs(slope), 1e-100))
  part <- only_place(backend)
  rows <- ask_table(part, moments_query, bins)
  outside <- ask_table(part, outside_query, bins)
  if (nrow(outside) > most_rows) stop_too_many(nrow(outside), "LRs far from 1")
  check_sizes(backend, rbind(rows[count_columns], outside[count_columns]))
  nodes <- moment_nodes(rows, bins)
  nodes$llr <- (if (is.na(unit)) slope else sign(slope)) * nodes$value + offset
  counts <- counts_of_rows(outside$value, outside)
  counts$llr <- slope * to_ln(counts$value, scale) + offset
  join_points(list(nodes, counts))
}

# ---- edges of cells ----

# Which edges a picture needs, of the cells in which blocks are looked for too. How many trials lie
# below each, and how many at it, follows from the numbers in cells and from the trials whose place
# is an edge when it is rounded.
table_edges <- function(table) {
  found <- cells_of(table)
  grids <- split(found$grids, seq_len(nrow(found$grids)))
  cells <- Map(picture_cells, found$tallies, grids)
  rows <- ask_for_cells(table, table$scale, found$grids, unlist(cells), on_edge_query)
  if (nrow(rows) > most_rows) stop_too_many(nrow(rows), "values that are next to each other")
  at <- findInterval(rows$cell, found$grids$first)
  Map(\(tally, grid, cells, i) {
    numbers_at_edges(tally, cells, cell_edges(cells, grid, table$scale), rows[at == i, ])
  }, found$tallies, grids, cells, seq_along(grids))
}

# The first and the last cell have what lies beyond the grid.
picture_cells <- function(tally, grid) {
  cells <- tally$bucket[.Call(ffi_picture_edges, tally)]
  cells[cells > grid$first & cells < grid$first + grid$n - 1]
}

# The smallest values of which the place is not below the edge.
cell_edges <- function(cells, grid, scale) {
  place <- grid$lowest + (cells - grid$first) * grid$width
  if (scale != "lr") {
    return(place)
  }
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

on_edge_query <- function(query, scale, grids, cells) {
  query <- dplyr::filter(with_cells(query, scale, grids), .data$cell %in% !!cells)
  query <- dplyr::filter(query, .data$cast == .data$steps)
  first_rows(dplyr::count(query, .data$cell, .data$value, .data$h1))
}

# ---- queries with cuts ----

# How many of the ascending cuts are not above the value, by halves. There are too many words to be
# translated: they are those that all databases know.
with_cut <- function(query, cuts) {
  con <- dbplyr::remote_con(query)
  value <- dbplyr::escape(dbplyr::ident("value"), con = con)
  rules <- cut_rules(value, cuts, double_type(con))
  step <- function(first, last) {
    if (first > last) {
      return(first - 1L)
    }
    middle <- (first + last) %/% 2L
    below <- step(first, middle - 1L)
    sprintf("CASE WHEN %s THEN %s ELSE %s END", rules[middle], below, step(middle + 1L, last))
  }
  fence(dplyr::mutate(query, cell = !!dplyr::sql(step(1L, length(cuts)))))
}

# What lies below each cut. Behind the largest number there is none, and the smallest would be long.
cut_rules <- function(value, cuts, type) {
  rules <- paste(value, "<", vapply(cuts, exact_number, "", type))
  rules[cuts == Inf] <- paste(value, "<=", exact_number(.Machine$double.xmax, type))
  rules[cuts == 2^-1074] <- paste(value, "<= 0")
  rules
}

# A number in the words of a query, to the last bit: literals may lose what goes beyond 15 digits,
# but whole numbers are read as they are, and powers of 2 change no digit.
exact_number <- function(x, type) {
  if (!is.finite(x)) {
    return("")
  }
  binary <- binary_number(x)
  halvings <- abs(binary$halvings)
  powers <- c(rep(62, halvings %/% 62), if (halvings %% 62 > 0) halvings %% 62)
  numbers <- sprintf("CAST(%.0f AS %s)", c(binary$whole, 2^powers), type)
  sprintf("(%s)", paste(numbers, collapse = if (binary$halvings > 0) " / " else " * "))
}

# A whole number, and how often it must be halved.
binary_number <- function(x) {
  halvings <- if (x == 0) 0 else 53 - floor(log2(abs(x)))
  first <- min(halvings, 1000)
  whole <- x * 2^first * 2^(halvings - first)
  while (whole %% 2 == 0 && whole != 0) {
    whole <- whole / 2
    halvings <- halvings - 1
  }
  list(whole = whole, halvings = halvings)
}

below_query <- function(query, cuts) {
  dplyr::count(with_cut(query, cuts), .data$cell, .data$h1)
}

# Intervals from an odd cut to before the next.
between_query <- function(query, cuts) {
  inside <- as.integer(seq(1, length(cuts), by = 2))
  query <- dplyr::filter(with_cut(query, cuts), .data$cell %in% !!inside)
  first_rows(dplyr::count(query, .data$value, .data$h1))
}
