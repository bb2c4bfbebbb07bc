# Trials in files and databases, judged as a stream, in place, or loaded into memory: time and
# memory as multiples of those of reading the trials. Jobs alternate, each in an R process of its
# own, whose peak memory the system reports (Linux only); medians are reported.
#   make sources ROWS=1e7 TURNS=3     writes bench/sources-1e7.md
# The jobs call this script again:  Rscript bench/sources.R job SOURCE WAY FOLDER
arguments <- commandArgs(TRUE)

columns <- c("same", "llr")

peak_memory <- function() {
  line <- grep("^VmHWM", readLines("/proc/self/status"), value = TRUE)
  as.numeric(gsub("[^0-9]", "", line)) / 1024
}

# ---- sources: functions that write, read, open in chunks, and pull each ----

connect <- function(source, folder) {
  if (source == "SQLite") {
    return(DBI::dbConnect(RSQLite::SQLite(), file.path(folder, "trials.sqlite")))
  }
  DBI::dbConnect(RPostgres::Postgres(), host = readLines(file.path(folder, "postgres")),
    user = "owner", dbname = "postgres"
  )
}

is_database <- function(source) source %in% c("SQLite", "PostgreSQL")

open_chunks <- function(source, folder) {
  switch(source,
    Parquet = calibrant::lr_chunks(file.path(folder, "trials.parquet"), columns = columns),
    CSV = calibrant::lr_chunks(file.path(folder, "trials.csv"), columns = columns)
  )
}

pull_file <- function(source, folder) {
  switch(source,
    Parquet = nanoparquet::read_parquet(file.path(folder, "trials.parquet")),
    CSV = data.table::fread(file.path(folder, "trials.csv"), data.table = FALSE, nThread = 1)
  )
}

lay_down <- function(folder, rows) {
  con <- list(SQLite = connect("SQLite", folder), PostgreSQL = connect("PostgreSQL", folder))
  for (one in con) {
    DBI::dbExecute(one, "CREATE TABLE trials (same integer, llr double precision)")
  }
  csv <- file(file.path(folder, "trials.csv"), "wt")
  writeLines("same,llr", csv)
  parquet <- file.path(folder, "trials.parquet")
  set.seed(1)
  for (part in seq_len(ceiling(rows / 1e6))) {
    n <- min(1e6, rows - (part - 1) * 1e6)
    h1 <- stats::runif(n) < 0.1
    trials <- data.frame(same = as.integer(h1), llr = stats::rnorm(n, ifelse(h1, 2, -2), 2))
    writeLines(sprintf("%d,%.17g", trials$same, trials$llr), csv)
    group <- nanoparquet::parquet_options(num_rows_per_row_group = 1e6, keep_row_groups = TRUE)
    if (part == 1) {
      nanoparquet::write_parquet(trials, parquet, options = group)
    } else {
      nanoparquet::append_parquet(trials, parquet, options = group)
    }
    for (one in con) DBI::dbWriteTable(one, "trials", trials, append = TRUE)
  }
  close(csv)
  DBI::dbExecute(con$PostgreSQL, "VACUUM ANALYZE trials")
  for (one in con) DBI::dbDisconnect(one)
}

# ---- jobs ----

# Reads all rows into R by the reader of the source: the time of the source alone.
read_once <- function(source, folder) {
  if (is_database(source)) {
    return(DBI::dbGetQuery(connect(source, folder), "SELECT same, llr FROM trials"))
  }
  pull_file(source, folder)
}

make_set <- function(source, way, folder) {
  if (is_database(source)) {
    table <- dplyr::tbl(connect(source, folder), "trials")
    return(calibrant::lr_set(table, same ~ llr, scale = "ln", way = way))
  }
  if (way == "pull") {
    return(calibrant::lr_set(same ~ llr, pull_file(source, folder), scale = "ln"))
  }
  calibrant::lr_set(open_chunks(source, folder), same ~ llr, scale = "ln")
}

# Number of trials collected in the second pass.
taken <- function(x, way) {
  inside <- asNamespace("calibrant")
  system <- inside$systems_of(x)[[1]]
  if (way == "stream") {
    rows <- inside$first_pass_of(system)$rows
    if (is.null(rows)) {
      return(0)
    }
    open <- !rows$closed & rows$value < rows$to
    return(sum(rows$n_h1[open], rows$n_h2[open]))
  }
  if (way == "push") {
    tally <- system$backend$table$cells$tallies[[1]]
    return(sum(tally$n_h1[tally$keep], tally$n_h2[tally$keep]))
  }
  NA
}

