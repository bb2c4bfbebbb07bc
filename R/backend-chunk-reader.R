#' Evaluate trials that do not fit into memory
#'
#' A reader hands out trials in chunks, and [lr_set()] makes a set of it that judges as many trials
#' as there are, in a few passes over them and in bounded memory. The numbers are those of vectors.
#'
#' `chunk_reader()` takes two functions, and so reads whatever R can read. `text_chunks()` reads
#' delimited text such as CSV, also compressed, `query_chunks()` the rows of a DBI query by its
#' cursor; [parquet_chunks()] reads Parquet files, [hdf5_chunks()] score matrices in HDF5 files.
#'
#' # What is read, and how often
#' `lr_set(reader, truth ~ lr | system, scale = )` makes the first pass. It checks every trial,
#' counts and sums. As long as a system has up to one million distinct values, they are counted one
#' by one: then there is nothing that the set cannot do but show single trials, and no trial is
#' ever read again. Beyond that:
#' * what follows from ranges, numbers of trials and cross-entropies is there after the first pass:
#'   [cllr()], [cross_entropy()], [effective_information()];
#' * what follows from PAV blocks takes a second pass when it is first asked for: [cllr_min()],
#'   [cllr_cal()], [ece_curve()], [useful_range()], [pav()], [eer()], [cross_entropy_min()],
#'   [dcf_min()]. From a few hundred million trials on, or where the values are unevenly spread, a
#'   third pass comes in between;
#' * what is asked at thresholds takes a pass that counts the trials below each, exactly, and these
#'   numbers are kept: [error_rates()], [dcf()], [bayes_error()], [misleading_rates()],
#'   [lr_histogram()], [turing_bounds()], [summary()];
#' * curves are drawn through some thousand thresholds at which the trials are counted exactly, so
#'   close that no picture shows what lies between: [det_curve()], [tippett_curve()]. One or two
#'   passes more find points on such a curve among all trials near there: the EER by
#'   steps and its threshold, the bounds of [bound_lr()], and with these [explain()];
#' * [lr_moments()] and the means of [lr_strength()] follow from the sums of the first pass; the
#'   medians, and the LR that contributes most to a moment, are found like those bounds;
#' * [calibrate()] by logistic regression makes one pass for sums of which the fit is that of all
#'   trials, besides the one for thresholds that shows the way;
#' * [auc()] is the area under the hull, or an interval (see [brackets]): the area under the steps
#'   depends on the order of all pairs;
#' * [measures()] and [compare_systems()] draw the numbers of trials between these thresholds anew,
#'   without another pass;
#' * what needs the sorted counts of all distinct values refuses, with an error of class
#'   `calibrant_error_no_counts`: bands of curves that are drawn by threshold, bounds on a grid of
#'   thresholds, other calibrations.
#'
#' Passes behind the first do not ask the reader again: the first leaves the trials in a temporary
#' file, 12 bytes for each, which is gone with the set. Where it would exceed 1.6 GB (2^27 trials;
#' `options(calibrant.stream_limits = list(spooled = 0))` for no file at all), or the disk is full,
#' every pass is one of the reader.
#'
#' What needs single trials, such as [augment()], [cross_calibrate()] and [pav_lr()], refuses with
#' an error of class `calibrant_error_no_trials`; [sample_trials()] draws some for it, in one pass.
#'
#' An interrupt ends a pass; what earlier passes have found stays, and the pass starts from the
#' first chunk when it is needed again. The set can be saved, as far as the reader can be; what it
#' has found is not saved with it, and read anew when it is needed.
#'
#' # Memory
#' It does not grow with the number of trials: 34 MB of counts for each system, 6 MB of sums, up to
#' 90 MB of buckets that are not empty, or up to 75 MB of values that are counted or taken out,
#' beside a chunk. For 1e9 generated trials of one system in chunks of 250 000, R with all packages
#' took up to 294 MB from `lr_set()` to `explain()`, of which 168 MB were there before the first
#' chunk (`bench/generated-stream.md`).
#'
#' Parts of one system in several places are asked one after another: R reads from one connection at
#' a time, and other processes would each need the connection and the reader, which cannot be sent
#' to them.
#'
#' @param next_chunk A function without arguments that returns the next chunk, a data frame or a
#'   list of columns of equal length, and `NULL` behind the last one. About a million rows are a
#'   good chunk; it may have none.
#' @param rewind A function without arguments that goes back to the first chunk. It is called before
#'   each pass, the first one included.
#' @param where What `print()` says of the place of the trials.
#' @param rows The number of rows, if it is known: it tells the progress bar how far it is, and how
#'   many buckets are of use.
#' @param close A function without arguments that is called behind each pass, or `NULL`.
#' @param file The name of a file.
#' @param sep The character that separates columns; found out by default.
#' @param columns The names of the columns that are needed; the others are skipped. All by default.
#' @param chunk_rows How many rows a chunk has.
#' @param con A DBI connection. It stays open, and belongs to you.
#' @param query A query, as text.
#' @return An object of class `chunk_reader`, for [lr_set()].
#' @section Errors: `calibrant_error_input` for what is wrong with the trials, with the chunk and
#'   the row; `calibrant_error_reader` where the reader fails, and also `calibrant_error_connection`
#'   where the connection of a query is lost, `calibrant_error_database` where the database refuses
#'   it; `calibrant_error_changed` where a
#'   later pass does not find the trials of the first; `calibrant_error_memory` where the trials
#'   that matter are too many.
#' @export
#' @examples
#' file <- tempfile(fileext = ".csv")
#' write.csv(glass_lr, file, row.names = FALSE)
#' reader <- text_chunks(file, columns = c("same_source", "log10_lr", "model"))
#' x <- lr_set(reader, same_source ~ log10_lr | model, scale = "log10")
#' x
#' cllr_min(x)
chunk_reader <- function(next_chunk, rewind, where = "a stream", rows = NULL, close = NULL) {
  call <- rlang::current_env()
  for (arg in c("next_chunk", "rewind")) {
    if (!is.function(get(arg))) {
      stop_input(
        "{.arg {arg}} must be a function without arguments.",
        x = "It is {.obj_type_friendly {get(arg)}}.",
        call = call
      )
    }
  }
  if (!is.null(close) && !is.function(close)) {
    stop_input("{.arg close} must be a function without arguments, or NULL.", call = call)
  }
  if (!rlang::is_string(where)) stop_input("{.arg where} must be one string.", call = call)
  if (!is.null(rows)) check_count(rows, "rows", call = call)
  structure(
    list(next_chunk = next_chunk, rewind = rewind, close = close, where = where, rows = rows),
    class = "chunk_reader"
  )
}

