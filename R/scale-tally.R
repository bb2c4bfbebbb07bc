#' Counts instead of trials
#'
#' `lr_tally()` returns the numbers of H1 and H2 trials in cells of equal width along the axis of
#' log LRs or scores. Any program can make such a tally in one pass, `c()` adds tallies, and
#' `lr_set(tally)` is a set of the counted trials. `system.file("tally", package = "calibrant")`
#' has the specification, programs in SQL, Python and C, and a test.
#'
#' # Counted trials
#' A trial of value \eqn{v} lies in the cell \eqn{\lfloor v / w \rfloor}{floor(v / w)} of width
#' \eqn{w}; `Inf` and `-Inf` are separate cells.
#'
#' `moments` are the sums behind Cllr, ECE and logistic calibration, to about 14 digits, in bins of
#' the natural log LR. A set of LRs has its own; the specification explains those of a data frame,
#' with the columns `bin`, `h1`, `n`, and `s1` to `s7`.
#'
#' A data frame with the columns `value`, `n_h1` and `n_h2` makes a tally of all values, whose
#' measures are those of the trials.
#'
#' # Answers of a tally
#' Measures from moments are exact, and so are error rates and costs at multiples of the width.
#' Cllr_min, EER, AUC and ECE after PAV have proven intervals (`exact = FALSE`, see [brackets]),
#' without moments Cllr and ECE as well. Plots place the trials at the lower edge of their cell if
#' the width is at most a 1024th of the range. The smallest and the largest value are known to
#' within one cell. All other results are refused with `calibrant_error_no_counts`.
#'
#' A second round makes Cllr_min, EER and PAV exact. `cells_wanted(tally)` names the cells whose
#' values may affect the hull, and those of LR = 1 and of the ends and medians of either
#' hypothesis. `cells_wanted(tally, x)` returns the values there with their counts, and
#' `lr_set(tally, values = rbind(...))` joins these from all places.
#'
#' A round of narrower cells makes the second round small: `cells_wanted(tally, x, width = )` counts
#' the trials of the wanted cells in narrower ones, and `finer = ` names those whose values are
#' still needed. A good width is that of the tally divided by the square root of the mean number of
#' trials in a wanted cell. For 10^7 Gaussian LLRs, this round reduces the moved rows from 2.7 to
#' 0.2 million.
#'
#' [write_calibrant()] and [read_calibrant()] exchange tallies with other programs.
#'
#' # Disclosure by counts
#' A tally has no items, no identifiers and no order of trials. It discloses the numbers of trials
#' in each cell, often one in the tails, whose LR is then known to the width. Moments of a bin with
#' up to seven trials, and the values of a second round, disclose LRs to all digits. If single LRs
#' are confidential, give neither, and use cells that contain several trials.
#'
#' @param x For `lr_tally()` an [lr_set()] of one system without weights, in memory or elsewhere;
#'   or a data frame with the columns `cell` (or `value`), `n_h1` and `n_h2`, where cells may be
#'   repeated. For `lr_set()` a tally.
#' @param width The width of a cell, a power of 2, in units of the scale. For `cells_wanted()` that
#'   of narrower cells, which are counted instead of values.
#' @param scale The scale of a data frame: `"ln"`, `"log10"`, `"log2"` or `"score"`.
#' @param moments For a data frame: a data frame of moments, see "Counted trials".
#' @return `lr_tally()`: an object of class `lr_tally`, a list of `scale`, `width`, `cells` (a data
#'   frame with `cell`, ascending, `n_h1` and `n_h2`), `points` (weighted natural log LRs with
#'   these moments, or `NULL`) and `values` (a data frame of all values, or `NULL`).
#' @section Errors:
#' `calibrant_error_changed`: values are not those of the cells.
#' @concept additive counts
#' @concept confidential trials
#' @concept map and reduce
#' @seealso [lr_chunks()], [databases]
#' @export
#' @examples
#' a <- simulate_lr(1000, 4000, s = 2)
#' b <- simulate_lr(500, 9000, s = 2)
#' tally <- c(lr_tally(a), lr_tally(b))
#' x <- lr_set(tally)
#' cllr_min(x, exact = FALSE)
#'
#' values <- rbind(cells_wanted(tally, a, explain), cells_wanted(tally, b, explain))
#' explain(lr_set(tally, values = values))
#'
#' # A round of narrower cells
#' tally <- lr_tally(a)
#' finer <- cells_wanted(tally, a, width = 2^-12)
#' values <- cells_wanted(tally, a, finer = finer)
#' cllr_min(lr_set(tally, values = values, finer = finer))
lr_tally <- function(x, width = 2^-10, scale = "ln", moments = NULL) {
  check_given()
  refuse_if(inherits(x, "lr_set") && (!missing(scale) || !is.null(moments)), "tally_arguments")
  check_width(width)
  if (inherits(x, "lr_set")) return(tally_of_set(x, width))
  check_choice(scale, c("ln", "log10", "log2", "score"))
  if ("value" %in% names(x)) return(tally_of_values(x, width, scale))
  cells <- check_counted(x, "cell")
  new_tally(cells, width, scale, points_of_moments(moments, cells))
}

