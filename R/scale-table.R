# Trials that stay in a database. A table holds the query (see scale-table-queries.R), the scale,
# the place of each system, and facts from its first use. The same queries find the results of all
# systems, which are kept.

new_database_table <- function(query, scale, overview, far, guard = NULL, asked = list()) {
  fields <- list(
    query = query, scale = scale, overview = overview, far = far, guard = guard,
    places = sort(unique(overview$system)), log = list2env(list(asked = asked))
  )
  list2env(fields, parent = emptyenv())
}

# `guard(groups, scale)` sees the trials of all systems once, when they are first counted.
show_to_guard <- function(table, groups) {
  if (!is.null(table$guard)) table$guard(groups, table$scale)
  table$guard <- NULL
  groups
}

rows_at <- function(rows, place) rows[rows$system == place, , drop = FALSE]

sizes_at <- function(table, place) class_numbers(rows_at(table$overview, place))

class_numbers <- function(rows) c(h1 = sum(rows$n[rows$h1 == 1]), h2 = sum(rows$n[rows$h1 == 0]))

# Rows of some cells, in lists short enough for any database.
ask_for_cells <- function(table, scale, grids, cells, where = NULL) {
  lists <- in_lists(cells, most_listed)
  listed_rows <- \(listed) ask_table(table, kept_query, scale, grids, listed, where)
  do.call(rbind, lapply(lists, listed_rows))
}

# The table of one system alone.
only_place <- function(backend) {
  table <- backend$table
  if (length(table$places) == 1) return(table)
  place <- as.integer(backend$place)
  list(
    query = dplyr::filter(table$query, .data$system == !!place), log = table$log,
    overview = rows_at(table$overview, place), far = rows_at(table$far, place)
  )
}

# Turns rows with a value (or cell), a class and a number into ascending values with the numbers of
# both classes.
counts_of_rows <- function(value, rows) {
  if (nrow(rows) == 0) return(list(value = double(), n_h1 = double(), n_h2 = double()))
  # -0 is 0.
  value <- value + 0
  ascending <- order(value)
  value <- value[ascending]
  first <- c(TRUE, value[-1] != value[-length(value)])
  number <- \(n) as.vector(rowsum(n[ascending], cumsum(first), reorder = FALSE))
  list(value = value[first], n_h1 = number(rows$n * rows$h1), n_h2 = number(rows$n * (1 - rows$h1)))
}

ask_table <- function(table, query, ...) {
  con <- dbplyr::remote_con(table$query)
  # Some drivers use the connection to quote names.
  question <- ask_engine(query(table$query, ...), con)
  rows <- collect_rows(question, con)
  table$log$asked <- c(table$log$asked, list(asked_of(question, nrow(rows))))
  rows
}

asked_of <- function(question, rows) {
  sql <- ask_engine(dbplyr::sql_render(question), dbplyr::remote_con(question))
  list(sql = as.character(sql), rows = rows)
}

count_columns <- c("system", "h1", "n")

# Stops if the numbers differ from those of the first query: someone is writing to the table.
check_unchanged <- function(table, rows) {
  count <- \(rows) {
    of <- list(factor(rows$system, table$places), factor(rows$h1, 0:1))
    as.vector(tapply(rows$n, of, sum, default = 0))
  }
  if (!identical(count(rows), count(table$overview))) refuse("data_changed")
}

stop_too_many <- function(n, what) refuse("too_many")

in_lists <- function(x, most) split(x, (seq_along(x) - 1) %/% most)
