# A reader of Parquet files, see lr_chunks().
parquet_chunks <- function(file, columns = NULL) {
  files <- parquet_files(file)
  check_package("nanoparquet", "to read Parquet files")
  parts <- partition_columns(files)
  rows <- vapply(files, parquet_rows, 0, columns, names(parts), USE.NAMES = FALSE)
  wanted <- setdiff(columns, names(parts))
  if (length(wanted) == 0) wanted <- NULL
  open <- \() rlang::new_environment(list(k = 0, rows = list(), n = 0, seen = 0))
  read <- function(place, number) {
    if (place$seen >= place$n) {
      place$k <- place$k + 1
      if (place$k > length(files)) return(NULL)
      chunk <- as.list(nanoparquet::read_parquet(files[place$k], col_select = wanted))
      place$n <- rows[place$k]
      place$rows <- c(chunk, lapply(parts, \(part) rep(part[place$k], place$n)))
      place$seen <- 0
    }
    part_of_file(place)
  }
  opened_chunks(open, read, identity, files_in_words(files), rows = sum(rows))
}

# Next part of the rows in memory. Processing also takes memory, so large files come in parts.
part_of_file <- function(place, most = 2^20) {
  rows <- place$rows
  if (place$n > most) {
    part <- place$seen + seq_len(min(most, place$n - place$seen))
    rows <- lapply(rows, `[`, part)
  }
  place$seen <- place$seen + min(most, place$n)
  rows
}

# Columns from folders named `column=value` in the path of a file, as Spark and Arrow write them: a
# list with an element per column, a value per file.
partition_columns <- function(files) {
  named <- lapply(strsplit(dirname(files), "[/\\\\]"), \(folders) {
    pairs <- grep("^[^=]+=", folders, value = TRUE)
    rlang::set_names(sub("^[^=]+=", "", pairs), sub("=.*", "", pairs))
  })
  lapply(rlang::set_names(Reduce(intersect, lapply(named, names))), \(column) {
    value <- vapply(named, `[[`, "", column)
    value[value == "__HIVE_DEFAULT_PARTITION__"] <- NA
    text <- replace(utils::URLdecode(value), is.na(value), NA)
    number <- utils::type.convert(text, as.is = TRUE)
    # Values such as 1 and 01 are different names, not equal numbers.
    if (identical(match(text, text), match(number, number))) number else text
  })
}

parquet_files <- function(file) {
  if (rlang::is_string(file) && dir.exists(file)) {
    found <- list.files(file, "[.]parquet$", full.names = TRUE, recursive = TRUE)
    # Names that begin with `_` or `.` are not data, except those of partitions.
    hidden <- grepl("(^|/)[_.][^=/]*(/|$)", substring(found, nchar(file) + 2))
    found <- found[!hidden]
    if (length(found) == 0) {
      stop_file("The folder {.file {basename(file)}} must have files that end in {.val .parquet}.")
    }
    return(found)
  }
  check_chunk_files(file)
  path.expand(file)
}

# Number of rows, from the footer of the file alone.
parquet_rows <- function(file, columns, parts) {
  found <- tryCatch(
    list(
      rows = nanoparquet::read_parquet_info(file)$num_rows,
      names = nanoparquet::read_parquet_schema(file)
    ),
    error = \(cnd) {
      # The message without the position in the reader's own code.
      reason <- sub(",? +(invalid Parquet file )?at '.*$|[.]$", "", conditionMessage(cnd))
      refuse("not_parquet")
    }
  )
  check_file_columns(columns, c(found$names$name[!is.na(found$names$r_col)], parts))
  as.double(found$rows)
}