check_width <- function(width, arg = "width") {
  ok <- is_one_number(width) && is.finite(width) && width > 0 && log2(width) %% 1 == 0
  check_that(ok, "be a power of 2.", width, arg)
  # Beyond 2^53 cells cannot be numbered one by one, and numbers of finite LRs could be infinite.
  check_that(width >= 2^-42, "be at least 2^-42: no score is known more precisely.", width, arg)
  width
}

# The LRs of probabilities keep their prior.
new_tally <- function(cells, width, scale, points, values = NULL, prior = NULL) {
  names(cells) <- c("cell", "n_h1", "n_h2")
  parts <- list(cells = cells, points = points, values = values)
  new_object("lr_tally", c(list(scale = scale, width = width), prior = prior, parts))
}

check_tally <- function(tally) {
  check_that(inherits(tally, "lr_tally"), "be an {.cls lr_tally}.", tally)
  stop_unless_intact(is.list(tally) && is_tally(unclass(tally)), "lr_tally")
}

is_tally <- function(tally) {
  rows <- \(part, column) is.data.frame(part) && all(vapply(part, is.numeric, NA)) &&
    identical(names(part), c(column, "n_h1", "n_h2")) && !anyNA(part)
  known <- \(name, column) is.null(tally[[name]]) || rows(tally[[name]], column)
  rlang::is_string(tally$scale) && tally$scale %in% c("ln", "log10", "log2", "score") &&
    are_numbers(tally$width, 1) && tally$width > 0 && rows(tally$cells, "cell") &&
    known("points", "llr") && known("values", "value") &&
    (is.null(tally$prior) || are_numbers(tally$prior, 1) && tally$prior > 0 && tally$prior < 1)
}

# A data frame of counts, each cell or value once, ascending.
check_counted <- function(x, column, arg = rlang::caller_arg(x)) {
  fields <- c(column, "n_h1", "n_h2")
  check_that(
    is.data.frame(x) && all(fields %in% names(x)) && all(vapply(x[fields], is_number, NA)),
    "be a data frame with the numbers {.field {fields}}.", x, arg
  )
  n <- c(x$n_h1, x$n_h2)
  refuse_if(
    anyNA(x[[column]]) || anyNA(n) || any(n < 0 | n != floor(n) | n > 2^53),
    "counts_not_whole"
  )
  refuse_if(column == "cell" && any(x$cell != floor(x$cell)), "cells_not_whole")
  rows <- data.frame(h1 = rep(1:0, each = nrow(x)), n = as.double(n))
  found <- counts_of_rows(rep(as.double(x[[column]]), 2), rows)
  there <- found$n_h1 + found$n_h2 > 0
  stats::setNames(as.data.frame(lapply(found, `[`, there)), fields)
}

tally_of_set <- function(x, width) {
  system <- only_unweighted(x)
  refuse_if(x$scale == "lr", "tally_of_lr")
  cells <- as.data.frame(ask(system, "between", -Inf, Inf, width)[count_fields])
  if (any(colSums(cells[-1]) != sizes_of(system))) refuse("data_changed")
  points <- if (x$scale != "score") as.data.frame(points_of(system)[c("llr", "n_h1", "n_h2")])
  new_tally(cells, width, x$scale, points, prior = own_prior(x, NULL))
}