#' @export
print.chunk_reader <- function(x, ...) {
  rows <- if (is.null(x$rows)) "" else sprintf(", %s rows", plain_count(x$rows))
  cat(sprintf("<chunk_reader> %s%s\n", x$where, rows))
  invisible(x)
}

#' @rdname chunk_reader
#' @export
text_chunks <- function(file, sep = NULL, columns = NULL, chunk_rows = 1e6) {
  call <- rlang::current_env()
  check_file(file, call)
  check_count(chunk_rows, "chunk_rows", call = call)
  if (!is.null(sep) && !(rlang::is_string(sep) && nchar(sep) == 1)) {
    stop_input(
      "{.arg sep} must be one character, or NULL.",
      x = "It is {value_text(sep)}.",
      call = call
    )
  }
  check_column_names(columns, call)
  head <- text_head(file, sep, columns, call)
  connection <- NULL
  close_file <- function() {
    if (!is.null(connection)) close(connection)
    connection <<- NULL
  }
  rewind <- function() {
    close_file()
    connection <<- file(file, "rt")
    readLines(connection, 1)
  }
  next_chunk <- function() {
    rows <- scan(
      connection, head$what, nmax = chunk_rows, sep = head$sep, quiet = TRUE, multi.line = FALSE,
      quote = "\"", na.strings = c("NA", ""), comment.char = ""
    )
    rows <- rows[lengths(head$what) > 0]
    if (length(rows[[1]]) > 0) rows
  }
  chunk_reader(next_chunk, rewind, sprintf("the file \"%s\"", basename(file)), close = close_file)
}

check_column_names <- function(columns, call) {
  if (!is.null(columns) && !rlang::is_character(columns)) {
    stop_input(
      "{.arg columns} must be names of columns, or NULL.",
      x = "It is {.obj_type_friendly {columns}}.",
      call = call
    )
  }
}

