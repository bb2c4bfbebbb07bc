# Trials that stay in a database. A table holds the query that is asked (see
# backend-table-queries.R), the scale, the place of each system, and what it was like when it was
# first looked at. What is found of one system is found of all in the same queries, and kept.

new_database_table <- function(query, scale, look, far, sure = FALSE) {
  table <- new.env(hash = FALSE, parent = emptyenv())
  table$query <- query
  table$scale <- scale
  table$look <- look
  table$far <- far
  table$places <- sort(unique(look$system))
  table$sure <- sure
  table
}

# Once, when trials are first counted.
look_at_direction <- function(table, groups) {
  if (!table$sure) look_for_reversal(groups, table$scale)
  table$sure <- TRUE
  groups
}

# The source of one of its systems.
table_source <- function(table, place) {
  list(
    table = table, place = place, answers = table_answers, where = table_title(table$query),
    way = "asked for counts and sums", most_cuts = most_cuts
  )
}

table_answers <- list(
  ranges = \(system) range(unlist(class_ranges_of(system))),
  finite_range = \(system) finite_range_at(system$source$table, system$source$place),
  sizes = \(system) sizes_at(system$source$table, system$source$place),
  totals = \(system) sizes_of(system),
  infinite = \(system) infinite_at(system$source$table, system$source$place),
  class_ranges = \(system) class_ranges_at(system$source$table, system$source$place),
  counts = \(system) found_at(system, "counts"),
  blocks = \(system) found_at(system, "blocks"),
  points = \(system) found_at(system, "points"),
  coarse = \(system) found_at(system, "coarse"),
  fine = \(system) found_at(system, "fine"),
  costs = \(system) mean_costs(points_of(system), 0),
  many = \(system) table_has_many(system$source$table),
  below = \(system, cuts) below_in_table(system$source, cuts),
  between = \(system, from, to) between_in_table(system$source, from, to),
  transformed = \(system, slope, offset) transformed_in_table(system$source, slope, offset),
  edges = \(system) found_at(system, "edges")$edge,
  trials = \(system) NULL,
  unweighted = \(system) NULL,
  tally = \(system, map) {
    grid <- number_cells(as.data.frame(map[c("low", "width", "n")]))
    table <- only_place(system$source)
    tally <- tally_of_rows(ask_table(table, cells_query, "score", grid))
    now <- c(h1 = sum(tally$n_h1), h2 = sum(tally$n_h2))
    if (!identical(now, sizes_of(system))) stop_changed(call = NULL)
    tally$value <- map$low + tally$bucket * map$width
    tally
  },
  tally_values = \(system, map, buckets) {
    grid <- number_cells(as.data.frame(map[c("low", "width", "n")]))
    table <- only_place(system$source)
    values_of_cells(ask_for_cells(table, "score", grid, buckets))
  },
  sample = \(system, n) draw_from_table(only_place(system$source), sizes_of(system), n)
)

# Each trial is taken with a probability that brings enough of them all but surely, and the rest is
# left to R.
draw_from_table <- function(table, sizes, n) {
  for (attempt in 1:10) {
    share <- pmin((n + 5 * attempt * sqrt(n) + 10) / sizes, 1)
    rows <- ask_table(table, sample_query, share)
    found <- c(h1 = sum(rows$h1 == 1), h2 = sum(rows$h1 == 0))
    if (all(found >= pmin(n, sizes))) break
  }
  of_class <- \(h1, n) draw_from(rows$value[rows$h1 == h1], n)
  value <- list(of_class(1, n[["h1"]]), of_class(0, n[["h2"]]))
  list(value = unlist(value), truth = rep(c(TRUE, FALSE), lengths(value)))
}

found_at <- function(system, what) {
  source <- system$source
  shared(source$table, what, \() finders[[what]](source$table))[[source$place + 1]]
}

# Computed at most once for all systems of a table.
shared <- function(table, name, compute) {
  found <- table[[name]]
  if (is.null(found)) {
    found <- table[[name]] <- compute()
  }
  found
}

# Where values are few, their counts are everything.
finders <- list(
  counts = \(table) few_counts(table) %||% all_counts(table),
  blocks = \(table) {
    counts <- few_counts(table)
    if (is.null(counts)) blocks_of_table(table) else lapply(counts, find_blocks)
  },
  points = \(table) {
    counts <- few_counts(table)
    if (is.null(counts)) points_of_table(table) else lapply(counts, find_points)
  },
  coarse = \(table) few_counts(table) %||% coarse_cells(table),
  fine = \(table) few_counts(table) %||% cells_of(table)$tallies,
  edges = \(table) table_edges(table)
)

rows_at <- function(rows, place) rows[rows$system == place, , drop = FALSE]

sizes_at <- function(table, place) {
  look <- rows_at(table$look, place)
  c(h1 = sum(look$n[look$h1 == 1]), h2 = sum(look$n[look$h1 == 0]))
}

class_ranges_at <- function(table, place) {
  look <- rows_at(table$look, place)
  far <- rows_at(table$far, place)
  ends <- \(h1) {
    range(look$low[look$h1 == h1], look$high[look$h1 == h1], far$value[far$h1 == h1], na.rm = TRUE)
  }
  list(h1 = ends(1), h2 = ends(0))
}

finite_range_at <- function(table, place) {
  look <- rows_at(table$look, place)
  far <- rows_at(table$far, place)$value
  found <- c(look$low, look$high, far[is.finite(far)])
  found <- found[!is.na(found)]
  if (length(found) > 0) range(found) else c(NA_real_, NA_real_)
}

