#' Reader of trials that do not fit into memory
#'
#' `lr_chunks()` returns a reader of trials in chunks, from files, a query, an Arrow stream, or
#' functions. [lr_set()] of the reader is a set of any number of trials in bounded memory, with the
#' results of a set in memory.
#'
#' # Files
#' * `"text"` is delimited text with a header, such as CSV, also compressed. `columns` names the
#'   needed columns, `sep` the separator, detected by default. Systems have names: "1" and "01"
#'   differ. A name or a label has at most 10 000 bytes.
#' * `"parquet"` is one or several [Parquet files](https://parquet.apache.org/docs/file-format/),
#'   or a folder of them, read in the order of their names. nanoparquet reads each whole file,
#'   about twice the size of its `columns` in memory. Chunks have a million rows.
#' * `"hdf5"` is a matrix of scores (a row per model, a column per test) and its key of the same
#'   shape and order, or two such vectors, read by hdf5r a stripe at a time. `scores` and `key`
#'   name the two, by default `"scores"` and `"trial_mask"` as in BOSARIS and SIDEKIT; the key may
#'   be in another file, `key_file`. Keys are 1 for H1, -1 for H2 and 0 for pairs not tested, or 1
#'   for H1 and 0 for H2. Chunks have the columns `score` and `truth`.
#'
#' `chunk_rows` is the number of rows of a text, or of pairs of a matrix (whole columns or rows),
#' in a chunk: about a million by default.
#'
#' # Passes over the trials
#' `lr_set(reader, truth ~ lr | system, scale = )` makes the first pass, which checks, counts and
#' sums all trials. Up to one million distinct values per system need no other pass and allow
#' everything except single trials. Beyond one million, [cllr()], cross-entropies and moments need
#' this pass alone. PAV, and measures and curves at thresholds, need another; single values such as
#' medians, and logistic calibration, one or two more (`vignette("methods")` has the list). [auc()]
#' is the area under the hull, or an interval (see [brackets]). Bands of curves drawn by threshold,
#' bounds on a grid of thresholds, and other calibrations fail (`calibrant_error_no_counts`).
#'
#' Results are kept. Later passes read a temporary file of 12 bytes per trial, readable by the user
#' alone and deleted with the set. They call the reader instead if the file would exceed 1.6 GB
#' (2^27 trials), if the disk is full, or with `options(calibrant.stream_limits = list(spooled =
#' 0))`.
#'
#' Functions of single trials, such as [augment()], [cross_calibrate()] and [pav_lr()], fail
#' (`calibrant_error_no_trials`); [sample_trials()] draws some for them in one pass.
#'
#' An interrupted pass restarts from the first chunk. A set can be saved, without the results of
#' passes, if its reader can be saved.
#'
#' # Memory
#' Besides a chunk, a set needs about 130 MB per system, for any number of trials.
#'
#' # Arrow
#' Any object that nanoarrow converts to an array stream is read batch by batch: objects of the
#' arrow package (also folders of Parquet files in the cloud), results of DuckDB and of ADBC
#' drivers, data frames of polars. A stream can be read only once; for trials that do not fit into
#' the temporary file, use the object that makes the stream.
#'
#' @param x The trials, one of:
#'   * names of files; texts and Parquet files are read one after the other;
#'   * a folder of Parquet files, where folders in it such as `system=A` become a column;
#'   * a DBI connection, which stays open;
#'   * an object with an Arrow stream;
#'   * a function without arguments that returns the next chunk (a data frame or a list of columns
#'     of equal length, best about a million), and `NULL` after the last.
#' @param format `"text"`, `"parquet"` or `"hdf5"`. By default the extension decides: `.parquet`,
#'   and `.h5`, `.hdf5` or `.hdf`; other files are text.
#' @param ... For text `columns`, `sep` and `chunk_rows`; for Parquet files `columns`; for HDF5
#'   files `scores`, `key`, `key_file` and `chunk_rows`: see "Files".
#' @param query A query, as text.
#' @param chunk_rows Number of rows of the query in a chunk.
#' @param rewind A function without arguments that returns to the first chunk, called before each
#'   pass.
#' @param where Text for the location of the trials in `print()`.
#' @param rows The number of rows, if known: for the progress bar and the number of buckets.
#' @param close A function without arguments that is called after each pass.
#' @return A reader, an object of class `lr_chunks`, for [lr_set()].
#' @section Errors:
#' * `calibrant_error_file`: the file is missing, truncated or of another format.
#' * `calibrant_error_missing_package`: nanoparquet or hdf5r is needed.
#' * `calibrant_error_input`: a column or matrix is missing, the key does not fit, or a trial is
#'   invalid (with its chunk and row).
#' * `calibrant_error_reader`: the reader fails; `calibrant_error_connection` if the connection is
#'   lost, `calibrant_error_database` if the database refuses the query.
#' * `calibrant_error_changed`: a later pass finds other trials than the first.
#' * `calibrant_error_memory`: too many trials matter.
#' @concept stream
#' @concept big data
#' @concept out of memory
#' @concept chunked reading
#' @export
#' @examples
#' file <- tempfile(fileext = ".csv")
#' write.csv(glass_lr, file, row.names = FALSE)
#' reader <- lr_chunks(file, columns = c("same_source", "log10_lr", "model"))
#' x <- lr_set(reader, same_source ~ log10_lr | model, scale = "log10")
#' x
#' cllr_min(x)
#'
#' # Two halves, one after the other
#' halves <- split(glass_lr, rep(1:2, length.out = nrow(glass_lr)))
#' at <- 0
#' next_half <- function() {
#'   at <<- at + 1
#'   if (at <= 2) halves[[at]]
#' }
#' reader <- lr_chunks(next_half, rewind = function() at <<- 0, where = "two halves")
#' lr_set(reader, same_source ~ log10_lr | model, scale = "log10")
#'
#' if (rlang::is_installed("nanoparquet")) {
#'   file <- tempfile(fileext = ".parquet")
#'   nanoparquet::write_parquet(glass_lr, file)
#'   print(lr_chunks(file))
#' }
#'
#' if (rlang::is_installed("hdf5r")) {
#'   file <- tempfile(fileext = ".h5")
#'   h5 <- hdf5r::H5File$new(file, "w")
#'   h5[["scores"]] <- matrix(c(2.1, -1, -0.5, 0.2, -2, 1.4), 2)
#'   h5[["trial_mask"]] <- matrix(c(1L, -1L, -1L, 0L, -1L, 1L), 2)
#'   h5$close_all()
#'   eer(lr_set(lr_chunks(file), truth ~ score, scale = "score"))
#' }
lr_chunks <- function(x, ...) UseMethod("lr_chunks", given(x))

