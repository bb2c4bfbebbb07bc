#' Naive Bayes classifiers
#'
#' `naive_bayes()` returns a classifier that treats features, such as counts of words, as
#' independent given the class (see Tornetta 2021).
#'
#' With \eqn{x_\mu} the features of a trial, \eqn{N_{\mu c}} their sums over the \eqn{N_c} training
#' trials of class \eqn{c}, \eqn{m} features and the smoothing \eqn{\alpha}, the log-likelihoods are
#' * `"multinomial"`: \eqn{\sum_\mu x_\mu \ln\theta_{\mu c}}{sum x_mu ln(theta_mu,c)} with
#'   \eqn{\theta_{\mu c} = (N_{\mu c}+\alpha)/(\sum_\nu N_{\nu c}+\alpha m)}{theta = (N_mu,c +
#'   alpha) / (sum_nu N_nu,c + alpha m)};
#' * `"bernoulli"`: \eqn{\sum_\mu \ln\phi_{\mu c}}{sum of ln(phi)} over the features that are
#'   present (above 0) and \eqn{\ln(1-\phi_{\mu c})}{ln(1 - phi)} over the others, with
#'   \eqn{\phi_{\mu c} = (N_{\mu c}+\alpha)/(N_c+2\alpha)}{phi = (N_mu,c + alpha) / (N_c + 2 alpha)}
#'   (\eqn{N_{\mu c}} counts trials here; without smoothing, eq. 2);
#' * `"complement"`: \eqn{-\sum_\mu x_\mu \ln\tilde\theta_{\mu c}}{-sum x_mu ln(theta~_mu,c)}, with
#'   \eqn{\tilde\theta}{theta~} the \eqn{\theta} of all classes but \eqn{c} together (Rennie et al.
#'   2003; the form in the paper's experiments);
#' * `"complement_bernoulli"` (eq. 3): \eqn{\ln\frac{N}{N-N_c} + \sum_\mu
#'   \ln\frac{N-N_c+2\alpha}{N_\mu-N_{\mu c}+\alpha}}{ln(N / (N - N_c)) + sum of ln((N - N_c + 2
#'   alpha) / (N_mu - N_mu,c + alpha))} over the features that are present, with \eqn{N} and
#'   \eqn{N_\mu} the sums of \eqn{N_c} and \eqn{N_{\mu c}} over all classes. It includes the
#'   complements of the priors: predict with the flat `prior`. Without smoothing, a trial with one
#'   feature gets the [prob_complement()] of the share of each class in it;
#' * `"gaussian"`: \eqn{\sum_\mu \ln N(x_\mu; \hat\mu_{\mu c}, \hat\sigma^2_{\mu c})}{sum of
#'   dnorm(x_mu, mean_mu,c, sd_mu,c, log = TRUE)} with means and variances (divisor \eqn{N_c}) of
#'   the training trials; \eqn{\alpha} times the largest variance of a feature is added to all.
#'
#' The scores of both complements are not log-likelihoods. Posteriors of dependent features are
#' overconfident; [calibrate()][calibrate.loglik_set] corrects a [loglik_set()] of `type =
#' "loglik"`.
#'
#' @param x A numeric matrix or data frame with a row per trial and a column per feature, or a
#'   sparse matrix of the package Matrix. Numbers are finite and, except for `"gaussian"`, not
#'   negative.
#' @param truth The true class of each trial: a factor, or names of classes.
#' @param model `"multinomial"`, `"bernoulli"`, `"complement"`, `"complement_bernoulli"` or
#'   `"gaussian"`.
#' @param smoothing \eqn{\alpha}, 0 or more; by default 1e-9 for `"gaussian"`, else 1. With 0
#'   (maximum likelihood), a feature that a class never has (or, under `"bernoulli"`, always has) or
#'   a variance of 0 is an error.
#' @param length Divisor of each trial, to weight long and short documents equally: `"none"`;
#'   `"sum"` of the row; or `"euclid"`, the root of the sum of its squares. Rows of zeros are not
#'   divided.
#' @param object A `naive_bayes()`.
#' @param newdata Trials with the same features, in the form of `x`.
#' @param type `"posterior"` for probabilities, or `"loglik"` for log-likelihoods.
#' @param prior Prior probabilities of the classes for posteriors; `NULL` is the flat prior,
#'   `"data"` the shares of the classes in training.
#' @param ... Must be empty.
#' @return `naive_bayes()`: a list of class `naive_bayes` with, among others, the classes, their
#'   `share` and the parameters. `predict()`: a matrix with a row per trial and a column per class.
#' @inherit prob_complement references
#' @seealso `system.file("figures/tornetta.R", package = "calibrant")`, the experiments of the paper
#' @concept text classification
#' @concept bag of words
#' @concept Rennie
#' @export
#' @examples
#' model <- naive_bayes(iris[1:4], iris$Species, model = "gaussian")
#' p <- predict(model, iris[1:4])
#' prob_purity(p, iris$Species)
#' cllr(loglik_set(predict(model, iris[1:4], type = "loglik"), truth = iris$Species))
naive_bayes <- function(x, truth, model = "multinomial", smoothing = NULL, length = "none") {
  check_given()
  models <- c("multinomial", "bernoulli", "complement", "complement_bernoulli", "gaussian")
  check_choice(model, models)
  check_choice(length, c("none", "sum", "euclid"))
  if (is.null(smoothing)) smoothing <- if (model == "gaussian") 1e-9 else 1
  check_not_negative(smoothing)
  columns <- read_features(x, model, length)
  truth <- read_training_classes(truth, columns$dim[1])
  n_trials <- as.double(tabulate(truth, nlevels(truth)))
  fit <- train_naive_bayes(columns, as.integer(truth) - 1L, n_trials, model, smoothing)
  # Features that never occurred in training have no finite logarithm.
  refuse_if(!all(is.finite(unlist(fit))) || any(fit$variance == 0), "constant_feature")
  settings <- list(
    model = model, classes = levels(truth), features = columns$names,
    share = rlang::set_names(n_trials / sum(n_trials), levels(truth)),
    smoothing = smoothing, length = length
  )
  new_object("naive_bayes", c(settings, fit))
}

