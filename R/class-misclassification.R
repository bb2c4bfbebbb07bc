#' Misclassification and confusion
#'
#' `misclassification()` returns the rate at which the most probable class is not the true one,
#' `confusion()` the numbers of decisions for each true class.
#'
#' The decision is the class with the greatest posterior \eqn{\pi_k e^{w_k}}{prior_k exp(w_k)}, or
#' the first of several. This is the Bayes decision if all errors cost the same (Brümmer 2010, eq.
#' 2.8). The rate of misclassification at the prior \eqn{\pi} is (eq. 5.4 with the zero-one cost)
#' \deqn{E_{err}(\pi) = \sum_i \frac{\pi_i}{N_i}\sum_{t \in i} [\mathrm{decision}_t \ne i].}{
#'   E_err(prior) = sum_i prior_i mean_{t in class i} [decision_t != i].} The average over all
#'   priors, with the weights [prior_weight()], is the cross-entropy at the flat prior.
#'
#' @param x A [loglik_set()], or its first argument, followed by the others. Or decisions, followed
#'   by `truth`: a factor or text for classes, or `TRUE` for H1 and `FALSE` for H2, with the truth
#'   as in [lr_set()].
#' @param prior Prior probabilities of the classes, as in [cross_entropy()][loglik_cross_entropy].
#' @param truth With decisions: the true class or hypothesis of each trial.
#' @param ... Passed on to [loglik_set()] if `x` is not one. With decisions on two hypotheses also
#'   `h1`, the level of `truth` that is H1.
#' @param proportion Whether to divide each row of the confusion matrix by the number of its trials.
#' @return `misclassification()`: proportions between 0 and 1, in the shapes of
#'   [cross_entropy()][loglik_cross_entropy]. `confusion()`: a matrix for one prior, with a row per
#'   true class and a column per decision; for several systems an array with a third dimension.
#'   Trials that exclude all classes of positive prior are errors, in no column. A class that occurs
#'   only among the decisions has a row of zeros, or of `NaN` as proportions.
#' @inherit bayes_error references
#' @seealso [cavg()] for the cost of detection, [bayes_decision()] for other costs
#' @concept confusion matrix
#' @concept accuracy of classes
#' @concept error of classes
#' @export
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")
#' misclassification(x)
#' confusion(x["lda"])
#' round(confusion(x["lda"], proportion = TRUE), 2)
#' misclassification(c("a", "b", "b"), truth = c("a", "a", "b"))
#' confusion(c(TRUE, FALSE, FALSE), truth = c(TRUE, TRUE, FALSE))
misclassification <- function(x, ...) UseMethod("misclassification", given(x))

#' @rdname misclassification
#' @export
misclassification.default <- function(x, ...) {
  on_set("misclassification", x, ..., constructor = "loglik_set")
}

#' @rdname misclassification
#' @export
misclassification.factor <- function(x, truth, prior = NULL, ...) {
  misclassification(decided_set(x, truth, ...), prior)
}

#' @rdname misclassification
#' @export
misclassification.character <- misclassification.factor

#' @rdname misclassification
#' @export
misclassification.logical <- misclassification.factor

#' @rdname misclassification
#' @export
misclassification.loglik_set <- function(x, prior = NULL, ...) {
  check_dots(...)
  prior <- read_class_prior(prior, x)
  over_class_priors(x, prior, \(system, prior) {
    prior_mean(class_decisions(system, prior) != system$truth, system, prior)
  })
}

#' @rdname misclassification
#' @export
confusion <- function(x, ...) UseMethod("confusion", given(x))

#' @rdname misclassification
#' @export
confusion.default <- function(x, ...) {
  of_classes <- is.matrix(x) || is.data.frame(x)
  on_set("confusion", x, ..., constructor = if (of_classes) "loglik_set" else "lr_set")
}

#' @rdname misclassification
#' @export
confusion.factor <- function(x, truth, prior = NULL, proportion = FALSE, ...) {
  counts <- confusion(decided_set(x, truth, ...), prior, proportion)
  untested <- if (!is.logical(x)) setdiff(as.character(x), as.character(truth))
  if (length(untested) == 0) return(counts)
  refuse_if(!is.null(prior) || ...length() > 0, "truth_untested")
  text <- lapply(list(truth = truth, decision = x), factor, c(rownames(counts), untested))
  counts <- unclass(do.call(table, text)) + 0
  if (proportion) counts / rowSums(counts) else counts
}

#' @rdname misclassification
#' @export
confusion.character <- confusion.factor

#' @rdname misclassification
#' @export
confusion.logical <- confusion.factor

# Decided classes as a set: a decision excludes all other classes.
decided_set <- function(x, truth, ..., h1 = NULL) {
  check_no_missing(x)
  check_labels(given(truth), "truth")
  check_length(truth, length(x), of = "x")
  if (is.logical(x)) {
    truth <- hypothesis_names(read_truth(truth, h1, x)$is_h1)
    x <- hypothesis_names(x)
  }
  classes <- levels(factor(truth))
  text <- as.character(x)
  check_each(
    text %in% c(classes, levels(truth)), "be classes or levels of {.arg truth}: {.val {classes}}.",
    text, "x"
  )
  # A decision for a class without trials counts as an error.
  untested <- !text %in% classes
  text[untested] <- ifelse(truth[untested] == classes[1], classes[2], classes[1])
  loglik_set(log(1 * outer(text, rlang::set_names(classes), `==`)), truth, ...)
}

hypothesis_names <- function(is_h1) factor(ifelse(is_h1, "H1", "H2"), c("H1", "H2"))

#' @rdname misclassification
#' @export
confusion.loglik_set <- function(x, prior = NULL, proportion = FALSE, ...) {
  check_dots(...)
  check_flag(proportion)
  prior <- one_class_prior(prior, x)
  systems_together(lapply(systems_of(x), confusion_table, prior, set_classes(x), proportion))
}

systems_together <- function(tables) {
  if (length(tables) == 1) return(tables[[1]])
  array(
    unlist(tables),
    c(dim(tables[[1]]), length(tables)),
    c(dimnames(tables[[1]]), list(system = names(tables)))
  )
}

#' @rdname misclassification
#' @param threshold For LRs and scores of two hypotheses: the least value at which H1 is accepted,
#'   on the scale of the set; by default an LR of 1, a score of 0 or a probability of 0.5.
#' @export
confusion.lr_set <- function(x, threshold = default_threshold(x), proportion = FALSE, ...) {
  check_dots(...)
  check_number(threshold)
  check_flag(proportion)
  cut <- read_threshold(x, threshold)
  systems_together(lapply(each_system(x, counts_for, at_cuts(cut)), \(counts) {
    accepted <- counts$value >= cut
    numbers <- lapply(counts[c("n_h1", "n_h2")], \(n) c(sum(n[accepted]), sum(n[!accepted])))
    table <- do.call(rbind, numbers)
    dimnames(table) <- list(truth = c("H1", "H2"), decision = c("H1", "H2"))
    if (proportion) table / rowSums(table) else table
  }))
}

confusion_table <- function(system, prior, classes, proportion) {
  decision <- class_decisions(system, prior)
  n_classes <- length(classes)
  decided <- decision > 0
  cells <- system$truth[decided] + n_classes * (decision[decided] - 1)
  counts <- matrix(
    as.double(class_totals_of(cells, system$weight[decided], n_classes^2)), n_classes,
    dimnames = list(truth = classes, decision = classes)
  )
  if (proportion) counts / system$total else counts
}

# Number of the decided class; 0 if no decision is possible.
class_decisions <- function(system, prior) .Call(ffi_decide, system$log_lik, log_relative(prior))
