# Questions to a database, in the verbs of dplyr. The trials of a table are a lazy query with the
# columns `value` (a double), `h1` (1 or 0) and `system` (a whole number from 0).
#
# Some engines lose the digits of literals beyond the 15th, unless they are whole numbers. All steps
# are therefore powers of 2: a query multiplies by whole ones, and divides by the inverse of the
# others.

# Words of queries, which dbplyr translates.
utils::globalVariables(c(
  "%AS%", "CAST", "case_when", "cast", "hex", "n_distinct", "place", "t2", "t4", "value", "y1",
  "y2", "y3", "z"
))

# Limits of the rows in one answer, and of the trials that come into memory on request.
most_rows <- 2^22
most_pulled <- function() getOption("calibrant.most_pulled", 1e7)

# Longest list in a query, below the limit of any engine.
most_listed <- 2^14

# Values beyond 2^60, including infinite ones, are fetched one by one: some engines fail on
# arithmetic with them. The place of a ratio is its 32nd root, as spread out as a logarithm. Square
# roots are rounded correctly everywhere and so keep the order.
place_of <- function(scale) {
  if (scale == "lr") rlang::expr(case_when(value >= 0 ~ !!nested_root(5))) else quote(value)
}

nested_root <- function(times, of = quote(value)) {
  Reduce(\(inner, i) call("sqrt", inner), seq_len(times), of)
}

is_near <- \() rlang::expr(place >= !!literal(-2^60) & place <= !!literal(2^60))

# Not every database knows `ABS` by this name.
size_of_place <- rlang::expr(case_when(place < 0 ~ -place, TRUE ~ place))

near_values <- function(of) rlang::expr(case_when(!!is_near() ~ !!of))

near_flag <- \() rlang::expr(case_when(!!is_near() ~ 1L, TRUE ~ 0L))

with_place <- function(query, scale) dplyr::mutate(query, place = !!place_of(scale))

# Numbers of trials per system and hypothesis, of trials with a value among these, and the range and
# typical size of values that are near. `truth` is the column of the table.
overview_query <- function(query, scale) {
  query <- with_place(query, scale)
  query <- dplyr::group_by(query, .data$truth, .data$system)
  query <- dplyr::summarise(query,
    n = dplyr::n(),
    n_value = sum(!!rlang::expr(case_when(is.na(value) ~ 0L, TRUE ~ 1L)), na.rm = TRUE),
    n_near = sum(!!near_flag(), na.rm = TRUE),
    low = min(!!near_values(quote(value)), na.rm = TRUE),
    high = max(!!near_values(quote(value)), na.rm = TRUE),
    size = sum(!!near_values(nested_root(3, size_of_place)), na.rm = TRUE),
    .groups = "drop"
  )
  first_rows(query)
}

# One row more than the limit, to notice that there are too many.
first_rows <- function(query, most = most_rows) utils::head(query, most + 1)

# The values that are not near, including infinite ones and NaN.
far_query <- function(query, scale) {
  query <- with_place(query, scale)
  query <- dplyr::filter(query, !is.na(.data$value), !!near_flag() == 0L)
  first_rows(dplyr::count(query, .data$truth, .data$system, .data$value))
}

values_query <- function(query, most) {
  first_rows(dplyr::count(query, .data$system, .data$value, .data$h1), most)
}

# Number of distinct values among the first trials returned.
distinct_query <- function(query, n) {
  first <- dplyr::distinct(utils::head(dplyr::select(query, "value"), n))
  dplyr::summarise(first, n = dplyr::n())
}

# A cell of the grid of its system, as in bucket_of() (scale-pav-buckets.R). Cells of all systems
# are numbered consecutively. `steps` is the position in units of the width, without arithmetic far
# outside, which might overflow.
with_cells <- function(query, scale, grids) {
  query <- dplyr::mutate(query, place = !!place_of(scale))
  query <- dplyr::mutate(query, steps = !!each_grid(grids, steps_in))
  query <- fence(dplyr::select(query, -"place"))
  query <- dplyr::mutate(query, cast = as.integer(.data$steps))
  dplyr::mutate(query, cell = !!each_grid(grids, cell_in))
}

# Casts round or truncate, depending on the database; this takes the whole part.
cell_in <- function(grid) {
  first <- as.integer(grid$first)
  last <- first + as.integer(grid$n) - 1L
  rlang::expr(case_when(
    steps < 0 ~ !!first,
    steps > !!(grid$n - 1) ~ !!last,
    cast > steps ~ !!(first - 1L) + cast,
    TRUE ~ !!first + cast
  ))
}

steps_in <- function(grid) {
  place <- if (grid$width > 1) {
    # Some databases fail on underflow in a division.
    safe <- rlang::expr(case_when(place > -1e-200 & place < 1e-200 ~ 0, TRUE ~ place))
    rlang::expr((!!safe) / !!literal(grid$width))
  } else {
    rlang::expr(place * !!literal(1 / grid$width))
  }
  far <- pmax(pmin(grid$lowest + c(-1, 2) * grid$n * grid$width, 2^1023), -2^1023)
  rlang::expr(case_when(
    place < !!literal(far[1]) ~ -1,
    place > !!literal(far[2]) ~ !!as.double(grid$n),
    TRUE ~ !!place - !!literal(grid$lowest / grid$width)
  ))
}

