# A backend is where the trials of a system are: vectors in memory, a stream, a table of a database,
# or several of these. It is a list with `answers`, a function of the system for each question
# below, and whatever these functions need. Measures do not ask which backend there is, but for
# the statistics of backend-system.R, and for counts with counts_for(). Code that needs single
# trials asks has_trials(), or tests for the class `remote_set`.
#
# Values are doubles without NaN on the scale of the system. All numbers are exact except those
# marked (*), which have the cross-entropy of the trials to about 14 digits. An answer may
# use what the system knows already, through the functions of backend-system.R.
#
# Every backend answers
#   sizes         c(h1 =, h2 =): numbers of trials, regardless of weights
#   class_ranges  list(h1 = c(min, max), h2 = c(min, max))
#   finite_range  c(min, max) of the finite values, NA without any
#   infinite      list(n_h1 =, n_h2 =): weights of the trials with LR = 0 and with LR = Inf
#   counts        list(value =, n_h1 =, n_h2 =, totals =, scale =), values distinct and ascending;
#                 an error if these are too many for the memory
#
# A backend whose counts may be too many also answers
#   many          TRUE if they are
#   blocks        list(min =, max =, n_h1 =, n_h2 =, llr =, totals =): the PAV blocks
#   points        list(llr =, n_h1 =, n_h2 =, totals =) (*)
#   coarse        list(value =, n_h1 =, n_h2 =): buckets instead of values, ascending; flags
#                 `closed` of those that cannot bend the hull of the blocks; possibly `area`, see
#                 coarse_auc(); `end` of cells whose points are unknown
#   below         (system, cuts): list(n_h1 =, n_h2 =), the numbers of trials with values below
#                 each of the ascending cuts
#   between       (system, from, to, width): counts of the values from `from` to `to`, both
#                 included; with a width, of floor(value / width) for these values
#   transformed   (system, slope, offset): points, without totals, of the LLRs that an affine
#                 transformation makes of the LLRs or scores (*)
#   edges         several thousand cuts, too close for a picture to show a value between two
# If its counts are not too many, these are derived from them, as for other backends.
#
# These are derived from the others, unless the backend has a better answer:
#   ranges        c(min, max)
#   totals        c(h1 =, h2 =): weights of the trials; their numbers if they have no weights
#   costs         list(h1 =, h2 =): mean costs in nats at even odds (*)
#   fine          as `coarse`, in as many buckets as the search for blocks uses
#   trials        list(value =, truth =, weight =, place =), or NULL if they are not available
#   sample        (system, n): list(value =, truth =) of c(h1 =, h2 =) trials, drawn
#   unweighted    a backend of the same trials, each counting as one; NULL if they have no weights
#   tally         (system, map): list(bucket =, value =, n_h1 =, n_h2 =): the buckets of the map
#                 (see backend-cells.R) that are not empty, ascending, and their lower edges
#   tally_values  (system, map, buckets): list(bucket =, value =, n_h1 =, n_h2 =): the distinct
#                 values in these buckets, ascending
#   picture       (system, more, all): counts that give the same picture as those of all values,
#                 see in_picture()
#   asked         a list of list(sql =, rows =): the queries that a database has answered
#
# Beside `answers`, a backend has
#   where         the place, in the words of print(), such as "SQLite table \"trials\""
#   way           the way of access, such as "read in chunks, twice"
#   weighted      TRUE if trials have weights
#   most_cuts     number of cuts beyond which counting takes longer

new_backend <- function(answers, ..., where = "memory", way = "kept", weighted = FALSE,
                        most_cuts = 8000) {
  list(..., answers = answers, where = where, way = way, weighted = weighted, most_cuts = most_cuts)
}

required_answers <- c("sizes", "class_ranges", "finite_range", "infinite", "counts")

answers_to_many <- c("blocks", "points", "coarse", "below", "between", "transformed", "edges")

# All answers of a kind of backend: its own, and those derived from them.
complete_answers <- function(own) {
  required <- c(required_answers, if (!is.null(own$many)) answers_to_many)
  missing <- setdiff(required, names(own))
  unknown <- setdiff(names(own), c(required_answers, names(derived_answers)))
  if (length(c(missing, unknown)) > 0) {
    stop("internal error: answers of a backend: ", paste(c(missing, unknown), collapse = ", "))
  }
  for (question in intersect(names(answers_of_counts), names(own))) {
    own[[question]] <- unless_counted(own[[question]], answers_of_counts[[question]])
  }
  utils::modifyList(derived_answers, own)
}

unless_counted <- function(own, by_counts) {
  force(own)
  force(by_counts)
  \(system, ...) if (has_many(system)) own(system, ...) else by_counts(counts_of(system), ...)
}

answers_of_counts <- list(
  below = \(counts, cuts) below_in_counts(counts, cuts),
  between = \(counts, ...) between_in_counts(counts, ...),
  transformed = \(counts, slope, offset) transformed_counts(counts, slope, offset),
  edges = \(counts) edges_of_counts(counts)
)

derived_answers <- c(
  list(
    many = \(system) FALSE,
    ranges = \(system) range(unlist(class_ranges_of(system))),
    totals = \(system) sizes_of(system),
    blocks = \(system) find_blocks(counts_of(system)),
    points = \(system) find_points(counts_of(system)),
    costs = \(system) mean_costs(points_of(system), 0),
    coarse = \(system) counts_of(system),
    fine = \(system) coarse_of(system),
    trials = \(system) NULL,
    asked = \(system) NULL,
    sample = \(system, n) sample_of_trials(trials_of(system), n),
    unweighted = \(system) if (system$weighted) refuse("no_trials"),
    tally = \(system, map) tally_of_counts(counts_of(system), map),
    tally_values = \(system, map, buckets) {
      tally_values_of_counts(counts_of(system), map, buckets)
    },
    picture = \(system, more, all) picture_by_cuts(system, more, all)
  ),
  lapply(answers_of_counts, \(by_counts) \(system, ...) by_counts(counts_of(system), ...))
)

sample_of_trials <- function(trials, n) {
  place <- c(draw_from(which(trials$truth), n[["h1"]]), draw_from(which(!trials$truth), n[["h2"]]))
  list(value = trials$value[place], truth = trials$truth[place])
}

# A damaged set may hold anything.
is_backend <- function(x) is.list(x) && is.list(x$answers)
