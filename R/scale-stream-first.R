# The first pass over a stream: it sees every trial, counts, and sums. Few distinct values are kept
# with their counts, which give everything else. Beyond that, the trials are counted in cells (see
# scale-stream-blocks.R).

# Limits that the systems of a stream share: the number of cells, and the number of trials that may
# still be written to files.
shared_limits <- function(stream) {
  limits <- list2env(stream_limits(), parent = emptyenv())
  limits$buckets <- min(limits$buckets, bucket_number(stream$reader$rows %||% Inf))
  limits
}

# State of the first pass over one system, which chunks fill.
begin_first_pass <- function(stream, limits) {
  weighted <- !is.null(stream$parts$weight)
  pass <- list(
    scale = stream$scale, weighted = weighted, limits = limits, few = list(),
    sizes = c(h1 = 0, h2 = 0), checksum = c(0, 0), totals = c(h1 = 0, h2 = 0),
    finite = c(Inf, -Inf),
    ranges = list(h1 = c(Inf, -Inf), h2 = c(Inf, -Inf)),
    infinite = list(n_h1 = c(0, 0), n_h2 = c(0, 0)),
    sums = NULL, held = list(),
    spool = if (!weighted) new_spool(limits)
  )
  list2env(pass, parent = emptyenv())
}

add_chunk <- function(pass, trials) {
  sizes <- class_sizes(trials$truth)
  pass$sizes <- pass$sizes + sizes
  pass$checksum <- add_checksum(pass$checksum, trials)
  pass$totals <- pass$totals + if (pass$weighted) class_totals(trials) else sizes
  ends <- .Call(ffi_class_ranges, trials$value, trials$truth)
  pass$ranges <- Map(hull_of, pass$ranges, ends)
  range <- hull_of(ends$h1, ends$h2)
  pass$finite <- hull_of(pass$finite, finite_range(trials$value, range))
  pass$infinite <- Map(`+`, pass$infinite, infinite_trials(trials, range, pass$scale))
  if (has_sums(pass)) add_sums(pass, trials)
  if (!is.null(pass$spool)) spool_chunk(pass$spool, trials)
  # Counts few distinct values as they are. Once they are too many, cells are laid over them.
  if (!is.null(pass$table)) return(.Call(ffi_stream_add, pass$table, trials))
  unit <- ln_per_unit[[pass$scale]]
  counts <- .Call(ffi_counts, c(trials[c("value", "truth", "weight")], list(unit = unit)))
  few <- run_length(pass$few) + length(counts$value) <= stream_limits()$values
  if (few) pass$few <- add_run(pass$few, counts) else begin_table(pass, counts)
}

has_sums <- function(pass) pass$scale != "score" && !pass$weighted

# Sums take memory, so the trials of small systems are held instead.
add_sums <- function(pass, trials) {
  if (is.null(pass$sums)) {
    pass$held <- c(pass$held, list(trials))
    if (sum(lengths(lapply(pass$held, `[[`, "value"))) > 2^14) begin_sums(pass)
  } else {
    .Call(ffi_stream_add, pass$sums, trials)
  }
}

begin_sums <- function(pass) {
  pass$sums <- new_counter(unit = ln_per_unit[[pass$scale]])
  for (trials in pass$held) .Call(ffi_stream_add, pass$sums, trials)
  pass$held <- list()
}

# Checksum of the trials of a pass, independent of their order and of the chunks.
add_checksum <- function(sum, trials) {
  sum <- sum + .Call(ffi_checksum, trials$value, trials$truth)
  if (!is.null(trials$weight)) sum <- sum + .Call(ffi_checksum, trials$weight, trials$truth)
  carry <- floor(sum[2] / 2^32)
  c(sum[1] + carry, sum[2]) %% 2^32
}

# Range of two ranges, one of which may be empty.
hull_of <- function(a, b) c(min(a[1], b[1], na.rm = TRUE), max(a[2], b[2], na.rm = TRUE))

begin_table <- function(pass, counts) {
  refuse_if(pass$weighted, "weighted_stream")
  runs <- c(pass$few, list(counts))
  pass$few <- NULL
  pass$map <- .Call(ffi_cells, spread_of(runs[[1]]), pass$limits$buckets)
  pass$table <- new_counter(cells = pass$map)
  for (run in runs) .Call(ffi_stream_add_counts, pass$table, run)
}

# Up to 30 values of each hypothesis, to keep the rarer one away from the ends of the cells.
spread_of <- function(counts) {
  unlist(lapply(counts[c("n_h1", "n_h2")], \(n) {
    value <- counts$value[n > 0]
    value[unique(round(seq(1, length(value), length.out = min(length(value), 30))))]
  }))
}

# Results of the first pass, after the last chunk.
end_first_pass <- function(pass) {
  found <- mget(c("sizes", "checksum", "totals", "ranges", "infinite", "finite"), pass)
  if (found$finite[1] > found$finite[2]) found$finite <- c(NA_real_, NA_real_)
  if (is.null(pass$table)) {
    if (!is.null(pass$spool)) drop_spool(pass$spool)
    found$counts <- c(merge_runs(pass$few), scale = pass$scale)
    return(found)
  }
  found$map <- pass$map
  if (!is.null(pass$spool)) found$spool <- end_spool(pass$spool)
  found$rows <- end_with_trials(.Call(ffi_stream_found, pass$table, TRUE), pass$ranges)
  found$sketch <- .Call(ffi_stream_sketch, pass$table)
  if (has_sums(pass)) {
    if (is.null(pass$sums)) begin_sums(pass)
    found$points <- .Call(ffi_stream_found, pass$sums, FALSE)
  }
  found
}

# Ends the outermost cells, which extend to infinity, at the outermost trials: finer counts need
# cells only where trials are.
end_with_trials <- function(rows, ranges) {
  last <- length(rows$value)
  rows$value[1] <- max(rows$value[1], min(unlist(ranges)))
  rows$to[last] <- min(rows$to[last], max(unlist(ranges)))
  rows
}

# The AUC of the cells is computed before many of them become one row.
cells_of_first_pass <- function(found) {
  found$counts %||% c(found$rows, list(area = found$sketch[["auc"]]))
}

# Results are kept with the system, not in the backend: a set that was read from a file makes its
# passes again.
first_pass_of <- function(system) {
  computed_once(system, "first_pass", {
    stream <- system$backend$stream
    pass <- begin_first_pass(stream, shared_limits(stream))
    each_of_system(system$backend, "Reading trials", \(trials) {
      add_chunk(pass, trials)
      TRUE
    })
    end_first_pass(pass)
  })
}

# Passes on the trials of one system from each chunk.
each_of_system <- function(backend, what, use, ...) {
  each_chunk(backend$stream, what, \(trials, number) {
    if (!is.null(trials$system)) trials <- trials_at(trials, which(trials$system == backend$name))
    length(trials$value) == 0 || use(trials)
  }, ...)
}

trials_at <- function(trials, place) lapply(trials[c("value", "truth", "weight")], `[`, place)
