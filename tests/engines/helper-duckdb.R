# DuckDB through its library alone, see duckdb.c: the part of DBI that dbplyr and the tests need,
# under the class name of the duckdb package.

duckdb_library <- function() {
  normalizePath(Sys.glob(file.path(
    c("tests/engines", "."), "node_modules/@duckdb/node-bindings-*/libduckdb.so"
  )))
}

# Compiled once, beside the library that it is bound to.
load_duckdb <- function() {
  library <- duckdb_library()
  if (length(library) == 0) skip("there is no DuckDB")
  if (is.null(getLoadedDLLs()[["duckdb"]])) {
    folder <- tempfile("duckdb-")
    dir.create(folder)
    source <- c("duckdb.c", "tests/engines/duckdb.c")
    file.copy(source[file.exists(source)][1], folder)
    bound <- sprintf(
      "PKG_LIBS='-L%1$s -Wl,-rpath,%1$s -lduckdb' %2$s CMD SHLIB duckdb.c >log 2>&1",
      dirname(library), file.path(R.home("bin"), "R")
    )
    withr::with_dir(folder, if (system(bound) != 0) stop(readLines("log")))
    dyn.load(file.path(folder, "duckdb.so"))
  }
}

ask_bridge <- function(entry, ...) {
  .Call(getNativeSymbolInfo(entry, "duckdb"), ...)
}

if (requireNamespace("DBI", quietly = TRUE) && requireNamespace("dbplyr", quietly = TRUE)) {
  setClass("duckdb_connection",
    contains = "DBIConnection", slots = list(handle = "externalptr"), where = globalenv()
  )
  setClass("duckdb_result",
    contains = "DBIResult", slots = list(handle = "externalptr", state = "environment"),
    where = globalenv()
  )

  method <- function(name, class, definition) {
    setMethod(methods::getGeneric(name, package = "DBI"), class, definition, where = globalenv())
  }

  method("dbIsValid", "duckdb_connection", \(dbObj, ...) { # nolint: object_name_linter.
    !identical(utils::capture.output(print(dbObj@handle)), "<pointer: (nil)>")
  })
  method("dbDisconnect", "duckdb_connection", \(conn, ...) {
    invisible(is.null(ask_bridge("bridge_close", conn@handle)))
  })
  method("dbSendQuery", c("duckdb_connection", "character"), \(conn, statement, ...) {
    names <- ask_bridge("bridge_send", conn@handle, enc2utf8(as.character(statement)))
    state <- list2env(list(names = names, rest = list(), done = FALSE))
    methods::new("duckdb_result", handle = conn@handle, state = state)
  })
  method("dbFetch", "duckdb_result", \(res, n = -1, ...) fetch_rows(res, if (n < 0) Inf else n))
  method("dbHasCompleted", "duckdb_result", \(res, ...) res@state$done)
  method("dbClearResult", "duckdb_result", \(res, ...) {
    invisible(is.null(ask_bridge("bridge_clear", res@handle)))
  })
  method("dbGetRowsAffected", "duckdb_result", \(res, ...) {
    rows <- fetch_rows(res, Inf)
    if (nrow(rows) == 1) rows[[1]] else 0
  })
  method("dbDataType", "duckdb_connection", \(dbObj, obj, ...) { # nolint: object_name_linter.
    if (is.factor(obj)) return("VARCHAR")
    switch(typeof(obj), logical = "BOOLEAN", integer = "INTEGER", double = "DOUBLE", "VARCHAR")
  })
  written <- c("duckdb_connection", "character", "data.frame")
  method("dbWriteTable", written, \(conn, name, value, ...) {
    columns <- DBI::dbQuoteIdentifier(conn, names(value))
    types <- vapply(value, \(x) DBI::dbDataType(conn, x), "")
    DBI::dbExecute(conn, sprintf("CREATE TABLE %s (%s)",
      DBI::dbQuoteIdentifier(conn, name), toString(paste(columns, types))
    ))
    ask_bridge("bridge_append", conn@handle, name, unname(as.list(value)))
    invisible(TRUE)
  })
}

# The rows of a result as they come, a few thousand at a time; surplus rows wait in the state.
fetch_rows <- function(result, n) {
  state <- result@state
  pieces <- state$rest
  there <- sum(vapply(pieces, \(piece) length(piece[[1]]), 0))
  while (!state$done && there < n) {
    chunk <- ask_bridge("bridge_chunk", result@handle)
    state$done <- is.null(chunk)
    if (!state$done) {
      pieces[[length(pieces) + 1]] <- chunk
      there <- there + length(chunk[[1]])
    }
  }
  columns <- lapply(seq_along(state$names), \(i) do.call(c, lapply(pieces, `[[`, i)) %||% numeric())
  names(columns) <- state$names
  rows <- structure(columns, class = "data.frame", row.names = .set_row_names(length(columns[[1]])))
  state$rest <- list()
  if (nrow(rows) > n) {
    state$rest <- list(lapply(columns, \(column) unname(column[-seq_len(n)])))
    rows <- rows[seq_len(n), , drop = FALSE]
  }
  rows
}

connect_duckdb <- function(path = ":memory:") {
  load_duckdb()
  register <- \(generic, method) {
    registerS3method(generic, "duckdb_connection", method, envir = asNamespace("dbplyr"))
  }
  register("dbplyr_edition", \(con) 2L)
  register("sql_translation", utils::getFromNamespace("sql_translation.PqConnection", "dbplyr"))
  methods::new("duckdb_connection", handle = ask_bridge("bridge_open", path.expand(path)))
}
