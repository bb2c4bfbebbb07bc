#' Measures by condition, and with equal weights
#'
#' `measures_by()` returns the measures of a system in each condition of its trials, such as
#' microphone or language. `equal_weights()` returns a set in which all conditions have the same
#' weight.
#'
#' `equal_weights()` gives every trial the weight
#' \deqn{w = N_h / (K\,n_{h,c}),}{w = N_h / (K n_hc),}
#' with \eqn{n_{h,c}}{n_hc} trials of hypothesis (or class) \eqn{h} in condition \eqn{c} of \eqn{K},
#' as in evaluations of NIST that equalise the partitions. Weights of `x` keep their proportions
#' within each condition.
#'
#' @param x An [lr_set()] or a [loglik_set()].
#' @param condition The condition of each trial: a vector or factor as long as `x`, or a data frame
#'   of several, whose combinations are the conditions. Missing values are errors.
#' @param which Measures, as in [measures()] and, for many classes, in
#'   [measures()][measures.loglik_set].
#' @param ... Passed on to [measures()], such as `prior`, `c_miss`, `c_fa` or `by`.
#' @param replicates Bootstrap replicates for the intervals; 0 for none.
#' @param level Confidence level of the intervals.
#' @param family Whether the intervals of all conditions hold jointly at this level, for each
#'   measure of each system: each of \eqn{K} conditions then has the level \eqn{1 - (1 - level)/K}
#'   (Bonferroni).
#' @param random Whether the conditions are a sample of many, such as laboratories or examiners: see
#'   *Random effects*. Needs replicates and at least three conditions.
#' @return `measures_by()`: a data frame with a row per condition, system and measure: `condition`
#'   (last `"all"`, the unweighted trials, and `"equalised"`), `system`, `n_h1`, `n_h2` (trials; for
#'   many classes a column for each, `n_` and its name), and the columns of [measures()]; with
#'   replicates also `level`, the level of the interval in the row. Conditions without trials of a
#'   hypothesis or class have `NA`. With `random = TRUE` also `shrunken` with its ends
#'   `shrunken_lower` and `shrunken_upper`, and in place of `"all"` and `"equalised"` the rows
#'   `"mean"`, `"new"`, `"between"` and `"within"`. [autoplot()] draws the table, [explain()]
#'   describes it.
#'
#'   `equal_weights()`: the set with these weights. A condition without trials of a hypothesis or
#'   class is an error.
#' @section Random effects:
#' Conditions are assumed to be independent and deviations normal. In the unit of the measure, the
#' rows are (see `vignette("methods")`):
#' * `"mean"`: the weighted mean of the conditions, with the interval of Hartung and Knapp (2001);
#' * `"new"`: the same for one more condition, with the prediction interval of Nagashima, Noma and
#'   Furukawa (2019);
#' * `"between"`: the standard deviation between conditions (Paule and Mandel 1982), with the
#'   interval of Viechtbauer (2007). An interval that begins at 0 means that the conditions may not
#'   differ. The `note` `"closer"` means that they differ less than their errors explain;
#' * `"within"`: the typical standard error of one condition (Higgins and Thompson 2002).
#'
#' `shrunken` is the measure of each condition, shrunk towards the mean (empirical Bayes). In
#' simulated studies of 5 to 20 laboratories, 95 % intervals contained the truth in 85 to 100 %.
#'
#' For many conditions, correct the p-values of [calibration_test()], as by `p.adjust(method =
#' "holm")`.
#' @references
#' Hartung J, Knapp G (2001). *Statistics in Medicine* 20, 3875-3889. \doi{10.1002/sim.1009}
#'
#' Higgins JPT, Thompson SG (2002). *Statistics in Medicine* 21, 1539-1558. \doi{10.1002/sim.1186}
#'
#' Nagashima K, Noma H, Furukawa TA (2019). *Statistical Methods in Medical Research* 28, 1689-1702.
#' \doi{10.1177/0962280218773520}
#'
#' Paule RC, Mandel J (1982). *Journal of Research of the National Bureau of Standards* 87, 377-385.
#' \doi{10.6028/jres.087.022}
#'
#' Viechtbauer W (2007). *Statistics in Medicine* 26, 37-52. \doi{10.1002/sim.2514}
#' @concept subgroup
#' @concept fairness
#' @concept conditions
#' @concept multiplicity
#' @concept random effects
#' @concept differential performance
#' @export
#' @examples
#' set.seed(1)
#' easy <- simulate_lr(50, 1000, s = 3)
#' hard <- simulate_lr(150, 500, s = 1)
#' x <- c(easy, hard, pool = TRUE)
#' channel <- rep(c("telephone", "microphone"), c(1050, 650))
#' measures_by(x, channel, c("cllr", "eer"))
#' measures_by(x, channel, "cllr", replicates = 200, family = TRUE)
#' laboratory <- rep_len(c("A", "B", "C", "D"), length(x))
#' between <- measures_by(x, laboratory, "cllr", replicates = 100, random = TRUE)
#' explain(between)
#' cllr(equal_weights(x, channel))
#' @order 1
measures_by <- function(x, condition, which = NULL, ..., replicates = 0, level = 0.95,
                        family = FALSE, random = FALSE) {
  check_given()
  x <- read_either_set(x)
  condition <- read_condition(condition, x)
  check_level(level)
  check_flag(family)
  check_random(random, replicates, condition)
  joint <- if (random) c("mean", "new", "between") else c("all", "equalised")
  taken <- intersect(levels(condition), joint)
  refuse_if(length(taken) > 0, "condition_of_all")
  measure <- \(set, level) {
    table <- as.data.frame(
      measures(set, which = which, replicates = replicates, level = level, ...)
    )
    if (replicates > 0) table$level <- level
    table
  }
  places <- split(seq_along(x$truth), condition)
  complete <- vapply(places, \(here) is_complete(x, here), NA)
  own <- if (family) 1 - (1 - level) / max(sum(complete), 1) else level
  like <- condition_rows(x, "all", measure, level)
  parts <- lapply(levels(condition), \(one) {
    here <- places[[one]]
    if (complete[[one]]) return(condition_rows(x[here], one, measure, own))
    empty_rows(like, one, x, here)
  })
  parts <- do.call(rbind, parts)
  table <- if (random) {
    with_random_rows(parts, level)
  } else {
    rbind(parts, like, equalised_rows(x, condition, all(complete), measure, level, like))
  }
  table$condition <- factor(table$condition, unique(c(levels(condition), table$condition)))
  row.names(table) <- NULL
  new_object("measures_by", table)
}