# Code that users write without the package: Cllr alone, which needs no sorting.
own_code <- function(folder) {
  trials <- pull_file("CSV", folder)
  cost <- \(llr) mean(ifelse(llr > 0, llr + log1p(exp(-llr)), log1p(exp(llr)))) / log(2)
  (cost(-trials$llr[trials$same == 1]) + cost(trials$llr[trials$same == 0])) / 2
}

# DuckDB on the Parquet file: Cllr in plain SQL, and the set that queries it.
duckdb_cllr <- function(con, file) {
  cost <- \(sign) sprintf(
    "avg(greatest(%1$sllr, 0) + ln(1 + exp(-abs(llr)))) FILTER (WHERE same = %2$d)", sign,
    as.integer(sign == "-")
  )
  DBI::dbGetQuery(con, sprintf(
    "SELECT (%s + %s) / 2 / ln(2) AS cllr FROM read_parquet('%s')", cost("-"), cost(""), file
  ))$cllr
}

open_duckdb <- function() {
  library(rlang, include.only = "%||%")
  source("tests/engines/helper-duckdb.R")
  connect_duckdb()
}

run_duckdb <- function(con, way, folder) {
  file <- file.path(folder, "trials.parquet")
  if (way == "sql") return(c(duckdb_cllr(con, file), NA, NA))
  table <- dplyr::tbl(con, dplyr::sql(sprintf("SELECT * FROM read_parquet('%s')", file)))
  x <- calibrant::lr_set(table, same ~ llr, scale = "ln", way = "push")
  c(calibrant::cllr(x), calibrant::cllr_min(x), taken(x, "push"))
}

run_job <- function(source, way, folder) {
  loadNamespace("calibrant")
  if (source %in% c("SQLite", "PostgreSQL", "DuckDB")) {
    for (package in c("dplyr", "dbplyr")) loadNamespace(package)
  }
  duckdb <- if (source == "DuckDB") open_duckdb()
  before <- peak_memory()
  numbers <- c(NA, NA, NA)
  time <- system.time(
    if (way == "read") {
      read_once(source, folder)
    } else if (source == "DuckDB") {
      numbers <- run_duckdb(duckdb, way, folder)
    } else if (way == "own") {
      numbers[1] <- own_code(folder)
    } else {
      x <- make_set(source, way, folder)
      numbers <- c(calibrant::cllr(x), calibrant::cllr_min(x), taken(x, way))
    }
  )
  cat(
    "result", time[["elapsed"]], time[["user.self"]] + time[["sys.self"]], peak_memory() - before,
    sprintf("%.17g", numbers), "\n"
  )
}

if (identical(arguments[1], "job")) {
  run_job(arguments[2], arguments[3], arguments[4])
  quit()
}

# ---- turns, and the report ----

rows <- as.numeric(c(arguments, "1e7")[1])
turns <- as.integer(c(arguments[-1], "3")[1])
source("tests/engines/helper-servers.R")
folder <- tempfile("calibrant-sources-", dirname(tempdir()))
dir.create(folder)
server <- start_postgres()
writeLines(server$folder, file.path(folder, "postgres"))
lay_down(folder, rows)

