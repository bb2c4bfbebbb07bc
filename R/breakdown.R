#' Measures condition by condition, and with equal counts
#'
#' How good a system is in each condition of its trials (telephone or microphone, gender, language),
#' and how good it is if every condition counts alike, however many trials it has.
#'
#' Evaluations pool conditions with very different numbers of trials, and a measure of all trials is
#' then that of the largest. `equalise()` gives every trial the weight
#' \deqn{w = N_h / (K\,n_{h,c}),}{w = N_h / (K n_hc),}
#' with \eqn{n_{h,c}}{n_hc} trials of hypothesis \eqn{h} in condition \eqn{c} of \eqn{K}, so that
#' the error rates and mean costs of all conditions have the same part in the whole, as in those
#' evaluations of NIST whose primary metric equalises the partitions. Given weights are
#' kept in proportion within each condition.
#'
#' @param x An [lr_set()].
#' @param condition The condition of each trial: a vector or factor as long as `x`, or a data frame
#'   of several, whose combinations are the conditions. Not missing.
#' @param which,prior,c_miss,c_fa Measures and operating points, as in [measures()].
#' @param replicates Bootstrap replicates behind intervals; 0 for none.
#' @param ... Passed on to [measures()], such as `level`.
#' @return `breakdown()`: a data frame with a row per condition, system and measure: `condition`
#'   (last `"all"`, the trials as they are, and `"equalised"`), `system`, `n_h1`, `n_h2` (trials),
#'   and the columns of [measures()]. Conditions without trials of a hypothesis have `NA`.
#'   `equalise()`: the set with those weights.
#' @section Errors: `calibrant_error_input` for a condition of another length, missing ones, and for
#'   `equalise()` conditions that lack a hypothesis.
#' @export
#' @examples
#' set.seed(1)
#' easy <- simulate_lr(50, 1000, s = 3)
#' hard <- simulate_lr(150, 500, s = 1)
#' x <- c(easy, hard, pool = TRUE)
#' channel <- rep(c("telephone", "microphone"), c(1050, 650))
#' breakdown(x, channel, c("cllr", "eer"))
#' cllr(equalise(x, channel))
breakdown <- function(x, condition, which = NULL, prior = 0.5, c_miss = 1, c_fa = 1,
                      replicates = 0, ...) {
  call <- rlang::current_env()
  x <- lr_set(x)
  condition <- read_condition(condition, x, call)
  measure <- \(set) {
    measures(
      set,
      which = which, prior = prior, c_miss = c_miss, c_fa = c_fa, replicates = replicates, ...
    )
  }
  whole <- condition_rows(x, "all", measure)
  parts <- lapply(levels(condition), \(one) {
    here <- base::which(condition == one)
    if (has_both(x, here)) {
      return(condition_rows(x[here], one, measure))
    }
    empty_rows(whole, one, x, here)
  })
  equal <- if (all_have_both(x, condition)) {
    condition_rows(equalise(x, condition), "equalised", measure)
  } else {
    empty_rows(whole, "equalised", x, seq_along(x$value))
  }
  table <- do.call(rbind, c(parts, list(whole, equal)))
  table$condition <- factor(table$condition, c(levels(condition), "all", "equalised"))
  table
}

#' @rdname breakdown
#' @export
equalise <- function(x, condition) {
  call <- rlang::current_env()
  x <- lr_set(x)
  condition <- read_condition(condition, x, call)
  cell <- interaction(condition, x$truth, x$system %||% rep(1L, length(x)), drop = TRUE)
  if (!all_have_both(x, condition)) {
    stop_input(
      c(
        "Every condition must have trials of both hypotheses, in every system.",
        i = "{.fn breakdown} shows the numbers; leave the others out, or join conditions."
      ),
      class = "calibrant_error_one_class",
      call = call
    )
  }
  weight <- x$weight %||% rep(1, length(x))
  total <- stats::ave(weight, x$truth, x$system %||% rep(1L, length(x)), FUN = sum)
  share <- weight / stats::ave(weight, cell, FUN = sum)
  x <- unclass(x)
  x$weight <- share * total / nlevels(condition)
  do.call(new_lr_set, x[intersect(names(x), names(formals(new_lr_set)))])
}

read_condition <- function(condition, x, call) {
  if (is.data.frame(condition)) condition <- join_conditions(condition, call)
  check_labels(condition, "condition", call)
  check_length(condition, length(x), "condition", "x", call)
  check_no_missing(condition, "condition", call)
  if (is.factor(condition)) droplevels(condition) else factor(condition, unique(condition))
}

# The combinations of several conditions.
join_conditions <- function(conditions, call) {
  if (ncol(conditions) == 0) {
    stop_input(
      c("{.arg condition} must have a column per condition.", x = "It has no columns."),
      call = call
    )
  }
  for (name in names(conditions)) check_labels(conditions[[name]], name, call)
  interaction(conditions, drop = TRUE, sep = " ")
}

# Trials of both hypotheses, in each system that the set has.
has_both <- function(x, here) {
  system <- x$system %||% factor(rep("system", length(x)))
  found <- table(system[here], factor(x$truth[here], c(FALSE, TRUE)))
  all(found > 0)
}

all_have_both <- function(x, condition) {
  all(vapply(split(seq_along(x$value), condition), \(here) has_both(x, here), NA))
}

condition_rows <- function(x, name, measure) {
  table <- as.data.frame(measure(x))
  at <- match(table$system, system_names(x))
  data.frame(
    condition = name, system = table$system,
    n_h1 = trial_numbers(x$truth, x$system)[at], n_h2 = trial_numbers(!x$truth, x$system)[at],
    table[setdiff(names(table), "system")]
  )
}

# What cannot be measured has numbers of trials and no more.
empty_rows <- function(like, name, x, here) {
  rows <- like
  rows$condition <- name
  numbers <- setdiff(names(rows)[vapply(rows, is.numeric, NA)], "prior")
  rows[numbers] <- NA
  system <- x$system %||% factor(rep("system", length(x)))
  count <- \(truth) as.integer(table(system[here][x$truth[here] == truth]))
  at <- match(rows$system, levels(system))
  rows$n_h1 <- count(TRUE)[at]
  rows$n_h2 <- count(FALSE)[at]
  rows
}
