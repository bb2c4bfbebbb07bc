# Trials of one system in several places, each of which is a system with a source of its own. What
# they have found adds up.
sharded_source <- function(shards) {
  sources <- lapply(shards, `[[`, "source")
  where <- unique(vapply(sources, \(s) s$where %||% "memory", ""))
  list(
    shards = shards, answers = shard_answers,
    where = paste(where, collapse = " and "), way = "asked part by part",
    weighted = any(vapply(shards, system_is_weighted, NA)),
    most_cuts = min(vapply(shards, cuts_at_once, 0))
  )
}

shards_of <- function(system, compute, ...) lapply(system$source$shards, compute, ...)

add_up <- function(parts) Reduce(`+`, parts)

shard_answers <- list(
  ranges = \(system) range(unlist(shards_of(system, ranges_of))),
  finite_range = \(system) {
    ends <- unlist(shards_of(system, finite_range_of))
    if (all(is.na(ends))) c(NA_real_, NA_real_) else range(ends, na.rm = TRUE)
  },
  sizes = \(system) add_up(shards_of(system, sizes_of)),
  totals = \(system) add_up(shards_of(system, totals_of)),
  infinite = \(system) {
    parts <- shards_of(system, infinite_of)
    list(n_h1 = add_up(lapply(parts, `[[`, "n_h1")), n_h2 = add_up(lapply(parts, `[[`, "n_h2")))
  },
  class_ranges = \(system) {
    parts <- shards_of(system, class_ranges_of)
    lapply(c(h1 = "h1", h2 = "h2"), \(h) range(unlist(lapply(parts, `[[`, h))))
  },
  counts = \(system) {
    with_scale(merge_runs(shards_of(system, counts_of)), system$scale)
  },
  blocks = \(system) blocks_by_tally(system),
  points = \(system) {
    parts <- shards_of(system, points_of)
    c(join_points(parts), list(totals = add_up(lapply(parts, `[[`, "totals"))))
  },
  coarse = \(system) tally_closely(system, coarse_buckets)$tally,
  fine = \(system) tally_closely(system, bucket_number(sum(sizes_of(system))))$tally,
  many = \(system) any(unlist(shards_of(system, has_many))),
  below = \(system, cuts) {
    parts <- shards_of(system, ask_shard, "below", below_in_counts, cuts)
    lapply(c(n_h1 = "n_h1", n_h2 = "n_h2"), \(n) add_up(lapply(parts, `[[`, n)))
  },
  between = \(system, from, to) {
    parts <- shards_of(system, ask_shard, "between", between_in_counts, from, to)
    merge_runs(parts)[c("value", "n_h1", "n_h2")]
  },
  transformed = \(system, slope, offset) {
    join_points(shards_of(
      system, ask_shard, "transformed", transformed_counts, slope, offset
    ))
  },
  edges = \(system) {
    sort(unique(unlist(shards_of(system, ask_shard, "edges", edges_of_counts))))
  },
  costs = \(system) {
    shares <- shards_of(system, \(s) totals_of(s) / totals_of(system))
    costs <- shards_of(system, costs_of)
    lapply(c(h1 = "h1", h2 = "h2"), \(h) {
      sum(mapply(\(cost, share) if (share > 0) cost[[h]] * share else 0, costs,
        vapply(shares, `[[`, 0, h)
      ))
    })
  },
  trials = \(system) NULL,
  unweighted = \(system) {
    if (!system$source$weighted) {
      return(NULL)
    }
    sharded_source(shards_of(system, unweighted))
  },
  sample = \(system, n) {
    # How many come from each part: as many as would in a draw from all.
    sizes <- shards_of(system, sizes_of)
    parts <- draw_sizes(sizes, n)
    trials <- Map(sample_of_shard, system$source$shards, parts)
    list(
      value = unlist(lapply(trials, `[[`, "value")), truth = unlist(lapply(trials, `[[`, "truth"))
    )
  },
  tally = \(system, map) {
    parts <- shards_of(system, shard_tally, map)
    sums <- merge_runs(lapply(parts, \(part) replace(part, "value", list(part$bucket))))
    c(
      list(bucket = sums$value, value = map$low + sums$value * map$width), sums[c("n_h1", "n_h2")]
    )
  },
  tally_values = \(system, map, buckets) {
    found <- merge_runs(shards_of(system, shard_values, map, buckets))
    c(list(bucket = bucket_of(found$value, map)), found[c("value", "n_h1", "n_h2")])
  }
)

# A part in memory is counted here.
shard_tally <- function(system, map) {
  if (is.null(system$source$answers$tally)) {
    return(tally_of_counts(counts_of(system), map))
  }
  ask(system, "tally", map)
}

shard_values <- function(system, map, buckets) {
  if (is.null(system$source$answers$tally_values)) {
    return(tally_values_of_counts(counts_of(system), map, buckets))
  }
  ask(system, "tally_values", map, buckets)
}

# What the counts of a part say, or, where these are too many, the part itself.
ask_shard <- function(system, question, from_counts, ...) {
  if (has_many(system)) ask(system, question, ...) else from_counts(counts_of(system), ...)
}

join_points <- function(parts) {
  columns <- lapply(c(llr = "llr", n_h1 = "n_h1", n_h2 = "n_h2"), \(column) {
    unlist(lapply(parts, `[[`, column))
  })
  ascending <- order(columns$llr)
  lapply(columns, `[`, ascending)
}

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

sample_of_shard <- function(system, n, call = rlang::caller_env()) {
  if (!is.null(system$source$answers$sample)) {
    return(ask(system, "sample", n))
  }
  trials <- trials_of(system, call)
  place <- c(draw_from(which(trials$truth), n[["h1"]]), draw_from(which(!trials$truth), n[["h2"]]))
  list(value = trials$value[place], truth = trials$truth[place])
}
