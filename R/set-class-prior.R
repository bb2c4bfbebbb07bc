# Prior probabilities of many classes, from users.

set_classes <- function(x) {
  check_intact(x)
  colnames(x$log_lik)
}

# A matrix with a row per prior and a column per class, which are those of a set, or named. NULL is
# the prior of a set of posteriors, or else the flat prior.
read_class_prior <- function(prior, of) {
  is_set <- inherits(of, "loglik_set")
  classes <- if (is_set) set_classes(of) else of
  if (is_set) prior <- prior %||% own_prior(of, NULL)
  n_classes <- length(classes)
  if (is.null(prior)) return(matrix(1 / n_classes, 1, n_classes, dimnames = list(NULL, classes)))
  if (is.data.frame(prior)) prior <- as.matrix(prior)
  check_numeric(prior)
  if (!is.matrix(prior)) prior <- matrix(prior, 1, dimnames = list(NULL, names(prior)))
  # The prior of the first of two classes determines the other.
  if (n_classes == 2 && ncol(prior) == 1) prior <- complete_prior(prior, classes)
  check_class_prior(prior, classes)
  if (!is.null(colnames(prior))) prior <- prior[, classes, drop = FALSE]
  colnames(prior) <- classes
  storage.mode(prior) <- "double"
  prior / rowSums(prior)
}

# The prior of one of two classes, the first unless it is named.
complete_prior <- function(prior, classes) {
  named <- if (is.null(colnames(prior))) classes[1] else colnames(prior)
  other <- setdiff(classes, named)[1]
  matrix(c(prior, 1 - prior), nrow(prior), dimnames = list(rownames(prior), c(named, other)))
}

check_class_prior <- function(prior, classes) {
  n_classes <- length(classes)
  refuse_if(ncol(prior) != n_classes || nrow(prior) == 0, "class_prior_columns")
  refuse_if(!is.null(colnames(prior)) && !setequal(colnames(prior), classes), "class_prior_names")
  check_probability_rows(prior)
}

one_class_prior <- function(prior, of) {
  prior <- read_class_prior(prior, of)
  stop_if(nrow(prior) != 1, "{.arg prior} must be a single prior here; there are {nrow(prior)}.")
  drop(prior)
}

# Numbers of trials of each hypothesis or class among those at `here`, by system.
numbers_at <- function(x, here) {
  truth <- x$truth[here]
  classes <- if (is.factor(truth)) set_classes(x) else c(h1 = TRUE, h2 = FALSE)
  names(classes) <- paste0("n_", names(classes) %||% classes)
  lapply(classes, \(one) trial_numbers(truth == one, x$system[here]))
}
