#' Log-likelihoods of many classes with known truth
#'
#' `loglik_set()` returns a set of trials with one log-likelihood for each of several classes, such
#' as languages, types of glass or writers, and the true class. [cllr()][cllr.loglik_set],
#' [misclassification()] and [cavg()] measure it; [calibrate()][calibrate.loglik_set] calibrates it.
#'
#' With \eqn{w_k} the log-likelihood of class \eqn{k} and \eqn{\pi} the prior, Bayes' rule gives the
#' posterior (Brümmer 2010, eq. 4.4)
#' \deqn{q_k = \frac{\pi_k e^{w_k}}{\sum_j \pi_j e^{w_j}}.}{
#'   q_k = pi_k exp(w_k) / sum_j pi_j exp(w_j).}
#' Log-likelihoods are defined up to a constant per trial: log densities, logits of a network and
#' logs of posteriors under a flat prior are all valid. For posteriors under another prior, `prior`
#' is divided out. A set with `scale = "prob"` remembers that prior as the default of
#' [posterior()][posterior.loglik_set], [cross_entropy()][loglik_cross_entropy] and others, and
#' [calibrate()][loglik_calibrate] maps posteriors to posteriors.
#'
#' # Infinite values
#' A log-likelihood of `-Inf` (a probability of 0) excludes a class, if another class is possible.
#' `Inf` excludes all other classes; two in the same trial are an error.
#'
#' @param log_lik A numeric matrix with a row per trial and a column per class, or a data frame.
#'   Classes are named by the columns, or else by the levels of `truth` in their order.
#' @param truth The true class of each trial: a factor, or a vector of class names. Every class
#'   needs a trial. In a data frame also the name of a column; the classes are then the columns
#'   named like its values.
#' @param scale The scale of `log_lik`: `"ln"`, `"log10"` or `"log2"` for logarithms, `"prob"` for
#'   likelihoods or probabilities. By default `"ln"`, unless the rows seem to be probabilities.
#' @param system Optional name of the system (recogniser) of each row, or in a data frame of a
#'   column.
#' @param prior Prior probabilities of the classes behind posteriors, or `"data"` for the shares of
#'   the classes among the trials. Omit it for likelihoods. Without it, rows of `scale = "prob"`
#'   that sum to 1 are read as posteriors at the flat prior, with a warning of class
#'   `calibrant_warning_prior`.
#' @param weight Optional weight of each trial, between 1e-100 and 1e100, or in a data frame the
#'   name of a column; 2 means two copies.
#' @param ... Must be empty.
#' @return An object of class `loglik_set`, which holds natural logarithms, with the methods of
#'   [loglik_set-methods][lr_set-methods] and [summary()][summary.loglik_set].
#' @section Errors:
#' `calibrant_error_one_class` for a class without a trial. Other errors are
#' `calibrant_error_input`: missing values, fewer than two classes, columns that do not match
#' `truth`, negative probabilities, trials that exclude every class.
#' @inherit bayes_error references
#' @seealso [lr_set()] for two classes, [as_lr_set()], [posterior()][posterior.loglik_set]
#' @concept multi-class
#' @concept many hypotheses
#' @concept softmax
#' @concept posteriors of a classifier
#' @concept log-likelihood line
#' @concept multiclass
#' @export
#' @examples
#' w <- rbind(c(2, 0, -1), c(0.5, 1.5, 0), c(-1, 0, 1), c(1, 1, 1))
#' colnames(w) <- c("float", "window", "lamp")
#' x <- loglik_set(w, truth = c("float", "window", "lamp", "float"), scale = "ln")
#' x
#' summary(x)
#'
#' loglik_set(glass_type, truth = "type", system = "recogniser")
loglik_set <- function(log_lik, ...) UseMethod("loglik_set", given(log_lik))

#' @rdname loglik_set
#' @export
loglik_set.default <- function(log_lik, truth, scale = c("ln", "log10", "log2", "prob"),
                               system = NULL, prior = NULL, weight = NULL, ...) {
  check_dots(...)
  check_log_lik(log_lik)
  scale <- read_loglik_scale(scale, log_lik)
  refuse_if(missing(truth), "class_truth_missing")
  check_same_order(log_lik, list(truth = truth, system = system, weight = weight), "log_lik")
  truth <- read_true_classes(truth, log_lik)
  check_text(levels(truth), "truth")
  colnames(log_lik) <- levels(truth)
  if (!is.null(system)) system <- read_system(system, nrow(log_lik))
  check_every_class(truth, system)
  if (!is.null(weight)) weight <- read_weight(weight, nrow(log_lik), "log_lik")
  if (scale == "prob" && is.null(prior)) warn_no_prior(log_lik)
  if (identical(prior, "data")) prior <- table(truth) / length(truth)
  if (scale == "prob" || !is.null(prior)) prior <- read_positive_prior(prior, levels(truth))
  set <- new_loglik_set(read_rows(log_lik, scale, prior), truth, system, weight = weight)
  with_note(set, "prior", if (scale == "prob") prior)
}