# Tables have a row per feature and a column per class, the layout of the kernels.
train_naive_bayes <- function(columns, truth, n_trials, model, smoothing) {
  sums <- .Call(ffi_class_sums, columns, truth, length(n_trials))
  switch(model,
    multinomial = list(base = numeric(length(n_trials)), weight = log_shares(sums, smoothing)),
    complement = list(
      base = numeric(length(n_trials)),
      weight = -log_shares(rowSums(sums) - sums, smoothing)
    ),
    complement_bernoulli = list(
      base = -log1p(-n_trials / sum(n_trials)),
      weight = -log_presence(rowSums(sums) - sums, sum(n_trials) - n_trials, smoothing)
    ),
    bernoulli = bernoulli_fit(sums, n_trials, smoothing),
    gaussian = gaussian_fit(columns, truth, sums, n_trials, smoothing)
  )
}

log_shares <- function(sums, smoothing) {
  sweep(log(sums + smoothing), 2, log(colSums(sums) + as.double(smoothing) * nrow(sums)))
}

log_presence <- function(sums, n_trials, smoothing) {
  sweep(log(sums + smoothing), 2, log(n_trials + 2 * smoothing))
}

bernoulli_fit <- function(sums, n_trials, smoothing) {
  absent <- log_presence(rep(n_trials, each = nrow(sums)) - sums, n_trials, smoothing)
  list(base = colSums(absent), weight = log_presence(sums, n_trials, smoothing) - absent)
}

gaussian_fit <- function(columns, truth, sums, n_trials, smoothing) {
  mean <- sweep(sums, 2, n_trials, "/")
  variance <- sweep(.Call(ffi_class_squares, columns, truth, mean, n_trials), 2, n_trials, "/")
  overall <- rowSums(sums) / sum(n_trials)
  spread <- rowSums(sweep(variance + (mean - overall)^2, 2, n_trials, "*")) / sum(n_trials)
  list(weight = mean, variance = variance + smoothing * max(spread))
}

#' @rdname naive_bayes
#' @export
predict.naive_bayes <- function(object, newdata, type = "posterior", prior = NULL, ...) {
  check_dots(...)
  check_given()
  check_choice(type, c("posterior", "loglik"))
  stop_unless_intact(is.list(object) && are_tables(object), "naive_bayes")
  columns <- read_features(newdata, object$model, object$length)
  n <- nrow(object$weight)
  named <- !is.null(columns$names) && !is.null(object$features)
  renamed <- named && !identical(columns$names, object$features)
  refuse_if(columns$dim[2] != n || renamed, "other_features")
  base <- base_scores(object, columns)
  scores <- .Call(ffi_class_scores, columns, base, object$weight, object$variance)
  dimnames(scores) <- list(rownames(newdata), object$classes)
  if (type == "loglik") check_unheeded("prior", "Log-likelihoods have no prior.")
  if (type == "loglik") return(scores)
  prior <- one_class_prior(if (identical(prior, "data")) object$share else prior, object$classes)
  structure(.Call(ffi_posterior, scores, log_relative(prior)), dimnames = dimnames(scores))
}

# Scores before any feature. Sparse Gaussians start from a trial of zeros.
base_scores <- function(object, columns) {
  if (object$model != "gaussian") return(object$base)
  base <- -colSums(log(2 * pi * object$variance)) / 2
  if (is.null(columns$row)) base else base - colSums(object$weight^2 / object$variance) / 2
}

#' @export
print.naive_bayes <- \(x, ...) printed(x, {
  cat(sprintf("<naive_bayes> %s, %s, %d classes\n", x$model,
    noun_count(nrow(x$weight), "feature"), length(x$classes)))
  cat(sprintf("%s: %s of the training trials\n", x$classes, percent_text(x$share)), sep = "")
})

# Checks a model that was altered or read from a file.
are_tables <- function(object) {
  k <- length(object$classes)
  is_table <- \(x) is.matrix(x) && is.double(x) && ncol(x) == k
  gaussian <- identical(object$model, "gaussian")
  is.character(object$classes) && k > 1 && is_table(object$weight) &&
    rlang::is_string(object$model) && rlang::is_string(object$length) && if (gaussian) {
    is_table(object$variance) && nrow(object$variance) == nrow(object$weight)
  } else {
    is.null(object$variance) && is.double(object$base) && length(object$base) == k
  }
}

read_training_classes <- function(truth, n) {
  check_labels(truth)
  truth <- if (is.factor(truth)) truth else factor(truth)
  check_length(truth, n, of = "x (rows)")
  check_no_missing(truth)
  empty <- setdiff(levels(truth), truth)
  refuse_if(nlevels(truth) < 2 || length(empty) > 0, "two_classes")
  truth
}
