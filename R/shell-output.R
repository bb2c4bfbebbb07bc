# Answers of commands and the files that they write.

# A table for readers, or JSON on request.
command_output <- function(options, json, ..., status = 0L, save = NULL) {
  text <- if (ask_option(options, "json", FALSE)) json else in_columns(command_width(), ...)
  list(text = text, status = status, save = save)
}

# Answers in lines of this many characters: R cuts tables into parts, not sentences.
in_columns <- function(width, ...) {
  shown <- rlang::with_options(width = width, utils::capture.output(...))
  lines <- lapply(shown, \(line) if (nchar(line) > width) strwrap(line, width + 1) else line)
  paste0(shell_words(unlist(lines), command_book()), "\n")
}

# Refuses to write a file that is read, to write one twice, and to replace a file of another kind.
check_outputs <- function(inputs, outputs) {
  refuse_if(any(outputs == "-" | dir.exists(outputs)), "output_not_file")
  spoilt <- outputs[real_path(outputs) %in% real_path(inputs)][1]
  refuse_if(!is.na(spoilt), "output_is_input")
  twice <- outputs[duplicated(real_path(outputs))][1]
  stop_if(!is.na(twice), "{.file {twice}} must not be written twice.")
}

# One path per file, for any links and dots in its name.
real_path <- function(files) {
  path <- file.path(normalizePath(dirname(files), mustWork = FALSE), basename(files))
  normalizePath(path, mustWork = FALSE)
}

# Writes text to the standard output. Returns NULL, or the error of the system as text, "" if the
# reader of a pipe has closed it.
write_output <- function(text) {
  text <- paste(enc2utf8(text %||% ""), collapse = "")
  if (sink.number() > 0) cat(text) else .Call(ffi_write_file, "/dev/stdout", charToRaw(text))
}
