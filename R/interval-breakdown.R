#' Measures condition by condition, and with equal counts
#'
#' How good a system is in each condition of its trials (telephone or microphone, gender, language),
#' and how good it is if every condition counts alike, however many trials it has.
#'
#' Evaluations pool conditions with very different numbers of trials, and a measure of all trials is
#' then that of the largest. `equal_weights()` gives every trial the weight
#' \deqn{w = N_h / (K\,n_{h,c}),}{w = N_h / (K n_hc),}
#' with \eqn{n_{h,c}}{n_hc} trials of hypothesis (or class) \eqn{h} in condition \eqn{c} of
#' \eqn{K}, so that the error rates and mean costs of all conditions have the same part in the
#' whole, as in those evaluations of NIST whose primary metric equalises the partitions. Given
#' weights are kept in proportion within each condition.
#'
#' @param x An [lr_set()] or a [loglik_set()].
#' @param condition The condition of each trial: a vector or factor as long as `x`, or a data frame
#'   of several, whose combinations are the conditions. Not missing.
#' @param which Measures, as in [measures()] and, of many classes, in
#'   [measures()][measures.loglik_set].
#' @param ... Passed on to [measures()], such as `prior`, `c_miss`, `c_fa` or `by`.
#' @param replicates Bootstrap replicates behind intervals; 0 for none.
#' @param level Confidence level of the intervals.
#' @param family Whether the intervals of all conditions hold at once with this level, for each
#'   measure of each system. Who looks at many conditions finds one whose interval excludes what is
#'   true of it: of ten independent intervals of 95 percent at least one does in 40 percent of
#'   studies. With `family = TRUE` each of \eqn{K} conditions gets the level
#'   \eqn{1 - (1 - level)/K} (Bonferroni), and at most 5 percent of studies have one.
#' @return `measures_by()`: a data frame with a row per condition, system and measure: `condition`
#'   (last `"all"`, the trials as they are, and `"equalised"`), `system`, `n_h1`, `n_h2` (trials; of
#'   many classes a column for each, `n_` and its name), and the columns of [measures()]; with
#'   replicates also `level`, that of the interval of the row.
#'   Conditions without trials of a hypothesis or class have `NA`.
#'   `equal_weights()`: the set with those weights.
#' @section Errors: `calibrant_error_input` for a condition of another length, missing ones, and for
#'   `equal_weights()` conditions that lack a hypothesis or class.
#' @export
#' @examples
#' set.seed(1)
#' easy <- simulate_lr(50, 1000, s = 3)
#' hard <- simulate_lr(150, 500, s = 1)
#' x <- c(easy, hard, pool = TRUE)
#' channel <- rep(c("telephone", "microphone"), c(1050, 650))
#' measures_by(x, channel, c("cllr", "eer"))
#' measures_by(x, channel, "cllr", replicates = 200, family = TRUE)
#' cllr(equal_weights(x, channel))
measures_by <- function(x, condition, which = NULL, ..., replicates = 0, level = 0.95,
                        family = FALSE) {
  call <- rlang::current_env()
  x <- read_either_set(x)
  condition <- read_condition(condition, x, call)
  check_number(level, "level", above = 0, below = 1, call = call)
  check_flag(family, "family", call)
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
  whole <- condition_rows(x, "all", measure, level)
  parts <- lapply(levels(condition), \(one) {
    here <- places[[one]]
    if (complete[[one]]) {
      return(condition_rows(x[here], one, measure, own))
    }
    empty_rows(whole, one, x, here)
  })
  equal <- if (all(complete)) {
    condition_rows(equal_weights(x, condition), "equalised", measure, level)
  } else {
    empty_rows(whole, "equalised", x, seq_along(x$truth))
  }
  table <- do.call(rbind, c(parts, list(whole, equal)))
  table$condition <- factor(table$condition, c(levels(condition), "all", "equalised"))
  table
}

#' @rdname measures_by
#' @export
equal_weights <- function(x, condition) {
  call <- rlang::current_env()
  x <- read_either_set(x)
  condition <- read_condition(condition, x, call)
  stop_if(
    !all_complete(x, condition),
    "Every condition must have trials of all hypotheses or classes, in every system.",
    i = "{.fn measures_by} shows the numbers; leave the others out, or join conditions.",
    class = "calibrant_error_one_class", call = call
  )
  weight <- x$weight %||% rep(1, length(x))
  group <- interaction(x$truth, x$system %||% rep(1L, length(x)), drop = TRUE)
  cell <- interaction(group, condition, drop = TRUE)
  total <- stats::ave(weight, group, FUN = sum)
  share <- weight / stats::ave(weight, cell, FUN = sum)
  with_fields(x, list(weight = share * total / nlevels(condition)))
}

read_either_set <- function(x) if (inherits(x, "loglik_set")) loglik_set(x) else lr_set(x)

read_condition <- function(condition, x, call) {
  if (is.data.frame(condition)) condition <- join_conditions(condition, call)
  check_labels(condition, "condition", call)
  check_length(condition, length(x), "condition", "x", call)
  check_no_missing(condition, "condition", call)
  if (is.factor(condition)) droplevels(condition) else factor(condition, unique(condition))
}

# The combinations of several conditions.
join_conditions <- function(conditions, call) {
  stop_if(
    ncol(conditions) == 0,
    "{.arg condition} must have a column per condition.",
    x = "It has no columns.",
    call = call
  )
  for (name in names(conditions)) check_labels(conditions[[name]], name, call)
  interaction(conditions, drop = TRUE, sep = " ")
}

# How many trials of each hypothesis or class each system of the set has among those at `here`.
numbers_at <- function(x, here) {
  truth <- x$truth[here]
  classes <- if (is.factor(truth)) set_classes(x) else c(h1 = TRUE, h2 = FALSE)
  names(classes) <- paste0("n_", names(classes) %||% classes)
  lapply(classes, \(one) trial_numbers(truth == one, x$system[here]))
}

is_complete <- function(x, here) all(unlist(numbers_at(x, here)) > 0)

all_complete <- function(x, condition) {
  all(vapply(split(seq_along(x$truth), condition), \(here) is_complete(x, here), NA))
}

condition_rows <- function(x, name, measure, level) {
  table <- measure(x, level)
  data.frame(
    condition = name, system = table$system,
    numbers_for(table$system, x, seq_along(x$truth)),
    table[setdiff(names(table), "system")], check.names = FALSE
  )
}

# What cannot be measured has numbers of trials and no more.
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
