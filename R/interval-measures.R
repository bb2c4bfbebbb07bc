#' Measures with bootstrap intervals
#'
#' `measures()` returns a table of measures of each system with standard errors and bootstrap
#' intervals. `compare_systems()` returns the same for differences between systems.
#'
#' Measures have the names of their functions: [cllr()], [cllr_min()], [cllr_cal()], [cllr_h1()],
#' [cllr_h2()], [eer()], [auc()], [dev_pav()], and at each prior [cross_entropy()],
#' [cross_entropy_min()], [bayes_error()], [bayes_error_min()], [dcf()] and [dcf_min()].
#' `misleading_h1` and `misleading_h2` are the rates of [misleading()] evidence, by trial with
#' Clopper-Pearson limits.
#'
#' `lr_moment_h2`, the mean of the LR under H2, and `lr_moment_h1`, that of 1/LR under H1, are 1 for
#' calibrated LRs (Good 1985 attributes this to Turing), or less by the share of infinite or zero
#' LRs of the other hypothesis. A mean far above 1 shows LRs that are too strong; a mean below 1
#' proves little, because misleading LRs may be rare.
#'
#' # Corrected measures
#' PAV fits each sample as well as possible, so measures after PAV (`eer` and all `_min`) are too
#' small, and `cllr_cal` is too large (Morrison 2021). With 50 trials of each hypothesis, a
#' `cllr_min` of 0.51 is estimated as 0.41 on average. A smoothed bootstrap removes this optimism
#' from the column `corrected`; the `estimate` is the published measure. With few trials the
#' interval, which contains `corrected`, may exclude the `estimate`. The correction does not allow
#' for LRs that were calibrated on the same trials, nor for dependent trials that are drawn by
#' trial.
#'
#' # Are the scores better than chance?
#' `chance` adds the distribution of measures after PAV when all assignments of labels to trials are
#' equally probable (Spitzer 1956; Abramson et al. 2011). A small one-sided `p_value` says that the
#' scores depend on the truth, not how much; a large one, that these trials cannot show it.
#'
#' # Resampling by trial or by source
#' * `by = "trial"`: the trials of each hypothesis are resampled with their weights, as if they were
#'   independent.
#' * `by = "source"`: the items are resampled, because comparisons that share an item are
#'   correlated. A comparison has as weight the product of the numbers of draws of its two items
#'   (Snijders and Borgatti 1999; Owen 2007). The set needs `source1`, or also `source2` with the
#'   same names of items. Items in H1 comparisons and other items are drawn separately. Draws
#'   without a comparison of each hypothesis are repeated; `attr(, "redrawn")` is their number. The
#'   variance is rather too large (McCullagh 2000; Owen 2007).
#'
#' Trials of different systems are matched by `id`, or else by both items, or else by order. Systems
#' with the same trials share their draws, as do the common trials of systems that share at least
#' half of theirs by `id` or items. A message states their number, or that the order was trusted.
#' Other systems are treated as independent and not marked as `paired`.
#'
#' # Intervals
#' * `"scaled"`: the corrected value plus or minus quantiles times the standard deviation of the
#'   replicates, on a scale on which they are about normal. Skewed means (costs, moments) have the
#'   interval of Hall (1992), `dcf` and `bayes_error` by trial that of Zou and Donner (2008). Ends
#'   allow for trials too rare to occur.
#' * `"bc"` (bias-corrected; Efron 1987, without acceleration), `"percentile"` and `"basic"`
#'   (Davison and Hinkley 1997, section 5.2): quantiles of the replicates, shifted if the estimate
#'   was corrected.
#' * `"delong"`, for `auc`: normal quantiles times the standard error of DeLong, DeLong and
#'   Clarke-Pearson (1988), as in `ci.auc()` of pROC. The `p_value` is two-sided. With few trials,
#'   or an area near 1, `"scaled"` has better coverage.
#'
#' Ends stay within the range of the measure. If few trials are separated perfectly, the upper end
#' of a cost is not small: 0.94 for the `cllr` of 5/5 trials. `vignette("methods")` has the formulas
#' and the treatment of more than 16 384 trials. `note` gives the reason for an unusual interval:
#' * missing: `"few trials"`, fewer than 5 of a hypothesis; `"no spread"`, all replicates are equal;
#'   `"biased"`, the interval would exclude the corrected value; `"undefined"` and `"no interval"`,
#'   for `dev_pav` (see [calibration_test()]);
#' * one-sided: `"one value"`, more than a tenth of a moment comes from one LR; `"separated"`, the
#'   best value cannot be excluded; `"below"`, a corrected `cllr_cal` below 0 became 0;
#' * perhaps too short: `"few decide"`, the interval rests on fewer than 20 trials, or 25 for a
#'   difference; `"none wrong"`, LRs of 0 or infinity were all right, and a wrong one would make the
#'   cost infinite; `"shared items"`, comparisons that share items were drawn by trial.
#'
#' Trials read in chunks or counted in a database ([lr_chunks()], [databases]) cannot be drawn by
#' source, and are not `paired`.
#'
#' # Coverage of the intervals
#' In simulations with 30/30 to 50/2000 trials, 95 % intervals contain the truth in 93 to 100 % of
#' sets, with exceptions down to 88 % if errors or large costs are rare or tails heavy. Intervals by
#' source contain the truth in 91 to 100 % with 8 to 100 items. Intervals by trial do so in only 75
#' to 83 % for comparisons of all samples of 20 items. `vignette("methods")` has tables and further
#' exceptions.
#'
#' @param x An [lr_set()], or its first argument, followed by the others.
#' @param ... Passed on to [lr_set()].
#' @param which Names of measures, see "Details". `NULL` means `cllr`, `cllr_min`, `cllr_cal`, `eer`
#'   and `auc`; for scores, those of them that need no calibration.
#' @param prior Prior probabilities of H1: 0.5 by default, or the prior of a set of probabilities.
#' @param c_miss,c_fa Positive costs of a miss and of a false alarm, for `dcf` and `dcf_min`.
#' @param replicates Number of bootstrap replicates, at most a million; 0 for plug-in values alone.
#' @param level Confidence level of the intervals.
#' @param interval `"scaled"`, `"bc"`, `"percentile"` or `"basic"`; or `"delong"`, for `auc` alone.
#' @param by Units drawn: `"source"` for compared items, the default if the set names them, or
#'   `"trial"`.
#' @param corrected Whether to correct measures after PAV for optimism.
#' @param threads Number of threads, without effect on the result; by default the option
#'   `calibrant.threads`.
#' @param chance Number of draws for "Are the scores better than chance?", at most a million.
#' @return A data frame of class `measures` with a row per system, measure and prior:
#'   * `system`, `measure`: factors,
#'   * `prior`: `NA` for measures without one,
#'   * `estimate`, the value of the function, and `corrected`, without the optimism of PAV,
#'   * `std_error`: standard deviation of the replicates; `NA` if some are infinite,
#'   * `lower`, `upper`: the interval, infinite if replicates are,
#'   * `note`: the reason for an unusual interval, or `NA`,
#'   * with `chance`: `chance_mean` and `chance_lower`, the mean and the lower quantile for scores
#'     no better than chance, and `p_value`; `NA` for measures without PAV.
#'
#'   `compare_systems()` returns a data frame of class `measure_comparison` with a row per pair of
#'   systems, measure and prior: `system1`, `system2`, `measure`, `prior`, `difference` (first minus
#'   second), `corrected`, `std_error`, `lower`, `upper`, `note`, and `paired`; with `interval =
#'   "delong"` also `p_value`. Both have [plot()] and [autoplot()].
#'
#'   [set.seed()] makes results reproducible.
#' @section Errors:
#' `calibrant_error_replicates` for `by = "source"` with too few sources in the comparisons of both
#' hypotheses. `calibrant_error_source` for `chance` with weights or shared items.
#' @references
#' Abramson J et al. (2011). *Electronic Communications in Probability* 16, 423-434.
#' <https://arxiv.org/abs/1102.0818>
#'
#' Davison AC, Hinkley DV (1997). *Bootstrap Methods and their Application*. Cambridge University
#' Press. \doi{10.1017/CBO9780511802843}
#'
#' DeLong ER, DeLong DM, Clarke-Pearson DL (1988). *Biometrics* 44, 837-845. \doi{10.2307/2531595}
#'
#' Efron B (1987). *Journal of the American Statistical Association* 82, 171-185.
#' \doi{10.1080/01621459.1987.10478410}
#'
#' Good IJ (1985). In *Bayesian Statistics 2*, 249-270. North-Holland.
#'
#' Hall P (1992). *Journal of the Royal Statistical Society B* 54, 221-228.
#' \doi{10.1111/j.2517-6161.1992.tb01876.x}
#'
#' McCullagh P (2000). *Bernoulli* 6, 285-301.
#'
#' Morrison GS (2021). *Forensic Science International: Synergy* 3, 100157.
#' \doi{10.1016/j.fsisyn.2021.100157}
#'
#' Owen AB (2007). *Annals of Applied Statistics* 1, 386-411. \doi{10.1214/07-AOAS122}
#'
#' Snijders TAB, Borgatti SP (1999). *Connections* 22, 161-170.
#'
#' Spitzer F (1956). *Transactions of the American Mathematical Society* 82, 323-339.
#' \doi{10.1090/S0002-9947-1956-0079851-X}
#'
#' Zou GY, Donner A (2008). *Statistics in Medicine* 27, 1693-1702. \doi{10.1002/sim.3095}
#' @seealso [misleading()] for exact intervals of error rates
#' @concept bootstrap
#' @concept confidence interval
#' @concept credible interval
#' @concept standard error
#' @concept compare systems
#' @concept cluster bootstrap
#' @concept bias correction
#' @concept small samples
#' @concept DeLong test
#' @export
#' @examples
#' set.seed(1)
#' x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10",
#'   source1 = "item1", source2 = "item2")
#' measures(x, replicates = 200)
#' measures(x, which = c("cross_entropy", "bayes_error"), prior = c(0.01, 0.5), replicates = 200)
#'
#' # Are few scores better than chance?
#' measures(simulate_lr(20, 40, s = 0.5), c("cllr_min", "eer"), replicates = 200, chance = 1999)
#'
#' # By source
#' plot(measures(x, by = "source", replicates = 200))
#' compare_systems(x, by = "source", replicates = 200)
measures <- function(x, ...) UseMethod("measures")

