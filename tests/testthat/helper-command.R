# Calls the program in this session; starting it anew takes half a second.

run <- function(...) {
  status <- NULL
  errors <- character()
  out <- capture.output({
    errors <- capture.output(status <- run_command(c(...)), type = "message")
  })
  list(status = status, out = out, errors = paste(errors, collapse = "\n"))
}

run_json <- function(...) jsonlite::fromJSON(run(..., "--json")$out)