each_grid <- function(grids, expression) {
  found <- lapply(seq_len(nrow(grids)), \(i) expression(grids[i, ]))
  if (length(found) == 1) return(found[[1]])
  rlang::expr(case_when(
    !!!Map(\(i, of_grid) rlang::expr(system == !!i ~ !!of_grid), seq_along(found) - 1L, found)
  ))
}

cells_query <- function(query, scale, grids) {
  dplyr::count(with_cells(query, scale, grids), .data$cell, .data$h1)
}

has_floor <- \(width) flag_within(c(-1, 1) * 2^30 * width)

flag_within <- \(reach) rlang::expr(case_when(!!is_within(reach) ~ 1L, TRUE ~ 0L))

is_within <- function(reach) rlang::expr(value > !!literal(reach[1]) & value < !!literal(reach[2]))

kept_query <- function(query, scale, grids, cells, where = NULL) {
  query <- dplyr::filter(with_cells(query, scale, grids), .data$cell %in% !!cells, !!!where)
  dplyr::count(query, .data$cell, .data$value, .data$h1)
}

# PostgreSQL expects one group per row if it cannot analyse an expression, and then sorts. A
# subquery that it may not flatten makes it use a hash table.
fence <- function(query) {
  con <- dbplyr::remote_con(query)
  if (!inherits(con, c("PqConnection", "PostgreSQLConnection", "PostgreSQL"))) return(query)
  text <- dplyr::sql(paste(dbplyr::sql_render(query), "OFFSET 0"))
  dplyr::tbl(dbplyr::remote_src(query), text, vars = colnames(query))
}

# Sums of powers in bins of the axis (see scale-table-moments.R). Sums of many equal numbers drift
# in the last digits, which matters most for the first powers: these three are summed in steps of
# 2^-20, which is exact, and their remainders separately.
moments_query <- function(query, bins) {
  query <- dplyr::filter(query, !!is_within(bins$reach))
  query <- dplyr::mutate(query, z = !!bins$axis)
  query <- dplyr::mutate(query, cast = as.integer(.data$z + !!as.double(bins$offset)))
  # Casts round or truncate, depending on the database; this takes the whole part.
  too_far <- rlang::expr(cast > z + !!as.double(bins$offset))
  whole <- rlang::expr((cast - case_when(!!too_far ~ !!(bins$offset + 1L), TRUE ~ !!bins$offset)))
  query <- dplyr::transmute(
    query, .data$system, .data$h1, bin = !!whole, t = .data$z - !!whole - 0.5
  )
  query <- dplyr::mutate(fence(query), t2 = .data$t * .data$t)
  query <- dplyr::mutate(query,
    y1 = .data$t * !!2^20, y2 = .data$t2 * !!2^20, y3 = .data$t * .data$t2 * !!2^20,
    t4 = .data$t2 * .data$t2
  )
  query <- dplyr::group_by(fence(query), .data$system, .data$bin, .data$h1)
  sums <- rlang::exprs(
    whole1 = as.integer(y1), whole2 = as.integer(y2), whole3 = as.integer(y3),
    rest1 = y1 - as.integer(y1), rest2 = y2 - as.integer(y2), rest3 = y3 - as.integer(y3),
    s4 = t4, s5 = t4 * t, s6 = t4 * t2, s7 = t4 * t2 * t
  )
  whole <- startsWith(names(sums), "whole")
  # In these databases a sum of whole numbers has their type, not a wider one.
  if (inherits(dbplyr::remote_con(query), "Microsoft SQL Server")) {
    long <- dplyr::sql("BIGINT")
    sums[whole] <- lapply(sums[whole], \(of) rlang::expr(CAST((!!of) %AS% !!long)))
  }
  sums <- lapply(sums, \(of) rlang::expr(sum(!!of, na.rm = TRUE)))
  dplyr::summarise(query, n = dplyr::n(), !!!sums, .groups = "drop")
}

outside_query <- function(query, bins) {
  query <- dplyr::filter(query, !!flag_within(bins$reach) == 0L)
  first_rows(dplyr::count(query, .data$system, .data$value, .data$h1))
}

zeros_query <- function(query) {
  query <- dplyr::filter(query, .data$value == 0)
  dplyr::count(query, .data$system, .data$value, .data$h1)
}

# Trials of either hypothesis with the given probabilities.
sample_query <- function(query, share) {
  uniform <- dplyr::sql(of_engine(dbplyr::remote_con(query), random_numbers) %||% "RANDOM()")
  share <- lapply(share[c("h1", "h2")], literal)
  shares <- rlang::expr(case_when(h1 == 1L ~ !!share$h1, TRUE ~ !!share$h2))
  dplyr::select(dplyr::filter(query, !!uniform < !!shares), "value", "h1")
}

# A uniform number for every row, in databases whose function is not that of PostgreSQL and DuckDB.
random_numbers <- c(
  SQLiteConnection = "(RANDOM() / 18446744073709551616.0 + 0.5)", spark_connection = "RAND()",
  ClickhouseConnection = "(rand() / 4294967296.0)", MySQLConnection = "RAND()",
  MariaDBConnection = "RAND()", "Spark SQL" = "RAND()", Hive = "RAND()", Impala = "RAND()"
)
