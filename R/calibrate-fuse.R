#' Fuse several systems into one
#'
#' `fuse()` learns from trials with known truth to combine several scores or likelihood ratios
#' (LRs) for the same comparison into one calibrated LR. It returns a calibration for
#' [predict()][predict.lr_calibration].
#'
#' The natural log LR is a weighted sum of the inputs, unchanged scores or natural log LRs (Brümmer
#' 2010, eq. 8.16):
#' \deqn{\ell = \beta + \sum_k \alpha_k s_k}{l = beta + sum_k alpha_k s_k}
#' The weights minimise the prior-weighted logistic cost of [calibrate()], so the fused LR needs no
#' further calibration. Weights may be negative. They allow for dependence between inputs, unlike a
#' sum of log LRs. Infinite inputs are treated as in [calibrate()], but contradictory ones of one
#' trial are an error.
#'
#' @param x The inputs:
#'   * a formula `truth ~ s1 + s2`, evaluated in `data` (or a data frame, followed by the formula),
#'     whose right side becomes a [model.matrix()] as in [lm()]. `truth ~ s * duration` lets the
#'     slope of `s` depend on the duration. [predict()] reuses parameters of `poly()`, `scale()` or
#'     `splines::ns()`. Arithmetic goes into [I()];
#'   * a matrix with a row per trial and a column per system, followed by `truth`;
#'   * an [lr_set()] with several systems on the same trials, matched by `id`, or else by both
#'     items. Without either, they must be in the same order, and a message says so;
#'   * a named list of such sets, one per system.
#' @param conditions A formula such as `~ log(duration)`, or the same after a bar, as in `truth ~
#'   s1 + s2 | log(duration)`. All weights and the offset depend on it, see [calibrate()].
#' @param data A data frame in which the formula is evaluated; other names are those of its
#'   environment.
#' @param formula A formula as under `x`.
#' @param truth,h1,weight,source1,source2,sure As in [lr_set()].
#' @param scale Scale of the inputs, as in [lr_set()]; `"score"` uses the numbers unchanged.
#' @param prior,penalty,keep_trials As in [calibrate()]. With `scale = "prob"`, `prior` is that of
#'   the probabilities too, as in [lr_set()].
#' @param ... Passed on to the method that reads matrices.
#' @return An object of class `lr_fusion` and `lr_calibration`, with the methods of [calibrate()].
#'   [predict()][predict.lr_calibration] of an `lr_set` returns an `lr_set` with one system,
#'   `"fusion"`, which `c()` joins to other systems.
#' @section Errors and warnings:
#' Errors are of class `calibrant_error_input`, among them
#' * `calibrant_error_constant`: an input is always the same;
#' * `calibrant_error_separable`: some weighted sum separates the hypotheses perfectly;
#'   * `calibrant_error_collinear`: the correlation matrix of the inputs has a condition number
#'     above 1e12. From 1000 on, a warning of class `calibrant_warning_collinear` says that single
#'     weights mean little.
#' @inherit bayes_error references
#' @concept fusion
#' @concept logistic regression fusion
#' @concept stacking
#' @concept quality measure
#' @concept side information
#' @export
#' @examples
#' set.seed(1)
#' truth <- rep(c(TRUE, FALSE), c(100, 400))
#' trials <- data.frame(truth, face = rnorm(500, 2 * truth), voice = rnorm(500, 20 * truth, 10))
#' fit <- fuse(truth ~ face + voice, data = trials)
#' fit
#' predict(fit, data.frame(face = 2.5, voice = 10))
#'
#' face <- calibrate(truth ~ face, data = trials, scale = "score")
#' c(face = cllr(predict(face)), fusion = cllr(predict(fit)))
fuse <- function(x, ...) UseMethod("fuse", given(x))

#' @rdname fuse
#' @export
fuse.data.frame <- function(x, formula, ...) {
  check_followed(formula, "data frame", "fuse(data, truth ~ s1 + s2)")
  fuse(formula, data = x, ...)
}

#' @rdname fuse
#' @export
fuse.default <- function(x, truth, scale = "score", h1 = NULL, weight = NULL, source1 = NULL,
                         source2 = NULL, prior = NULL, penalty = 0, keep_trials = FALSE,
                         sure = FALSE, ...) {
  check_dots(...)
  inputs <- check_inputs(x)
  read <- read_carrier(
    inputs, truth, scale, sure, h1 = h1, weight = weight, source1 = source1, source2 = source2,
    prior = if (identical(scale, "prob")) prior
  )
  if (!is_ln(scale)) {
    inputs <- inputs_to_ln(inputs, list(input_prior = own_prior(read$carrier)), scale)
    read$ranges <- NULL
  }
  prior <- own_prior(read$carrier, prior %||% 0.5)
  fuse_inputs(inputs, read$carrier, prior, penalty, keep_trials, read$ranges)
}

#' @rdname fuse
#' @export
fuse.lr_set <- function(x, ..., prior = own_prior(x), penalty = 0, keep_trials = FALSE) {
  if (...length() > 0) x <- join_systems(list(x, ...))
  fuse_inputs(set_inputs(x), set_carrier(x), prior, penalty, keep_trials)
}

#' @rdname fuse
#' @export
fuse.list <- function(x, ...) {
  if (length(x) > 0 && all(vapply(x, inherits, NA, "loglik_set"))) {
    if (!is.null(names(x))) x <- unname(Map(\(set, name) name_set(set, name), x, names(x)))
    return(do.call(fuse, c(x, list(...)), quote = TRUE))
  }
  fuse(join_systems(x), ...)
}

# The set, with this name for its only system.
name_set <- function(set, name) UseMethod("name_set")

fuse_inputs <- function(inputs, carrier, prior, penalty, keep_trials, ranges = NULL) {
  check_flag(keep_trials)
  check_training_prior(prior)
  check_not_negative(penalty)
  recipe <- list(method = "fusion", prior = as.double(prior), settings = list(penalty = penalty))
  carrier <- with_effective_weights(carrier)
  transform <- train_fusion(inputs, carrier, recipe, ranges = ranges)
  new_calibration(recipe, list(transform), carrier, inputs, keep_trials, class = "lr_fusion")
}
