#' Precision of repeated likelihood ratios
#'
#' `lr_precision()` gives the spread of repeated LRs of one comparison, and its cost. LRs may differ
#' by recording, by random numbers in the system, or by examiner.
#'
#' With \eqn{y_{ij}}{y_ij} the log10 LR of measurement \eqn{j} of comparison \eqn{i}, the variance
#' within comparisons is pooled over all that were measured twice or more,
#' \deqn{s^2 = \sum_{ij} (y_{ij} - \bar y_i)^2 / \sum_i (n_i - 1),}{
#'   s^2 = sum (y_ij - mean y_i)^2 / sum (n_i - 1),}
#' with chi-squared limits for normal deviations, as if the scatter were the same in all
#' comparisons.
#' * The repeatability limit of ISO 5725, \eqn{r = 1.96 \sqrt 2\, s}{r = 1.96 sqrt(2) s}, exceeds
#'   the difference of two measurements of one comparison in 95 percent of cases.
#' * The interval for the log10 LR of one measurement extends \eqn{t\,s}{t s} to either side, with
#'   \eqn{t} of \eqn{\sum_i (n_i - 1)}{sum (n_i - 1)} degrees of freedom (Morrison 2011).
#'
#' A narrow interval means reliable, not valid; see [cllr()] for validity.
#'
#' # Mean LR or mean log LR
#' Take the mean of the log LRs if the measurements have errors of their own. Take the mean of the
#' LRs, which are then unbiased, if they are random draws for an integral in the numerator or the
#' denominator. The mean of the log LRs never costs more than single measurements. All comparisons
#' have the same weight.
#'
#' @param x An [lr_set()] of calibrated LRs in which comparisons have several measurements, or
#'   arguments of [lr_set()].
#' @param comparison The comparison of each measurement: a vector as long as `x`. The default is the
#'   `id` of the set, or else its pairs of `source1` and `source2`.
#' @param level Confidence level of the limits, and coverage of the interval.
#' @param ... For sets: not used. For other input: passed on to [lr_set()].
#' @return A data frame of class `lr_precision` with three rows per system, for comparisons under
#'   `"h1"`, `"h2"` and `"both"`:
#'   * `n_comparisons`, the number with two measurements or more; `n_lr`, their LRs; `n_infinite`,
#'     the comparisons with infinite LRs, left out of the deviations but not of the costs,
#'   * `within`, the standard deviation \eqn{s} in log10 LR, with `lower` and `upper`,
#'   * `half_width` of the interval and `repeatability`, the limit \eqn{r}, in log10 LR,
#'   * `between`, the standard deviation between comparisons in log10 LR, less the part due to
#'     measurement (`NA` for both hypotheses),
#'   * `cost`, `cost_log_mean` and `cost_mean`: the mean cost in bits at even odds of single
#'     measurements, of the means of log LRs and of the means of LRs; for both hypotheses these are
#'     [cllr()],
#'   * `trend`: the rank correlation of the standard deviation of a comparison with the strength
#'     \eqn{|\bar y_i|}{|mean y_i|}, positive where strong LRs are less precise.
#'
#'   `attr(, "comparisons")` has a row per comparison: `system`, `comparison`, `truth`, `n`,
#'   `log10_lr` (their mean) and `std_deviation`. [autoplot()] draws it; [explain()] gives
#'   sentences.
#' @section Errors:
#' `calibrant_error_input` if no comparison was measured twice, if the comparisons of measurements
#' are unknown, or if one comparison has two truths. `calibrant_error_score` for scores.
#' @references
#' Morrison GS (2011). Measuring the validity and reliability of forensic likelihood-ratio systems.
#' *Science & Justice* 51, 91-98. \doi{10.1016/j.scijus.2011.03.002}
#'
#' ISO 5725-2 (2019). Accuracy (trueness and precision) of measurement methods and results, part 2.
#' @seealso [plot_tippett()], whose `reliability` draws the interval; [measures_by()] with
#'   `random = TRUE` for what differs between laboratories
#' @concept repeatability
#' @concept reproducibility
#' @concept precision of repeated LRs
#' @concept ISO 5725
#' @export
#' @examples
#' set.seed(1)
#' truth <- rep(c(TRUE, FALSE), c(100, 300))
#' log10_lr <- ifelse(truth, 1, -1) + rnorm(400)
#' twice <- lr_set(rep(log10_lr, 2) + rnorm(800, sd = 0.2), rep(truth, 2), scale = "log10")
#' precision <- lr_precision(twice, comparison = rep(1:400, 2))
#' precision
#' explain(precision)
lr_precision <- function(x, ...) UseMethod("lr_precision")

#' @rdname lr_precision
#' @export
lr_precision.default <- function(x, ..., comparison = NULL, level = 0.95) {
  check_columns_there()
  on_set("lr_precision", x, ..., comparison = comparison, level = level)
}

