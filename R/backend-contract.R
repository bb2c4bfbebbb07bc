# A backend is where the trials of a system are: vectors in memory, a stream, a table of a database,
# or several of these. It is a list with `answers`, a function of the system for each question
# below, and whatever these functions need. Nothing outside of R/backend-*.R asks which backend
# there is: measures ask for the statistics of backend-system.R, and for counts with counts_for().
#
# Values are doubles without NaN on the scale of the system. All numbers are exact but for those
# that are marked (*), which have the cross-entropy of the trials to about 14 digits. An answer may
# use what the system knows already, through the functions of backend-system.R.
#
# Every backend answers
#   sizes         c(h1 =, h2 =): how many trials, whatever they weigh
#   class_ranges  list(h1 = c(min, max), h2 = c(min, max))
#   finite_range  c(min, max) of the finite values, NA without any
#   infinite      list(n_h1 =, n_h2 =): weights of the trials with LR = 0 and with LR = Inf
#   counts        list(value =, n_h1 =, n_h2 =, totals =, scale =), values distinct and ascending;
#                 an error where they are too many for the memory
#
# A backend whose counts may be too many also answers
#   many          TRUE where they are
#   blocks        list(min =, max =, n_h1 =, n_h2 =, llr =, totals =): the PAV blocks
#   points        list(llr =, n_h1 =, n_h2 =, totals =) (*)
#   coarse        list(value =, n_h1 =, n_h2 =): buckets in the place of values, ascending; of some
#                 `closed`, which cannot bend the hull of the blocks; maybe `area`, see
#                 coarse_auc(); `end` of cells whose points are unknown
#   below         (system, cuts): list(n_h1 =, n_h2 =), the numbers of trials with smaller values
#                 than each of the ascending cuts
#   between       (system, from, to): counts of the values from `from` to `to`, both included
#   transformed   (system, slope, offset): points, without totals, of the LLRs that an affine
#                 transformation makes of the LLRs or scores (*)
#   edges         some thousand cuts, so close that no picture tells what lies between two
# and where they are not, these are derived from the counts, as for other backends.
#
# These are derived from the others, unless the backend has a better answer:
#   ranges        c(min, max)
#   totals        c(h1 =, h2 =): weights of the trials; their numbers where they have no weights
#   costs         list(h1 =, h2 =): mean costs in nats at even odds (*)
#   fine          as `coarse`, in as many buckets as the blocks are found by
#   trials        list(value =, truth =, weight =, place =), or NULL where they cannot come
#   sample        (system, n): list(value =, truth =) of c(h1 =, h2 =) trials, drawn
#   unweighted    a backend of the same trials, each counting as one; NULL where they do so already
#   tally         (system, map): list(bucket =, value =, n_h1 =, n_h2 =): the buckets of the map
#                 (see backend-cells.R) that are not empty, ascending, and their lower edges
#   tally_values  (system, map, buckets): list(bucket =, value =, n_h1 =, n_h2 =): the distinct
#                 values in these buckets, ascending
#   floors        (system, width): list(value =, n_h1 =, n_h2 =): floor(value / width) in the place
#                 of values
#   picture       (system, more, all): counts of which a picture cannot tell that they are not all,
#                 see in_picture()
#   asked         a list of list(sql =, rows =): what a database has been asked
#
# Beside `answers`, a backend has
#   where         what print() says of the place, such as "SQLite table \"trials\""
#   way           how it is asked, such as "read in chunks, twice"
#   weighted      TRUE where trials have weights
#   most_cuts     beyond how many cuts they take longer to be counted

new_backend <- function(answers, ..., where = "memory", way = "kept", weighted = FALSE,
                        most_cuts = 8000) {
  list(..., answers = answers, where = where, way = way, weighted = weighted, most_cuts = most_cuts)
}

required_answers <- c("sizes", "class_ranges", "finite_range", "infinite", "counts")

answers_to_many <- c("blocks", "points", "coarse", "below", "between", "transformed", "edges")

# All answers of a kind of backend, from those that it has of its own.
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
  between = \(counts, from, to) between_in_counts(counts, from, to),
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
    unweighted = \(system) if (system_is_weighted(system)) stop_no_trials(),
    tally = \(system, map) tally_of_counts(counts_of(system), map),
    tally_values = \(system, map, buckets) {
      tally_values_of_counts(counts_of(system), map, buckets)
    },
    floors = \(system, width) floors_of_counts(counts_of(system), width),
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
