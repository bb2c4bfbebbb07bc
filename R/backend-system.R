# A system is a record of its name, the scale of its values, the backend that has its trials, and
# the results derived from them. Each statistic has one function here, is one question to the
# backend, and is computed at most once; backend-contract.R has all questions, also those with
# arguments.
#
#   ranges_of        the smallest and the largest value
#   finite_range_of  the same for the finite values, NA without any
#   sizes_of         the numbers of H1 and H2 trials
#   totals_of        their total weights
#   infinite_of      the weight of the trials that have LR = 0 and LR = Inf
#   class_ranges_of  the smallest and the largest value of either hypothesis
#   counts_of        the sorted distinct values with the weight of H1 and H2 trials on each, an
#                    error if these are too many: callers that need less use counts_for()
#   blocks_of        the PAV blocks, with the smallest and the largest value of each
#   points_of        LLRs and weights that give the cross-entropy at any prior
#   coarse_of        numbers of H1 and H2 trials in buckets of the axis, ascending; those that are
#                    `closed` cannot bend the hull of the blocks
#   fine_of          as coarse_of(), in as many buckets as the search for blocks uses
#   costs_of         mean costs in nats of the H1 and of the H2 trials at even odds
#   trials_of        the trials themselves, an error if they are not available

ranges_of <- function(system) system$ranges %||% once(system, "ranges")

finite_range_of <- function(system) system$finite_range %||% once(system, "finite_range")

sizes_of <- function(system) system$sizes %||% once(system, "sizes")

totals_of <- function(system) system$totals %||% once(system, "totals")

infinite_of <- function(system) system$infinite %||% once(system, "infinite")

class_ranges_of <- function(system) system$class_ranges %||% once(system, "class_ranges")

counts_of <- function(system) system$counts %||% once(system, "counts")

blocks_of <- function(system) system$blocks %||% once(system, "blocks")

points_of <- function(system) system$points %||% once(system, "points")

coarse_of <- function(system) system$coarse %||% once(system, "coarse")

fine_of <- function(system) system$fine %||% once(system, "fine")

costs_of <- function(system) system$costs %||% once(system, "costs")

# Vectors `value`, `truth` and `weight` (or NULL), and the place of each trial in its set, NULL if
# the system is the whole set. They are not kept, since the backend has them.
trials_of <- function(system) ask(system, "trials") %||% refuse("no_trials")

# A sample with these numbers of trials of the hypotheses; all trials if there are fewer.
draw_trials_of <- function(system, n) ask(system, "sample", n)

# The same system with every trial counting as one.
unweighted <- function(system) {
  if (!system$weighted) return(system)
  computed_once(
    system, "unweighted", new_system(system$name, system$scale, ask(system, "unweighted"))
  )
}

# Positions among the counts of the first and the last value of each block.
block_positions <- function(blocks, counts) {
  list(
    first = findInterval(blocks$min, counts$value), last = findInterval(blocks$max, counts$value)
  )
}

# Points of the LLRs that an affine transformation makes.
transformed_of <- function(system, slope, offset) ask(system, "transformed", slope, offset)

# Trials if available, otherwise counts, or counts for a picture.
has_trials <- function(system) !is.null(ask(system, "trials"))

has_many <- function(system) ask(system, "many")

# A record of derived results: an environment, so that all copies of the system share them.
new_system <- function(name, scale, backend) {
  system <- new.env(hash = FALSE, parent = emptyenv())
  system$name <- name
  system$scale <- scale
  system$backend <- backend
  system$weighted <- isTRUE(backend$weighted)
  system
}

# Asks the backend, and keeps the answer.
once <- function(system, question) system[[question]] <- ask(system, question)

ask <- function(system, question, ...) system$backend$answers[[question]](system, ...)