#' @rdname measures
#' @export
measures.lr_set <- function(x, which = NULL, prior = own_prior(x), c_miss = 1, c_fa = 1,
                            replicates = 1000, level = 0.95, interval = "scaled", by = NULL,
                            corrected = TRUE, threads = NULL, chance = 0, ...) {
  check_dots(...)
  if (identical(interval, "delong")) {
    check_unheeded(c(unheeded_by_delong, "chance"), delong_hint)
    return(delong_measures(x, which, level, by))
  }
  if (nargs() > 1 && is.null(which)) check_unheeded(c("prior", "c_miss", "c_fa"), no_point_measures)
  if (!identical(chance, 0) && !identical(chance, 0L)) {
    check_count(chance, most = 1e6)
    check_plain_trials(x, "chance")
  }
  resampling <- read_resampling(x, replicates, level, interval, by, corrected, threads)
  kinds <- read_kinds(which, x)
  check_measure_points(prior, c_miss, c_fa)
  found <- measure_systems(x, kinds_at(kinds, prior, c_miss, c_fa), c(resampling, apart = TRUE))
  if (chance == 0) return(measured_table(found))
  with_chance(found, x, kinds_at(kinds, prior, c_miss, c_fa), chance)
}

#' @rdname measures
#' @export
compare_systems <- function(x, ...) UseMethod("compare_systems")