check_columns_known <- function(columns, known, call) {
  unknown <- setdiff(columns, known)
  if (length(unknown) > 0) {
    stop_input(
      "{.arg columns} must name columns of the file.",
      x = "There is no column {.val {unknown[1]}}; there are {.val {known}}.",
      call = call
    )
  }
}

# Names and types of the columns, from the first lines; NULL for those that are skipped.
text_head <- function(file, sep, columns, call) {
  lines <- readLines(file, 1000, warn = FALSE)
  if (is.null(sep)) {
    sep <- c(",", "\t", ";", " ")[vapply(c(",", "\t", ";", " "), grepl, NA, lines[1],
      fixed = TRUE
    )][1]
  }
  if (length(lines) < 2 || is.na(sep)) {
    stop_input("{.file {basename(file)}} must have a header and rows with several columns.",
      call = call
    )
  }
  table <- read_table(
    lines, file, call, sep = sep, header = TRUE, quote = "\"", check.names = FALSE,
    stringsAsFactors = FALSE
  )
  check_columns_known(columns, names(table), call)
  what <- lapply(table, \(column) if (is.numeric(column)) double() else vector(typeof(column), 0))
  what[!names(what) %in% (columns %||% names(what))] <- list(NULL)
  list(what = lapply(what, \(type) if (!is.null(type)) vector(typeof(type), 1)), sep = sep)
}

#' @rdname chunk_reader
#' @export
query_chunks <- function(con, query, chunk_rows = 1e6) {
  call <- rlang::current_env()
  check_package("DBI", "query_chunks()", call)
  if (!inherits(con, "DBIConnection")) {
    stop_input(
      "{.arg con} must be a connection made by {.fn DBI::dbConnect}.",
      x = "It is {.obj_type_friendly {con}}.",
      call = call
    )
  }
  if (!rlang::is_string(query)) stop_input("{.arg query} must be one string.", call = call)
  check_count(chunk_rows, "chunk_rows", call = call)
  result <- NULL
  # A connection that is lost takes its results with it.
  clear <- function() {
    if (!is.null(result)) {
      tryCatch(suppressWarnings(DBI::dbClearResult(result)), error = \(cnd) NULL)
    }
    result <<- NULL
  }
  rewind <- function() {
    clear()
    result <<- ask_engine(DBI::dbSendQuery(con, query), con)
  }
  next_chunk <- function() {
    rows <- ask_engine(DBI::dbFetch(result, n = chunk_rows), con)
    if (nrow(rows) > 0) lapply(rows, plain_column)
  }
  chunk_reader(next_chunk, rewind, sprintf("a query of %s", engine_name(con)), close = clear)
}

# One pass over a stream, a list of the reader and of `read`, which makes trials of a chunk
# (read_chunk()): `use(trials, number)` sees each chunk, and says whether to go on. FALSE where it
# did not.
each_chunk <- function(stream, what, use, n = stream$reader$rows, call = NULL) {
  reader <- stream$reader
  tell <- progress_bar(what)
  seen <- number <- 0
  on.exit(if (!is.null(reader$close)) reader$close())
  ask_reader(reader$rewind(), "rewound", 1)
  repeat {
    number <- number + 1
    chunk <- ask_reader(reader$next_chunk(), "read", number)
    if (is.null(chunk)) {
      return(TRUE)
    }
    trials <- stream$read(stream, chunk, number, seen, call)
    stream$labels <- trials$labels
    seen <- seen + length(trials$value)
    if (length(trials$value) > 0 && !use(trials, number)) {
      return(FALSE)
    }
    if (!is.null(tell) && !is.null(n)) tell(min(seen / n, 1))
  }
}

ask_reader <- function(result, what, number) {
  tryCatch(result, error = \(cnd) {
    if (inherits(cnd, "calibrant_error")) {
      class(cnd) <- c("calibrant_error_reader", class(cnd))
      stop(cnd)
    }
    stop_input(
      "The reader must hand out chunks until there are no more.",
      x = "Chunk {number} could not be {what}: {conditionMessage(cnd)}",
      class = "calibrant_error_reader", call = NULL
    )
  })
}
