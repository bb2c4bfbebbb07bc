# The answers of a table to the questions of backend-contract.R.

# The backend of one of its systems.
table_backend <- function(table, place) {
  new_backend(table_answers,
    table = table, place = place, where = table_title(table$query),
    way = "asked for counts and sums", most_cuts = cuts_per_query
  )
}

table_answers <- complete_answers(list(
  finite_range = \(system) {
    value <- ends_at(system$backend$table, system$backend$place)$value
    finite_range(value, range(value))
  },
  sizes = \(system) sizes_at(system$backend$table, system$backend$place),
  infinite = \(system) infinite_at(system$backend$table, system$backend$place),
  class_ranges = \(system) {
    ends <- ends_at(system$backend$table, system$backend$place)
    list(h1 = range(ends$value[ends$h1 == 1]), h2 = range(ends$value[ends$h1 == 0]))
  },
  counts = \(system) found_at(system, "counts"),
  blocks = \(system) found_at(system, "blocks"),
  points = \(system) found_at(system, "points"),
  coarse = \(system) found_at(system, "coarse"),
  fine = \(system) found_at(system, "fine"),
  many = \(system) {
    table <- system$backend$table
    sum(table$overview$n) > most_pulled() && is.null(few_counts(table))
  },
  below = \(system, cuts) below_in_table(system$backend, cuts),
  between = \(system, ...) between_in_table(system$backend, ...),
  transformed = \(system, slope, offset) transformed_in_table(system$backend, slope, offset),
  edges = \(system) found_at(system, "edges")$edge,
  tally = \(system, map) {
    rows <- ask_table(only_place(system$backend), cells_query, "score", one_grid(map))
    check_sizes(system$backend, rows)
    tally <- tally_of_rows(rows)
    replace(tally, "value", list(map$lowest + tally$bucket * map$width))
  },
  tally_values = \(system, map, buckets) {
    values_of_cells(ask_for_cells(only_place(system$backend), "score", one_grid(map), buckets))
  },
  asked = \(system) system$backend$table$log$asked,
  sample = \(system, n) draw_from_table(only_place(system$backend), sizes_of(system), n)
))

# Each trial is selected with a probability that almost surely gives enough, and R selects among
# these.
draw_from_table <- function(table, sizes, n) {
  for (attempt in 1:10) {
    share <- pmin((n + 5 * attempt * sqrt(n) + 10) / sizes, 1)
    rows <- ask_table(table, sample_query, share)
    found <- c(h1 = sum(rows$h1 == 1), h2 = sum(rows$h1 == 0))
    if (all(found >= pmin(n, sizes))) break
  }
  sample_of_trials(list(value = rows$value, truth = rows$h1 == 1), n)
}

found_at <- function(system, what) {
  table <- system$backend$table
  computed_once(table, what, finders[[what]](table))[[system$backend$place + 1]]
}

# Answers by the counts if there are few values, otherwise by the table.
unless_few <- function(of_table, by_counts = identity) {
  force(of_table)
  \(table) {
    counts <- few_counts(table)
    if (is.null(counts)) of_table(table) else lapply(counts, by_counts)
  }
}

finders <- list(
  counts = unless_few(\(table) all_counts(table)),
  blocks = unless_few(\(table) blocks_of_table(table), find_blocks),
  points = unless_few(\(table) points_of_table(table), find_points),
  coarse = unless_few(\(table) coarse_cells(table)),
  fine = unless_few(\(table) cells_of(table)$tallies),
  edges = \(table) table_edges(table)
)

# The values at the ends of a system, of either class.
ends_at <- function(table, place) {
  overview <- rows_at(table$overview, place)
  far <- rows_at(table$far, place)
  ends <- data.frame(
    value = c(overview$low, overview$high, far$value), h1 = c(overview$h1, overview$h1, far$h1)
  )
  ends[!is.na(ends$value), ]
}

# LR = 0 is a value like others on the scale of ratios.
infinite_at <- function(table, place) {
  far <- rows_at(if (table$scale == "lr") zeros_and_far(table) else table$far, place)
  end <- match(to_ln(far$value, table$scale), c(-Inf, Inf))
  number <- \(h1) vapply(1:2, \(k) sum(far$n[far$h1 == h1 & end %in% k]), 0)
  list(n_h1 = number(1), n_h2 = number(0))
}

zeros_and_far <- function(table) {
  computed_once(table, "zeros", {
    rows <- if (any(table$overview$low == 0, na.rm = TRUE)) ask_table(table, zeros_query)
    rbind(table$far, rows[names(table$far)])
  })
}

blocks_of_table <- function(table) {
  found <- cells_of(table)
  n <- sum(vapply(found$tallies, \(tally) sum(tally$n_h1[tally$keep], tally$n_h2[tally$keep]), 0))
  if (n > 1e8) stop_too_many(n, "trials that may affect the hull")
  kept <- unlist(lapply(found$tallies, \(tally) tally$bucket[tally$keep]))
  rows <- ask_for_cells(table, table$scale, found$grids, kept)
  at <- findInterval(rows$cell, found$grids$first)
  Map(\(tally, i) {
    blocks_of_tally(tally, tally$keep, values_of_cells(rows[at == i, ]))
  }, found$tallies, seq_along(found$tallies))
}

values_of_cells <- function(rows) {
  values <- counts_of_rows(rows$value, rows)
  values$bucket <- rows$cell[match(values$value, rows$value)]
  values
}

# All distinct values, if these are few; NULL otherwise. The first trials show whether the query is
# worthwhile.
few_counts <- function(table) {
  found <- computed_once(table, "few", {
    n <- sum(table$overview$n)
    rows <- if (n <= most_few || ask_table(table, distinct_query, 2^13)$n <= 2^12) {
      ask_table(table, values_query, most_few)
    }
    list(if (!is.null(rows) && nrow(rows) <= most_few) counts_by_system(table, rows))
  })
  found[[1]]
}

most_few <- 2^17

# All distinct values with their counts; an error if there are too many trials for the memory.
all_counts <- function(table) {
  n <- sum(table$overview$n)
  if (n > most_pulled()) stop_too_many(n, "distinct values")
  counts_by_system(table, ask_table(table, values_query, n))
}

counts_by_system <- function(table, rows) {
  check_unchanged(table, rows)
  show_to_guard(table, lapply(table$places, \(place) {
    rows <- rows_at(rows, place)
    counts <- counts_of_rows(rows$value, rows)
    counts$totals <- c(sum(counts$n_h1), sum(counts$n_h2))
    c(counts, scale = table$scale)
  }))
}
