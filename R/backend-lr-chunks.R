#' Evaluate trials that do not fit into memory
#'
#' A reader hands out trials in chunks, and [lr_set()] makes a set of it that judges as many trials
#' as there are, in a few passes over them and in bounded memory. The numbers are those of vectors.
#'
#' `lr_chunks()` makes a reader of the name of a file, of a DBI connection with a query, whose rows
#' it reads by their cursor, or of two functions, and so of whatever R can read.
#'
#' # Files
#' * `"text"` is delimited text with a header, such as CSV, also compressed. `columns` names the
#'   columns that are needed, the others are skipped; `sep` is the character that separates them,
#'   found out by default. With data.table installed it is read in blocks of about `chunk_rows`
#'   rows, several times faster. A compressed file that breaks off is refused.
#' * `"parquet"` are [Parquet files](https://parquet.apache.org/docs/file-format/): one, several, or
#'   a folder with files that end in `.parquet`, in the order of their names, as Spark and others
#'   write them. Each file is read by nanoparquet as a whole and handed out in parts of a million
#'   rows, so that the memory must hold the largest of them: the named `columns` as R has them,
#'   about twice while they are read.
#' * `"hdf5"` is a matrix of scores (a row per model, a column per test) with its key, read by hdf5r
#'   a stripe at a time. The chunks have the columns `score` and `truth`. `scores` and `key` are the
#'   names of the two matrices, such as `"group/scores"`; those of BOSARIS and SIDEKIT, `"scores"`
#'   and `"trial_mask"`, are the defaults, and `key_file` is the file of the key if it is another.
#'   Vectors are read as well. The key has the shape of the scores and says of each pair what
#'   [lr_set()] says of keys: 1 for H1 and -1 for H2, and 0 for pairs that were not tested; or 1 for
#'   H1 and 0 for H2. It is read once at the beginning, to see which of these it is and how many
#'   pairs were tested. Rows and columns of both must be in the same order: names are not compared.
#'
#' `chunk_rows` is how many rows of a text or pairs of a matrix a chunk has (whole columns of a
#' matrix, or rows, as the file keeps them), a million by default.
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
#'   numbers are kept: [error_rates()], [dcf()], [bayes_error()], [misleading()],
#'   [lr_histogram()], [turing_bounds()], [summary()];
#' * curves are drawn through some thousand thresholds at which the trials are counted exactly, so
#'   close that no picture shows what lies between: [det_curve()], [tippett_curve()]. One or two
#'   passes more find points on such a curve among all trials near there: the EER by
#'   steps and its threshold, the bounds of [bound_lr()], and with these [explain()];
#' * the moments of [measures()] and the means of [lr_strength()] follow from the sums of the first
#'   pass; the medians, and the LR that contributes most to a moment, are found like those bounds;
#' * [calibrate()] by logistic regression makes one pass for sums of which the fit is that of all
#'   trials, besides the one for thresholds that shows the way; by PAV it takes the blocks;
#' * [auc()] is the area under the hull, or an interval (see [brackets]): the area under the steps
#'   depends on the order of all pairs;
#' * [measures()] and [compare_systems()] draw the numbers of trials between these thresholds anew,
#'   without another pass;
#' * what needs the sorted counts of all distinct values refuses, with an error of class
#'   `calibrant_error_no_counts`: bands of curves that are drawn by threshold, bounds on a grid of
#'   thresholds, calibrations other than by logistic regression and PAV.
#'
#' Passes behind the first do not ask the reader again: the first leaves the trials in a temporary
#' file, 12 bytes for each, which the user alone can read and which is gone with the set (a session
#' that is killed leaves it in its temporary folder). Where it would exceed 1.6 GB (2^27 trials;
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
#' # Arrow
#' What nanoarrow makes an array stream of is read batch by batch: datasets, queries and readers of
#' the arrow package (folders of Parquet files here or in the cloud), results of DuckDB and of ADBC
#' drivers, data frames of polars. A stream that is at its end cannot be read again: it is enough
#' for all passes, since the trials are left in a temporary file; beyond the size of that, give what
#' the stream is made of.
#'
#' @param x The name of a file, or of several that are read one after the other (of texts and
#'   Parquet files); or a folder of Parquet files, where folders in it such as `system=A` are a
#'   column; or a DBI connection, which stays open and belongs to you; or an object with an Arrow
#'   stream, see below; or a function without
#'   arguments that returns the next chunk, a data frame or a list of columns of equal length, and
#'   `NULL` behind the last one. About a million rows are a good chunk; it may have none.
#' @param format What is in the file: `"text"`, `"parquet"` or `"hdf5"`. By default the end of its
#'   name tells: `.parquet`, and `.h5`, `.hdf5` or `.hdf`; other files are text.
#' @param ... Of a text `columns`, `sep` and `chunk_rows`, of Parquet files `columns`, of HDF5 files
#'   `scores`, `key`, `key_file` and `chunk_rows`, as described below. Otherwise unused.
#' @param query A query, as text.
#' @param chunk_rows How many rows of the query a chunk has.
#' @param rewind A function without arguments that goes back to the first chunk. It is called before
#'   each pass, the first one included.
#' @param where What `print()` says of the place of the trials.
#' @param rows The number of rows, if it is known: it tells the progress bar how far it is, and how
#'   many buckets are of use.
#' @param close A function without arguments that is called behind each pass.
#' @return A reader, an object of class `lr_chunks`, for [lr_set()].
#' @section Errors: `calibrant_error_file` where there is no such file, or one of another format, or
#'   one that breaks off;
#'   `calibrant_error_missing_package` without nanoparquet or hdf5r where they are needed;
#'   `calibrant_error_input` for columns or matrices that a file does not have, for a key that has
#'   other numbers or another shape, and for what is wrong with the trials, with the chunk and the
#'   row; `calibrant_error_reader` where the reader fails, and also `calibrant_error_connection`
#'   where the connection of a query is lost, `calibrant_error_database` where the database refuses
#'   it; `calibrant_error_changed` where a later pass does not find the trials of the first;
#'   `calibrant_error_memory` where the trials that matter are too many.
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
  format <- check_choice(format %||% format_by_name(x), names(chunk_formats()), "format")
  read <- chunk_formats()[[format]]
  known <- setdiff(names(formals(read)), "file")
  stop_if(
    !all(rlang::names2(list(...)) %in% known),
    "A file of format {.val {format}} is read with the arguments {.arg {known}}, by their names.",
    class = "calibrant_error_dots"
  )
  read(x, ...)
}

