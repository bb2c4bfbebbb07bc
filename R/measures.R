#' Several measures at once, with intervals
#'
#' `measures()` puts any number of measures of every system into one table, each with a standard
#' error and an interval from a bootstrap. `compare_systems()` does the same for the differences
#' between systems: is the better one better by more than chance?
#'
#' The estimates are those of the verbs of the same names: [cllr()], [cllr_min()], [cllr_cal()],
#' [cllr_h1()], [cllr_h2()], [eer()], [auc()]; and, at each prior, [cross_entropy()],
#' [cross_entropy_min()], [bayes_error()], [bayes_error_min()], [dcf()] and [min_dcf()]. All
#' measures of a replicate are taken from the same draws.
#'
#' # What is drawn
#' * `by = "trial"`: the trials of each hypothesis are resampled by themselves, as many as there
#'   are, with replacement. The trials are taken to be independent. A trial that was drawn counts
#'   with its weight; the weights themselves are not drawn, as if they were part of the measurement.
#' * `by = "source"`: comparisons that share an item are not independent, and a method that has
#'   trouble with one item has it in all its comparisons. Here the items are resampled, and a
#'   comparison counts as often as its two items meet: the product of how often each was drawn, or
#'   how often the one item was drawn that is compared with itself (Snijders and Borgatti 1999; Owen
#'   2007 for two kinds of items). The set needs `source1` and `source2`, which must name items in
#'   the same way. Items in H1 comparisons and other items are drawn separately. A replicate without
#'   a comparison under one of the hypotheses is drawn again; `attr(, "redrawn")` counts this. No
#'   bootstrap is exact for such data (McCullagh 2000); Owen shows for two kinds of items that this
#'   one errs on the side of too large a variance.
#'
#' Systems with the same trials in the same order share their draws, and sources are drawn for all
#' systems together, so that a difference between systems is not blurred by the luck that they have
#' in common. `compare_systems()` says which pairs were `paired`; others are taken to be
#' independent.
#'
#' # What an interval means
#' With replicates \eqn{T_1 \le \dots \le T_B}{T_1 <= ... <= T_B} of an estimate \eqn{T}, \eqn{q(p)}
#' the value of rank \eqn{p (B + 1)} among them, and \eqn{\alpha}{alpha} half of one minus the
#' level, the interval runs
#' * `"bc"` (bias-corrected): from \eqn{q(\Phi(2 z_0 + z_\alpha))}{q(Phi(2 z0 + z(alpha)))} to
#'   \eqn{q(\Phi(2 z_0 + z_{1-\alpha}))}{q(Phi(2 z0 + z(1 - alpha)))}, where
#'   \eqn{\Phi(z_0)}{Phi(z0)} is the share of replicates below \eqn{T}, equal ones counting half
#'   (Efron 1987, without acceleration);
#' * `"percentile"`: from \eqn{q(\alpha)}{q(alpha)} to \eqn{q(1 - \alpha)}{q(1 - alpha)};
#' * `"basic"`: from \eqn{2 T - q(1 - \alpha)}{2 T - q(1 - alpha)} to
#'   \eqn{2 T - q(\alpha)}{2 T - q(alpha)}, which may leave the range of the measure (Davison and
#'   Hinkley 1997, section 5.2).
#'
#' **Measures after PAV are optimistic**, and so are their intervals. PAV fits each sample as well
#' as can be, so that [cllr_min()], [eer()] and the like come out too small and [cllr_cal()] too
#' large, the more so the fewer trials there are; a replicate, which repeats some trials and leaves
#' out others, is more optimistic once more. The bias-corrected and the percentile interval of
#' `cllr_cal` never contain 0, so they are no test of perfect calibration.
#'
#' How often do intervals that aim at 95 % contain the value of the population? Measured on 1000
#' simulated sets of each size, independent trials with perfectly calibrated LRs
#' (`simulate_lr(s = 2)`), 999 replicates each; in per cent, give or take 1.5:
#'
#' | trials per class | interval | `cllr` | `cllr_min` | `eer` | `auc` |
#' |---|---|---|---|---|---|
#' | 50 | bias-corrected | 94 | 76 | 92 | 95 |
#' | 50 | percentile | 94 | 52 | 88 | 94 |
#' | 50 | basic | 92 | 80 | 88 | 89 |
#' | 200 | bias-corrected | 94 | 84 | 92 | 94 |
#' | 200 | percentile | 94 | 58 | 88 | 94 |
#' | 200 | basic | 93 | 86 | 90 | 92 |
#' | 1000 | bias-corrected | 94 | 90 | 95 | 94 |
#' | 1000 | percentile | 94 | 69 | 93 | 94 |
#' | 1000 | basic | 94 | 91 | 94 | 94 |
#'
#' So the percentile interval of `cllr_min` misses more often than it should by far, nearly always
#' by being too low, and with few trials the others do so as well. This is why `"bc"` is the default
#' of `measures()`. In a difference between systems on the same trials most of the optimism cancels
#' out: intervals for the difference of `cllr_min` between two noisy versions of the same LRs
#' contained it in 94 (percentile), 90 (bias-corrected) and 89 % (basic) of 500 simulated sets
#' with 50 trials per class, and each in 93 or 94 % with 200. `compare_systems()` therefore
#' gives percentile intervals unless told otherwise.
#'
#' The bootstrap knows only the trials that there are: with one trial of a hypothesis it finds no
#' spread at all, and with few it finds too little. Systems without any overlap of H1 and H2 keep
#' their `cllr_min` of 0 in every replicate.
#'
#' @param x An [lr_set()], or anything that [lr_set()] takes.
#' @param ... Passed on to [lr_set()].
#' @param which Names of the measures, as listed above. `NULL` takes `cllr`, `cllr_min`, `cllr_cal`,
#'   `eer` and `auc`; for a set of scores those that need no calibration.
#' @param prior Prior probabilities of H1, for the measures that depend on one.
#' @param c_miss,c_fa Costs of a miss and of a false alarm, positive, for `dcf` and `min_dcf`.
#' @param replicates Number of bootstrap replicates, 0 for estimates alone.
#' @param level Probability that the interval aims at.
#' @param interval `"bc"`, `"percentile"` or `"basic"`.
#' @param by `"trial"` or `"source"`: what is drawn.
#' @param threads Number of threads to work with, by default that of the option
#'   `calibrant.threads` (see [calibrant-package]). The result does not depend on it.
#' @return A data frame of class `measures` with a row per system, measure and prior:
#'   * `system`, `measure`: factors,
#'   * `prior`: `NA` for measures without one,
#'   * `estimate`,
#'   * `std_error`: standard deviation of the replicates; `NA` where some are infinite,
#'   * `lower`, `upper`: the interval. An end is infinite where the replicates are.
#'
#'   `compare_systems()` returns a data frame of class `measure_comparison` with a row per pair of
#'   systems, measure and prior: `system1`, `system2`, `measure`, `prior`, `difference` (first minus
#'   second), `std_error`, `lower`, `upper`, and `paired`. Both have [plot()] and [autoplot()].
#'
#'   Results are reproducible with [set.seed()].
#' @section Errors:
#' Unknown measures and arguments out of range are errors of class `calibrant_error_input`. Measures
#' of calibration refuse scores (`calibrant_error_score`), and `by = "source"` needs sources
#' (`calibrant_error_source`).
#' @references
#' Davison AC, Hinkley DV (1997). *Bootstrap Methods and their Application*. Cambridge University
#' Press. \doi{10.1017/CBO9780511802843}
#'
#' Efron B (1987). Better bootstrap confidence intervals. *Journal of the American Statistical
#' Association* 82, 171-185. \doi{10.1080/01621459.1987.10478410}
#'
#' McCullagh P (2000). Resampling and exchangeable arrays. *Bernoulli* 6, 285-301.
#'
#' Owen AB (2007). The pigeonhole bootstrap. *Annals of Applied Statistics* 1, 386-411.
#' \doi{10.1214/07-AOAS122}
#'
#' Snijders TAB, Borgatti SP (1999). Non-parametric standard errors and tests for network
#' statistics. *Connections* 22, 161-170.
#' @seealso [summary.lr_set()], [misleading_rates()] for exact intervals of error rates
#' @export
#' @examples
#' set.seed(1)
#' x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10",
#'   source1 = "item1", source2 = "item2")
#' measures(x, replicates = 200)
#' measures(x, which = c("cross_entropy", "bayes_error"), prior = c(0.01, 0.5), replicates = 200)
#'
#' # Items instead of comparisons, and the difference between the models
#' plot(measures(x, by = "source", replicates = 200))
#' compare_systems(x, by = "source", replicates = 200)
measures <- function(x, ...) {
  UseMethod("measures")
}

