# A backend whose trials come in chunks, and are never all in memory. Its answers come from the
# first pass over them (scale-stream-first.R), or from further passes (scale-stream-passes.R).

stream_backend <- function(stream, name) {
  new_backend(stream_answers,
    stream = stream, name = name, unit = ln_per_unit[[stream$scale]],
    where = stream$reader$where, weighted = !is.null(stream$parts$weight),
    way = "read in chunks, as often as needed"
  )
}

stream_points <- function(system) {
  points <- first_pass_of(system)$points
  thin <- .Call(ffi_compress, c(list(value = points$llr), points[c("n_h1", "n_h2")]), 1)
  replace(thin, "totals", list(unname(totals_of(system))))
}

stream_below <- function(system, cuts) {
  found <- count_again(system, edge = c(-Inf, as.double(cuts)))
  lapply(found, \(n) cumsum(n[seq_along(cuts)]))
}

stream_transformed <- function(system, slope, offset) {
  if (slope == 1 && offset == 0 && system$scale != "score") return(first_pass_of(system)$points)
  count_again(system, unit = 1, what = "Fitting", change = \(trials) {
    list(value = slope * to_ln(trials$value, system$scale) + offset, truth = trials$truth)
  })
}

stream_between <- function(system, from, to, width = NULL) {
  if (!is.null(width)) return(stream_floors(system, from, to, width))
  take_values(system, list(value = from, to = to)) %||% refuse("too_many_values")
}

# Counts by floor(value / width), for any range of values.
stream_floors <- function(system, from, to, width) {
  runs <- list()
  pass_again(system, "Counting trials", \(trials) {
    inside <- lie_between(trials$value, from, to)
    cells <- list(value = floor(trials$value / width), truth = trials$truth)
    cells <- c(lapply(cells, `[`, inside), list(weight = NULL, unit = 1))
    runs <<- add_run(runs, .Call(ffi_counts, cells)[count_fields])
    if (run_length(runs) > stream_limits()$buckets) refuse("too_many_values")
    TRUE
  })
  merge_runs(runs)
}

# Draws the places of trials among those of their hypothesis, so that one pass collects them.
stream_sample <- function(system, n) {
  if (system$backend$weighted) refuse("no_trials")
  places <- Map(\(size, n) sort(sample.int(size, min(size, n))), sizes_of(system), n)
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
  value <- lapply(value[c("h1", "h2")], unlist)
  list(value = unlist(value, use.names = FALSE), truth = rep(c(TRUE, FALSE), lengths(value)))
}

# Tally of a stream as one of several shards.
stream_tally <- function(system, map) {
  found <- system$tallied
  if (!identical(found$map, map)) {
    found <- system$tallied <- list(map = map, rows = count_again(system, cells = map))
  }
  c(list(bucket = bucket_of(found$rows$value, map)), found$rows)
}

stream_tally_values <- function(system, map, buckets) {
  tally <- stream_tally(system, map)
  rows <- lapply(tally, `[`, tally$bucket %in% buckets)
  found <- take_values(system, rows, map) %||% refuse("too_many_values")
  c(list(bucket = bucket_of(found$value, map)), found)
}

stream_answers <- complete_answers(list(
  finite_range = \(system) first_pass_of(system)$finite,
  sizes = \(system) first_pass_of(system)$sizes,
  totals = \(system) first_pass_of(system)$totals,
  infinite = \(system) first_pass_of(system)$infinite,
  class_ranges = \(system) first_pass_of(system)$ranges,
  counts = \(system) first_pass_of(system)$counts %||% refuse("no_counts"),
  blocks = unless_counted(stream_blocks, find_blocks),
  points = unless_counted(stream_points, find_points),
  coarse = \(system) cells_of_first_pass(first_pass_of(system)),
  many = \(system) is.null(first_pass_of(system)$counts),
  below = stream_below,
  between = stream_between,
  transformed = stream_transformed,
  edges = \(system) first_pass_of(system)$sketch$edge,
  sample = stream_sample,
  tally = unless_counted(stream_tally, tally_of_counts),
  tally_values = unless_counted(stream_tally_values, tally_values_of_counts)
))
