# What is asked of a connection, and what is said where it fails. It is its owner's to close.

ask_engine <- function(question, con) {
  session <- session_of(con)
  rlang::try_fetch(question, error = \(cnd) stop_engine(cnd, con, session))
}

# How the server knows the connection. Some drivers connect anew where a connection was lost, and
# the server takes it for another one.
session_of <- function(con) {
  name <- of_engine(con, session_names)
  if (!is.null(name)) tryCatch(DBI::dbGetInfo(con)[[name]], error = \(cnd) NULL)
}

session_names <- c(PqConnection = "pid", MariaDBConnection = "thread.id")

stop_engine <- function(cnd, con, session) {
  reason <- engine_words(cnd)
  if (!still_answers(con) || !identical(session_of(con), session)) stop_disconnected(reason)
  stop_input(
    "The database refuses a question about the table.",
    x = "{reason}",
    i = "It must let you read the table, and know {.code CASE}, {.code CAST} and
         {.code GROUP BY}.",
    class = "calibrant_error_database"
  )
}

stop_disconnected <- function(reason) {
  stop_input(
    "The connection to the database is lost.",
    x = "{reason}",
    i = "Connect again and make the set anew. Nothing was written.",
    class = "calibrant_error_connection"
  )
}

engine_words <- function(cnd) {
  while (!is.null(cnd$parent)) cnd <- cnd$parent
  trimws(substr(conditionMessage(cnd), 1, 500))
}

# A question alone decides: not every driver knows dbIsValid().
still_answers <- function(con) {
  tryCatch(
    suppressWarnings(NROW(DBI::dbGetQuery(con, "SELECT 1 AS one")) == 1),
    error = \(cnd) FALSE
  )
}

# What print() says of the place.
table_title <- function(query) {
  con <- dbplyr::remote_con(query)
  sprintf("a table of %s", engine_name(con))
}

engine_name <- function(con) {
  of_engine(con, engine_names) %||% sub("Connection$", "", class(con)[1])
}

engine_names <- c(
  SQLiteConnection = "SQLite", PqConnection = "PostgreSQL", PostgreSQLConnection = "PostgreSQL",
  ClickhouseConnection = "ClickHouse", duckdb_connection = "DuckDB", spark_connection = "Spark",
  MariaDBConnection = "MariaDB", MySQLConnection = "MySQL"
)

# What is known of an engine, by the class of its connection.
of_engine <- function(con, known) {
  class <- intersect(class(con), names(known))
  if (length(class) > 0) known[[class[1]]]
}

double_type <- function(con) of_engine(con, double_types) %||% "DOUBLE PRECISION"

# Where it is not what the standard says.
double_types <- c(
  SQLiteConnection = "REAL", ClickhouseConnection = "Nullable(Float64)",
  spark_connection = "DOUBLE",
  Hive = "DOUBLE", Impala = "DOUBLE", "Spark SQL" = "DOUBLE", MariaDBConnection = "DOUBLE",
  MySQLConnection = "DOUBLE", BigQueryConnection = "FLOAT64", PrestoConnection = "DOUBLE"
)

# The query is written in here: where the connection is lost, already that fails.
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
  }
  if (is.numeric(x) || inherits(x, "integer64")) as.double(x) else x
}