#' @rdname measures
#' @export
compare_systems.lr_set <- function(x, which = NULL, prior = own_prior(x), c_miss = 1, c_fa = 1,
                                   replicates = 1000, level = 0.95, interval = "scaled",
                                   by = NULL, corrected = TRUE, threads = NULL, ...) {
  check_dots(...)
  check_several_systems(x)
  if (nargs() > 1 && is.null(which)) check_unheeded(c("prior", "c_miss", "c_fa"), no_point_measures)
  if (!inherits(x, "remote_set")) x <- align_systems(common_trials(x))
  if (identical(interval, "delong")) {
    check_unheeded(unheeded_by_delong, delong_hint)
    return(delong_comparison(x, which, level, by))
  }
  kinds <- read_kinds(which, x)
  check_measure_points(prior, c_miss, c_fa)
  resampling <- read_resampling(x, replicates, level, interval, by, corrected, threads)
  found <- measure_systems(x, kinds_at(kinds, prior, c_miss, c_fa), resampling)
  if (found$resampling$by == "trial") tell_pairing(x, found$group)
  comparison_table(found)
}

# Table of the results of measure_systems(), or of its counterpart for many classes.
measured_table <- function(found) {
  table <- bind_systems(found$systems, \(one) measure_rows(found$labels, one, found$resampling))
  new_measures(table, "measures", found)
}

