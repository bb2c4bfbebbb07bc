# Methods that all kinds of set share. Their class `trial_set` follows that of the kind.

#' Work with a set
#'
#' These methods subset, combine, count, format and convert an [lr_set()], a [loglik_set()] or a
#' [conclusion_set()].
#'
#' @param x A set; `format()`, `rev()`, `sort()`, `head()` and `tail()` take an [lr_set()].
#' @param i Trials to select, as for a vector; or the names of systems.
#' @param ... For `c()` and `rbind()`: sets of one kind, those of log-likelihoods with the same
#'   classes. In `c(before = x, after = y)` the names become those of the systems, or prefixes of
#'   their names. Sets on different scales of LR become log10 LRs. If systems have the same trials,
#'   each named once by `id` or by both items, all follow the order of the first, with a message.
#' @param pool Whether sets without systems, or with systems of the same name, are joined as trials
#'   of one system; otherwise they are an error. Sets of probabilities at several priors, or with
#'   LRs, become log LRs, with a message.
#' @param decreasing Whether the largest LRs come first.
#' @param row.names,optional Unused.
#' @param n Number of trials to show.
#' @param value For `levels()`: new names of the systems, or one name for a set without systems.
#' @return
#' * `[`, `c()`, `rbind()`, `rev()` and `sort()` (by LR): a set of the same kind.
#' * `length()`: the number of trials. `levels()`: the names of the systems, `NULL` without any.
#'   `format()`: one string per trial.
#' * `as.data.frame()`: one row per trial. For an `lr_set`, the unconverted LRs (in a column named
#'   by their scale: `log10_lr`, `ln_lr`, `log2_lr`, `lr`, `score` or `prob`), `truth` (logical,
#'   `TRUE` under H1), and any limits `lower` and `upper` of [predict()][predict.lr_calibration],
#'   `system`, `weight`, `source1`, `source2`, `id`, and `fold` of [cross_calibrate()]. For a
#'   `loglik_set`, `truth`, the natural log-likelihood of each class, and any `system`, `weight`,
#'   and `fold` of [cross_calibrate()][cross_calibrate.loglik_set]. `head()` and `tail()`: the first
#'   and last of these rows.
#'
#' Arithmetic is refused, because its effect on the scale is unknown.
#' @concept subsets of systems
#' @concept subsets of recognisers
#' @concept joining sets
#' @name lr_set-methods
#' @aliases loglik_set-methods
#' @examples
#' x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
#' length(x)
#' levels(x)
#' x["mvk"]
#' levels(x) <- c("normal", "kernel")
#'
#' y <- simulate_lr(100, 300, s = 2, stretch = 2)
#' cllr(c(before = y, after = predict(calibrate(y))))
#' head(as.data.frame(x))
#'
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")
#' cllr(c(before = x["lda"], after = predict(calibrate(x["lda"]))))
#' @order 1
#' @export
`[.trial_set` <- function(x, i, ...) {
  if (...length() > 0) check_dots(...)
  if (missing(i)) x else keep_trials(x, if (is.factor(i)) as.character(i) else i)
}

keep_trials <- function(x, i) UseMethod("keep_trials")

# Decisions take LRs that have no truth.
#' @rdname lr_set-methods
#' @export
length.trial_set <- function(x) length(x$value %||% x$truth)

#' @rdname lr_set-methods
#' @export
levels.trial_set <- function(x) levels(x$system)

#' @rdname lr_set-methods
#' @export
`levels<-.trial_set` <- function(x, value) with_system_names(x, value)

#' @export
`names<-.trial_set` <- function(x, value) stop_read_only(x)

#' @rdname lr_set-methods
#' @param deparse.level Unused.
#' @export
# nolint start: object_name_linter.
rbind.trial_set <- function(..., pool = FALSE, deparse.level = 1) c(..., pool = pool)
# nolint end

#' @exportS3Method
check_fields.trial_set <- function(x) {
  stop_unless_intact(is.list(x) && are_fields(unclass(x), x), intersect(trial_sets, class(x)))
  truth <- .subset2(x, "truth")
  if (is.logical(truth)) check_both_classes(truth, .subset2(x, "system"))
}

#' @exportS3Method
check_fields.default <- function(x) stop_damaged(intersect(trial_sets, class(x)))

# Are the fields `x` those of a set of this kind?
are_fields <- function(x, kind) UseMethod("are_fields", kind)