#' @rdname measures
#' @export
measures.default <- function(x, ..., which = NULL, prior = 0.5, c_miss = 1, c_fa = 1,
                             replicates = 1000, level = 0.95, interval = "bc",
                             by = "trial", threads = NULL) {
  measures(
    lr_set(x, ...), which, prior, c_miss, c_fa, replicates, level, interval, by, threads
  )
}

#' @rdname measures
#' @export
measures.lr_set <- function(x, which = NULL, prior = 0.5, c_miss = 1, c_fa = 1, replicates = 1000,
                            level = 0.95, interval = "bc", by = "trial", threads = NULL,
                            ...) {
  call <- rlang::current_env()
  rlang::check_dots_empty()
  at <- read_measure_points(prior, c_miss, c_fa, call)
  resampling <- read_resampling(replicates, level, interval, by, threads, call)
  x <- lr_set(x)
  found <- measure_systems(x, read_kinds(which, x, call), at, resampling, call)
  systems <- Map(\(estimate, replicates) {
    measure_rows(found$labels, estimate, replicates, resampling)
  }, rlang::set_names(found$estimates, levels(x)), found$replicates)
  new_measures(bind_systems(systems, identity), "measures", x, found, resampling)
}

#' @rdname measures
#' @export
compare_systems <- function(x, ...) {
  UseMethod("compare_systems")
}

