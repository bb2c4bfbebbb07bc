#' Transfer of a calibration between conditions
#'
#' `calibration_transfer()` returns the losses of calibrations that are each trained on one set of
#' trials and applied to the others, in the layout of table 8.1 of Brümmer (2010).
#'
#' Each set has a row for its uncalibrated trials, and one for its trials after the calibration of
#' each training set. The calibration loss is the [cross-entropy][loglik_cross_entropy] less its
#' minimum over affine maps (eq. 8.20 to 8.23; for two hypotheses, over monotone maps), so an
#' affine map has a loss of 0 on its training set.
#'
#' @param x A named list of two or more [loglik_set()]s with the same classes, or of [lr_set()]s,
#'   each with one system.
#' @param method,prior,... Passed on to [calibrate()]. Losses are those at this `prior`; `NULL` is
#'   the flat one.
#' @param unit `"bits"` or, as in the thesis, `"nats"`.
#' @return A data frame with a row per test set and training set: `test`, `train` (`NA` without
#'   calibration), `cross_entropy`, `cross_entropy_min` and `cross_entropy_cal`, `misclassification`
#'   (for two hypotheses the [bayes_error()] at the prior) and `unit`, that of the cross-entropies.
#' @inherit bayes_error references
#' @seealso [cross_calibrate()] for one set
#' @concept domain mismatch
#' @concept condition mismatch
#' @export
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")["lda"]
#' half <- seq_along(x$truth) %% 2 == 0
#' calibration_transfer(list(even = x[half], odd = x[!half]))
calibration_transfer <- function(x, method = NULL, prior = NULL, unit = "bits", ...) {
  check_given()
  per_bit <- bits_in(unit)
  check_transfer_sets(x)
  many <- inherits(x[[1]], "loglik_set")
  if (is.null(method)) method <- if (many) "affine" else "logistic"
  at <- if (many) prior else prior %||% own_prior(x[[1]])
  fits <- lapply(x, \(set) calibrate(set, method = method, prior = at, ...))
  rows <- lapply(names(x), \(test) {
    versions <- c(list(x[[test]]), lapply(fits, predict, x[[test]]))
    losses <- do.call(rbind, lapply(unname(versions), transfer_losses, at, per_bit))
    new_frame(test = test, train = c(NA, names(x)), losses, unit = unit)
  })
  do.call(rbind, rows)
}

transfer_losses <- function(x, prior, per_bit) {
  total <- unname(cross_entropy(x, prior)) / per_bit
  least <- unname(cross_entropy_min(x, prior)) / per_bit
  errors <- if (inherits(x, "lr_set")) bayes_error(x, prior) else misclassification(x, prior)
  new_frame(
    cross_entropy = total, cross_entropy_min = least, cross_entropy_cal = pmax(total - least, 0),
    misclassification = unname(errors)
  )
}

check_transfer_sets <- function(x) {
  named <- is.list(x) && length(x) > 1 && rlang::is_named(x) && !anyDuplicated(names(x))
  kinds <- c("loglik_set", "lr_set")
  alike <- named && any(vapply(kinds, \(kind) all(vapply(x, inherits, NA, kind)), NA))
  refuse_if(!alike || any(vapply(x, \(set) nlevels(set$system) > 1, NA)), "transfer_sets")
}
