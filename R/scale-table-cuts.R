# The answers of a table to the questions of backend-contract.R, if there are too many distinct
# values to fetch.

# Number of cuts in one query. Some databases allow only ten levels of CASE within CASE.
cuts_per_query <- 2^9 - 1

# Numbers at cuts on the edges of cells are known, and so are those of all values that are not near.
# The other cuts are counted.
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
  known <- sizes_at(backend$table, backend$place)
  if (!identical(class_numbers(rows), known)) refuse("data_changed")
}

# The intervals are ascending and disjoint. The values beyond 2^30 cells are counted here.
between_in_table <- function(backend, from, to, width = NULL) {
  table <- backend$table
  far <- rows_at(table$far, backend$place)
  rows <- far[lie_between(far$value, from, to), c("value", "h1", "n")]
  reach <- if (table$scale == "lr") c(0, .Machine$double.xmax) else c(-2^60, 2^60)
  from <- pmax(from, reach[1])
  to <- pmin(to, reach[2])
  part <- only_place(backend)
  for (listed in in_lists(which(from <= to), cuts_per_query %/% 2)) {
    cuts <- as.vector(rbind(from[listed], next_value(to[listed])))
    found <- list(rows, ask_table(part, between_query, cuts, width)[names(rows)])
    if (!is.null(width)) {
      cells <- ask_table(part, floors_query, cuts, width)
      found <- c(found, list(data.frame(value = cells$cell * width, cells[c("h1", "n")])))
    }
    rows <- do.call(rbind, found)
    if (nrow(rows) > most_rows) stop_too_many(nrow(rows), "distinct values")
  }
  floors_of_counts(counts_of_rows(rows$value, rows), width)
}
