# A reader of Parquet files, see lr_chunks().
parquet_chunks <- function(file, columns = NULL, call) {
  check_package("nanoparquet", "to read Parquet files", call)
  files <- parquet_files(file, call)
  rows <- vapply(files, parquet_rows, 0, columns, call, USE.NAMES = FALSE)
  read <- function(files, number) {
    if (number <= length(files)) {
      as.list(nanoparquet::read_parquet(files[number], col_select = columns))
    }
  }
  where <- if (length(files) == 1) {
    sprintf("the file \"%s\"", basename(files))
  } else {
    sprintf("%d files in \"%s\"", length(files), basename(dirname(files[1])))
  }
  opened_chunks(\() files, read, identity, where, rows = sum(rows))
}

parquet_files <- function(file, call) {
  if (rlang::is_string(file) && dir.exists(file)) {
    found <- list.files(file, "[.]parquet$", full.names = TRUE)
    if (length(found) == 0) {
      stop_file(
        "The folder {.file {basename(file)}} must have files that end in {.val .parquet}.",
        call = call
      )
    }
    return(found)
  }
  if (length(file) == 0) check_file(file, call, "x")
  for (one in file) check_file(one, call, "x")
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
  check_file_columns(columns, columns_of_file, call)
  as.double(found$rows)
}
