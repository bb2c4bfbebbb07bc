# A table for readers, or the same as JSON.
command_output <- function(options, record, ..., status = 0L) {
  text <- if (options$json) {
    canonical_json(record)
  } else {
    width <- suppressWarnings(max(as.integer(Sys.getenv("COLUMNS", "80")), 100, na.rm = TRUE))
    rlang::with_options(width = width, paste0(utils::capture.output(...), "\n"))
  }
  list(text = text, status = status)
}
