# The engines, each with its own way of storing trials. The first test that needs an engine starts
# it.
#
#   start()            connections
#   place(cons, name, trials)   writes a table, and returns lazy tables, one for each part
#   ways               how its trials may be judged

for (helper in c("reference", "table")) {
  source(sprintf("../testthat/helper-%s.R", helper), local = TRUE)
}
options(calibrant.sure = TRUE)

needs <- function(...) {
  for (package in c("dplyr", "dbplyr", "DBI", ...)) skip_if_not_installed(package)
}

write_table <- function(con, name, trials) {
  DBI::dbWriteTable(con, name, trials)
  dplyr::tbl(con, name)
}

# A driver whose methods accept only names without quotes.
write_plain_table <- function(con, name, trials) {
  logical <- vapply(trials, is.logical, NA)
  trials[logical] <- lapply(trials[logical], as.integer)
  columns <- sprintf("%s %s", DBI::dbQuoteIdentifier(con, names(trials)), vapply(trials, \(x) {
    switch(typeof(x), integer = "integer", double = "double precision", "text")
  }, ""))
  DBI::dbGetQuery(con, sprintf("CREATE TABLE %s (%s)", name, toString(columns)))
  written <- lapply(trials, \(x) {
    text <- if (is.double(x)) sprintf("'%.17g'", x) else if (is.character(x)) {
      DBI::dbQuoteString(con, x)
    } else {
      x
    }
    text[is.infinite(x)] <- ifelse(x[is.infinite(x)] > 0, "'Infinity'", "'-Infinity'")
    replace(text, is.na(x), ifelse(is.nan(x[is.na(x)]), "'NaN'", "NULL"))
  })
  rows <- sprintf("(%s)", do.call(paste, c(unname(written), sep = ", ")))
  for (some in split(rows, (seq_along(rows) - 1) %/% 5000)) {
    DBI::dbGetQuery(con, sprintf("INSERT INTO %s VALUES %s", name, toString(some)))
  }
  dplyr::tbl(con, name)
}

halves <- function(trials) split(trials, rep_len(c(1, 1, 2), nrow(trials)))

engines <- list(
  SQLite = list(
    start = \() {
      needs("RSQLite")
      list(DBI::dbConnect(RSQLite::SQLite(), ":memory:"))
    },
    place = \(cons, name, trials) list(write_table(cons[[1]], name, trials))
  ),
  PostgreSQL = list(
    start = \() {
      needs("RPostgres", "processx")
      if (length(postgres_program("postgres")) == 0) skip("there is no PostgreSQL")
      list(connect_postgres(the_server("postgres one", start_postgres)))
    },
    place = \(cons, name, trials) list(write_table(cons[[1]], name, trials))
  ),
  "PostgreSQL, two servers" = list(
    start = \() {
      c(
        connection("PostgreSQL"), list(connect_postgres(the_server("postgres two", start_postgres)))
      )
    },
    place = \(cons, name, trials) unname(Map(write_table, cons, name, halves(trials)))
  ),
  "PostgreSQL, older driver" = list(
    start = \() {
      needs("RPostgreSQL")
      connection("PostgreSQL")
      list(connect_older(started[["postgres one"]]))
    },
    place = \(cons, name, trials) list(write_plain_table(cons[[1]], name, trials))
  ),
  MariaDB = list(
    start = \() {
      needs("RMariaDB", "processx")
      if (!nzchar(Sys.which("mariadbd"))) skip("there is no MariaDB")
      list(connect_mariadb(the_server("mariadb", start_mariadb)))
    },
    place = \(cons, name, trials) {
      numbers <- trials[vapply(trials, is.double, NA)]
      if (any(vapply(numbers, \(x) any(is.infinite(x)), NA))) skip("it has no infinite values")
      list(write_table(cons[[1]], name, trials))
    }
  ),
  "ClickHouse, two nodes" = list(
    start = \() {
      needs("RClickhouse", "processx")
      if (!nzchar(Sys.which("clickhouse-server"))) skip("there is no ClickHouse")
      lapply(the_server("clickhouse", start_clickhouse), connect_clickhouse)
    },
    place = \(cons, name, trials) list(write_distributed(cons, name, trials))
  ),
  DuckDB = list(
    start = \() {
      list(connect_duckdb())
    },
    place = \(cons, name, trials) list(write_table(cons[[1]], name, trials))
  ),
  Spark = list(
    start = \() {
      if (nzchar(Sys.getenv("SPARK_HOME")) && requireNamespace("sparklyr", quietly = TRUE)) {
        return(list(sparklyr::spark_connect("local")))
      }
      needs("processx", "jsonlite")
      if (!has_pyspark()) skip("there is no Spark (SPARK_HOME and sparklyr, or PySpark)")
      list(connect_spark(the_server("spark", start_spark)))
    },
    place = \(cons, name, trials) {
      write <- if (inherits(cons[[1]], "spark_connection")) dplyr::copy_to else write_spark_table
      list(write(cons[[1]], trials, name, overwrite = TRUE))
    }
  )
)