#' @rdname measures
#' @export
compare_systems.default <- function(x, ..., which = NULL, prior = 0.5, c_miss = 1, c_fa = 1,
                                    replicates = 1000, level = 0.95,
                                    interval = "percentile", by = "trial", threads = NULL) {
  compare_systems(
    lr_set(x, ...), which, prior, c_miss, c_fa, replicates, level, interval, by, threads
  )
}

#' @rdname measures
#' @export
compare_systems.lr_set <- function(x, which = NULL, prior = 0.5, c_miss = 1, c_fa = 1,
                                   replicates = 1000, level = 0.95, interval = "percentile",
                                   by = "trial", threads = NULL, ...) {
  call <- rlang::current_env()
  rlang::check_dots_empty()
  check_several_systems(x, call)
  at <- read_measure_points(prior, c_miss, c_fa, call)
  resampling <- read_resampling(replicates, level, interval, by, threads, call)
  found <- measure_systems(x, read_kinds(which, x, call), at, resampling, call)
  pairs <- utils::combn(nlevels(x$system), 2)
  tables <- lapply(seq_len(ncol(pairs)), \(k) compare_pair(x, found, pairs[, k], resampling))
  new_measures(do.call(rbind, tables), "measure_comparison", x, found, resampling)
}

compare_pair <- function(x, found, pair, resampling) {
  difference <- \(list) list[[pair[1]]] - list[[pair[2]]]
  rows <- measure_rows(
    found$labels, difference(found$estimates), difference(found$replicates), resampling
  )
  names(rows)[names(rows) == "estimate"] <- "difference"
  systems <- factor(levels(x)[pair], levels(x))
  data.frame(
    system1 = systems[1], system2 = systems[2], rows,
    paired = found$group[pair[1]] == found$group[pair[2]]
  )
}

new_measures <- function(table, class, x, found, resampling) {
  settings <- resampling[c("replicates", "level", "interval", "by")]
  new_curve(table, class, resampling = settings, redrawn = found$redrawn)
}

# Estimates and replicates per system: a vector, and a matrix with a column per replicate, of what
# `labels` names.
measure_systems <- function(x, kinds, at, resampling, call) {
  if (any(vapply(kinds, `[[`, NA, "calibrated"))) warn_misleading_infinities(x, call)
  n_systems <- length(systems_of(x))
  estimates <- lapply(kinds, \(kind) {
    matrix(suppress_infinities(kind$estimate(x, at)), nrow = n_systems)
  })
  priors <- lapply(kinds, \(kind) if (kind$prior) unname(at$prior$prior) else NA_real_)
  labels <- data.frame(
    measure = factor(rep(names(kinds), lengths(priors)), levels = names(kinds)),
    prior = unlist(priors, use.names = FALSE)
  )
  drawn <- bootstrap(x, wanted_statistics(kinds, at), resampling, call)
  list(
    labels = labels,
    estimates = lapply(seq_len(n_systems), \(s) unlist(lapply(unname(estimates), \(e) e[s, ]))),
    replicates = lapply(drawn$statistics, \(b) {
      do.call(rbind, lapply(kinds, \(kind) kind$replicate(b, at)))
    }),
    group = drawn$group,
    redrawn = drawn$redrawn
  )
}

