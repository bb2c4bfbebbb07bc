#' Calibrate and fuse log-likelihoods of many classes
#'
#' `calibrate()` returns a map that calibrates the log-likelihoods of a recogniser; `fuse()` returns
#' one map from several recognisers to one. Both minimise the [cross-entropy][loglik_cross_entropy]
#' at the training prior by multi-class logistic regression (Brümmer 2010, eq. 8.17).
#'
#' # Methods
#' With \eqn{w} the log-likelihoods of a trial, and \eqn{b} an offset per class, 0 for the last:
#' * `"affine"`: \eqn{\alpha w + b} with one \eqn{\alpha \ge 0}{alpha >= 0} (eq. 8.20). \eqn{\alpha
#'   = 0} means that the recogniser has no information.
#' * `"temperature"`: \eqn{\alpha w}, with no offsets (Guo et al. 2017).
#' * `"vector"`: \eqn{a_k (w_k - \bar w) + b_k}{a_k (w_k - mean(w)) + b_k}, a scale per class.
#'   Subtracting the mean removes the arbitrary constant of log-likelihoods.
#' * `"matrix"`: \eqn{Aw + b} with a full matrix (eq. 8.19), a fusion of classes rather than a
#'   calibration (section 8.4.1). Its \eqn{K(K-1)} parameters need many trials.
#' * `"one_vs_rest"`: a detector per class, whose log LR \eqn{\ell_k}{l_k} against the rest (see
#'   [one_vs_rest()]) becomes \eqn{a_k\ell_k + b_k}{a_k l_k + b_k} by its own logistic regression.
#'   The posteriors are then rescaled to sum to 1 (Zadrozny and Elkan 2002). In the thesis, one
#'   calibration of all classes does better (section 8.3.3, fig. 8.4).
#' * `fuse()`: \eqn{\sum_m \alpha_m w_m + b} over the recognisers \eqn{m} (eq. 8.16), with weights
#'   of either sign.
#'
#' Standard errors come from the sandwich formula, for independent trials in fixed numbers per
#' class.
#'
#' # Penalty
#' The criterion, in nats, includes half of `penalty` times the squared distance of the scales from
#' the identity (for fusion, from \eqn{1/M} for each of \eqn{M} recognisers), but not the offsets. A
#' matrix needs a penalty on few trials; [cross_calibrate()][cross_calibrate.loglik_set] compares
#' penalties.
#'
#' @param x A [loglik_set()]. `calibrate()` treats each system separately. For `fuse()`, the systems
#'   are the recognisers, with the same trials in the same order.
#' @param method `"affine"`, `"temperature"`, `"vector"`, `"matrix"` or `"one_vs_rest"` (without
#'   `penalty`).
#' @param prior The training prior: a positive probability for each class, by default the prior of
#'   a set of posteriors, or else flat.
#' @param penalty Strength of the penalty, 0 for none.
#' @param ... For `fuse()`, more sets or a list of sets. Otherwise empty.
#' @return An object of class `loglik_calibration`; see [predict()][predict.loglik_calibration] for
#'   its methods.
#' @section Errors:
#'   * `calibrant_error_separable`: some classes are separated without error, so the cost has no
#'     minimum without a penalty.
#'   * `calibrant_error_infinite`: log-likelihoods are `-Inf`. `"affine"` and `"temperature"` keep
#'     them instead; if one excludes a true class, \eqn{\alpha = 0} and every result is the prior.
#'   * Warning `calibrant_warning_collinear`: recognisers are linear combinations of each other.
#'   * Warning `calibrant_warning_converged`: the search did not end, for example because a few
#'     log-likelihoods are 1e8 times all others under `"vector"` or `"matrix"`.
#' @references
#' Brümmer N (2010). PhD thesis, Stellenbosch University, sections 8.3 and 8.4.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' Guo C et al. (2017). *Proceedings of the 34th International Conference on Machine Learning*, PMLR
#' 70, 1321-1330. <https://proceedings.mlr.press/v70/guo17a.html>
#'
#' Zadrozny B, Elkan C (2002). *Proceedings of the Eighth ACM SIGKDD International Conference on
#' Knowledge Discovery and Data Mining*, 694-699. \doi{10.1145/775047.775151}
#' @concept vector scaling
#' @concept matrix scaling
#' @concept temperature scaling
#' @concept multinomial logistic regression
#' @concept affine calibration
#' @name loglik_calibrate
#' @aliases calibrate.loglik_set fuse.loglik_set
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")
#' fit <- calibrate(x)
#' fit
#' rbind(before = cllr(x), after = cllr(predict(fit, x)), best = cllr_min(x))
#'
#' cllr(predict(fuse(x), x))
#' @exportS3Method rms::calibrate loglik_set
#' @export
calibrate.loglik_set <- function(x, method = "affine", prior = NULL, penalty = 0, ...) {
  check_dots(...)
  check_choice(method, class_method_names())
  recipe <- class_recipe(method, prior, penalty, x)
  x <- with_effective_weights(x)
  systems <- systems_of(x)
  fits <- lapply(systems, \(system) train_classes(list(system$log_lik), system, recipe))
  new_loglik_calibration(recipe, fits,
    recognisers = NULL, n = systems[[1]]$n, trials = list(set = x), input_prior = own_prior(x, NULL)
  )
}

