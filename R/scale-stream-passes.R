# Later passes over a stream, after the first.

# One more pass over the trials of a system: FALSE as soon as `use` says so. The trials must be
# those of the first pass.
pass_again <- function(system, what, use) {
  sizes <- c(h1 = 0, h2 = 0)
  checksum <- c(0, 0)
  enough <- each_part(system, what, \(trials) {
    if (!are_trials(trials)) refuse("data_changed")
    sizes <<- sizes + class_sizes(trials$truth)
    checksum <<- add_checksum(checksum, trials)
    use(trials)
  })
  known <- first_pass_of(system)[c("sizes", "checksum")]
  if (enough && !identical(list(sizes = sizes, checksum = checksum), known)) refuse("data_changed")
  enough
}

# The temporary file may have been altered.
are_trials <- function(trials) {
  length(trials$truth) == length(trials$value) && !anyNA(trials$value) &&
    !is.null(.Call(ffi_count_true, trials$truth))
}

# Trials of a system in parts, from the temporary file where it exists, otherwise from the reader.
each_part <- function(system, what, use) {
  spool <- first_pass_of(system)$spool
  if (!is.null(spool) && file.exists(spool$path)) {
    each_chunk(spooled_stream(spool), what, \(trials, number) use(trials))
  } else {
    each_of_system(system$backend, what, use, sum(sizes_of(system)))
  }
}

# Statistics by a new counter from one more pass over the trials, transformed by `change`.
count_again <- function(system, ..., what = "Counting trials", change = identity) {
  counter <- new_counter(...)
  pass_again(system, what, \(trials) {
    .Call(ffi_stream_add, counter, change(trials))
    TRUE
  })
  .Call(ffi_stream_found, counter, FALSE)
}

# The distinct values in rows; NULL if these are too many.
take_values <- function(system, rows, map = first_pass_of(system)$map) {
  counter <- new_counter(cells = map, from = rows$value, to = rows$to)
  runs <- list()
  enough <- pass_again(system, "Taking trials", \(trials) {
    runs <<- add_run(runs, .Call(ffi_stream_add, counter, trials))
    run_length(runs) <= stream_limits()$values
  })
  if (enough) merge_runs(runs)[count_fields]
}