# The table with the columns of chance_rows().
with_chance <- function(found, x, kinds, draws) {
  table <- measured_table(found)
  shown <- kinds[vapply(kinds, `[[`, NA, "shown")]
  rows <- bind_systems(systems_of(x), chance_rows, shown, draws, found$resampling)
  table[names(rows)[-1]] <- rows[-1]
  table
}

comparison_table <- function(found) {
  table <- bind_pairs(found$systems, \(pair) {
    difference <- difference_of(found$systems[[pair[1]]], found$systems[[pair[2]]])
    rows <- measure_rows(difference_labels(found$labels), difference, found$resampling)
    data.frame(rows, paired = found$group[pair[1]] == found$group[pair[2]])
  })
  new_measures(table, "measure_comparison", found)
}

# One data frame of all pairs of systems, with the columns `system1` and `system2` in front. The
# estimate of `rows_of(pair)` is a difference.
bind_pairs <- function(systems, rows_of) {
  names <- factor(names(systems), names(systems))
  tables <- utils::combn(length(names), 2, simplify = FALSE, FUN = \(pair) {
    rows <- rows_of(pair)
    names(rows)[names(rows) == "estimate"] <- "difference"
    data.frame(system1 = names[pair[1]], system2 = names[pair[2]], rows)
  })
  do.call(rbind, tables)
}

# Difference of two results of measure_systems(): that of one system minus `times` another's.
difference_of <- function(first, second, times = 1) {
  parts <- c("plug_in", "optimism", "corrected", "replicates", "model")
  difference <- Map(\(a, b) beyond_rounding(a, times * b), first[parts], second[parts])
  difference$n <- pmin(first$n, second$n)
  difference$units <- min(first$units, second$units)
  difference$rates <- first$rates
  difference$against <- list(
    rates = second$rates, n = second$n, times = times,
    correlation = row_correlations(first$replicates, second$replicates)
  )
  difference$telling <- pmin(first$telling, second$telling)
  either <- intersect(c("top_share", "unseen"), names(first))
  difference[either] <- Map(pmax, first[either], second[either])
  difference
}

# Correlations of the rows of two matrices.
row_correlations <- function(a, b) {
  a <- a - rowMeans(a)
  b <- b - rowMeans(b)
  rowSums(a * b) / sqrt(rowSums(a^2) * rowSums(b^2))
}

