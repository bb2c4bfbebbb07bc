# Files that leave R. All go through write_bytes(), which replaces a file as a whole: on a full
# disk, in a read-only folder, and if the session is killed, the old content remains.

# Bytes are written unchanged, without line ends of another system.
write_text <- function(text, file) write_bytes(charToRaw(enc2utf8(text)), file)

write_bytes <- function(bytes, file) {
  check_file_given(file)
  check_that(
    rlang::is_string(file) && dir.exists(dirname(file)),
    "be the path of a file, in a folder that exists.", file,
    class = "calibrant_error_file"
  )
  problem <- .Call(ffi_write_file, path.expand(file), bytes)
  refuse_if(!is.null(problem), "unwritable")
  invisible(file)
}

# Runs `code` while no other program runs such code for the same file. A lock of -2 means that the
# folder is not writable, which the write will report.
with_lock <- function(file, code) {
  path <- path.expand(file)
  until <- Sys.time() + 30
  while ((lock <- .Call(ffi_lock_file, path)) == -1) {
    refuse_if(Sys.time() > until, "locked")
    Sys.sleep(0.05)
  }
  on.exit(.Call(ffi_unlock_file, lock, path))
  code
}

# Comma, point and UTF-8 on every machine.
csv_text <- function(table) {
  cells <- lapply(table, \(column) {
    if (is.numeric(column)) {
      ifelse(is.na(column), "", gsub("\"", "", json_numbers(column), fixed = TRUE))
    } else {
      text <- gsub("\"", "\"\"", no_formula(enc2utf8(as.character(column))), fixed = TRUE)
      ifelse(is.na(column), "", paste0("\"", text, "\""))
    }
  })
  lines <- c(paste(names(table), collapse = ","), do.call(paste, c(unname(cells), sep = ",")))
  paste0(paste(lines, collapse = "\n"), "\n")
}

# An apostrophe keeps spreadsheets from running text as a formula.
no_formula <- function(text) sub("^([[:space:]]*[-=+@\uff1d\uff0b\uff0d\uff20])", "'\\1", text)
