#' Bounds on likelihood ratios
#'
#' `bound_lr()` returns the smallest and the largest LR that a set of trials supports.
#' [predict()][predict.lr_bound] replaces LRs beyond a bound by the bound.
#'
#' # Methods
#' With \eqn{N_1} H1 trials and \eqn{N_2} H2 trials:
#'
#' * `"elub"`, the empirical lower and upper bound of Vergeer et al. (2016). One misleading LR is
#'   added per side, an LR of 0 to H1 and one of infinity to H2. At the threshold
#'   \eqn{\theta}{theta} that suits their prior odds and costs, decisions by the LR have the
#'   expected loss
#'   \deqn{EU(\theta) = P(LR \le \theta \mid H_1) + \theta\, P(LR > \theta \mid H_2),}{
#'     EU(theta) = P(LR <= theta | H1) + theta P(LR > theta | H2),}
#'   and decisions without evidence \eqn{\min(1, \theta)}{min(1, theta)}. Between the bounds and 1,
#'   decisions by the LR lose no more than those without evidence at any threshold.
#' * `"iv"`, invariance verification (Alberink et al. 2025). "The LR of the LR is the LR" must hold
#'   for the claim that the LR is at least \eqn{10^t}. With half a trial added to each count,
#'   \deqn{\Delta_{upper}(t) = \log_{10}\frac{n_1(\ge t) + 1/2}{N_1 + 1} -
#'     \log_{10}\frac{n_2(\ge t) + 1/2}{N_2 + 1} - t \ge 0,}{
#'     Delta_upper(t) = log10((n1(>= t) + 1/2) / (N1 + 1)) -
#'     log10((n2(>= t) + 1/2) / (N2 + 1)) - t >= 0,}
#'   and its mirror image below. The bounds are the first changes of sign on either side of \eqn{t =
#'   0}, or else the largest LR under H1 and the smallest under H2.
#' * `"n_source"`, from the number of sources or trials alone: \eqn{1/N} and \eqn{N} with \eqn{N}
#'   named sources, otherwise \eqn{1/(N_1+1)} and \eqn{N_2+1}. The bounds of `"elub"` lie inside
#'   these.
#' * `"limits"`, bounds that you choose.
#'
#' Published implementations, such as lir of the Netherlands Forensic Institute, have a `step` of
#' 0.01 (`"elub"`) or 0.001 (`"iv"`): a bound is then the last point of the grid before the
#' criterion fails. A bound of 1 means that the trials support no LR on that side.
#'
#' # After a calibration
#' For the result of [calibrate()], the bounds are fitted to its calibrated training trials, and
#' share the optimism of the calibration. Give other `trials` if possible. `predict()` calibrates
#' before it bounds.
#'
#' @param x An [lr_set()], or its arguments; or the result of [calibrate()].
#' @param method One of `"elub"`, `"iv"`, `"limits"` and `"n_source"`.
#' @param step Step of a grid of log10 LRs for `"elub"` and `"iv"`; `NULL` for exact bounds.
#' @param limits For `"limits"`: the lower and the upper bound as log10 LRs, on either side of 0.
#'   `-Inf` and `Inf` leave a side open.
#' @param n_sources For `"n_source"`: the number of sources, if the set does not name them.
#' @param trials For the result of [calibrate()]: an `lr_set` of uncalibrated trials instead of the
#'   training trials.
#' @param ... Passed on to [lr_set()].
#' @return An object of class `lr_bound` with methods for [print()], [coef()] (`lower` and `upper`
#'   as log10 LRs; for several systems a matrix with a row each), [predict()][predict.lr_bound],
#'   [tidy()][tidy.lr_bound] and [autoplot()][autoplot.lr_bound].
#' @references
#' Vergeer P et al. (2016). *Science & Justice* 56, 482-491. \doi{10.1016/j.scijus.2016.06.003}
#'
#' Alberink I et al. (2025). A transparent method to determine limit values for likelihood ratio
#' systems. Submitted for publication.
#'
#' Netherlands Forensic Institute. *lir: Python likelihood ratio library*.
#' <https://github.com/NetherlandsForensicInstitute/lir>
#' @seealso [tidy()][tidy.lr_bound] for the criterion, [verbal_scale()]
#' @concept ELUB
#' @concept empirical lower and upper bound
#' @concept invariance verification
#' @concept n-source
#' @concept limits of LRs
#' @concept shrinkage
#' @export
#' @examples
#' x <- lr_set(c(0.01, 0.1, 1, 10, 100), truth = c(FALSE, FALSE, TRUE, TRUE, TRUE), scale = "lr")
#' bound <- bound_lr(x)
#' bound
#' 10^coef(bound)
#'
#' 10^coef(bound_lr(x, step = 0.01))
#'
#' glass <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
#' bound <- bound_lr(glass, method = "iv")
#' cllr(predict(bound, glass))
#' autoplot(bound)
bound_lr <- function(x, ...) UseMethod("bound_lr")

