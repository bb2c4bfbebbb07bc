# Writes bench/engines.md from `table`, the outcome of all tests, and the numbers noted in `env`.
parts <- strsplit(table$test, " | ", fixed = TRUE)
table$engine <- vapply(parts, `[[`, "", 1)
table$what <- vapply(parts, \(part) part[2], "")
outcome <- ifelse(table$failed > 0 | table$error, "**failed**",
  ifelse(table$skipped, "not run", ifelse(table$passed > 0, "holds", "nothing tested"))
)

versions <- function() {
  packages <- c(
    "DBI", "dbplyr", "RSQLite", "RPostgres", "RPostgreSQL", "RMariaDB", "RClickhouse", "sparklyr"
  )
  there <- packages[vapply(packages, requireNamespace, NA, quietly = TRUE)]
  drivers <- sprintf("%s %s", there, vapply(there, \(p) as.character(packageVersion(p)), ""))
  ask <- \(engine, sql) tryCatch(
    DBI::dbGetQuery(env$connection(engine)[[1]], sql)[[1]], condition = \(cnd) "not here"
  )
  servers <- c(
    SQLite = ask("SQLite", "SELECT sqlite_version()"),
    PostgreSQL = sub(" .*", "", ask("PostgreSQL", "SHOW server_version")),
    MariaDB = sub("-.*", "", ask("MariaDB", "SELECT version()")),
    ClickHouse = ask("ClickHouse, two nodes", "SELECT version()"),
    DuckDB = ask("DuckDB", "SELECT version()"), Spark = ask("Spark", "SELECT version()")
  )
  c(
    sprintf("Engines: %s.", paste(names(servers), servers, collapse = ", ")),
    sprintf("Packages: R %s, %s.", getRversion(), paste(drivers, collapse = ", "))
  )
}

grid_of <- function(rows, columns, cells) {
  head <- c(paste(c("", columns), collapse = " | "), paste(rep("---", length(columns) + 1),
    collapse = "|"
  ))
  lines <- vapply(rows, \(row) paste(c(row, cells(row)), collapse = " | "), "")
  sprintf("| %s |", c(head, lines))
}

measures_table <- function() {
  rows <- do.call(rbind, env$numbers$measures)
  columns <- unique(paste(rows$engine, rows$way, sep = ", "))
  grid_of(unique(rows$measure), columns, \(row) {
    at <- match(paste(columns, row), paste0(rows$engine, ", ", rows$way, " ", rows$measure))
    rows$difference[at]
  })
}

`%|%` <- function(x, other) ifelse(is.na(x), other, x)

difference <- do.call(rbind, env$numbers$rows)
engines <- intersect(names(env$engines), table$engine)
seen <- intersect(engines, difference$engine)
ways <- unique(difference$way)
common <- unique(table$what[table$engine == "SQLite"])
others <- !table$engine %in% engines | !table$what %in% common
writeLines(c(
  "# Real databases", "",
  "Made by `make engines`. Each line is a set of tests in `tests/engines/`: the same trials are",
  "judged in memory and in the engine, by each way (taken, read in chunks, counted where they lie,",
  "counted by distinct values). \"holds\": ranges, sizes, infinite values and PAV blocks are",
  "identical to the bit, the ECE at 141 priors from odds of e^-35 to e^35 is within a relative",
  "1e-14 (1e-13 with weights, whose sums depend on their order), and what must be refused is",
  "refused with its class.",
  "", paste(versions(), collapse = "\n"), "",
  "Of engines that were not run nothing more is known. DuckDB is its library, from a package of",
  "npm, and as much of DBI as the tests need (`duckdb.c`, `helper-duckdb.R`). MariaDB has no",
  "infinite values. ClickHouse is two nodes under a `Distributed` table, asked through RClickhouse",
  "(native protocol). Spark is asked where `SPARK_HOME` and sparklyr are, or where Python has",
  "PySpark (`PYSPARK_PYTHON` names another Python), through `spark.py` and `helper-spark.R`; PyPI",
  "has PySpark, Debian, CRAN and npm do not. What dbplyr writes for Spark, Hive, PostgreSQL and",
  "MySQL is also read by grammars of dt-sql-parser.", "",
  grid_of(common, engines, \(row) {
    outcome[match(paste(engines, row), paste(table$engine, table$what))] %|% ""
  }),
  "", readLines("tests/engines/spark.md"),
  "", "## Of one engine, or of a dialect", "",
  "The SQL of engines that are not here is what dbplyr writes for them: compared with what was",
  "read, and run on SQLite where SQLite understands it.", "",
  "| | | |", "|---|---|---|",
  sprintf("| %s | %s | %s |", table$engine, table$what, outcome)[others], "",
  "## The largest relative difference of the ECE", "",
  grid_of(seen, ways, \(row) vapply(ways, \(way) {
    of <- difference$difference[difference$engine == row & difference$way == way]
    if (length(of) > 0) sprintf("%.1e", max(of)) else ""
  }, "")), "",
  "## Every measure", "",
  "The largest relative difference from the same 6000 trials in memory, read in chunks and counted",
  "where they lie, with limits so low that nothing is counted value by value; 0 is the last bit.",
  "",
  measures_table()
), "bench/engines.md")
