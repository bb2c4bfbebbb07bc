#' Detection likelihood ratios from many classes
#'
#' `as_lr_set()` returns likelihood ratios of one class against the rest from log-likelihoods of
#' many classes. `one_vs_rest()` returns those of every class, as the systems of a set.
#'
#' H1 says that the trial is of class \eqn{k}, H2 that it is of another class, \eqn{j} with
#' probability \eqn{\pi_j/(1-\pi_k)}:
#' \deqn{LR = \frac{e^{w_k}}{\sum_{j \ne k} \frac{\pi_j}{1-\pi_k} e^{w_j}}}{
#'   LR = exp(w_k) / sum_{j != k} pi_j/(1 - pi_k) exp(w_j)}
#' Only the proportions of the other priors matter. Weights give the H2 trials these proportions,
#' and add up to the number of H2 trials. Classes of prior 0 leave the set.
#'
#' `vignette("methods")` compares these LRs with the detection scores of Brümmer (2010, eq. 8.26).
#'
#' # One class at a time
#' Do not pool the scores of several classes for a DET plot or an equal error rate: miscalibration
#' differs between classes, and no single threshold corrects it (section 8.5).
#' [Calibrate][calibrate.loglik_set] first.
#'
#' @param x A [loglik_set()], or for `one_vs_rest()` its arguments. For `as_lr_set()` also an
#'   [lr_set()], returned unchanged, or a `roc` of pROC or a `prediction` of ROCR, which become a
#'   set of scores with a system per run.
#' @param class The class that H1 stands for. With two classes, the first by default.
#' @param prior Prior probabilities of the classes: by default the prior of a set of posteriors, or
#'   else flat.
#' @param ... For `one_vs_rest()`, arguments of [loglik_set()].
#' @return An [lr_set()] on the scale `"ln"` (for `roc` and `prediction`: `"score"`), with the
#'   systems of `x`. It contains the limits of [predict()][predict.loglik_calibration] if the other
#'   classes have the same proportions there.
#' @inherit bayes_error references
#' @seealso [cavg()]; [calibrate()][loglik_calibrate] with `method = "one_vs_rest"`
#' @concept detection log-likelihood ratios
#' @concept language recognition
#' @concept target against the rest
#' @concept detection score
#' @export
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")
#' cllr(as_lr_set(x, "Tabl"))
#'
#' if (requireNamespace("pROC", quietly = TRUE)) {
#'   roc <- pROC::roc(voice_lr$same_speaker, voice_lr$log10_lr, quiet = TRUE)
#'   cllr_min(as_lr_set(roc))
#' }
as_lr_set <- function(x, ...) UseMethod("as_lr_set", given(x))

#' @export
as_lr_set.default <- function(x, ...) {
  refuse("not_class_set")
}

#' @export
as_lr_set.lr_set <- function(x, ...) {
  check_dots(...)
  x
}

#' @export
as_lr_set.roc <- function(x, ...) {
  check_dots(...)
  score <- x$original.predictor %||% x$predictor
  truth <- x$original.response %||% x$response
  check_held(!is.null(score) && !is.null(truth), "roc")
  # A factor may have more levels than the two that were compared.
  there <- truth %in% x$levels & !is.na(score)
  sign <- if (identical(x$direction, ">")) -1 else 1
  lr_set(
    sign * as.double(score[there]), as.character(truth[there]), scale = "score",
    h1 = as.character(x$levels[2])
  )
}

#' @export
as_lr_set.prediction <- function(x, ...) {
  check_dots(...)
  slots <- attributes(x)
  check_held(is.list(slots$predictions) && is.list(slots$labels), "prediction")
  n <- lengths(slots$predictions)
  runs <- names(slots$predictions) %||% paste("run", seq_along(n))
  labels <- unlist(lapply(slots$labels, as.character))
  lr_set(
    as.double(unlist(slots$predictions)), labels, scale = "score",
    h1 = utils::tail(levels(slots$labels[[1]]), 1),
    system = if (length(n) > 1) factor(rep(runs, n), unique(runs))
  )
}

# Functions that take a set also take these objects, even those that mask a function of their
# packages.
#' @export
lr_set.roc <- function(x, ...) as_lr_set(x, ...)

