#' Read trials from Parquet files
#'
#' A reader for [lr_set()] that hands out the trials of Parquet files row group by row group, so
#' that no more than one of these is in memory (see [chunk_reader()]).
#'
#' A row group is what the writer of the file has made it: often a million rows, ten million by
#' default in nanoparquet. The memory that it takes is about its columns as R has them, twice.
#' Each row group is read by nanoparquet, of a temporary file that holds its bytes; columns that are
#' not named are not copied.
#'
#' @param file The name of a file, several names, or that of a folder: the files in it that end in
#'   `.parquet`, in the order of their names, as Spark and others write them.
#' @param columns The names of the columns that are needed; the others are skipped. All by default.
#' @return An object of class `chunk_reader`, for [lr_set()].
#' @section Errors: `calibrant_error_file` where there is no such file, or one that is not Parquet;
#'   `calibrant_error_input` for columns that it does not have;
#'   `calibrant_error_missing_package` without nanoparquet; those of [chunk_reader()] in a pass.
#' @source The Apache Parquet format, <https://parquet.apache.org/docs/file-format/>.
#' @seealso [chunk_reader()]
#' @export
#' @examplesIf rlang::is_installed("nanoparquet")
#' file <- tempfile(fileext = ".parquet")
#' nanoparquet::write_parquet(glass_lr, file)
#' reader <- parquet_chunks(file, columns = c("same_source", "log10_lr", "model"))
#' reader
#' x <- lr_set(reader, same_source ~ log10_lr | model, scale = "log10")
#' cllr_min(x)
parquet_chunks <- function(file, columns = NULL) {
  call <- rlang::current_env()
  check_package("nanoparquet", "to read Parquet files", call)
  files <- parquet_files(file, call)
  check_column_names(columns, call)
  footers <- lapply(files, open_parquet, columns, call)
  rows <- lapply(footers, `[[`, "rows")
  of_file <- rep(seq_along(files), lengths(rows))
  number <- unlist(lapply(rows, seq_along))
  at <- 0
  next_chunk <- function() {
    if (at >= length(number)) {
      return(NULL)
    }
    at <<- at + 1
    read_group(footers[[of_file[at]]], number[at], columns)
  }
  where <- if (length(files) == 1) {
    sprintf("the file \"%s\"", basename(files))
  } else {
    sprintf("%d files in \"%s\"", length(files), basename(dirname(files[1])))
  }
  chunk_reader(next_chunk, \() at <<- 0, where, rows = sum(unlist(rows)))
}

parquet_files <- function(file, call) {
  if (rlang::is_string(file) && dir.exists(file)) {
    found <- list.files(file, "[.]parquet$", full.names = TRUE)
    if (length(found) == 0) {
      stop_file(
        "The folder {.file {basename(file)}} must have files that end in {.val .parquet}.", call
      )
    }
    return(found)
  }
  if (!rlang::is_character(file) || length(file) == 0) check_file(file, call)
  for (one in file) check_file(one, call)
  path.expand(file)
}

open_parquet <- function(file, columns, call) {
  footer <- tryCatch(read_footer(file), error = \(cnd) {
    reason <- sub("[.]$", "", conditionMessage(cnd))
    stop_file(
      c("{.file {basename(file)}} must be a Parquet file.", x = "It cannot be read: {reason}."),
      call
    )
  })
  check_columns_known(columns, footer$names, call)
  footer
}

read_group <- function(footer, number, columns) {
  file <- tempfile(fileext = ".parquet")
  on.exit(unlink(file))
  write_group(footer, number, columns, file)
  as.list(nanoparquet::read_parquet(file, col_select = columns))
}
