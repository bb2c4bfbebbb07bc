#' Cross-validated calibration of many classes
#'
#' `cross_calibrate()` returns a set in which every trial is calibrated by a map trained on other
#' trials, so its measures hold for new trials.
#'
#' The folds have equal shares of every class. Each is calibrated by
#' [calibrate()][loglik_calibrate], or for `"fusion"` by [fuse()][loglik_calibrate], trained on all
#' others (Brümmer 2010, eq. 8.17). Systems with the same true classes in the same order have the
#' same folds.
#'
#' @param x A [loglik_set()].
#' @param method As for [calibrate()][loglik_calibrate], or `"fusion"` of the systems of `x`.
#' @param folds The number of random folds, reproducible with [set.seed()]; or the fold of each
#'   trial, for example its source.
#' @inheritParams loglik_calibrate
#' @param ... Must be empty.
#' @return A [loglik_set()] with the calibrated log-likelihoods in the order of `x` (for a fusion,
#'   with the trials of one recogniser). Its [as.data.frame()] has the column `fold`.
#' @section Errors:
#' `calibrant_error_input` if the training trials of a fold lack a class: a class needs two trials,
#' in different folds. Also the errors of [calibrate()][loglik_calibrate].
#' @inherit bayes_error references
#' @concept cross-validation of classes
#' @name loglik_cross_calibrate
#' @aliases cross_calibrate.loglik_set
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")
#' set.seed(1)
#' rbind(raw = cllr(x), affine = cllr(cross_calibrate(x, folds = 10)))
#' cllr(cross_calibrate(x, "fusion", folds = 10))
#' @export
cross_calibrate.loglik_set <- function(x, method = "affine", folds = 10, prior = NULL, penalty = 0,
                                       ...) {
  check_dots(...)
  check_choice(method, names(class_methods()))
  recipe <- class_recipe(method, prior, penalty, x)
  if (method == "fusion") {
    recognisers <- gather_recognisers(list(x))
    truth <- recognisers[[1]]$truth
    folds <- deal_class_folds(folds, list(truth), set_classes(x))[[1]]
    log_lik <- lapply(recognisers, `[[`, "log_lik") |>
      held_out_classes(recognisers[[1]], folds, recipe)
    truth <- factor(set_classes(x)[truth], levels = set_classes(x))
    set <- new_loglik_set(log_lik, truth, fold = folds, weight = recognisers[[1]]$weight)
    return(with_note(set, "prior", own_prior(x, NULL)))
  }
  systems <- systems_of(with_effective_weights(x))
  dealt <- deal_class_folds(folds, lapply(systems, `[[`, "truth"), set_classes(x))
  rows <- split_by_system(x)
  log_lik <- x$log_lik
  fold <- vector(typeof(dealt[[1]]), length(x))
  for (k in seq_along(rows)) {
    system <- systems[[k]]
    fold[rows[[k]]] <- dealt[[k]]
    log_lik[rows[[k]], ] <- held_out_classes(list(system$log_lik), system, dealt[[k]], recipe)
  }
  set <- new_loglik_set(log_lik, x$truth, x$system, fold, x$weight)
  with_note(set, "prior", own_prior(x, NULL))
}

held_out_classes <- function(log_lik, trials, folds, recipe) {
  out <- log_lik[[1]]
  rows <- \(which) lapply(log_lik, \(w) w[which, , drop = FALSE])
  each_fold(folds, \(test, number) {
    seen <- lapply(trials[c("truth", "weight")], `[`, -test)
    fit <- train_classes(rows(-test), seen, recipe)
    out[test, ] <<- apply_class_map(fit, recipe$method, rows(test))
  })
  out
}

# The fold of each trial of each system.
deal_class_folds <- function(folds, truths, classes) {
  if (length(folds) == 1) {
    check_count(folds, most = max(lengths(truths)))
    dealt <- deal_alike(truths, folds)
  } else {
    dealt <- lapply(truths, \(truth) {
      check_length(folds, length(truth), of = "each system")
      check_no_missing(folds)
      as.vector(folds)
    })
  }
  for (k in seq_along(truths)) check_class_folds(dealt[[k]], truths[[k]], classes)
  dealt
}

check_class_folds <- function(folds, truth, classes) {
  counts <- table(factor(truth, seq_along(classes)), folds)
  alone <- which(rowSums(counts > 0) < 2)
  refuse_if(length(alone) > 0, "class_in_one_fold")
}