new_measures <- function(table, class, found) {
  settings <- found$resampling[c("replicates", "level", "interval", "by", "corrected", "sharing")]
  new_curve(table, class, resampling = settings, redrawn = found$redrawn)
}

# Per system: the `plug_in` values of the measures in `labels`, the results of with_corrected(), the
# `replicates`, a matrix with a row for each measure, their centre, the `model`, the `rates` of
# costs, the `top_share` of means, the `tail` of costs, the `least_upper` ends, the amount that one
# more trial may have `added` to upper ends, the numbers of trials `n`, and the number of trials or
# sources of the scarcer hypothesis, the `units`.
measure_systems <- function(x, kinds, resampling) {
  systems <- systems_of(x)
  wanted <- wanted_statistics(kinds)
  if (needs_calibrated(kinds)) warn_misleading_infinities(systems)
  sources <- if (resampling$by == "source") scarce_sources(x)
  drawn <- bootstrap(x, systems, wanted, resampling)
  labels <- measure_labels(kinds)
  list(
    labels = labels,
    systems = lapply(rlang::set_names(seq_along(systems), names(systems)), \(s) {
      # The model is one more replicate, the first.
      model <- drawn$model[[s]]
      statistics <- c(Map(cbind, model, drawn$statistics[[s]]), list(wanted = wanted))
      found <- measure_system(systems[[s]], kinds, statistics, c(model, list(wanted = wanted)))
      found <- with_corrected(found, labels, resampling)
      found$units <- sources[s] %||% min(found$n)
      by_numbers <- drawn$by_numbers[s]
      hidden <- by_numbers && !has_trials(systems[[s]])
      found$unseen <- unseen_errors(systems[[s]], labels) & is.finite(found$plug_in)
      found$tail <- tails_of(systems[[s]], kinds, is.null(sources) && !hidden)
      if (by_numbers) found <- around_exact(found, labels, resampling$corrected)
      if (hidden) return(found)
      if (wanted$auc) found$auc_error <- auc_error(systems[[s]], x, resampling$by)
      n <- pmin(found$n, sources[s] %||% Inf)
      found$least_upper <- separated_ends(systems[[s]], kinds, n, (1 - resampling$level) / 2)
      if (is.null(sources)) {
        found$telling <- telling_numbers(systems[[s]], found$n)
        found$added <- one_more_trial(systems[[s]], kinds, n, found$plug_in)
        exact <- threshold_ends(systems[[s]], kinds, n, resampling$level)
        found$least_upper <- pmax(found$least_upper, exact, na.rm = TRUE)
      }
      found
    }),
    group = drawn$group, redrawn = drawn$redrawn, resampling = resampling
  )
}

# May a trial that matters to the measure have an infinite LR that is wrong, since others have one
# that is right?
unseen_errors <- function(system, labels) {
  infinite <- infinite_of(system)
  may <- c(h1 = infinite$n_h2[1] > 0, h2 = infinite$n_h1[2] > 0)
  own <- unname(may[sub(".*_", "", labels$measure)])
  labels$unbounded & ifelse(is.na(own), any(may), own)
}

