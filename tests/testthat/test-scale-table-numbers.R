# Numbers in queries, of every dialect that dbplyr can write without a server.

dialects <- function() {
  names <- c(
    "hive", "impala", "postgres", "redshift", "snowflake", "mssql", "mysql", "sqlite", "oracle",
    "teradata", "hana", "dbi"
  )
  con <- lapply(paste0("simulate_", names), \(name) getExportedValue("dbplyr", name)())
  stats::setNames(con, names)
}

# Every query that writes numbers, at widths from the finest to the coarsest.
queries_of <- function(con) {
  query <- dbplyr::lazy_frame(value = 1, h1 = 1L, system = 0L, truth = 1L, con = con)
  grid <- \(range) as.data.frame(new_cells(range, n = 4096))
  grids <- \(ranges) number_cells(do.call(rbind, lapply(ranges, grid)))
  ranges <- list(
    c(-1, 1) * 2^60, c(-1, 1) * 2^-40, c(2^40, 2^40 + 1), c(-20, 30) * 3^-20, c(-7, 5) * 3^30
  )
  each <- \(make, over) lapply(over, \(one) make(one))
  bins <- c(
    list(ratio_bins()), each(\(s) moment_bins("log10", s), c(1, 1e-12, 1e-60, 1e9, 3^-30)),
    each(moment_bins, c("ln", "log2"))
  )
  widths <- as.list(2^c(-42, -30, -10, 0, 3, 40, 200))
  cuts <- c(-2^60, -1e300^(1 / 7), -pi / 3, 0, 2^-1074, 2^-42, exp(1), next_value(2^60))
  c(
    each(\(b) moments_query(query, b), bins), each(\(b) outside_query(query, b), bins),
    each(\(w) floors_query(query, cuts, w), widths),
    each(\(w) between_query(query, cuts, w), c(widths, list(NULL))),
    each(\(s) cells_query(query, s, grids(ranges)), c("ln", "lr")),
    each(\(r) cells_query(query, "ln", grids(list(r))), ranges),
    each(\(s) overview_query(query, s), c("ln", "lr")),
    each(\(s) far_query(query, s), c("ln", "lr"))
  )
}

# Cuts are whole numbers of at most 63 bits, and powers of 2, in casts.
cast_number <- "CAST\\(([0-9]+) AS [A-Z0-9() ]*?\\)"

casts_in <- function(query) {
  text <- as.character(dbplyr::sql_render(query))
  unique(sub(cast_number, "\\1", regmatches(text, gregexpr(cast_number, text, perl = TRUE))[[1]],
    perl = TRUE
  ))
}

literals_in <- function(query) {
  text <- gsub(cast_number, "", dbplyr::sql_render(query), perl = TRUE)
  text <- gsub("[`\"'][^`\"']*[`\"']|[A-Za-z_][A-Za-z_0-9]*", " ", gsub(
    "(?<=[0-9.])[eE]([-+]?[0-9]+)", "@\\1", text, perl = TRUE
  ))
  found <- regmatches(text, gregexpr("[0-9]+(\\.[0-9]*)?(@[-+]?[0-9]+)?", text))[[1]]
  unique(sub("@", "e", found))
}

test_that("a number is written so that an engine reads the double that it stands for", {
  skip_if_not_installed("dbplyr")
  for (name in of_turn(names(dialects()), 12)) {
    for (query in queries_of(dialects()[[name]])) {
      cast <- casts_in(query)
      expect_identical(sprintf("%.0f", as.numeric(cast)), cast, info = name)
      expect_true(all(as.numeric(cast) < 2^63), info = name)
      found <- literals_in(query)
      number <- as.numeric(found)
      digits <- nchar(gsub("[^0-9]", "", sub("\\.0*$", "", found)))
      # Engines read a number without an exponent as a decimal, of at most 38 digits.
      long <- !grepl("e", found) & digits > 17
      expect_identical(found[long], character(), info = name)
      # Only short numbers and whole numbers need fewer than 17 digits.
      short <- number == as.numeric(sprintf("%.12g", number)) |
        number == floor(number) & number < 2^53
      expect_identical(found[!short & found != sprintf("%.16e", number)], character(), info = name)
    }
  }
})