#' @rdname lr_precision
#' @export
lr_precision.lr_set <- function(x, comparison = NULL, level = 0.95, ...) {
  check_columns_there()
  check_dots(...)
  check_calibrated(x)
  check_level(level)
  log10_lr <- to_log10(values_of(x), x$scale)
  comparison <- read_comparison(comparison %||% x$id %||% pairs_of_sources(x), x)
  places <- split(seq_along(x$truth), x$system %||% rep("system", length(x$truth)))
  found <- lapply(places, \(i) {
    values <- data.frame(comparison = comparison[i], truth = x$truth[i], log10_lr = log10_lr[i])
    list(values = values, comparisons = compared(values))
  })
  rows <- lapply(found, precision_rows, level = level)
  structure(
    stack_systems(rows),
    comparisons = stack_systems(lapply(found, `[[`, "comparisons")), level = level,
    class = c("lr_precision", "data.frame")
  )
}

pairs_of_sources <- function(x) {
  if (!is.null(x$source1) && !is.null(x$source2)) paste(x$source1, x$source2, sep = "\r")
}

read_comparison <- function(comparison, x) {
  stop_if(
    is.null(comparison),
    "The set must show which LRs belong to the same comparison.",
    x = "The set has neither {.field id} nor the two sources of each comparison.",
    i = "Give {.arg comparison}, a vector with a label per LR."
  )
  stop_if(
    !is.null(x$weight), "Repeated LRs cannot have weights.",
    i = "Each comparison counts the same here."
  )
  check_labels(comparison, "comparison")
  check_length(comparison, length(x), "comparison", "x")
  check_no_missing(comparison, "comparison")
  key <- paste(x$system, comparison)
  two <- tapply(x$truth, key, \(truth) length(unique(truth)) > 1)
  stop_if(
    any(two), "All LRs of one comparison must have the same truth.",
    x = "{sum(two)} comparison{?s} {?has/have} LRs of both hypotheses."
  )
  stop_if(
    anyDuplicated(key) == 0, "At least one comparison must have two or more LRs.",
    x = "Each of the {length(key)} LRs belongs to a different comparison."
  )
  as.character(comparison)
}

stack_systems <- function(frames) {
  system <- factor(rep(names(frames), vapply(frames, nrow, 1L)), names(frames))
  data.frame(system, do.call(rbind, unname(frames)))
}

# A row per comparison.
compared <- function(values) {
  parts <- split(values, factor(values$comparison, unique(values$comparison)))
  data.frame(
    comparison = names(parts), truth = vapply(parts, \(part) part$truth[1], NA),
    n = vapply(parts, nrow, 1L), log10_lr = vapply(parts, \(part) mean(part$log10_lr), 1),
    std_deviation = vapply(parts, \(part) {
      if (all(is.finite(part$log10_lr))) stats::sd(part$log10_lr) else NA_real_
    }, 1),
    row.names = NULL
  )
}

precision_rows <- function(found, level) {
  of <- list(h1 = TRUE, h2 = FALSE, both = c(TRUE, FALSE))
  rows <- lapply(of, \(truth) {
    values <- found$values[found$values$truth %in% truth, ]
    comparisons <- found$comparisons[found$comparisons$truth %in% truth, ]
    cbind(precision_row(comparisons, length(truth) == 1, level), repeat_costs(values))
  })
  data.frame(
    hypothesis = factor(names(of), names(of)), do.call(rbind, unname(rows)), row.names = NULL
  )
}

precision_row <- function(comparisons, one, level) {
  again <- comparisons[comparisons$n > 1, ]
  known <- again[is.finite(again$std_deviation), ]
  df <- sum(known$n - 1)
  square <- sum((known$n - 1) * known$std_deviation^2)
  ends <- square / stats::qchisq(c(1 + level, 1 - level) / 2, df)
  within <- if (df > 0) sqrt(square / df) else NA_real_
  data.frame(
    n_comparisons = nrow(again), n_lr = sum(again$n),
    n_infinite = sum(is.na(again$std_deviation)), within = within,
    lower = if (df > 0) sqrt(ends[1]) else NA_real_,
    upper = if (df > 0) sqrt(ends[2]) else NA_real_,
    half_width = if (df > 0) stats::qt((1 + level) / 2, df) * within else NA_real_,
    repeatability = stats::qnorm(0.975) * sqrt(2) * within,
    between = if (one && nrow(known) > 1) between_comparisons(known, within) else NA_real_,
    trend = if (nrow(known) > 2) {
      suppressWarnings(stats::cor(abs(known$log10_lr), known$std_deviation, method = "spearman"))
    } else {
      NA_real_
    }
  )
}

between_comparisons <- function(known, within) {
  sqrt(max(stats::var(known$log10_lr) - within^2 * mean(1 / known$n), 0))
}

# Mean costs in bits, with the same weight for each comparison.
repeat_costs <- function(values) {
  ln <- values$log10_lr * log(10)
  key <- paste(values$truth, values$comparison)
  size <- stats::ave(ln, key, FUN = length)
  mean_of <- \(f) stats::ave(ln, key, FUN = f)
  cost <- \(llr) {
    bits <- softplus(ifelse(values$truth, -llr, llr)) / log(2)
    mean(tapply(bits / size, values$truth, sum) / tapply(1 / size, values$truth, sum))
  }
  data.frame(
    cost = cost(ln), cost_log_mean = cost(mean_of(mean)), cost_mean = cost(mean_of(log_mean_exp))
  )
}

log_mean_exp <- function(ln) {
  top <- max(ln)
  if (is.infinite(top)) top else top + log(mean(exp(ln - top)))
}
