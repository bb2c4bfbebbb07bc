#' Read trials from Parquet files
#'
#' A reader for [lr_set()] that hands out the trials of Parquet files, a file at a time (see
#' [chunk_reader()]).
#'
#' Each file is read as a whole, by nanoparquet, so that the memory must hold the largest of them:
#' the named columns as R has them, about twice while they are read. Trials that are more than that
#' are written as several files in a folder, as Spark and others do by themselves; columns that are
#' not named are not read.
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
  rows <- vapply(files, parquet_rows, 0, columns, call, USE.NAMES = FALSE)
  at <- 0
  next_chunk <- function() {
    if (at >= length(files)) {
      return(NULL)
    }
    at <<- at + 1
    as.list(nanoparquet::read_parquet(files[at], col_select = columns))
  }
  where <- if (length(files) == 1) {
    sprintf("the file \"%s\"", basename(files))
  } else {
    sprintf("%d files in \"%s\"", length(files), basename(dirname(files[1])))
  }
  chunk_reader(next_chunk, \() at <<- 0, where, rows = sum(rows))
}

parquet_files <- function(file, call) {
  if (rlang::is_string(file) && dir.exists(file)) {
    found <- list.files(file, "[.]parquet$", full.names = TRUE)
    if (length(found) == 0) {
      stop_file(
        "The folder {.file {basename(file)}} must have files that end in {.val .parquet}.", call = call
      )
    }
    return(found)
  }
  if (!rlang::is_character(file) || length(file) == 0) check_file(file, call)
  for (one in file) check_file(one, call)
  path.expand(file)
}

# From the footer of the file, which is read alone.
parquet_rows <- function(file, columns, call) {
  found <- tryCatch(
    list(
      rows = nanoparquet::read_parquet_info(file)$num_rows,
      names = nanoparquet::read_parquet_schema(file)
    ),
    error = \(cnd) {
      # Without where in the reader's own code it was found.
      reason <- sub(",? +(invalid Parquet file )?at '.*$|[.]$", "", conditionMessage(cnd))
      stop_file(
        "{.file {basename(file)}} must be a Parquet file.",
        x = "It cannot be read: {reason}.",
        call = call
      )
    }
  )
  columns_of_file <- found$names$name[!is.na(found$names$r_col)]
  check_columns_known(columns, columns_of_file, call)
  as.double(found$rows)
}
