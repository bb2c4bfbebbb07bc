# Files that users name.

stop_file <- function(..., class = NULL, .envir = parent.frame()) {
  stop_input(..., class = c(class, "calibrant_error_file"), .envir = .envir)
}

stop_file_if <- function(bad, ..., .envir = parent.frame()) if (bad) stop_file(..., .envir = .envir)

# An argument that was not given to the calling function either. R warns of very long paths.
check_file_given <- function(file) {
  if (missing(file)) {
    stop_file("The path of a file must be given, such as {.val results/report.html}.")
  }
  long <- is.character(file) && any(nchar(file, "bytes") > 4096, na.rm = TRUE)
  stop_file_if(long, "The path of a file must have at most 4096 bytes.")
}

# Passes over a file read it `again`, which pipes and devices do not allow: they have no length.
check_file <- function(file, arg = "file", again = FALSE) {
  check_file_given(file)
  there <- rlang::is_string(file) && file.exists(file) && !dir.exists(file)
  check_that(
    there && (!again || is_regular(file)),
    if (there) "be a file, no pipe, and not be empty." else "be a file that exists, not a folder.",
    file, arg,
    class = "calibrant_error_file"
  )
}

# These names mean connections to R.
special_files <- c("stdin", "clipboard", "X11_primary", "X11_secondary", "X11_clipboard")

plain_path <- function(x) if (rlang::is_string(x) && x %in% special_files) file.path(".", x) else x

# Has the file a length? Pipes, devices and folders have none, and may be read only once.
is_regular <- function(file) utils::file_test("-f", file) && file.size(file) > 0

# Warnings have the reason why a file cannot be opened or read.
opened <- function(expr, file) {
  withCallingHandlers(expr, warning = \(cnd) {
    stop_file("{.file {basename(file)}} cannot be read.", x = "{conditionMessage(cnd)}.")
  })
}

# The type of an output file, by the end of its name.
file_type <- function(file, types) {
  check_file_given(file)
  type <- if (rlang::is_string(file)) tolower(tools::file_ext(file)) else ""
  check_that(
    type %in% types, "end in {.or {.val {paste0('.', types)}}}.", file,
    class = "calibrant_error_file"
  )
  type
}

hash_text <- function(text) cli::hash_sha256(enc2utf8(text))
