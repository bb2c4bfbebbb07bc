#' Files of results
#'
#' `write_calibrant()` writes a calibration, a plan, a validation matrix, a monitor, a tally or a
#' record to a file. `read_calibrant()` returns the object in a file.
#'
#' | object | made by | format |
#' |---|---|---|
#' | calibration, fusion | [calibrate()], [fuse()] | [calibration_file] |
#' | calibration with bounds | [bound_lr()] of a calibration | [calibration_file] |
#' | plan | [validation_plan()] | JSON Schema in the folder `schema` of the package |
#' | validation matrix | [validation_run()] | JSON with its plan; `.csv` for spreadsheets alone |
#' | monitor | [monitor()], [monitor_scores()] | [monitor_file] |
#' | tally | [lr_tally()] | JSON with rows beside it in CSV: the folder `tally` of the package |
#' | record | [system_record()] | JSON |
#'
#' # Replacing files
#' A file is replaced as a whole, once the new content is complete on disk. Links are followed,
#' permissions are kept, and a write-protected file is not replaced. A file of one kind does not
#' replace one of another kind, and a monitor replaces only one that it continues.
#'
#' # Seal
#' The last member of the JSON, `sha256`, is the SHA-256 of the text before it in UTF-8, without the
#' comma before it and white space outside of strings. It reveals an edited slope or bound, unless
#' it was computed anew; a deposited [data_hash()] of a plan or a monitor reveals that too. Files of
#' other programs need no `sha256`; a message says so (`calibrant_message_unsealed`).
#'
#' @param x The object to be written.
#' @param file The name of a file with the extension `.json`, or for a validation matrix also
#'   `.csv`. In CSV an apostrophe precedes text that a spreadsheet would run as a formula. `NULL`
#'   returns the text, except of a tally.
#' @param ... Unused.
#' @return `write_calibrant()`: the name of the file, invisibly, or the text as a string.
#'   `read_calibrant()`: the object, with the same numbers to the last bit. A calibration then has
#'   no training trials, and a [retrain()]ed one becomes an ordinary one.
#' @section Errors:
#' * `calibrant_error_file`: the file cannot be written or read, or a member is invalid. Includes
#'   the next two.
#' * `calibrant_error_changed`: a file was changed after it had been written.
#' * `calibrant_error_behind`: a monitor in the file has trials that `x` lacks.
#' @concept JSON
#' @concept export
#' @concept saved model
#' @concept deployment
#' @concept checksum
#' @export
#' @examples
#' set.seed(1)
#' fit <- calibrate(simulate_lr(100, 300, s = 2, stretch = 2))
#' file <- tempfile(fileext = ".json")
#' write_calibrant(fit, file)
#' if (rlang::is_installed("jsonlite")) predict(read_calibrant(file), c(-1, 2))
#' cat(write_calibrant(fit, NULL))
write_calibrant <- function(x, file, ...) UseMethod("write_calibrant", given(x))

#' @exportS3Method
write_calibrant.default <- function(x, file, ...) {
  refuse("not_writable")
}

#' @rdname write_calibrant
#' @export
read_calibrant <- function(file) {
  check_given()
  text <- json_text(file)
  record <- parse_json(text, file)
  format <- record_format(record)
  refuse_if(is.null(format), "format_unknown")
  check_seal(record, text, file)
  class(record) <- gsub(" ", "_", format)
  tryCatch(restored(record, file, text), error = \(cnd) {
    if (inherits(cnd, "calibrant_error_changed")) stop(cnd)
    stop_file("The {format} in {.file {file}} is damaged.", x = "{conditionMessage(cnd)}")
  })
}

# The object of a record, which has the class of its format.
restored <- function(record, file, text) UseMethod("restored")

record_format <- function(record) {
  format <- if (is.list(record)) record[["format"]]
  known <- rlang::is_string(format) && startsWith(format, "calibrant ") &&
    isTRUE(record[["version"]] == 1) &&
    !is.null(utils::getS3method("restored", gsub(" ", "_", format), TRUE, topenv()))
  if (known) format
}

# Writes a record to a file as JSON, or returns the JSON if the file is NULL.
write_record <- function(record, file, to_json = sealed_json) {
  check_file_given(file)
  text <- to_json(record)
  if (is.null(file)) return(text)
  file_type(file, "json")
  check_replaced(file, record$format)
  write_text(text, file)
}

# Refuses to overwrite a file of another kind, such as data of others.
check_replaced <- function(file, format, mark = format) {
  start <- first_text(file)
  refuse_if(nzchar(start) && !grepl(mark, start, fixed = TRUE, useBytes = TRUE), "replaced")
}

# First text of an existing file, enough to show its format. A pipe has none.
first_text <- function(file, n = 60) {
  there <- isTRUE(file.size(file) > 0)
  if (there) rawToChar(Filter(\(byte) byte != 0, readBin(file, "raw", n))) else ""
}

sealed_json <- function(record) {
  text <- canonical_json(record)
  before <- substr(text, 1, nchar(text) - 3)
  paste0(before, ",\n  \"sha256\": \"", hash_text(bare_json(text)), "\"\n}\n")
}

# JSON without white space outside strings.
bare_json <- function(text) {
  gsub("(\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\")|\\s+", "\\1", text, perl = TRUE)
}

check_seal <- function(record, text, file) {
  seal <- record[["sha256"]]
  if (is.null(seal)) return(tell_unsealed(record, file))
  seal <- if (rlang::is_string(seal)) seal else ""
  bare <- bare_json(text)
  end <- paste0(",\"sha256\":\"", seal, "\"}")
  before <- paste0(substr(bare, 1, nchar(bare) - nchar(end)), "}")
  if (!endsWith(bare, end) || hash_text(before) != seal) {
    stop_file_changed(
      "The {record$format} in {.file {file}} was changed after it had been written.",
      x = "Its content does not match the SHA-256 at its end."
    )
  }
}

# A monitor has its own hashes, and the bytes of a plan are compared.
tell_unsealed <- function(record, file) {
  sealed_elsewhere <- c("calibrant monitor", "calibrant validation plan")
  if (!record$format %in% sealed_elsewhere) tell_of("unsealed")
}

stop_file_changed <- function(..., .envir = parent.frame()) {
  stop_input(..., class = c("calibrant_error_changed", "calibrant_error_file"), .envir = .envir)
}
