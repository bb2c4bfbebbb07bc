#' Cross-validated calibration
#'
#' `cross_calibrate()` returns a set of LRs in which each trial is calibrated by a transformation
#' trained on other trials. Its measures show what to expect in casework.
#'
#' * **k folds**: the trials of each hypothesis are assigned at random to `k` folds of nearly equal
#'   size, reproducibly with [set.seed()], and each fold is calibrated by the others (Stone 1974).
#'   Systems whose trials have the same truth get the same folds.
#' * **`folds = "source"`**, for trials that share items: the comparison of the items i and j is
#'   calibrated without any comparison that involves i or j. The set needs `source1`, or both
#' `source1` and `source2`; if they are categories of items, all trials of either category are left
#' out. Tens of thousands of pairs of items take seconds with `"logistic"`, and longer with other
#' methods.
#' * **a vector** with the fold of every trial, for groups of your own.
#'
#' @param x An [lr_set()], or its arguments; or the result of [calibrate()] or [fuse()], whose
#'   training trials are calibrated in the same way.
#' @param method,prior,penalty,infinite,bandwidth As in [calibrate()].
#' @param folds A whole number of folds, at least 2; `"source"`; or a vector as long as `x`.
#' @param ... Passed on to [lr_set()].
#' @return An [lr_set()] on the scale `"log10"`, or of probabilities if `x` is, with the same
#'   truth, systems, weights and sources. Its `as.data.frame()` has a column `fold`: trials with
#'   the same number share a transformation.
#' @section Errors and warnings:
#' A training part that [calibrate()] refuses is an error. One warning counts the folds concerned.
#' @references Stone M (1974). *Journal of the Royal Statistical Society B* 36, 111-147.
#'   \doi{10.1111/j.2517-6161.1974.tb00994.x}
#' @concept cross-validation
#' @concept leave-one-out
#' @concept leave-one-source-out
#' @concept folds
#' @export
#' @examples
#' set.seed(1)
#' x <- simulate_lr(30, 200, s = 2, stretch = 2)
#' in_sample <- predict(calibrate(x, "kde"))
#' out_of_sample <- cross_calibrate(x, "kde", folds = 5)
#' c(in_sample = cllr(in_sample), out_of_sample = cllr(out_of_sample))
#'
#' # 40 glass items and all their pairs
#' few <- subset(glass_lr, item1 <= 40 & item2 <= 40)
#' x <- lr_set(same_source ~ log10_lr | model, data = few, scale = "log10",
#'   source1 = "item1", source2 = "item2")
#' cllr(cross_calibrate(x, folds = "source"))
cross_calibrate <- function(x, ...) UseMethod("cross_calibrate")

#' @rdname cross_calibrate
#' @export
cross_calibrate.lr_set <- function(x, method = "logistic", folds = 10, prior = own_prior(x),
                                   penalty = NULL, infinite = NULL, bandwidth = NULL, ...) {
  check_dots(...)
  given <- list(penalty = penalty, infinite = infinite, bandwidth = bandwidth)
  cross_calibrate_set(x, calibration_recipe(method, prior, given), folds)
}

#' @rdname cross_calibrate
#' @export
cross_calibrate.lr_calibration <- function(x, folds = 10, ...) {
  check_dots(...)
  cross_calibrate_set(training_set(x), x[c("method", "prior", "settings")], folds)
}

#' @rdname cross_calibrate
#' @export
cross_calibrate.lr_fusion <- function(x, folds = 10, ...) {
  check_dots(...)
  inputs <- training_of(x)$inputs
  cross_calibrate_inputs(x, folds, "fusion", \(train, carrier, fold) {
    train_fusion(inputs[train, , drop = FALSE], carrier, x, where = without_fold(fold))
  })
}

# `train(rows, carrier, fold)` gives the transform of the inputs, fitted to these rows.
cross_calibrate_inputs <- function(fit, folds, system, train) {
  trials <- training_of(fit)
  plan <- fold_plan(trials$set, list(seq_along(trials$set)), folds)[[1]]
  llr <- across_folds(plan, \(rows, test, fold) {
    transform <- train(rows, subset_trials(trials$set, rows), fold)
    apply_fusion(transform, trials$inputs[test, , drop = FALSE])
  })
  with_calibrated(trials$set, llr, system = factor(rep(system, length(llr))), fold = plan$fold)
}

cross_calibrate_set <- function(x, recipe, folds) {
  trials <- split_by_system(x)
  plans <- fold_plan(x, trials, folds)
  value <- numeric(length(x))
  fold <- integer(length(x))
  counted <- with_effective_weights(x)
  for (s in seq_along(trials)) {
    i <- trials[[s]]
    part <- subset_trials(counted, i)
    value[i] <- if (recipe$method == "logistic" && !is.null(plans[[s]]$pairs)) {
      lapply(systems_of(part), check_finite_trials, "")
      leave_sources_out(part, recipe, plans[[s]])
    } else {
      across_folds(plans[[s]], trainer(part, recipe), system_names(part))
    }
    fold[i] <- plans[[s]]$fold
  }
  sizes <- lapply(systems_of(x), sizes_of)
  warn_far_tails(recipe$method, value, to_ln(x$value, x$scale), list(sizes = sizes), x$system)
  with_calibrated(x, value, fold = fold)
}

# Calibrated ln LRs as values of the set: log10 LRs, or probabilities again.
with_calibrated <- function(x, llr, ...) {
  scale <- if (is.null(own_prior(x, NULL))) "log10" else "ln"
  with_values(x, from_ln(llr, scale), scale, ...)
}