measure_rows <- function(labels, estimate, replicates, resampling) {
  data.frame(
    labels, estimate = unname(estimate),
    bootstrap_intervals(unname(estimate), replicates, resampling$level, resampling$interval)
  )
}

read_measure_points <- function(prior, c_miss, c_fa, call) {
  check_prior(prior, call)
  if (length(prior) == 0) {
    stop_input("{.arg prior} must hold at least one probability.", call = call)
  }
  check_number(c_miss, "c_miss", above = 0, call = call)
  check_number(c_fa, "c_fa", above = 0, call = call)
  measure_points(prior, c_miss, c_fa, call)
}

# By default what a reader asks first: all of it for LRs, discrimination for scores.
read_kinds <- function(which, x, call) {
  if (is.null(which)) {
    which <- c("cllr", "cllr_min", "cllr_cal", "eer", "auc")
    if (x$scale == "score") which <- c("cllr_min", "eer", "auc")
  }
  unknown <- setdiff(which, names(measure_kinds))
  if (!is.character(which) || length(which) == 0 || length(unknown) > 0) {
    stop_input(
      c(
        "{.arg which} must name measures.",
        x = if (length(unknown) > 0) "{.val {unknown}} is none of them.",
        i = "They are {.val {names(measure_kinds)}}."
      ),
      call = call
    )
  }
  kinds <- measure_kinds[unique(which)]
  if (any(vapply(kinds, `[[`, NA, "calibrated"))) check_calibrated(x, call)
  kinds
}

read_resampling <- function(replicates, level, interval, by, threads, call) {
  if (!identical(replicates, 0)) check_count(replicates, "replicates", call)
  check_number(replicates, "replicates", below = 2^31, call = call)
  check_number(level, "level", above = 0, below = 1, call = call)
  list(
    replicates = replicates,
    level = level,
    interval = check_choice(interval, names(interval_titles), "interval", call),
    by = check_choice(by, c("trial", "source"), "by", call),
    threads = if (is.null(threads)) default_threads(call) else check_threads(threads, call = call)
  )
}

check_several_systems <- function(x, call) {
  if (nlevels(x$system) < 2) {
    stop_input(
      c(
        "There must be several systems to compare.",
        x = "The set has {max(1, nlevels(x$system))}.",
        i = "Name them by {.arg system} in {.fn lr_set}, or join sets with {.fn c}."
      ),
      call = call
    )
  }
}

interval_titles <- c(
  bc = "bias-corrected", percentile = "percentile", basic = "basic"
)

#' @export
print.measures <- function(x, digits = 3, ...) {
  print_measure_table(x, digits)
}

#' @export
print.measure_comparison <- function(x, digits = 3, ...) {
  print_measure_table(x, digits)
}

print_measure_table <- function(x, digits) {
  table <- as.data.frame(x)
  if (all(is.na(table$prior))) table$prior <- NULL
  numbers <- vapply(table, is.double, NA)
  table[numbers] <- lapply(table[numbers], \(v) ifelse(is.na(v), "-", format_number(v, digits)))
  print(table, row.names = FALSE, right = TRUE)
  cat(resampling_note(x))
  invisible(x)
}

# Rows of a table may have been taken out by a user, and how they were made with them.
resampling_note <- function(x) {
  how <- attr(x, "resampling")
  if (is.null(how) || how$replicates == 0) {
    return("")
  }
  redrawn <- attr(x, "redrawn")
  paste0(
    sprintf(
      "\n%s %% intervals (%s) from %s bootstrap replicates, drawn by %s.\n",
      format(100 * how$level), interval_titles[[how$interval]], plain_count(how$replicates), how$by
    ),
    if (redrawn > 0) {
      sprintf("%s replicates without a trial of one hypothesis were drawn again.\n",
        plain_count(redrawn))
    }
  )
}