# Measures of one system, from the `statistics` of its model, as the first replicate, and of the
# replicates.
measure_system <- function(system, kinds, statistics, model) {
  replicates <- lapply(kinds, \(kind) kind$replicate(statistics, kind$operating))
  gains <- Map(kinds, replicates, f = \(kind, drawn) {
    if (is.null(kind$over)) return(drawn)
    -(replicates[[kind$over]] %||% measure_kinds[[kind$over]]$replicate(statistics, kind$operating))
  })
  gains <- do.call(rbind, unname(gains))
  replicates <- do.call(rbind, unname(replicates))
  values <- lapply(kinds, \(kind) kind$estimate(system, kind$operating))
  list(
    plug_in = unlist(values, use.names = FALSE),
    optimism = rowMeans(gains[, -1, drop = FALSE]) - gains[, 1],
    most = unlist(lapply(kinds, \(kind) {
      whole <- kind$least_of
      if (is.null(whole) || system$scale == "score") return(rep(Inf, length(kind$operating$prior)))
      values[[whole]] %||% measure_kinds[[whole]]$estimate(system, kind$operating)
    }), use.names = FALSE),
    replicates = unname(replicates[, -1, drop = FALSE]),
    model = as.vector(replicates[, 1]),
    # Missing for measures without error rates.
    rates = do.call(rbind, unname(lapply(kinds, \(kind) {
      if (!is.null(kind$rates)) return(kind$rates(model, kind$operating))
      matrix(NA_real_, length(kind$operating$prior), 4)
    }))),
    top_share = unlist(lapply(kinds, \(kind) {
      share <- if (is.null(kind$top_share)) NA_real_ else kind$top_share(system)
      rep(share, length(kind$operating$prior))
    }), use.names = FALSE),
    n = numbers_of(system)
  )
}

# The numbers without the trials of the commonest LR, if at least three have it.
telling_numbers <- function(system, n) {
  if (min(n) >= 1000) return(n)
  counts <- counts_of(system)
  most <- c(max(counts$n_h1), max(counts$n_h2)) / totals_of(system) * n
  ifelse(most > 2.5, n - most, n)
}

# Effective number of items of the scarcer hypothesis, for each system.
scarce_sources <- function(x) {
  unname(vapply(split_by_system(x), \(i) {
    scarcest_items(item_names(x, i), x$truth[i], x$weight[i])$effective
  }, 0))
}

measure_labels <- function(kinds) {
  operating <- lapply(kinds, `[[`, "operating")
  n <- lengths(lapply(operating, `[[`, "prior"))
  each <- \(values) unlist(Map(rep_len, values, n), use.names = FALSE)
  priors <- Map(\(kind, one) if (kind$prior) unname(one$prior) else NA_real_, kinds, operating)
  labels <- data.frame(
    measure = factor(rep(names(kinds), n), levels = names(kinds)),
    prior = each(priors),
    scale = each(lapply(kinds, `[[`, "scale")),
    top = each(Map(
      \(kind, one) if (is.function(kind$top)) kind$top(one) else kind$top, kinds, operating
    )),
    flattered = each(lapply(kinds, `[[`, "flattered")),
    whole = each(match(unlist(lapply(kinds, `[[`, "part_of")), names(kinds))),
    shown = each(lapply(kinds, `[[`, "shown")),
    # The loss is 0 at priors of 0 and 1, where the truth is known in advance.
    known = each(priors) %in% c(0, 1),
    # One wrong infinite LR makes these infinite.
    unbounded = each(lapply(kinds, \(kind) kind$scale %in% c("cost", "mean", "loss")))
  )
  labels$high <- ifelse(is.na(labels$top), Inf, labels$top)
  labels
}

measure_rows <- function(labels, found, resampling) {
  rows <- data.frame(labels[c("measure", "prior")], bootstrap_intervals(labels, found, resampling))
  if (all(labels$shown)) rows else droplevels(rows[labels$shown, ])
}

check_measure_points <- function(prior, c_miss, c_fa) {
  check_prior(prior)
  check_number(c_miss, above = 0)
  check_number(c_fa, above = 0)
}

unheeded_by_delong <- c("prior", "c_miss", "c_fa", "replicates", "corrected", "threads")

delong_hint <- "{.code interval = \"delong\"} follows from the trials, without replicates."

no_point_measures <- "Name measures at a prior in {.arg which}, such as {.val dcf}."

