# A backend whose trials go by in chunks, and are never all in memory. The first pass is made by the
# door (lr_set.chunk_reader()): it looks at every trial, counts, and sums. As long as there are few
# distinct values, their counts say all there is to say. Beyond that, the trials are counted in
# buckets, and a second pass takes those that may bend the hull of the PAV blocks (pav-buckets.h);
# were these too many for the memory, a pass in between counts them more finely.
#
# What has been found is kept with the system, not in the backend: a set that was read from a file
# passes over the trials anew.

stream_backend <- function(stream, name) {
  new_backend(stream_answers,
    stream = stream, name = name, unit = ln_per_unit[[stream$scale]],
    where = stream$reader$where, weighted = !is.null(stream$parts$weight),
    way = "read in chunks, as often as needed"
  )
}

look_of <- function(system) {
  if (is.null(system$look)) system$look <- look_again(system)
  system$look
}

stream_answers <- complete_answers(list(
  finite_range = \(system) look_of(system)$finite,
  sizes = \(system) look_of(system)$sizes,
  totals = \(system) look_of(system)$totals,
  infinite = \(system) stream_infinite(system),
  class_ranges = \(system) look_of(system)$ranges,
  counts = \(system) look_of(system)$counts %||% stop_no_counts(),
  blocks = \(system) stream_blocks(system),
  points = \(system) stream_points(system),
  coarse = \(system) look_of(system)$counts %||% stream_buckets(system),
  many = \(system) is.null(look_of(system)$counts),
  below = \(system, cuts) stream_below(system, cuts),
  between = \(system, from, to) stream_between(system, from, to),
  transformed = \(system, slope, offset) stream_transformed(system, slope, offset),
  edges = \(system) look_of(system)$sketch$edge,
  sample = \(system, n) stream_sample(system, n),
  tally = \(system, map) stream_tally(system, map),
  tally_values = \(system, map, buckets) stream_tally_values(system, map, buckets)
))

# ---- What is found out in the first pass ----

# What the systems of a stream share: the number of buckets, and how many trials may still be
# written to files.
new_room <- function(stream) {
  limits <- stream_limits()
  room <- new.env(hash = FALSE, parent = emptyenv())
  room$buckets <- min(limits$buckets, bucket_number(stream$reader$rows %||% Inf))
  room$spooled <- limits$spooled
  room
}

# Of one system, while chunks come in.
new_look <- function(scale, weighted, room) {
  look <- new.env(hash = FALSE, parent = emptyenv())
  look$n <- c(h1 = 0, h2 = 0)
  look$totals <- c(h1 = 0, h2 = 0)
  look$ranges <- list(h1 = c(Inf, -Inf), h2 = c(Inf, -Inf))
  look$finite <- c(Inf, -Inf)
  look$infinite <- list(n_h1 = c(0, 0), n_h2 = c(0, 0))
  look$few <- list()
  look$weighted <- weighted
  if (scale != "score" && !weighted) look$sums <- new_counter(unit = ln_per_unit[[scale]])
  look$room <- room
  if (!weighted) look$spool <- new_spool(room)
  look
}

look_at_chunk <- function(look, trials, scale) {
  n_h1 <- .Call(ffi_count_true, trials$truth)
  n <- c(h1 = n_h1, h2 = length(trials$truth) - n_h1)
  look$n <- look$n + n
  look$totals <- look$totals + chunk_totals(trials, n)
  ends <- .Call(ffi_class_ranges, trials$value, trials$truth)
  for (h in c("h1", "h2")) look$ranges[[h]] <- hull_of(look$ranges[[h]], ends[[h]])
  range <- hull_of(ends$h1, ends$h2)
  look$finite <- hull_of(look$finite, finite_range(trials$value, range))
  found <- infinite_trials(trials, range, scale)
  look$infinite <- Map(`+`, look$infinite, found)
  if (!is.null(look$sums)) .Call(ffi_stream_add, look$sums, trials)
  if (!is.null(look$spool)) spool_chunk(look$spool, trials)
  count_chunk(look, trials, ln_per_unit[[scale]])
}