check_random <- function(random, replicates, condition) {
  check_flag(random)
  refuse_if(random && !(is.numeric(replicates) && isTRUE(replicates > 0)), "random_without_errors")
  refuse_if(random && nlevels(condition) < 3, "random_conditions")
}

equalised_rows <- function(x, condition, complete, measure, level, like) {
  if (complete) return(condition_rows(equal_weights(x, condition), "equalised", measure, level))
  empty_rows(like, "equalised", x, seq_along(x$truth))
}

# Adds shrunken estimates to the rows of the conditions, and rows of all conditions below.
with_random_rows <- function(parts, level) {
  key <- paste(parts$system, parts$measure, parts$prior)
  parts[c("shrunken", "shrunken_lower", "shrunken_upper")] <- NA_real_
  below <- list()
  for (i in split(seq_along(key), factor(key, unique(key)))) {
    per_trial <- rowSums(1 / parts[i, grepl("^n_", names(parts))])
    found <- random_effects(parts$corrected[i], parts$std_error[i], level, per_trial)
    if (is.null(found)) next
    parts[i, colnames(found$shrunken)] <- as.data.frame(found$shrunken)
    below <- c(below, list(random_rows(parts[i[1], ], found$rows, level)))
  }
  rbind(parts, do.call(rbind, below))
}

# No measure is negative, and shares are at most 1.
random_rows <- function(like, found, level) {
  top <- measure_top(as.character(like$measure))
  rows <- like[rep(1, nrow(found)), ]
  rows$condition <- rownames(found)
  rows[grepl("^(n_|shrunken)", names(rows))] <- NA
  rows$note <- ifelse(rows$condition == "between" & is.na(found[, 4]), "closer", NA)
  rows$estimate <- rows$corrected <- found[, 1]
  rows$std_error <- found[, 2]
  rows$lower <- pmax(found[, 3], 0)
  rows$upper <- pmin(found[, 4], top)
  rows$level <- ifelse(is.na(rows$lower), NA, level)
  rows
}

measure_top <- function(name) {
  top <- measure_kinds[[name]]$top
  if (is.null(top) || is.na(top)) Inf else top
}

#' @rdname measures_by
#' @export
equal_weights <- function(x, condition) {
  check_given()
  x <- read_either_set(x)
  condition <- read_condition(condition, x)
  refuse_if(
    !all(vapply(split(seq_along(x$truth), condition), \(here) is_complete(x, here), NA)),
    "condition_complete"
  )
  weight <- x$weight %||% rep(1, length(x))
  group <- interaction(x$truth, x$system %||% rep(1L, length(x)), drop = TRUE)
  cell <- interaction(group, condition, drop = TRUE)
  total <- stats::ave(weight, group, FUN = sum)
  share <- weight / stats::ave(weight, cell, FUN = sum)
  with_fields(x, list(weight = share * total / nlevels(condition)))
}

read_condition <- function(condition, x) {
  if (is.data.frame(condition)) condition <- join_conditions(condition)
  check_labels(condition)
  condition <- plain_names(condition)
  check_length(condition, length(x), of = "x")
  check_no_empty(condition)
  if (is.factor(condition)) return(droplevels(condition))
  groups <- unique(condition)
  factor(condition, if (is.numeric(condition)) sort(groups) else groups)
}

# The combinations of several conditions.
join_conditions <- function(conditions) {
  refuse_if(ncol(conditions) == 0, "condition_columns")
  for (name in names(conditions)) check_labels(conditions[[name]], name)
  joined <- interaction(conditions, drop = TRUE, sep = " ")
  refuse_if(nrow(unique(conditions)) > nlevels(joined), "conditions_alike")
  joined
}

is_complete <- function(x, here) all(unlist(numbers_at(x, here)) > 0)

condition_rows <- function(x, name, measure, level) {
  table <- measure(x, level)
  new_frame(
    condition = name, system = table$system,
    numbers_for(table$system, x, seq_along(x$truth)),
    table[setdiff(names(table), "system")]
  )
}

# Rows of a condition that cannot be measured: numbers of trials, and NA for the rest.
empty_rows <- function(like, name, x, here) {
  rows <- like
  rows$condition <- name
  measured <- setdiff(names(rows)[vapply(rows, is.numeric, NA)], "prior")
  rows[measured] <- NA
  numbers <- numbers_for(rows$system, x, here)
  rows[names(numbers)] <- numbers
  rows
}

numbers_for <- function(systems, x, here) {
  at <- match(systems, system_names(x))
  lapply(numbers_at(x, here), \(numbers) unname(numbers[at]))
}