# A part on each node, under a table that represents both.
write_distributed <- function(cons, name, trials) {
  logical <- vapply(trials, is.logical, NA)
  trials[logical] <- lapply(trials[logical], as.integer)
  types <- c(integer = "Int32", double = "Float64", character = "String")
  holes <- vapply(trials, \(column) anyNA(column), NA)
  of <- types[vapply(trials, typeof, "")]
  columns <- sprintf("`%s` %s", names(trials), ifelse(holes, sprintf("Nullable(%s)", of), of))
  create <- \(con, name, engine) DBI::dbExecute(
    con, sprintf("CREATE TABLE %s (%s) ENGINE = %s", name, toString(columns), engine)
  )
  part <- paste0(name, "_part")
  Map(\(con, rows) {
    create(con, part, "Memory")
    DBI::dbWriteTable(con, part, rows, append = TRUE, row.names = FALSE)
  }, cons, halves(trials))
  create(cons[[1]], name, sprintf("Distributed(both, default, %s)", part))
  dplyr::tbl(cons[[1]], name)
}

# ---- engines that are started once, and kept ----

started <- new.env()

the_server <- function(name, start) {
  if (is.null(started[[name]])) started[[name]] <- start()
  started[[name]]
}

# Starts an engine once; one that could not be started is not tried again.
connection <- function(engine) {
  if (is.null(started[[engine]])) {
    started[[engine]] <- tryCatch(engines[[engine]]$start(), condition = identity)
  }
  if (inherits(started[[engine]], "condition")) rlang::cnd_signal(started[[engine]])
  started[[engine]]
}

table_number <- 0

# Lazy tables of the trials, one for each part.
tables_in <- function(engine, trials) {
  cons <- connection(engine)
  table_number <<- table_number + 1
  engines[[engine]]$place(cons, paste0("trials_", table_number), trials)
}

judge <- function(tables, formula = same ~ llr, scale = "ln", way = "push", ...) {
  sets <- lapply(tables, lr_set, formula, scale = scale, way = way, sure = TRUE, ...)
  if (length(sets) == 1) sets[[1]] else do.call(c, c(sets, pool = TRUE))
}

# Removes the answer by which few distinct values are counted, in every part.
without_few_parts <- function(x) {
  for (system in systems_of(x)) {
    for (part in system$backend$shards %||% list(system)) part$backend$table$few <- list(NULL)
  }
  x
}

# ---- records for the report ----

numbers <- new.env()
numbers$rows <- list()

note <- function(engine, ...) {
  numbers$rows <- c(numbers$rows, list(data.frame(engine = engine, ...)))
}

# All engines, or those whose name matches the variable ENGINE.
wanted_engines <- function() grep(Sys.getenv("ENGINE"), names(engines), value = TRUE)

numbers$measures <- list()

note_measure <- function(engine, way, measure, difference) {
  numbers$measures <- c(
    numbers$measures, list(data.frame(engine, way, measure, difference))
  )
}

# ---- refusals ----

good <- function(n = 400) {
  withr::with_seed(1, data.frame(
    llr = stats::rnorm(n, rep(c(1, -1), n / 2)), same = rep(c(1L, 0L), n / 2)
  ))
}

every_way <- c("pull", "stream", "push")

expect_refused <- function(tables, class, ..., ways = every_way) {
  for (way in ways) {
    expect_error(judge(tables, way = way, ...), class = class, label = paste("way", way))
  }
}
