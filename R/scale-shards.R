# Trials of one system in several places, each of which is a system with its own backend. Their
# results are added.
sharded_backend <- function(shards) {
  backends <- lapply(shards, `[[`, "backend")
  where <- unique(vapply(backends, `[[`, "", "where"))
  new_backend(shard_answers,
    shards = shards,
    where = paste(where, collapse = " and "), way = "asked part by part",
    weighted = any(vapply(shards, `[[`, NA, "weighted")),
    most_cuts = min(vapply(backends, `[[`, 0, "most_cuts"))
  )
}

shards_of <- function(system, compute, ...) lapply(system$backend$shards, compute, ...)

add_up <- function(parts) Reduce(`+`, parts)

add_columns <- function(parts) Reduce(\(a, b) Map(`+`, a, b), parts)

shard_answers <- complete_answers(list(
  finite_range = \(system) {
    ends <- unlist(shards_of(system, finite_range_of))
    if (all(is.na(ends))) c(NA_real_, NA_real_) else range(ends, na.rm = TRUE)
  },
  sizes = \(system) add_up(shards_of(system, sizes_of)),
  totals = \(system) add_up(shards_of(system, totals_of)),
  infinite = \(system) add_columns(shards_of(system, infinite_of)),
  class_ranges = \(system) lapply(bind_columns(shards_of(system, class_ranges_of)), range),
  counts = \(system) replace(merge_runs(shards_of(system, counts_of)), "scale", system$scale),
  blocks = \(system) blocks_by_tally(system),
  points = \(system) {
    parts <- shards_of(system, points_of)
    c(join_points(parts), list(totals = add_up(lapply(parts, `[[`, "totals"))))
  },
  coarse = \(system) tally_closely(system, coarse_buckets)$tally,
  fine = \(system) tally_closely(system, bucket_number(sum(sizes_of(system))))$tally,
  many = \(system) any(unlist(shards_of(system, has_many))),
  below = \(system, cuts) add_columns(shards_of(system, ask, "below", cuts)),
  between = \(system, ...) merge_runs(shards_of(system, ask, "between", ...))[count_fields],
  transformed = \(system, slope, offset) {
    join_points(shards_of(system, ask, "transformed", slope, offset))
  },
  edges = \(system) sort(unique(unlist(shards_of(system, ask, "edges")))),
  costs = \(system) {
    shares <- shards_of(system, \(s) totals_of(s) / totals_of(system))
    weighed <- Map(\(costs, share) {
      Map(\(cost, share) if (share > 0) cost * share else 0, costs, share)
    }, shards_of(system, costs_of), shares)
    lapply(bind_columns(weighed), sum)
  },
  asked = \(system) unlist(unname(shards_of(system, ask, "asked")), recursive = FALSE),
  unweighted = \(system) {
    if (system$backend$weighted) sharded_backend(shards_of(system, unweighted))
  },
  sample = \(system, n) {
    # Numbers to draw from each part, distributed like those of a draw from all trials.
    sizes <- shards_of(system, sizes_of)
    bind_columns(Map(draw_trials_of, system$backend$shards, draw_sizes(sizes, n)))
  },
  tally = \(system, map) {
    parts <- shards_of(system, ask, "tally", map)
    sums <- merge_runs(lapply(parts, \(part) replace(part, "value", list(part$bucket))))
    lower <- map$lowest + sums$value * map$width
    c(list(bucket = sums$value, value = lower), sums[c("n_h1", "n_h2")])
  },
  tally_values = \(system, map, buckets) {
    found <- merge_runs(shards_of(system, ask, "tally_values", map, buckets))
    c(list(bucket = bucket_of(found$value, map)), found[count_fields])
  }
))

draw_sizes <- function(sizes, n) {
  left <- add_up(sizes)
  wanted <- pmin(n, left)
  parts <- list()
  for (size in sizes) {
    left <- left - size
    drawn <- rlang::set_names(stats::rhyper(2, size, left, wanted), c("h1", "h2"))
    wanted <- wanted - drawn
    parts <- c(parts, list(drawn))
  }
  parts
}

# Joins sets of which at least one is remote: different systems are kept side by side, and trials of
# one system in several places are counted in each and added.
join_all.remote_set <- function(first, sets) { # nolint: object_name_linter.
  scales <- unique(vapply(sets, `[[`, "", "scale"))
  refuse_if(length(scales) > 1, "remote_scales")
  check_same_labels(sets)
  check_all_or_none(!vapply(sets, \(set) is.null(levels(set)), NA), "system")
  systems <- unlist(lapply(sets, systems_of), recursive = FALSE)
  names <- unlist(lapply(sets, levels))
  groups <- if (is.null(names)) {
    list(systems)
  } else {
    split(unname(systems), factor(names, unique(names)))
  }
  backends <- lapply(groups, \(group) {
    if (length(group) == 1) group[[1]]$backend else sharded_backend(unname(group))
  })
  known <- lapply(groups, \(group) if (length(group) == 1) facts_of(group[[1]]) else list())
  n_trials <- sum(vapply(sets, \(set) as.double(length(set)), 0))
  joined <- new_remote_set(backends, sets[[1]]$scale, sets[[1]]$labels, n_trials, known)
  with_notes(joined, joined_notes(sets))
}