# Default measures: losses and discrimination for LRs, discrimination for scores.
read_kinds <- function(which, x) {
  if (is.null(which)) {
    which <- c("cllr", "cllr_min", "cllr_cal", "eer", "auc")
    if (identical(.subset2(x, "scale"), "score")) which <- c("cllr_min", "eer", "auc")
  }
  check_which(which, names(measure_kinds))
  kinds <- measure_kinds[unique(which)]
  if (needs_calibrated(kinds)) check_calibrated(x)
  # The interval of a part needs that of the whole, which is dropped if it was not requested.
  missing <- setdiff(unlist(lapply(kinds, `[[`, "part_of")), c(names(kinds), NA))
  c(kinds, lapply(measure_kinds[missing], replace, "shown", FALSE))
}

check_which <- function(which, known) {
  unknown <- if (is.character(which)) setdiff(which, known)
  bad <- !is.character(which) || length(which) == 0 || length(unknown) > 0
  refuse_if(bad, "measures_unknown")
}

needs_calibrated <- function(kinds) any(vapply(kinds, `[[`, NA, "calibrated"))

read_resampling <- function(x, replicates, level, interval, by, corrected, threads) {
  # More than a million replicates would add no information, and fill the memory.
  whole <- is.numeric(replicates) && length(replicates) == 1 && !is.na(replicates) &&
    replicates == floor(replicates)
  refuse_if(!whole || replicates < 0 || replicates > 1e6, "replicates")
  check_flag(corrected)
  check_level(level)
  sharing <- ignores_items(x, by)
  by <- drawn_by(x, by)
  list(
    replicates = as.double(replicates),
    level = level,
    interval = check_choice(interval, names(interval_titles)),
    by = by,
    sharing = sharing,
    corrected = corrected,
    z = stats::qnorm((1 + level) / 2),
    # Numbers of errors are binomial for two classes; weighted trials have an effective number.
    exact = by == "trial" && !inherits(x, "loglik_set"),
    threads = read_threads(threads)
  )
}

check_several_systems <- function(x) refuse_if(n_systems(x) < 2, "several_systems")

interval_titles <- c(
  scaled = "on a scale that suits each measure", bc = "bias-corrected",
  percentile = "percentile", basic = "basic"
)

# Line on the origin of the intervals of a table: those of conclusions leave units out instead of
# drawing.
resampling_record <- function(x) {
  left_out <- attr(x, "jackknife")
  if (!is.null(left_out)) left_out <- c(left_out, interval = "jackknife", replicates = NA)
  attr(x, "resampling") %||% left_out
}

# Validates a table with all its columns, which users may have altered. Part of a table prints
# without this check.
check_intact_measures <- function(x) {
  pair <- inherits(x, "measure_comparison")
  numbers <- c("prior", "corrected", "std_error", "lower", "upper")
  intact <- \(fields) {
    all(vapply(fields[c(numbers, if (pair) "difference" else "estimate")], is.numeric, NA)) &&
      all(lengths(fields[c("measure", if (pair) c("system1", "system2") else "system")]) > 0) &&
      is.list(resampling_record(x))
  }
  stop_unless_intact(intact(unclass(x)), class(x)[1], if (pair) "compare_systems" else "measures")
}

# The table for print(), with numbers as text.
measure_text <- function(x, digits = 3) {
  table <- as.data.frame(x)
  if (all(is.na(table$prior))) table$prior <- NULL
  numbers <- vapply(table, is.numeric, NA)
  table[numbers] <- lapply(table[numbers], \(v) {
    ifelse(is.na(v), "-", if (is.integer(v)) plain_counts(v) else even_number(v, digits))
  })
  table$note <- note_marks(table$note)
  # Corrected values are shown if they differ in print.
  if (is.null(table$corrected)) return(table)
  table$corrected[table$corrected == (table$estimate %||% table$difference)] <- ""
  if (all(table$corrected == "")) table$corrected <- NULL
  table
}

# A letter for each kind of note, which leads to its sentence below the table; NULL without notes.
note_marks <- function(note) {
  marks <- sprintf("(%s)", letters)[match(note, unique(note[!is.na(note)]))]
  if (!all(is.na(marks))) ifelse(is.na(marks), "", marks)
}