chunk_totals <- function(trials, n) {
  weight <- trials$weight
  if (is.null(weight)) n else c(sum(weight[trials$truth]), sum(weight[!trials$truth]))
}

# The range of both, of which one may have no values.
hull_of <- function(a, b) {
  c(min(a[1], b[1], na.rm = TRUE), max(a[2], b[2], na.rm = TRUE))
}

# Few distinct values are counted as they are. Once they are too many, buckets are laid over them.
count_chunk <- function(look, trials, unit) {
  if (is.null(look$table)) {
    backend <- c(trials[c("value", "truth", "weight")], list(unit = unit))
    counts <- .Call(ffi_counts, backend)
    few <- run_length(look$few) + length(counts$value) <= stream_limits()$values
    if (few) look$few <- add_run(look$few, counts) else begin_table(look, counts)
    return(invisible())
  }
  .Call(ffi_stream_add, look$table, trials)
}

begin_table <- function(look, counts) {
  if (look$weighted) stop_too_many_weights()
  runs <- c(look$few, list(counts))
  look$few <- NULL
  look$map <- .Call(ffi_cells, spread_of(runs[[1]]), look$room$buckets)
  look$table <- new_counter(cells = look$map)
  for (run in runs) .Call(ffi_stream_add_counts, look$table, run)
}

# Values of either hypothesis alike, so that the rarer one does not lie where buckets end.
spread_of <- function(counts) {
  unlist(lapply(counts[c("n_h1", "n_h2")], \(n) {
    value <- counts$value[n > 0]
    value[unique(round(seq(1, length(value), length.out = min(length(value), 30))))]
  }))
}

stop_too_many_weights <- function(call = rlang::caller_env()) {
  stop_input(
    "Weighted trials that are read in chunks must have few distinct values.",
    x = "There are more than {plain_count(stream_limits()$values)}.",
    i = "Leave {.arg weight} out, round the values, or read the trials into memory.",
    class = "calibrant_error_memory", call = call
  )
}

# What has been found of the trials so far, in C: see ffi_stream_new().
new_counter <- function(...) .Call(ffi_stream_new, list(...))

# What is left of it behind the last chunk.
end_look <- function(look, scale) {
  found <- list(
    sizes = look$n, totals = look$totals, ranges = look$ranges, infinite = look$infinite,
    finite = if (look$finite[1] <= look$finite[2]) look$finite else c(NA_real_, NA_real_)
  )
  if (is.null(look$table)) {
    if (!is.null(look$spool)) drop_spool(look$spool)
    found$counts <- with_scale(merge_runs(look$few), scale)
    return(found)
  }
  if (!is.null(look$spool)) found$spool <- end_spool(look$spool)
  found$map <- look$map
  found$rows <- end_with_trials(.Call(ffi_stream_found, look$table, TRUE), look$ranges)
  found$sketch <- .Call(ffi_stream_sketch, look$table)
  if (!is.null(look$sums)) found$points <- .Call(ffi_stream_found, look$sums, FALSE)
  found
}

# The outermost buckets reach to infinity. To look into them is to look where trials are.
end_with_trials <- function(rows, ranges) {
  last <- length(rows$value)
  rows$value[1] <- max(rows$value[1], min(unlist(ranges)))
  rows$to[last] <- min(rows$to[last], max(unlist(ranges)))
  rows
}

stream_infinite <- function(system) {
  look_of(system)$infinite
}

stream_points <- function(system) {
  look <- look_of(system)
  if (!is.null(look$counts)) {
    return(find_points(look$counts))
  }
  points <- look$points
  thin <- .Call(ffi_compress, c(list(value = points$llr), points[c("n_h1", "n_h2")]), 1)
  replace(thin, "totals", list(unname(totals_of(system))))
}

# The AUC of the buckets is that of all of them, before many became one row.
stream_buckets <- function(system) {
  look <- look_of(system)
  c(look$rows, list(area = look$sketch[["auc"]]))
}

# ---- The passes behind the first ----

stream_below <- function(system, cuts) {
  found <- count_again(system, edge = c(-Inf, as.double(cuts)))
  lapply(found, \(n) cumsum(n[seq_along(cuts)]))
}

