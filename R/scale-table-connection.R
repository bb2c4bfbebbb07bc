# Queries to a connection, and their errors. The owner of the connection closes it.

# dbplyr capitalises words of SQL by the rules of the locale, and Turkish has another capital of
# "i".
ask_engine <- function(question, con) {
  locale <- Sys.getlocale("LC_CTYPE")
  if (toupper("i") != "I") suppressWarnings(Sys.setlocale("LC_CTYPE", "C.UTF-8"))
  on.exit(if (Sys.getlocale("LC_CTYPE") != locale) Sys.setlocale("LC_CTYPE", locale))
  session <- session_of(con)
  rlang::try_fetch(question, error = \(cnd) stop_engine(cnd, con, session))
}

# Session of the connection on the server. Some drivers reconnect after a connection was lost, and
# the new connection is another session for the server.
session_of <- function(con) {
  name <- of_engine(con, c(PqConnection = "pid", MariaDBConnection = "thread.id"))
  if (!is.null(name)) tryCatch(DBI::dbGetInfo(con)[[name]], error = \(cnd) NULL)
}

stop_engine <- function(cnd, con, session) {
  reason <- engine_words(cnd)
  if (!still_answers(con) || !identical(session_of(con), session)) stop_disconnected(reason)
  refuse("engine_refuses")
}

stop_disconnected <- function(reason) refuse("disconnected")

engine_words <- function(cnd) {
  while (!is.null(cnd$parent)) cnd <- cnd$parent
  trimws(substr(conditionMessage(cnd), 1, 500))
}

# Tests the connection by a query, since not every driver has dbIsValid().
still_answers <- function(con) {
  tryCatch(
    suppressWarnings(NROW(DBI::dbGetQuery(con, "SELECT 1 AS one")) == 1),
    error = \(cnd) FALSE
  )
}

# Name of the place for print().
table_title <- function(query) sprintf("a table of %s", engine_name(dbplyr::remote_con(query)))

engine_name <- function(con) of_engine(con, engine_names) %||% sub("Connection$", "", class(con)[1])

engine_names <- c(
  SQLiteConnection = "SQLite", PqConnection = "PostgreSQL", PostgreSQLConnection = "PostgreSQL",
  ClickhouseConnection = "ClickHouse", duckdb_connection = "DuckDB", spark_connection = "Spark",
  MariaDBConnection = "MariaDB", MySQLConnection = "MySQL"
)

# Known value of an engine, by the class of its connection; NULL without one.
of_engine <- function(con, known) {
  class <- intersect(class(con), names(known))
  if (length(class) > 0) known[[class[1]]]
}

double_type <- function(con) of_engine(con, double_types) %||% "DOUBLE PRECISION"

# Types of a double in engines without the standard name.
double_types <- c(
  SQLiteConnection = "REAL", ClickhouseConnection = "Nullable(Float64)",
  spark_connection = "DOUBLE",
  Hive = "DOUBLE", Impala = "DOUBLE", "Spark SQL" = "DOUBLE", MariaDBConnection = "DOUBLE",
  MySQLConnection = "DOUBLE", BigQueryConnection = "FLOAT64", PrestoConnection = "DOUBLE"
)

# The query is built inside ask_engine(), since even this fails if the connection is lost.
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
    # Numbers too large for a double are names.
    number <- suppressWarnings(as.double(x))
    return(if (any(abs(number) >= 2^53, na.rm = TRUE)) as.character(x) else number)
  }
  if (is.numeric(x)) as.double(x) else x
}
