# The hub of the house. A set is a list of systems; a system is a record of its name, the scale of
# its values, the source of its trials, and what has been derived from these. Each statistic has
# one function here, is asked of the source by one question (see backend-vectors.R), and is computed
# at most once. Measures and curves are made of these statistics, whatever the source.
#
#   ranges_of        the smallest and the largest value
#   finite_range_of  the same of the finite values, NA without any
#   sizes_of         how many H1 and H2 trials there are
#   totals_of        how many they are by weight
#   infinite_of      the weight of the trials that have LR = 0 and LR = Inf
#   class_ranges_of  the smallest and the largest value of either hypothesis
#   counts_of        the sorted distinct values with the weight of H1 and H2 trials on each
#   blocks_of        the PAV blocks, with the smallest and the largest value of each
#   points_of        LLRs and weights that give the cross-entropy at any prior
#   coarse_of        numbers of H1 and H2 trials in buckets of the axis, ascending; those that are
#                    `closed` cannot bend the hull of the blocks
#   fine_of          the same in as many buckets as the blocks are found by
#   costs_of         mean costs in nats of the H1 and of the H2 trials at even odds
#   trials_of        the trials themselves, an error where they cannot come; values_of those of all
#                    systems of a set

ranges_of <- function(system) once(system, "ranges")

finite_range_of <- function(system) once(system, "finite_range")

sizes_of <- function(system) once(system, "sizes")

totals_of <- function(system) once(system, "totals")

infinite_of <- function(system) once(system, "infinite")

class_ranges_of <- function(system) once(system, "class_ranges")

counts_of <- function(system) once(system, "counts")

blocks_of <- function(system) once(system, "blocks")

points_of <- function(system) once(system, "points")

coarse_of <- function(system) once(system, "coarse")

fine_of <- function(system) {
  if (is.null(system$source$answers$fine)) coarse_of(system) else once(system, "fine")
}

costs_of <- function(system) once(system, "costs")

# Vectors `value`, `truth` and, or NULL, `weight`; and the place of each trial in its set, NULL
# where the system is all of the set. They are not kept, since the source has them.
trials_of <- function(system, call = rlang::caller_env()) {
  trials <- ask(system, "trials")
  if (is.null(trials)) {
    stop_no_trials(call)
  }
  trials
}

# The values of all trials of a set, in their order there.
values_of <- function(x, call = rlang::caller_env()) {
  parts <- each_system(x, trials_of, call)
  if (length(parts) == 1) {
    return(parts[[1]]$value)
  }
  value <- numeric(length(x))
  for (part in parts) value[part$place] <- part$value
  value
}

# The same system with every trial counting as one.
unweighted <- function(system) {
  found <- system$unweighted
  if (is.null(found)) {
    source <- ask(system, "unweighted")
    found <- if (is.null(source)) system else new_system(system$name, system$scale, source)
    system$unweighted <- found
  }
  found
}

# The counts and the blocks, which also say where in the counts they lie.
counts_and_blocks_of <- function(system) {
  counts <- counts_of(system)
  blocks <- blocks_of(system)
  list(counts = counts, blocks = c(blocks, block_positions(blocks, counts)))
}

# Positions among the counts of the first and the last value of each block.
block_positions <- function(blocks, counts) {
  list(
    first = findInterval(blocks$min, counts$value), last = findInterval(blocks$max, counts$value)
  )
}

# A record that fills up: an environment, so that all who hold the system share what is derived.
new_system <- function(name, scale, source) {
  system <- new.env(hash = FALSE, parent = emptyenv())
  system$name <- name
  system$scale <- scale
  system$source <- source
  system
}

# Trials that are of no set.
loose_system <- function(value, truth, weight, scale) {
  trials <- list(value = value, truth = truth, weight = weight, scale = scale)
  new_system(NULL, scale, vector_source(trials, NULL))
}

once <- function(system, question) {
  found <- system[[question]]
  if (is.null(found)) {
    found <- system[[question]] <- ask(system, question)
  }
  found
}

# The places of each system's trials in the set, which is looked at first: what is read behind this
# trusts it.
split_by_system <- function(x, call = rlang::caller_env()) {
  notes_on(x, call)
  if (is.null(x$system)) list(seq_along(x$value)) else split(seq_along(x$value), x$system)
}

each_system <- function(x, compute, ...) {
  systems <- systems_of(x)
  if (is_lone(systems)) list(compute(systems[[1]], ...)) else lapply(systems, compute, ...)
}

# One system without a name is the rule, and what goes round it costs as much as its Cllr.
is_lone <- function(systems) length(systems) == 1 && is.null(names(systems))

# One element per system, named where the set names them.
systems_of <- function(x) {
  notes <- notes_on(x)
  found <- notes$systems
  if (is.null(found)) {
    found <- if (is_remote(x)) remote_systems(x) else split_systems(unclass(x), notes$range)
    notes$systems <- found
  }
  found
}

# `range` is that of the values, if known.
split_systems <- function(x, range) {
  if (is.null(x$system)) {
    return(list(whole_system(NULL, x, range)))
  }
  if (nlevels(x$system) == 1) {
    name <- levels(x$system)
    return(rlang::set_names(list(whole_system(name, x, range)), name))
  }
  places <- split(seq_along(x$value), x$system)
  Map(\(place, name) new_system(name, x$scale, vector_source(x, place)), places, names(places))
}

whole_system <- function(name, x, range) {
  system <- new_system(name, x$scale, vector_source(x, NULL))
  system$ranges <- range
  system
}

n_systems <- function(x) max(1, length(levels(x)))

# How many H1 and H2 trials each system has, whatever they weigh; whole numbers like lengths.
system_sizes <- function(x) {
  sizes <- vapply(unname(systems_of(x)), sizes_of, numeric(2))
  if (max(sizes) <= .Machine$integer.max) storage.mode(sizes) <- "integer"
  list(h1 = unname(sizes[1, ]), h2 = unname(sizes[2, ]))
}

is_weighted <- function(x) {
  if (is_remote(x)) any(vapply(systems_of(x), system_is_weighted, NA)) else !is.null(x$weight)
}

system_is_weighted <- function(system) {
  isTRUE(system$source$weighted) || !is.null(system$source[["weight"]])
}

# Shapes of a measure: one double per system, named where the set names its systems; along a
# vector of priors for one system; a matrix with a row per system for several.

# `compute` returns a double for one system.
per_system <- function(systems, compute, ...) {
  if (is_lone(systems)) compute(systems[[1]], ...) else vapply(systems, compute, numeric(1), ...)
}

# `compute` returns a double per prior.
per_system_and_prior <- function(systems, prior, compute) {
  rows <- lapply(systems, compute)
  if (length(systems) == 1 && (is.null(names(systems)) || length(prior) != 1)) {
    return(rlang::set_names(rows[[1]], names(prior)))
  }
  if (length(prior) == 1) {
    return(unlist(rows))
  }
  do.call(rbind, rows)
}

system_names <- function(x) if (is.null(levels(x))) "system" else levels(x)

# One data frame of all systems, with the column `system` in front. A set without named systems
# has one, called "system".
bind_systems <- function(systems, compute, ...) {
  names <- if (is.null(names(systems))) "system" else names(systems)
  frames <- lapply(systems, compute, ...)
  rows <- vapply(frames, nrow, 1L)
  system <- structure(rep(seq_along(names), rows), levels = names, class = "factor")
  # Long frames are not copied for nothing.
  data.frame(system, if (length(frames) == 1) frames[[1]] else do.call(rbind, unname(frames)))
}