# LR = 0 is a value like others on the scale of ratios.
infinite_at <- function(table, place) {
  numbers <- list(n_h1 = c(0, 0), n_h2 = c(0, 0))
  far <- rows_at(if (table$scale == "lr") zeros_and_far(table) else table$far, place)
  end <- match(to_ln(far$value, table$scale), c(-Inf, Inf))
  for (i in which(!is.na(end))) {
    class <- if (far$h1[i] == 1) "n_h1" else "n_h2"
    numbers[[class]][end[i]] <- numbers[[class]][end[i]] + far$n[i]
  }
  numbers
}

zeros_and_far <- function(table) {
  shared(table, "zeros", \() {
    rows <- if (any(table$look$low == 0, na.rm = TRUE)) ask_table(table, zeros_query)
    rbind(table$far, rows[names(table$far)])
  })
}

blocks_of_table <- function(table) {
  found <- cells_of(table)
  check_fetch(found$tallies)
  kept <- unlist(lapply(found$tallies, \(tally) tally$bucket[tally$keep]))
  rows <- ask_for_cells(table, table$scale, found$grids, kept)
  at <- findInterval(rows$cell, found$grids$first)
  Map(\(tally, i) {
    blocks_of_tally(tally, tally$keep, values_of_cells(rows[at == i, ]), call = NULL)
  }, found$tallies, seq_along(found$tallies))
}

# The rows of some cells, in lists of a length that any database reads.
ask_for_cells <- function(table, scale, grids, cells, query = kept_query) {
  lists <- in_lists(cells, most_listed)
  do.call(rbind, lapply(lists, \(listed) ask_table(table, query, scale, grids, listed)))
}

values_of_cells <- function(rows) {
  values <- counts_of_rows(rows$value, rows)
  values$bucket <- rows$cell[match(values$value, rows$value)]
  values
}

# The table of one system alone.
only_place <- function(source) {
  table <- source$table
  if (length(table$places) == 1) {
    return(table)
  }
  place <- as.integer(source$place)
  list(query = dplyr::filter(table$query, .data$system == !!place))
}

# All distinct values, if these are few; NULL otherwise. The first trials that come tell whether it
# is worth the question.
few_counts <- function(table) {
  found <- shared(table, "few", \() {
    n <- sum(table$look$n)
    rows <- if (n <= most_few || ask_table(table, distinct_query, 2^13)$n <= 2^12) {
      ask_table(table, values_query, most_few)
    }
    list(if (!is.null(rows) && nrow(rows) <= most_few) counts_by_system(table, rows))
  })
  found[[1]]
}

most_few <- 2^17

# What needs all distinct values takes them where they fit into memory.
all_counts <- function(table) {
  n <- sum(table$look$n)
  if (n > most_pulled()) stop_too_many(n, "distinct values")
  counts_by_system(table, ask_table(table, values_query, n))
}

counts_by_system <- function(table, rows) {
  check_unchanged(table, rows)
  look_at_direction(table, lapply(table$places, \(place) {
    rows <- rows_at(rows, place)
    counts <- counts_of_rows(rows$value, rows)
    counts$totals <- c(sum(counts$n_h1), sum(counts$n_h2))
    with_scale(counts, table$scale)
  }))
}

# Rows of a value (or cell), a class and a number, as ascending values with the numbers of both
# classes.
counts_of_rows <- function(value, rows) {
  if (nrow(rows) == 0) {
    return(list(value = double(), n_h1 = double(), n_h2 = double()))
  }
  # -0 is 0.
  value <- value + 0
  ascending <- order(value)
  value <- value[ascending]
  first <- c(TRUE, value[-1] != value[-length(value)])
  number <- \(n) as.vector(rowsum(n[ascending], cumsum(first), reorder = FALSE))
  list(
    value = value[first], n_h1 = number(rows$n * rows$h1), n_h2 = number(rows$n * (1 - rows$h1))
  )
}

ask_table <- function(table, query, ...) {
  collect_rows(query(table$query, ...), dbplyr::remote_con(table$query))
}

# The query is written in here: where the connection is lost, already that fails.
collect_rows <- function(query, con = dbplyr::remote_con(query)) {
  force(con)
  rows <- ask_engine(suppressWarnings(dplyr::collect(query)), con)
  as.data.frame(lapply(rows, plain_column))
}

# Counts may come as 64-bit integers, whose class needs its package to be turned into doubles.
plain_column <- function(x) {
  if (inherits(x, "integer64")) {
    rlang::check_installed("bit64", "to read whole numbers of 64 bits.")
    loadNamespace("bit64")
  }
  if (is.numeric(x) || inherits(x, "integer64")) as.double(x) else x
}

# ---- refusals ----

count_columns <- c("system", "h1", "n")

# Numbers that are not those of the first look: somebody writes to the table meanwhile.
check_unchanged <- function(table, rows) {
  count <- \(rows) {
    of <- list(factor(rows$system, table$places), factor(rows$h1, 0:1))
    as.vector(tapply(rows$n, of, sum, default = 0))
  }
  if (!identical(count(rows), count(table$look))) stop_changed(call = NULL)
}

check_fetch <- function(tallies) {
  n <- sum(vapply(tallies, \(tally) sum(tally$n_h1[tally$keep], tally$n_h2[tally$keep]), 0))
  if (n > most_fetched) stop_too_many(n, "trials that may bend the hull")
}

most_fetched <- 1e8

stop_too_many <- function(n, what) {
  stop_input(
    c(
      "This would bring more into memory than is wise: {what}.",
      x = "There are {if (n > most_rows) 'more than '}{plain_count(n)} of them.",
      i = "Judge a sample ({.fn sample_trials}), or take the trials with {.code way = \"pull\"}."
    ),
    class = "calibrant_error_too_many",
    call = NULL
  )
}
