# Result of a call in a form that can be compared: the value and the printed, drawn or written
# output.
comparable <- function(x) {
  if (inherits(x, c("ggplot", "patchwork"))) {
    file <- tempfile(fileext = ".svg")
    on.exit(unlink(file))
    svglite::svglite(file, 6, 4)
    tryCatch(print(x), finally = grDevices::dev.off())
    return(readLines(file))
  }
  if (inherits(x, "lr_chunks")) x$first <- read_first(x)
  if (is.function(x)) x <- as.list(environment(x))
  list(x, utils::capture.output(print(x)))
}

# Factors of different lengths differ; R would also warn about them.
is_same <- function(a, b) {
  suppressWarnings(isTRUE(all.equal(a, b, tolerance = 0, check.environment = FALSE)))
}

# Trials of the first chunk, which printing does not show.
read_first <- function(x) {
  x$rewind()
  on.exit(x$close())
  x$next_chunk()
}