#' @rdname bound_lr
#' @export
bound_lr.lr_set <- function(x, method = c("elub", "iv", "limits", "n_source"), step = NULL,
                            limits = NULL, n_sources = NULL, ...) {
  check_dots(...)
  check_calibrated(x)
  methods <- c("elub", "iv", "limits", "n_source")
  method <- check_choice(first_choice(method), methods, "method")
  given <- list(step = step, limits = limits, n_sources = n_sources)
  given <- names(given)[!vapply(given, is.null, TRUE)]
  use <- switch(method, limits = "limits", n_source = "n_sources", "step")
  refuse_if(length(setdiff(given, use)) > 0, "unused_by_bound_method")
  if (method == "limits") check_limits(limits)
  if (!is.null(step)) check_step(step)
  if (!is.null(n_sources)) check_count(n_sources)
  if (method %in% c("elub", "iv") && has_remote_weights(x)) refuse("no_trials")
  bounds <- switch(method,
    elub = bounds_per_system(x, if (is.null(step)) elub_of else on_grid(elub_grid, step)),
    iv = bounds_per_system(x, if (is.null(step)) iv_of else on_grid(iv_grid, step)),
    limits = bounds_per_system(x, \(system) limits),
    n_source = n_source_bounds(x, n_sources)
  )
  new_lr_bound(bounds, method, step, x)
}

#' @rdname bound_lr
#' @export
bound_lr.lr_calibration <- function(x, ..., trials = NULL) {
  check_given()
  of_trials <- "be an {.cls lr_set} of trials, not yet calibrated."
  check_that(is.null(trials) || inherits(trials, "lr_set"), of_trials, trials)
  calibrated <- without_extrapolation(
    if (is.null(trials)) stats::predict(x) else stats::predict(x, trials)
  )
  bound <- bound_lr(calibrated, ...)
  bound$calibration <- x
  bound
}

new_lr_bound <- function(bounds, method, step, x) {
  new_object("lr_bound",
    list(bounds = bounds, method = method, step = step, x = x, calibration = NULL))
}

# A finer grid shows no more than the exact bounds.
check_step <- function(step) {
  check_number(step, above = 0)
  check_that(
    step >= 1e-6, "be at least 1e-6.", step,
    i = "{.code step = NULL} gives the exact bounds."
  )
}

check_limits <- function(limits) {
  enclose <- is.numeric(limits) && length(limits) == 2 && isTRUE(limits[1] <= 0 && limits[2] >= 0)
  must <- "be two log10 LRs, the lower at most 0 and the upper at least 0."
  check_that(enclose, must, limits)
}

on_grid <- function(compute, step) \(system) compute(counts_of(system), step)

# `compute` returns the lower and the upper bound of one system as log10 LRs.
bounds_per_system <- function(x, compute) {
  bind_systems(systems_of(with_effective_weights(x)), \(system) {
    bounds <- compute(system)
    # The sum turns -0 into 0.
    new_frame(lower = min(bounds[[1]], 0) + 0, upper = max(bounds[[2]], 0) + 0)
  })
}

# Bounds from the numbers of trials or sources alone.
n_source_bounds <- function(x, n_sources) {
  n_h1 <- system_sizes(x)$h1
  n_h2 <- system_sizes(x)$h2
  # Distinct sources per system, NULL where the set names none.
  n <- if (!is.null(n_sources)) rep(n_sources, length(n_h1)) else if (has_items(x)) {
    vapply(split_by_system(x), count_items, 1L, x = x, USE.NAMES = FALSE)
  }
  new_frame(
    system = factor(system_names(x), levels = system_names(x)),
    lower = 0 - log10(n %||% (n_h1 + 1)),
    upper = log10(n %||% (n_h2 + 1))
  )
}

# The published scan. Thresholds beyond the LRs, or beyond what the numbers of trials can support,
# are not examined.
elub_grid <- function(counts, step) {
  range <- range(to_log10(counts$value, counts$scale))
  floor_steps <- \(x) floor(signif(x / step, 12))
  first <- min(0, floor_steps(max(range[1], -log10(counts$totals[1] + 1))))
  last <- max(0, floor_steps(min(range[2], log10(counts$totals[2] + 1))) + 1)
  at <- first:last
  harmful <- at[elub_utility(counts, grid_points(at, step)) < -bound_slack]
  step * c(max(first, harmful[harmful <= 0] + 1), min(last, harmful[harmful >= 0] - 1))
}

# log10 of the ratio of the losses without and with the evidence: positive if it helps.
elub_utility <- function(counts, threshold) {
  pieces <- threshold_pieces(counts)
  piece <- findInterval(threshold, pieces$to) + 1
  loss <- (pieces$below_h1[piece] + 1) / (counts$totals[1] + 1) +
    10^threshold * (pieces$above_h2[piece] + 1) / (counts$totals[2] + 1)
  pmin(0, threshold) - log10(loss)
}

count_items <- function(x, i = TRUE) length(unique(unlist(item_names(x, i))))