#' @export
lr_set.prediction <- lr_set.roc

check_held <- function(held, class) {
  stop_if(!held, "The {.cls {class}} must hold its scores and their truth.")
}

#' @rdname as_lr_set
#' @export
as_lr_set.loglik_set <- function(x, class = NULL, prior = NULL, ...) {
  check_dots(...)
  classes <- set_classes(x)
  class <- read_target(class, classes)
  prior <- one_class_prior(prior, x)
  rest <- replace(prior, class, 0)
  refuse_if(sum(rest) == 0, "rest_without_prior")
  rest <- rest / sum(rest)
  llr <- detection_llr(x$log_lik, rest, class)
  truth <- as.integer(x$truth)
  kept <- truth == class | rest[truth] > 0
  refuse_if(anyNA(llr[kept]), "class_excluded")
  llr[kept] <- with_ties(llr[kept], x$log_lik[kept, , drop = FALSE])
  limits <- if (has_limits_at(x, rest, class)) unclass(x)[c("lower", "upper")]
  set <- new_lr_set(
    value = llr[kept],
    truth = truth[kept] == class,
    scale = "ln",
    labels = c(h1 = classes[class], h2 = rest_label(classes[rest > 0])),
    system = x$system[kept],
    weight = rest_weights(x, class, rest)[kept],
    lower = limits$lower[kept, class], upper = limits$upper[kept, class]
  )
  # At the prior of the posteriors, LRs against the rest give the posterior of the class.
  same <- isTRUE(all.equal(own_prior(x, NULL), prior))
  set <- with_notes(set, attr(without_note(x, "prior"), "provenance"))
  set <- with_note(set, "prior", if (same) prior[[class]])
  if (is.null(limits)) without_note(set, "limited") else set
}

# Does a set have limits of LRs against a rest of these proportions?
has_limits_at <- function(x, rest, class) {
  if (is.null(x$lower)) return(FALSE)
  at <- unique(lapply(notes_of(x, "limited"), \(of) unname(of$prior)))
  length(at) == 1 && isTRUE(all.equal(rest_prior(at[[1]], class), unname(rest)))
}

detection_llr <- function(log_lik, prior, class) {
  .Call(ffi_detection_llr, log_lik, log_relative(prior), class)
}

# Equal posteriors must give equal LRs, in whatever order the rest was summed: values that differ
# only by rounding become the smallest of them.
with_ties <- function(llr, log_lik) {
  size <- do.call(pmax, c(list(1), as.data.frame(abs(replace(log_lik, is.infinite(log_lik), 0)))))
  order <- order(llr)
  sorted <- llr[order]
  first <- c(1, 1 + which(diff(sorted) > 1e-13 + 1e-15 * size[order[-1]]))
  replace(llr, order, sorted[first][findInterval(seq_along(sorted), first)])
}

# ln LRs of every class against the rest.
rest_llrs <- function(mapped, prior) {
  matrix(detection_llr(mapped, prior, 0), nrow(mapped), dimnames = list(NULL, names(prior)))
}

rest_prior <- function(prior, class) {
  rest <- unname(replace(prior, class, 0))
  rest / sum(rest)
}

read_target <- function(class, classes) {
  if (is.null(class) && length(classes) == 2) return(1L)
  if (is.atomic(class) && length(class) == 1) class <- source_names(class)
  check_choice(class, classes, i = "It is the class that H1 stands for.")
  match(class, classes)
}

rest_label <- function(others) if (length(others) == 1) others else "any other class"

# Weights of the trials of the other classes within each system; NULL if all are 1.
rest_weights <- function(x, class, rest) {
  if (sum(rest > 0) == 1) return(x$weight)
  system <- if (is.null(x$system)) rep(1L, length(x)) else as.integer(x$system)
  truth <- as.integer(x$truth)
  own <- x$weight %||% rep(1, length(x))
  totals <- tapply(own, list(factor(system), factor(truth, seq_along(rest))), sum, default = 0)
  of_rest <- rowSums(totals[, rest > 0, drop = FALSE])
  weight <- own * of_rest[system] * rest[truth] / totals[cbind(system, truth)]
  unname(ifelse(truth == class, own, weight))
}