stream_transformed <- function(system, slope, offset) {
  if (slope == 1 && offset == 0 && system$scale != "score") {
    return(look_of(system)$points)
  }
  sums <- new_counter(unit = 1)
  pass_again(system, "Fitting", \(trials) {
    llr <- slope * to_ln(trials$value, system$scale) + offset
    .Call(ffi_stream_add, sums, list(value = llr, truth = trials$truth))
    TRUE
  })
  .Call(ffi_stream_found, sums, FALSE)
}

stream_between <- function(system, from, to) {
  found <- take_values(system, list(value = from, to = to))
  if (is.null(found)) stop_too_many_values(rlang::caller_env())
  found
}

stream_blocks <- function(system) {
  look <- look_of(system)
  if (!is.null(look$counts)) {
    return(find_blocks(look$counts))
  }
  resolve(system, look$rows)
}

# Looks into the rows that matter, until all is known that blocks are made of. A row is a stretch of
# the axis, `value` to `to`, with the number of trials in it; closed ones cannot bend the hull.
resolve <- function(system, rows, call = rlang::caller_env()) {
  for (pass in 1:16) {
    open <- !rows$closed & rows$value < rows$to
    inner <- lapply(rows[row_columns], `[`, open)
    if (sum(inner$n_h1, inner$n_h2) <= stream_limits()$values) {
      found <- if (any(open)) take_values(system, inner) %||% stop_changed(call) else no_counts
      return(blocks_of_rows(rows, open, found, call))
    }
    parts <- split_rows(system, inner, call)
    rows <- close_rows(in_order(Map(c, lapply(rows, `[`, !open), parts)))
  }
  stop_too_many_values(call)
}

row_columns <- c("value", "to", "n_h1", "n_h2")

# `found` are the values in the open rows; other rows that matter have one value each.
blocks_of_rows <- function(rows, open, found, call) {
  single <- which(!rows$closed & !open)
  known <- c(list(bucket = single), lapply(rows[c("value", "n_h1", "n_h2")], `[`, single))
  place <- which(open)[findInterval(found$value, rows$value[open])]
  values <- in_order(Map(c, known, c(list(bucket = place), found[c("value", "n_h1", "n_h2")])))
  rows$bucket <- seq_along(rows$value)
  blocks_of_tally(rows, !rows$closed, values, call = call)
}

# Neighbours that cannot bend the hull become one row.
close_rows <- function(rows) {
  keep <- buckets_to_keep(rows) & !rows$closed
  n <- length(keep)
  first <- which(keep | c(TRUE, keep[-n]))
  last <- c(first[-1] - 1L, n)
  number <- \(x) diff(c(0, cumsum(x)[last]))
  list(
    value = rows$value[first], to = rows$to[last], n_h1 = number(rows$n_h1),
    n_h2 = number(rows$n_h2), closed = !keep[first]
  )
}

stop_too_many_values <- function(call) {
  stop_input(
    "The trials crowd so much that the memory does not hold those that matter.",
    i = "Round the values to fewer digits, or read the trials into memory.",
    class = "calibrant_error_memory", call = call
  )
}

# The distinct values in rows; NULL where these are too many.
take_values <- function(system, rows, map = look_of(system)$map) {
  counter <- new_counter(cells = map, from = rows$value, to = rows$to)
  runs <- list()
  enough <- pass_again(system, "Taking trials", \(trials) {
    runs <<- add_run(runs, .Call(ffi_stream_add, counter, trials))
    run_length(runs) <= stream_limits()$values
  })
  if (enough) merge_runs(runs)[c("value", "n_h1", "n_h2")]
}

# The rows cut into about as many parts as values may come into memory.
split_rows <- function(system, rows, call) {
  parts <- count_again(
    system,
    cells = look_of(system)$map, from = rows$value, to = rows$to,
    bits = max(floor(log2(stream_limits()$values / length(rows$value))), 4)
  )
  if (sum(parts$n_h1) != sum(rows$n_h1) || sum(parts$n_h2) != sum(rows$n_h2)) stop_changed(call)
  parts
}

