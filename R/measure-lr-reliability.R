#' Reliability of likelihood ratios over repeated comparisons
#'
#' How much the LR would vary if the same two sources were compared again, on other samples of them.
#'
#' Repeated comparisons of the same pair of sources form a group. The log10 LRs \eqn{y} of all
#' groups, as deviations from the means of their groups, are pooled to one standard deviation
#' (Morrison 2011)
#' \deqn{s = \sqrt{\frac{1}{n - G} \sum_g \sum_i (y_{gi} - \bar y_g)^2}}{
#'   s = sqrt(sum((y - mean of its group)^2) / (n - G))}
#' with \eqn{n} trials in \eqn{G} groups, and the interval for the log10 LR of a comparison reaches
#' \eqn{t_{n-G}\, s}{t s} to either side. This takes the scatter to be the same in all groups,
#' normal and independent; groups of one trial say nothing of it and are left out. Narrow is
#' reliable, which is not the same as good: see [cllr()] for validity.
#'
#' @inheritParams cross_entropy
#' @param group Which trials are repetitions of each other: a vector with an element per trial. By
#'   default, those with the same `source1` and the same `source2`.
#' @param level Coverage of the interval, between 0 and 1.
#' @return A data frame with three rows per system, for the trials of H1, of H2 and of both:
#'   * `system`, `hypothesis` (`"h1"`, `"h2"`, `"both"`),
#'   * `n_groups` with repetitions and `n` trials in them, `df` degrees of freedom,
#'   * `sd` and `half_width` of the interval in log10 LR; `NA` where there are no repetitions.
#' @section Errors: LRs of 0 and infinity have no finite scatter and are refused, as are sets
#'   without any repetition, and weighted ones, with an error of class `calibrant_error_input`.
#' @references
#' Morrison GS (2011). Measuring the validity and reliability of forensic likelihood-ratio systems.
#' *Science & Justice* 51, 91-98. \doi{10.1016/j.scijus.2011.03.002}
#' @concept repeatability of LRs
#' @concept precision of LRs
#' @export
#' @examples
#' # 20 pairs of sources, each compared three times
#' set.seed(11)
#' pair <- rep(1:20, each = 3)
#' same <- pair <= 10
#' log10_lr <- ifelse(same, 1.5, -2) + rnorm(20)[pair] + rnorm(60, sd = 0.3)
#' x <- lr_set(log10_lr, truth = same, scale = "log10")
#' lr_reliability(x, group = pair)
lr_reliability <- function(x, ...) UseMethod("lr_reliability")

#' @rdname lr_reliability
#' @export
lr_reliability.default <- function(x, ...) on_set("lr_reliability", x, ...)

#' @rdname lr_reliability
#' @export
lr_reliability.lr_set <- function(x, group = NULL, level = 0.95, ...) {
  call <- rlang::current_env()
  check_dots(...)
  check_calibrated(x)
  check_number(level, "level", above = 0, below = 1)
  if (is_weighted(x)) {
    stop_input("Repetitions must not be weighted: leave {.arg weight} out of {.fn lr_set}.")
  }
  value <- to_log10(values_of(x), x$scale)
  check_finite(value, "x", call)
  group <- repetition_groups(x, group, call)
  systems <- rlang::set_names(split_by_system(x), levels(x))
  bind_systems(systems, \(i) {
    rbind(
      pooled_scatter(value[i], group[i], x$truth[i], "h1", level),
      pooled_scatter(value[i], group[i], !x$truth[i], "h2", level),
      pooled_scatter(value[i], group[i], rep(TRUE, length(i)), "both", level)
    )
  })
}

# Numbers that repetitions share, within a system and a hypothesis.
repetition_groups <- function(x, group, call) {
  stop_if(
    is.null(group) && (is.null(x$source1) || is.null(x$source2)),
    "Which trials repeat each other must be known.",
    i = "Give {.arg group}, or {.arg source1} and {.arg source2} in {.fn lr_set}.",
    call = call
  )
  if (!is.null(group)) {
    check_length(group, length(x), "group", "x", call)
    check_no_missing(group, "group", call)
  }
  keys <- if (is.null(group)) list(x$source1, x$source2) else list(group)
  numbers <- lapply(c(keys, list(x$truth, x$system)), \(key) match(key, unique(key)))
  group <- do.call(paste, numbers[lengths(numbers) > 0])
  stop_if(
    !anyDuplicated(group),
    "There must be repetitions.",
    x = "No group has more than one trial.",
    call = call
  )
  match(group, unique(group))
}

pooled_scatter <- function(value, group, use, hypothesis, level) {
  use <- use & (duplicated(group) | duplicated(group, fromLast = TRUE))
  value <- value[use]
  group <- group[use]
  n_groups <- length(unique(group))
  df <- length(value) - n_groups
  sd <- if (df > 0) sqrt(sum((value - stats::ave(value, group))^2) / df) else NA_real_
  data.frame(
    hypothesis = hypothesis,
    n_groups = n_groups,
    n = length(value),
    df = df,
    sd = sd,
    half_width = if (df > 0) stats::qt((1 + level) / 2, df) * sd else NA_real_
  )
}
