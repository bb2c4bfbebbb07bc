# Spark through a server of PySpark (spark.py), with as much of DBI as dbplyr and the tests need.
# Its class is the one for which dbplyr writes the SQL of Spark.

spark_python <- function() Sys.getenv("PYSPARK_PYTHON", "python3")

# Fixed text alone goes through the shell.
has_pyspark <- function() {
  nzchar(Sys.which(spark_python())) &&
    system2(spark_python(), c("-c", shQuote("import pyspark")), stdout = FALSE, stderr = FALSE) == 0
}

start_spark <- function() {
  folder <- server_folder("spark")
  server <- list(port = free_ports(1))
  script <- normalizePath("spark.py")
  args <- c(script, server$port, file.path(folder, "warehouse"))
  started <- start_server("nobody", folder, unname(Sys.which(spark_python())), args, \() {
    close(socketConnection("127.0.0.1", server$port, timeout = 1))
    TRUE
  }, attempts = 1200)
  c(started, server)
}

connect_spark <- function(server) {
  define_spark()
  state <- new.env()
  state$socket <- socketConnection("127.0.0.1", server$port, open = "r+b", blocking = TRUE,
    timeout = 600
  )
  methods::new("Spark SQL", state = state)
}

ask_spark <- function(con, ...) {
  request <- jsonlite::toJSON(list(...), auto_unbox = TRUE, na = "null")
  writeLines(as.character(request), con@state$socket)
  found <- jsonlite::fromJSON(readLines(con@state$socket, 1), simplifyVector = FALSE)
  if (!is.null(found$error)) stop(found$error, call. = FALSE)
  found
}

spark_rows <- function(found) {
  columns <- Map(\(kind, column) {
    text <- vapply(column, \(x) if (is.null(x)) NA_character_ else x, "")
    switch(kind, character = text, logical = as.numeric(text) != 0, as.numeric(text))
  }, unlist(found$kinds), found$columns)
  n <- if (length(columns) > 0) length(columns[[1]]) else 0
  structure(unname(columns), names = unlist(found$names), class = "data.frame",
    row.names = .set_row_names(n)
  )
}

spark_column <- function(x) {
  if (is.factor(x)) x <- as.character(x)
  text <- if (is.character(x)) x else sprintf("%a", as.double(x))
  missing <- is.na(x) & !(is.double(x) & is.nan(x))
  list(kind = typeof(x), column = ifelse(missing, NA_character_, text))
}

# Classes and methods of DBI, in the global environment, once.
define_spark <- function() {
  if (methods::isClass("Spark SQL")) return(invisible())
  # The classes of DBI must be visible where new ones extend them.
  library(DBI)
  here <- globalenv()
  methods::setClass("Spark SQL", contains = "DBIConnection", slots = list(state = "environment"),
    where = here
  )
  methods::setClass("SparkResult", contains = "DBIResult", slots = list(state = "environment"),
    where = here
  )
  method <- \(name, class, f) {
    methods::setMethod(methods::getGeneric(name, package = "DBI"), class, f, where = here)
  }
  quoted <- \(x) ifelse(is.na(x), "NULL", sprintf("`%s`", gsub("`", "``", x)))
  text <- \(x) {
    x <- gsub("'", "\\'", gsub("\\", "\\\\", x, fixed = TRUE), fixed = TRUE)
    ifelse(is.na(x), "NULL", sprintf("'%s'", x))
  }
  method("dbIsValid", "Spark SQL", \(dbObj, ...) TRUE) # nolint
  method("dbGetInfo", "Spark SQL", \(dbObj, ...) list(dbms.name = "Spark SQL")) # nolint
  method("dbDisconnect", "Spark SQL", \(conn, ...) invisible(close(conn@state$socket)))
  method("dbQuoteIdentifier", c("Spark SQL", "character"), \(conn, x, ...) DBI::SQL(quoted(x)))
  method("dbQuoteIdentifier", c("Spark SQL", "SQL"), \(conn, x, ...) x)
  method("dbQuoteString", c("Spark SQL", "character"), \(conn, x, ...) DBI::SQL(text(x)))
  method("dbSendQuery", c("Spark SQL", "character"), \(conn, statement, ...) {
    state <- new.env()
    state$rows <- spark_rows(ask_spark(conn, op = "query", sql = as.character(statement)))
    state$at <- 0
    methods::new("SparkResult", state = state)
  })
  method("dbFetch", "SparkResult", \(res, n = -1, ...) {
    state <- res@state
    last <- if (n < 0) nrow(state$rows) else min(nrow(state$rows), state$at + n)
    rows <- state$rows[seq_len(last - state$at) + state$at, , drop = FALSE]
    state$at <- last
    rows
  })
  method("dbHasCompleted", "SparkResult", \(res, ...) res@state$at >= nrow(res@state$rows))
  method("dbClearResult", "SparkResult", \(res, ...) invisible(TRUE))
  method("dbGetRowsAffected", "SparkResult", \(res, ...) 0)
  method("dbExecute", c("Spark SQL", "character"), \(conn, statement, ...) {
    ask_spark(conn, op = "query", sql = as.character(statement))
    0
  })
  method("dbWriteTable", c("Spark SQL", "character", "data.frame"), \(conn, name, value, ...) {
    parts <- lapply(value, spark_column)
    ask_spark(conn,
      op = "table", table = name, names = I(names(value)),
      kinds = I(vapply(parts, `[[`, "", "kind")), columns = unname(lapply(parts, \(p) I(p$column)))
    )
    invisible(TRUE)
  })
}

write_spark_table <- function(con, trials, name, ...) write_table(con, name, trials)