#' @rdname loglik_calibrate
#' @export
fuse.loglik_set <- function(x, ..., prior = NULL, penalty = 0) {
  sets <- list(x, ...)
  check_all_are(sets, "loglik_set")
  check_same_classes(sets)
  recipe <- class_recipe("fusion", prior, penalty, x)
  recognisers <- gather_recognisers(lapply(sets, with_effective_weights))
  fit <- train_classes(lapply(recognisers, `[[`, "log_lik"), recognisers[[1]], recipe)
  new_loglik_calibration(recipe, list(fit),
    recognisers = names(recognisers), n = recognisers[[1]]$n,
    trials = list(recognisers = recognisers),
    input_prior = if (length(tell_priors(sets)) == 1) own_prior(x, NULL)
  )
}

# Settings of a calibration before its training.
class_recipe <- function(method, prior, penalty, x) {
  prior <- read_positive_prior(prior, x)
  check_not_negative(penalty)
  list(method = method, prior = prior, penalty = penalty)
}

# `trials` are remembered beside the fit, see calibrate-training.R. `input_prior` is the prior of
# posteriors, NULL where the input is log-likelihoods.
new_loglik_calibration <- function(recipe, fits, recognisers, n, trials,
                                   trained_on = class_training_checksums(trials),
                                   input_prior = NULL) {
  classes <- names(recipe$prior)
  fits <- lapply(fits, label_coefficients, recipe$method, classes, recognisers)
  fit <- list(
    method = recipe$method, classes = classes, prior = recipe$prior, penalty = recipe$penalty,
    input_prior = input_prior,
    recognisers = recognisers, n = rlang::set_names(n, classes), fits = fits,
    trained_on = trained_on, memory = .Call(ffi_key, NULL)
  )
  remember_training(new_object("loglik_calibration", fit), trials)
}

# The parts of a fit that are kept, with names.
label_coefficients <- function(fit, method, classes, recognisers) {
  fit[c("covariance", "basis")] <- NULL
  names(fit$offset) <- classes
  if (method %in% c("vector", "one_vs_rest")) names(fit$alpha) <- classes
  if (method == "matrix") dimnames(fit$alpha) <- list(to = classes, from = classes)
  if (method == "fusion") names(fit$alpha) <- recognisers
  fit
}

# Names of a list are the names of recognisers.
name_set.loglik_set <- function(set, name) { # nolint: object_name_linter.
  if (nlevels(set$system) > 1) return(set)
  system <- factor(rep(name, length(set)))
  named <- new_loglik_set(set$log_lik, set$truth, system, set$fold, set$weight)
  with_note(named, "prior", own_prior(set, NULL))
}

# All systems of all sets, which must have the same trials. Recognisers without names get numbers.
gather_recognisers <- function(sets) {
  recognisers <- do.call(c, lapply(sets, systems_of))
  if (is.null(names(recognisers))) names(recognisers) <- rep("", length(recognisers))
  nameless <- names(recognisers) == ""
  names(recognisers)[nameless] <- paste0("recogniser ", which(nameless))
  twice <- names(recognisers)[duplicated(names(recognisers))]
  refuse_if(length(twice) > 0, "recogniser_twice")
  truths <- lapply(recognisers, `[`, c("truth", "weight"))
  other <- which(!vapply(truths, identical, NA, truths[[1]]))
  refuse_if(length(other) > 0, "recognisers_differ")
  if (length(recognisers) > 1) tell_order()
  recognisers
}

check_fit_classes <- function(classes, fit) {
  refuse_if(!identical(classes, fit$classes), "fit_classes")
}

pick_recognisers <- function(log_lik, fit) {
  refuse_if(!setequal(names(log_lik), fit$recognisers), "other_recognisers")
  log_lik[fit$recognisers]
}

# `log_lik` is a list of matrices, of which only "fusion" has more than one; `trials` holds their
# `truth` and `weight`.
train_classes <- function(log_lik, trials, recipe) {
  method <- recipe$method
  prior <- recipe$prior
  penalty <- recipe$penalty
  row <- class_methods()[[method]]
  if (!row$carries_infinite) check_finite_loglik(log_lik, method)
  open <- Reduce(`&`, lapply(log_lik, \(w) rowSums(w > -Inf) > 1))
  certain <- setdiff(seq_along(prior), trials$truth[open])
  if (length(certain) > 0) stop_no_finite(names(prior)[certain[1]] %||% certain[1], "")
  stop_if(penalty > 0 && !is.null(row$retrain), "{.val {method}} has no {.arg penalty}.")
  fit <- row$train(log_lik, trials, prior, penalty)
  check_class_fit(fit)
  # Limits are computed when they are needed, or when the fit is saved.
  replace(fit, "limits", list(.Call(ffi_key, \() class_basis(fit, method, log_lik, trials, prior))))
}

check_finite_loglik <- function(log_lik, method) {
  infinite <- sum(vapply(log_lik, \(w) sum(w == -Inf), 0))
  refuse_if(infinite > 0, "finite_loglik")
}

check_class_fit <- function(fit) {
  refuse_if(fit$diverged, "class_diverged")
  refuse_if(!all(is.finite(fit$alpha)), "class_small_spread")
  if (!fit$determined) warn_of("class_collinear")
  if (!fit$converged) warn_of("not_converged")
}

alpha_terms <- function(alpha) {
  if (is.matrix(alpha)) {
    labels <- expand.grid(to = rownames(alpha), from = colnames(alpha))
    return(paste0("alpha[", labels$to, ", ", labels$from, "]"))
  }
  if (length(alpha) == 1 && is.null(names(alpha))) "alpha" else paste0("alpha[", names(alpha), "]")
}

class_training_checksums <- function(trials) {
  if (!is.null(trials$set)) return(training_checksums(trials$set))
  sums <- lapply(unname(trials$recognisers), \(one) class_checksum(one$log_lik, one$truth))
  if (length(sums) > 0) unlist(sums)
}