# Tallies of given counts lose nothing.
tally_of_values <- function(x, width, scale) {
  values <- check_counted(x, "value")
  counts <- c(values, list(totals = c(sum(values$n_h1), sum(values$n_h2)), scale = scale))
  points <- if (scale != "score") as.data.frame(find_points(counts)[c("llr", "n_h1", "n_h2")])
  new_tally(as.data.frame(floors_of_counts(values, width)), width, scale, points, values)
}

only_unweighted <- function(x) {
  systems <- systems_of(x)
  refuse_if(length(systems) > 1 || systems[[1]]$weighted, "tally_systems")
  systems[[1]]
}

points_of_moments <- function(moments, cells) {
  if (is.null(moments)) return(NULL)
  fields <- c("bin", "h1", "n", paste0("s", 1:7))
  check_that(
    is.data.frame(moments) && all(fields %in% names(moments)) &&
      all(is.finite(as.matrix(moments[fields]))),
    "be a data frame with the finite numbers {.field {fields}}.", moments
  )
  sums <- stats::aggregate(moments[fields[-(1:2)]], moments[c("bin", "h1")], sum)
  infinite <- cells[is.infinite(cells$cell), ]
  n <- c(sum(sums$n[sums$h1 == 1]), sum(sums$n[sums$h1 == 0]))
  counted <- c(sum(cells$n_h1) - sum(infinite$n_h1), sum(cells$n_h2) - sum(infinite$n_h2))
  refuse_if(any(n != counted), "moments_differ")
  # Sums as a database returns them.
  rows <- c(sums, stats::setNames(lapply(sums[paste0("s", 1:3)], `*`, 2^20), paste0("whole", 1:3)))
  rows[paste0("rest", 1:3)] <- 0
  points <- moment_nodes(as.data.frame(rows), list(llr = \(z) z / 16))
  names(points)[1] <- names(infinite)[1] <- "llr"
  as.data.frame(join_points(list(points, as.list(infinite))))
}

#' @export
c.lr_tally <- function(...) {
  tallies <- list(...)
  check_all_are(tallies, "lr_tally")
  for (tally in tallies) check_tally(tally)
  same <- length(unique(lapply(tallies, `[`, c("scale", "width", "prior")))) == 1
  stop_if(!same, "Tallies must have the same scale, width and prior to be added.")
  add <- \(column) \(parts) check_counted(do.call(rbind, parts), column, "x")
  cells <- joined_parts(tallies, "cells", add("cell"))
  points <- joined_parts(tallies, "points", \(parts) as.data.frame(join_points(parts)))
  values <- joined_parts(tallies, "values", add("value"))
  new_tally(cells, tallies[[1]]$width, tallies[[1]]$scale, points, values, tallies[[1]]$prior)
}

# Joins a part of tallies; NULL if one of them lacks it.
joined_parts <- function(tallies, name, join) {
  parts <- lapply(tallies, `[[`, name)
  if (!any(vapply(parts, is.null, NA))) join(parts)
}

#' @export
print.lr_tally <- \(x, ...) printed(x, {
  check_tally(x)
  cat(sprintf(
    "<lr_tally> %s H1 and %s H2 trials in %s cells, %s wide (%s)%s%s\n",
    plain_count(sum(x$cells$n_h1)), plain_count(sum(x$cells$n_h2)), plain_count(nrow(x$cells)),
    format(x$width), x$scale, if (is.null(x$points)) "" else ", with moments",
    if (is.null(x$values)) "" else ", with all values"
  ))
})

#' @rdname lr_tally
#' @param values A data frame with the columns `value`, `n_h1` and `n_h2`: the values in all wanted
#'   cells, or more; by default those of the tally.
#' @param finer A data frame with the columns `cell`, `width`, `n_h1` and `n_h2`: narrower cells in
#'   which the trials of some cells were counted; [rbind()] joins places and rounds.
#' @param ... None.
#' @export
lr_set.lr_tally <- function(x, values = x$values, finer = NULL, ...) {
  check_dots(...)
  check_tally(x)
  check_class_sizes(sum(x$cells$n_h1), sum(x$cells$n_h2), NULL)
  if (!is.null(values)) values <- check_counted(values, "value")
  set_of_tally(x, rows_of_tally(x, finer, values[is.finite(values$value), ]))
}