chunk_formats <- function() {
  list(text = text_chunks, parquet = parquet_chunks, hdf5 = hdf5_chunks)
}

# A folder is of Parquet, and of several files the first one tells.
format_by_name <- function(file) {
  if (length(file) == 0 || dir.exists(file[1])) return("parquet")
  switch(tolower(tools::file_ext(file[1])),
    parquet = "parquet", h5 = , hdf5 = , hdf = "hdf5", "text"
  )
}

#' @rdname lr_chunks
#' @export
lr_chunks.DBIConnection <- function(x, query, ..., chunk_rows = 1e6) {
  check_given()
  check_dots(...)
  check_string(query, "query")
  check_count(chunk_rows, "chunk_rows")
  open <- function() ask_engine(DBI::dbSendQuery(x, query), x)
  read <- function(result, number) {
    rows <- without_mixture(ask_engine(DBI::dbFetch(result, n = chunk_rows), x), number)
    if (nrow(rows) > 0) lapply(rows, plain_column)
  }
  # A connection that is lost takes its results with it.
  clear <- function(result) {
    tryCatch(suppressWarnings(DBI::dbClearResult(result)), error = \(cnd) NULL)
  }
  opened_chunks(open, read, clear, sprintf("a query of %s", engine_name(x)))
}

# RSQLite takes text in a column of numbers for 0, and only warns.
without_mixture <- function(rows, number) {
  rlang::try_fetch(rows, warning = \(cnd) {
    if (!grepl("mixed type", conditionMessage(cnd), fixed = TRUE)) return(rlang::zap())
    stop_input(
      "Columns of numbers must have numbers alone.",
      x = "Chunk {number}: {conditionMessage(cnd)}.",
      i = "SQLite keeps text in a column of numbers, and takes it for 0. Make it {.code NULL}, or
           what it stands for.",
      class = "calibrant_error_text"
    )
  })
}

#' @rdname lr_chunks
#' @export
lr_chunks.function <- function(x, rewind, ..., where = "a stream", rows = NULL,
                               close = function() NULL) {
  check_given()
  check_dots(...)
  check_that(is.function(rewind), "be a function without arguments.", rewind, "rewind")
  check_that(is.function(close), "be a function without arguments.", close, "close")
  check_string(where, "where")
  if (!is.null(rows)) check_count(rows, "rows")
  new_chunks(x, rewind, where, rows, close)
}

#' @export
lr_chunks.default <- function(x, ...) {
  if (is_arrow(x)) {
    check_dots(...)
    return(arrow_chunks(x))
  }
  stop_input(
    "{.arg x} must be the name of a file, a connection of {.fn DBI::dbConnect}, a function, or what
     {.fn nanoarrow::as_nanoarrow_array_stream} takes.",
    x = "It is {.obj_type_friendly {x}}."
  )
}
