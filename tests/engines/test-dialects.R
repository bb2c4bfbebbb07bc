# Queries for engines that are not installed. The SQL that dbplyr writes for them is compared with
# SQL that was read and approved (a snapshot for each version of dbplyr). If SQLite understands it,
# the answers are those of SQLite's own dialect.

simulated <- function(name) {
  make <- get0(paste0("simulate_", name), asNamespace("dbplyr"))
  if (is.null(make)) skip(sprintf("dbplyr %s knows no %s", utils::packageVersion("dbplyr"), name))
  make()
}

# All queries of a table, for two systems on the given grids.
questions <- function(con, scale) {
  trials <- dbplyr::lazy_frame(value = 1, h1 = 1L, truth = 1L, system = 0L, con = con)
  grids <- number_cells(rbind(
    as.data.frame(new_cells(c(-3, 3), n = 64)), as.data.frame(new_cells(c(-2^12, 2^12), n = 32))
  ))
  bins <- moment_bins(scale)
  list(
    overview = overview_query(trials, scale), far = far_query(trials, scale),
    values = values_query(trials, 100), distinct = distinct_query(trials, 50),
    cells = cells_query(trials, scale, grids), kept = kept_query(trials, scale, grids, c(28L, 73L)),
    moments = moments_query(trials, bins), outside = outside_query(trials, bins),
    zeros = zeros_query(trials)
  )
}

written <- function(con, scale = "ln") {
  lapply(questions(con, scale), \(query) as.character(dbplyr::sql_render(query)))
}

show_sql <- function(sql) {
  for (name in names(sql)) cat("--", name, "\n", gsub("[[:space:]]+", " ", sql[[name]]), "\n\n")
}

for (name in c("spark_sql", "hive", "postgres", "mssql", "snowflake", "dbi")) {
  test_that(paste(name, "the SQL that was read", sep = " | "), {
    con <- simulated(name)
    variant <- paste0("dbplyr-", utils::packageVersion("dbplyr"))
    expect_snapshot_output(show_sql(written(con)), variant = variant)
  })
}

for (name in c("spark_sql", "hive", "snowflake", "dbi")) {
  test_that(paste(name, "SQL that gives what SQLite's own gives", sep = " | "), {
    needs("RSQLite")
    sqlite <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
    withr::defer(DBI::dbDisconnect(sqlite))
    trials <- withr::with_seed(1, draw_trials("outliers", 3000))
    trials$llr[11:13] <- 0
    for (scale in c("ln", "lr")) {
      DBI::dbWriteTable(sqlite, "df", overwrite = TRUE, data.frame(
        value = if (scale == "lr") abs(trials$llr)^64 else trials$llr,
        h1 = as.integer(trials$same), truth = as.integer(trials$same), system = rep(0:1, 1500)
      ))
      other <- written(simulated(name), scale)
      own <- written(sqlite, scale)
      for (question in names(own)) {
        found <- DBI::dbGetQuery(sqlite, other[[question]])
        expected <- DBI::dbGetQuery(sqlite, own[[question]])
        in_order <- \(rows) `row.names<-`(rows[do.call(order, unname(rows)), , drop = FALSE], NULL)
        expect_gt(nrow(expected), 0)
        expect_equal(in_order(found), in_order(expected), label = question)
      }
    }
  })
}

# ---- grammars of engines that are not here ----

# The first error of each statement by the grammar, NA without one.
grammar_errors <- function(grammar, sql) {
  needs("jsonlite", "processx")
  folder <- if (file.exists("parse.mjs")) "." else "tests/engines"
  esbuild <- file.path(folder, "node_modules/.bin/esbuild")
  if (!file.exists(esbuild)) skip("there are no grammars")
  script <- withr::local_tempfile(fileext = ".cjs")
  processx::run(normalizePath(esbuild), c(
    normalizePath(file.path(folder, "parse.mjs")), "--bundle", "--platform=node",
    "--log-level=error", paste0("--outfile=", script)
  ))
  statements <- withr::local_tempfile(lines = jsonlite::toJSON(unname(unlist(sql))))
  found <- system2("node", c(script, grammar), stdin = statements, stdout = TRUE)
  found <- jsonlite::fromJSON(found, simplifyVector = FALSE)
  vapply(found, \(one) one %||% NA_character_, "")
}

# SQL of a dialect in the snapshots, from versions of dbplyr that support its quotes. The grammar of
# Spark wants parentheses around CASE behind a minus; Spark itself does not.
read_snapshot <- function(dialect) {
  folder <- if (dir.exists("_snaps")) "_snaps" else "tests/engines/_snaps"
  lines <- unlist(lapply(Sys.glob(file.path(folder, "*", "dialects.md")), readLines))
  head <- paste("#", dialect, "| the SQL that was read")
  inside <- cumsum(startsWith(lines, "# ")) %in% which(lines[startsWith(lines, "# ")] == head)
  foreign <- if (dialect == "postgres") "`" else "\""
  sql <- grep("^ +(SELECT|WITH) ", lines[inside & !grepl(foreign, lines)], value = TRUE)
  trimws(gsub("- (CASE WHEN .*? END)", "- (\\1)", sql, perl = TRUE))
}

for (dialect in c("spark_sql", "hive", "postgres")) {
  test_that(paste(dialect, "SQL that its grammar takes", sep = " | "), {
    grammar <- c(spark_sql = "SparkSQL", hive = "HiveSQL", postgres = "PostgreSQL")[[dialect]]
    sql <- read_snapshot(dialect)
    expect_gt(length(sql), 8)
    expect_identical(grammar_errors(grammar, sql), rep(NA_character_, length(sql)))
    expect_false(anyNA(grammar_errors(grammar, sub("SELECT", "SELECT CAST(a AS)", sql))))
  })
}

test_that("mysql | SQL that its grammar takes", {
  con <- simulated("mysql")
  sql <- written(con)
  expect_identical(grammar_errors("MySQL", sql), rep(NA_character_, length(sql)))
})