# The rows of a tally. Narrower cells, and then values, replace the cells in which they lie.
rows_of_tally <- function(tally, finer = NULL, values = no_counts) {
  parts <- c(rows_of_finer(finer), list(c(values, list(end = values$value))))
  Reduce(with_narrower, parts, rows_of_cells(tally$cells, tally$width))
}

# The parts of one width, the widest first.
rows_of_finer <- function(finer) {
  if (is.null(finer)) return(NULL)
  check_counted(finer, "width")
  lapply(rev(split(finer, finer$width)), \(part) {
    rows_of_cells(check_counted(part, "cell", "finer"), check_width(part$width[1], "finer$width"))
  })
}

set_of_tally <- function(tally, rows, noted = NULL) {
  labels <- c(h1 = "TRUE", h2 = "FALSE")
  backends <- list(tally_backend(tally, rows, noted))
  set <- new_remote_set(backends, tally$scale, labels, sum(rows$n_h1, rows$n_h2))
  with_note(set, "prior", tally$prior)
}

#' @rdname lr_tally
#' @param tally A tally.
#' @param trials The [lr_set()] with the values in these cells; `NULL` names the cells.
#' @param verb A function of a set, such as `explain` or `\(x) plot_det(x)`, whose cells are wanted
#'   too. It is called twice, with all trials at the lower and at the upper edges of their cells.
#' @return `cells_wanted()`: a data frame with `cell`, `width`, `from` (in the cell), `to` (the next
#'   one), `n_h1` and `n_h2`; with `trials`, one with `value`, `n_h1` and `n_h2`, or with `width`
#'   one that serves as `finer`.
#' @export
cells_wanted <- function(tally, trials = NULL, verb = NULL, width = NULL, finer = NULL) {
  check_given()
  check_tally(tally)
  check_that(is.null(verb) || is.function(verb), "be a function of a set.", verb)
  rows <- rows_of_tally(tally, finer)
  keep <- buckets_to_keep(rows)
  keep[c(which(rows$value == 0), landmarks(rows$n_h1), landmarks(rows$n_h2))] <- TRUE
  keep <- keep | rows$value %in% cells_for(verb, tally, rows)
  wanted <- as.data.frame(lapply(rows, `[`, keep & rows$value < rows$end))
  wanted$to <- next_value(wanted$end)
  ok <- is.null(width) || !is.null(trials) && check_width(width) < min(tally$width, finer$width)
  refuse_if(!ok, "width_of_round")
  if (!is.null(trials)) return(counts_inside(trials, tally, wanted, width))
  width <- wanted$to - wanted$value
  cells <- data.frame(cell = wanted$value / width, width, from = wanted$value)
  cbind(cells, wanted[c("to", "n_h1", "n_h2")])
}

# Neighbouring cells are asked for as one interval.
counts_inside <- function(trials, tally, wanted, width) {
  check_that(inherits(trials, "lr_set"), "be an {.cls lr_set}.", trials)
  stop_if(trials$scale != tally$scale, "The tally and the trials must be on one scale.")
  from <- wanted$value[!wanted$value %in% wanted$to]
  to <- wanted$end[!wanted$to %in% wanted$value]
  found <- ask(only_unweighted(trials), "between", from, to, width)[count_fields]
  if (is.null(width)) return(as.data.frame(found))
  data.frame(cell = found$value, width = rep(width, length(found$value)), found[-1])
}

# The lower edges of the cells that a function must resolve.
cells_for <- function(verb, tally, rows) {
  if (is.null(verb)) return(NULL)
  unlist(lapply(c("value", "end"), \(edge) {
    noted <- rlang::env(edge = edge)
    suppressMessages(suppressWarnings(verb(set_of_tally(tally, rows, noted))))
    noted$cells
  }))
}

# Positions of the ends and of the middle trials of a hypothesis.
landmarks <- function(n) {
  below <- cumsum(n)
  total <- below[length(n)]
  c(which(n > 0)[1], findInterval(c(total / 2, total / 2 + 1, total) - 0.5, below) + 1)
}