# SQLite sorts in order to count, so `push` takes minutes.
jobs <- expand.grid(
  way = c("read", "pull", "stream", "push"), source = c("Parquet", "PostgreSQL", "SQLite", "CSV"),
  stringsAsFactors = FALSE
)
jobs <- jobs[jobs$way != "push" | jobs$source == "PostgreSQL", ]
others <- data.frame(way = c("own", "sql", "push"), source = c("CSV", "DuckDB", "DuckDB"))
if (length(Sys.glob("tests/engines/node_modules/@duckdb/node-bindings-*")) == 0) {
  others <- others[1, ]
}
jobs <- rbind(jobs, others)
one_job <- function(source, way) {
  said <- system2("Rscript", c("bench/sources.R", "job", source, way, folder), stdout = TRUE)
  line <- grep("^result", said, value = TRUE)
  if (length(line) != 1) stop(source, " ", way, " failed: ", said)
  as.numeric(strsplit(trimws(sub("result", "", line)), " +")[[1]])
}
found <- array(NA_real_, c(6, nrow(jobs), turns))
for (turn in seq_len(turns)) {
  for (k in seq_len(nrow(jobs))) {
    found[, k, turn] <- one_job(as.character(jobs$source[k]), as.character(jobs$way[k]))
  }
}
medians <- apply(found, 1:2, stats::median)
jobs$elapsed <- medians[1, ]
jobs$cpu <- medians[2, ]
jobs$memory <- medians[3, ]
jobs$cllr <- medians[4, ]
jobs$cllr_min <- medians[5, ]
jobs$taken <- medians[6, ]
stop_servers()
size <- file.size(file.path(folder, c("trials.parquet", "trials.csv", "trials.sqlite"))) / 2^20
unlink(folder, recursive = TRUE)

of <- \(source, way) which(jobs$source == source & jobs$way == way)
judged <- jobs[jobs$way != "read", ]
judged <- judged[order(match(judged$source, unique(jobs$source))), ]
exact <- !judged$way %in% c("own", "sql")
same <- c(
  diff(range(judged$cllr[exact])) <= 1e-14 * max(judged$cllr),
  diff(range(judged$cllr)) <= 1e-9 * max(judged$cllr),
  diff(range(judged$cllr_min[exact])) == 0
)
stopifnot("the ways differ" = all(same))
line <- function(k) {
  source <- as.character(judged$source[k])
  # DuckDB reads the Parquet file.
  beside <- if (source == "DuckDB") "Parquet" else source
  sprintf(
    "| %s | %s | %.1f | %.1f | %.1f | %.2f | %.0f | %s |", source, judged$way[k], judged$elapsed[k],
    judged$cpu[k], judged$cpu[k] / jobs$cpu[of(beside, "read")],
    judged$elapsed[k] / jobs$elapsed[of(beside, "pull")], judged$memory[k],
    if (is.na(judged$taken[k])) "" else plain(judged$taken[k])
  )
}
reading <- jobs[jobs$way == "read", ]
plain <- \(x) format(x, big.mark = " ", scientific = FALSE, trim = TRUE)
writeLines(c(
  "# Trials in files and databases", "",
  sprintf("Written by `Rscript bench/sources.R %g %d`: %s trials of one system, one in ten of H1,",
    rows, turns, plain(rows)),
  sprintf("N(+-2, 2) in nats; Cllr and Cllr_min. Medians of %d turn%s, each job in its own R,",
    turns, if (turns == 1) "" else "s"),
  sprintf("on a machine of %d cores, on which PostgreSQL ran as well. Load average at the end: %s.",
    parallel::detectCores(), strsplit(readLines("/proc/loadavg"), " ")[[1]][1]),
  sprintf("Parquet is of %.0f MiB in row groups of a million rows, CSV of %.0f, SQLite of %.0f.",
    size[1], size[2], size[3]), "",
  "Labels are 0 and 1. The source alone is all rows taken into R by its own reader, in cpu seconds:",
  sprintf("%s", paste(sprintf("%s %.1f", reading$source, reading$cpu), collapse = ", ")),
  "(`nanoparquet::read_parquet()`, `DBI::dbGetQuery()`, `data.table::fread()` on one thread).", "",
  "*pull*: all trials are taken into memory; *stream*: they are read in chunks, and left in a",
  "temporary file for the second pass; *push*: the database counts; *own*: `fread()` and a line for",
  "Cllr alone; *sql*: Cllr alone in DuckDB's SQL on the Parquet file. cpu is R's own, without the",
  "server's, but with that of DuckDB, which runs in R on all cores. Memory is what the process grew",
  "by, at its peak. Trials taken are those of the second pass. All ways gave the same Cllr_min to",
  "the bit, and the same Cllr within 1e-14 (*own* and *sql* within 1e-9).", "",
  "| source | way | s | cpu s | cpu, times the source alone | s, times pulling | MiB | trials taken |",
  "|---|---|---|---|---|---|---|---|", vapply(seq_len(nrow(judged)), line, "")
), sprintf("bench/sources-1e%d.md", round(log10(rows))))