#' @rdname loglik_set
#' @export
loglik_set.data.frame <- function(log_lik, truth, scale = c("ln", "log10", "log2", "prob"),
                                  system = NULL, prior = NULL, weight = NULL, ...) {
  check_columns_there()
  named <- !missing(truth) && rlang::is_string(truth) && nrow(log_lik) > 1
  if (named) truth <- read_column(truth, log_lik)
  # Names of columns as in tidymodels.
  labels <- if (!missing(truth) && is.atomic(truth)) as.character(unique(truth))
  own <- names(log_lik) %in% paste0(".pred_", labels)
  if (sum(own) > 1) names(log_lik)[own] <- sub("^.pred_", "", names(log_lik)[own])
  classes <- setdiff(names(log_lik), unlist(Filter(rlang::is_string, list(system, weight))))
  if (named) classes <- intersect(classes, labels)
  system <- read_column(system, log_lik)
  weight <- read_column(weight, log_lik)
  for (name in classes) {
    check_that(
      is_number(log_lik[[name]]), "be numeric, as the log-likelihood of a class.",
      log_lik[[name]], name,
      i = "Name the columns of truth and system: {.code truth = \"type\"}."
    )
  }
  values <- matrix(as.double(unlist(log_lik[classes])), nrow(log_lik), length(classes),
    dimnames = list(NULL, classes))
  loglik_set(values, truth, scale, system = system, prior = prior, weight = weight, ...)
}

#' @rdname loglik_set
#' @export
loglik_set.loglik_set <- function(log_lik, ...) {
  check_dots(...)
  check_intact(log_lik)
  log_lik
}

# Trusted constructor: callers have checked their input.
new_loglik_set <- function(log_lik, truth, system = NULL, fold = NULL, weight = NULL,
                           lower = NULL, upper = NULL) {
  stopifnot(is.matrix(log_lik), is.double(log_lik), is.factor(truth))
  fields <- list(
    log_lik = log_lik, truth = truth, system = system, fold = fold, weight = weight,
    lower = lower, upper = upper
  )
  with_memory(fields, c("loglik_set", "trial_set"))
}

#' @exportS3Method
are_fields.loglik_set <- function(x, kind) {
  n <- NROW(x$log_lik)
  is.double(x$log_lik) && is.matrix(x$log_lik) && n > 0 && ncol(x$log_lik) > 1 &&
    !anyNA(x$log_lik) && is.factor(x$truth) && length(x$truth) == n && !anyNA(x$truth) &&
    identical(levels(x$truth), colnames(x$log_lik)) &&
    are_systems(x$system, n) && are_weights(x$weight, n) &&
    (is.null(x$fold) || is.atomic(x$fold) && length(x$fold) == n) &&
    are_class_limits(x$lower, x$upper, x$log_lik)
}

# Are these limits of the ln LR of each class against the rest, with the prior of the note?
are_class_limits <- function(lower, upper, log_lik) {
  is.null(lower) && is.null(upper) ||
    is.double(lower) && is.double(upper) && identical(dim(lower), dim(log_lik)) &&
      identical(dim(upper), dim(log_lik)) && !any(lower > upper, na.rm = TRUE)
}

# A system of many classes: a matrix of log-likelihoods, the true classes as integers, the weights
# of the trials (NULL if all are 1), the number of trials of each class, and their total weight.
#' @exportS3Method
make_systems.loglik_set <- function(x, range) {
  groups <- if (is.null(x$system)) list(NULL) else split(seq_along(x$system), x$system)
  lapply(groups, \(i) one_class_system(x, i))
}

one_class_system <- function(x, i) {
  x <- unclass(x)[c("log_lik", "truth", "weight")]
  if (!is.null(i)) x <- fields_at(x, i)
  truth <- as.integer(x$truth)
  n_classes <- ncol(x$log_lik)
  list(
    log_lik = x$log_lik, truth = truth, weight = x$weight, n = tabulate(truth, n_classes),
    total = class_totals_of(truth, x$weight, n_classes),
    weighted = !is.null(x$weight)
  )
}

# Total weight of the trials of each class.
class_totals_of <- function(truth, weight, n_classes) {
  if (is.null(weight)) return(tabulate(truth, n_classes))
  vapply(split(weight, factor(truth, seq_len(n_classes))), sum, 0, USE.NAMES = FALSE)
}