#' @rdname lr_chunks
#' @export
lr_chunks.character <- function(x, ..., format = NULL) {
  check_file_given(x)
  format <- check_choice(format %||% format_by_name(x), names(chunk_formats()), "format")
  read <- chunk_formats()[[format]]
  known <- setdiff(names(formals(read)), "file")
  refuse_if(!all(rlang::names2(list(...)) %in% known), "reader_arguments")
  read(x, ...)
}

chunk_formats <- function() list(text = text_chunks, parquet = parquet_chunks, hdf5 = hdf5_chunks)

# A folder has Parquet files; the first of several files determines the type.
format_by_name <- function(file) {
  if (length(file) == 0 || dir.exists(file[1])) return("parquet")
  switch(tolower(tools::file_ext(file[1])),
    parquet = "parquet", h5 = , hdf5 = , hdf = "hdf5", "text"
  )
}

#' @rdname lr_chunks
#' @export
lr_chunks.DBIConnection <- function(x, query, ..., chunk_rows = 1e6) {
  check_dots(...)
  check_given()
  check_string(query)
  check_count(chunk_rows)
  open <- function() ask_engine(DBI::dbSendQuery(x, query), x)
  read <- function(result, number) {
    rows <- without_mixture(ask_engine(DBI::dbFetch(result, n = chunk_rows), x), number)
    if (nrow(rows) > 0) lapply(rows, plain_column)
  }
  # A lost connection loses its results.
  clear <- function(result) {
    tryCatch(suppressWarnings(DBI::dbClearResult(result)), error = \(cnd) NULL)
  }
  opened_chunks(open, read, clear, sprintf("a query of %s", engine_name(x)))
}

# RSQLite treats text in a column of numbers as 0, and only warns.
without_mixture <- function(rows, number) {
  rlang::try_fetch(rows, warning = \(cnd) {
    if (!grepl("mixed type", conditionMessage(cnd), fixed = TRUE)) return(rlang::zap())
    refuse("text_in_chunk")
  })
}

#' @rdname lr_chunks
#' @export
lr_chunks.function <- function(x, rewind, ..., where = "a stream", rows = NULL,
                               close = function() NULL) {
  check_dots(...)
  check_given()
  check_that(is.function(rewind), "be a function without arguments.", rewind)
  check_that(is.function(close), "be a function without arguments.", close)
  check_string(where)
  if (!is.null(rows)) check_count(rows)
  new_chunks(x, rewind, where, rows, close)
}

#' @export
lr_chunks.default <- function(x, ...) {
  if (is_arrow(x)) {
    check_dots(...)
    return(arrow_chunks(x))
  }
  refuse("chunks_of_what")
}