# What a new counter finds in one more pass.
count_again <- function(system, ...) {
  counter <- new_counter(...)
  pass_again(system, "Counting trials", \(trials) {
    .Call(ffi_stream_add, counter, trials)
    TRUE
  })
  .Call(ffi_stream_found, counter, FALSE)
}

# One more pass over the trials of a system: FALSE as soon as `use` says so. Their number must be
# what it was.
pass_again <- function(system, what, use, call = rlang::caller_env()) {
  n <- c(h1 = 0, h2 = 0)
  enough <- each_part(system, what, \(trials) {
    n_h1 <- .Call(ffi_count_true, trials$truth)
    n <<- n + c(n_h1, length(trials$truth) - n_h1)
    use(trials)
  })
  if (enough && !identical(n, sizes_of(system))) stop_changed(call)
  enough
}

# Its trials in parts, from where they are soonest had.
each_part <- function(system, what, use) {
  spool <- look_of(system)$spool
  if (!is.null(spool) && file.exists(spool$path)) {
    return(each_spooled(spool, what, use))
  }
  each_chunk(system$backend$stream, what, \(trials, chunk) {
    if (!is.null(trials$system)) trials <- trials_in(trials, system$backend$name)
    is.null(trials) || use(trials)
  }, sum(sizes_of(system)))
}

trials_in <- function(trials, name) {
  at <- which(trials$system == name)
  if (length(at) == length(trials$value)) {
    return(trials)
  }
  if (length(at) > 0) lapply(trials[c("value", "truth", "weight")], `[`, at)
}

# What a set that was read from a file has forgotten.
look_again <- function(system) {
  backend <- system$backend
  look <- new_look(system$scale, backend$weighted, new_room(backend$stream))
  each_chunk(backend$stream, "Reading trials", \(trials, chunk) {
    if (!is.null(trials$system)) trials <- trials_in(trials, backend$name)
    if (!is.null(trials)) look_at_chunk(look, trials, system$scale)
    TRUE
  })
  end_look(look, system$scale)
}

# The places of the drawn trials among those of their hypothesis are known before the pass.
stream_sample <- function(system, n) {
  if (system$backend$weighted) stop_no_trials()
  sizes <- sizes_of(system)
  places <- lapply(c(h1 = "h1", h2 = "h2"), \(h) {
    sort(sample.int(sizes[[h]], min(sizes[[h]], n[[h]])))
  })
  seen <- c(h1 = 0, h2 = 0)
  value <- list()
  pass_again(system, "Drawing trials", \(trials) {
    for (h in c("h1", "h2")) {
      of_class <- which(trials$truth == (h == "h1"))
      in_chunk <- places[[h]] > seen[[h]] & places[[h]] <= seen[[h]] + length(of_class)
      drawn <- trials$value[of_class[places[[h]][in_chunk] - seen[[h]]]]
      value[[h]] <<- c(value[[h]], list(drawn))
      seen[[h]] <<- seen[[h]] + length(of_class)
    }
    TRUE
  })
  h1 <- unlist(value$h1)
  h2 <- unlist(value$h2)
  list(value = c(h1, h2), truth = rep(c(TRUE, FALSE), c(length(h1), length(h2))))
}

# ---- As a part of what lies in several places ----

stream_tally <- function(system, map) {
  look <- look_of(system)
  if (!is.null(look$counts)) {
    return(tally_of_counts(look$counts, map))
  }
  found <- system$tallied
  if (!identical(found$map, map)) {
    rows <- count_again(system, cells = map)
    found <- system$tallied <- list(map = map, rows = rows)
  }
  c(list(bucket = bucket_of(found$rows$value, map)), found$rows)
}

stream_tally_values <- function(system, map, buckets) {
  look <- look_of(system)
  if (!is.null(look$counts)) {
    return(tally_values_of_counts(look$counts, map, buckets))
  }
  tally <- stream_tally(system, map)
  rows <- lapply(tally, `[`, tally$bucket %in% buckets)
  found <- take_values(system, rows, map)
  if (is.null(found)) stop_too_many_values(rlang::caller_env())
  c(list(bucket = bucket_of(found$value, map)), found)
}
