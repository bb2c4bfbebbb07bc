#' Cross-entropy and Cllr for many classes
#'
#' `cross_entropy()` returns the mean number of bits still needed to identify the true class of a
#' trial, after log-likelihoods have updated a prior. The other functions return its parts.
#'
#' With \eqn{q_t} the posterior of trial \eqn{t} at the prior \eqn{\pi}, and \eqn{N_i} trials of
#' class \eqn{i}, the cross-entropy is (Brümmer 2010, eq. 8.14)
#' \deqn{E(\pi) = \sum_i \frac{\pi_i}{N_i} \sum_{t \in i} -\log_2 q_{ti}.}{
#'   E(prior) = sum_i prior_i mean_{t in class i} -log2 q_ti.}
#' The proportions of the classes in the set do not matter.
#'
#' * `cross_entropy()` is the value of the unchanged log-likelihoods, and `cllr()` the same at the
#'   flat prior. A system without information has the entropy of the prior, \eqn{\log_2 K}{log2 K}
#'   bits if flat.
#' * `cross_entropy_min()`, and `cllr_min()` at the flat prior, are the least over affine maps
#'   \eqn{\alpha w + b} with one scale \eqn{\alpha \ge 0}{alpha >= 0} and an offset per class (eq.
#'   8.20 to 8.23): the discrimination loss. For two classes, the minimum of [pav()] is lower or
#'   equal.
#' * `cllr_cal()` is the difference, the calibration loss.
#' * `effective_information()` is the entropy of the prior less the cross-entropy, negative for a
#'   misleading system.
#'
#' The logarithmic cost is the integral of the costs of decisions over all their thresholds (eq.
#' 8.13), and at the flat prior also that of the misclassification rate over all priors, weighted
#' by [prior_weight()]. With more than two classes no weighting of these costs gives [cavg()].
#'
#' # Infinite values
#' A trial that excludes its true class makes the cross-entropy infinite, with a warning of class
#' `calibrant_warning_infinite`; `cross_entropy_min()` then has the scale 0. A trial that excludes
#' all classes with a positive prior gives `NaN`, with a warning of class
#' `calibrant_warning_undefined`. If a prior leaves one class, the cross-entropy is 0.
#'
#' @param x A [loglik_set()].
#' @param prior Prior probabilities of the classes, with sum 1: a vector in their order or named,
#'   or a matrix with a row per prior; by default the prior of a set of posteriors, or else flat.
#'   For two classes, the prior of the first suffices.
#' @param ... Must be empty.
#' @return Bits: a double per system, named if systems are; for a matrix of priors a double per
#'   prior; for several of both a matrix with a row per system.
#' @references
#' Brümmer N (2010). PhD thesis, Stellenbosch University.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' Brümmer N, van Leeuwen DA (2006). *IEEE Odyssey 2006: The Speaker and Language Recognition
#' Workshop*.
#' @seealso [calibrate()][calibrate.loglik_set], [class_losses()] for a table and a picture,
#'   [cross_entropy()] for two classes
#' @concept multi-class log loss
#' @concept multi-class Cllr
#' @name loglik_cross_entropy
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")
#' cllr(x)
#' rbind(discrimination = cllr_min(x), calibration = cllr_cal(x))
#'
#' prior <- c(WinF = 3, WinNF = 3, Veh = 1, Con = 1, Tabl = 1, Head = 1) / 10
#' cross_entropy(x, prior)
#' effective_information(x, prior)
#' @export
cross_entropy.loglik_set <- function(x, prior = NULL, ...) {
  check_dots(...)
  prior <- read_class_prior(prior, x)
  warn_excluded_truth(x, prior)
  over_class_priors(x, prior, class_cross_entropy)
}

#' @rdname loglik_cross_entropy
#' @export
cross_entropy_min.loglik_set <- function(x, prior = NULL, ...) {
  check_dots(...)
  prior <- read_class_prior(prior, x)
  over_class_priors(x, prior, class_cross_entropy_min)
}

#' @rdname loglik_cross_entropy
#' @export
effective_information.loglik_set <- function(x, prior = NULL, ...) {
  check_dots(...)
  prior <- read_class_prior(prior, x)
  warn_excluded_truth(x, prior)
  over_class_priors(x, prior, \(system, prior) {
    nats_to_bits(shannon(prior)) - class_cross_entropy(system, prior)
  })
}

#' @rdname loglik_cross_entropy
#' @export
cllr.loglik_set <- function(x, ...) {
  check_dots(...)
  cross_entropy(x, flat_prior(x))
}

#' @rdname loglik_cross_entropy
#' @export
cllr_min.loglik_set <- function(x, ...) {
  check_dots(...)
  cross_entropy_min(x, flat_prior(x))
}

#' @rdname loglik_cross_entropy
#' @export
cllr_cal.loglik_set <- function(x, ...) {
  check_dots(...)
  # Negative only by rounding, if the identity is the best map.
  pmax(cllr(x) - cllr_min(x), 0)
}

class_cross_entropy <- function(system, prior) {
  if (sum(prior > 0) == 1) return(0)
  costs <- .Call(ffi_log_costs, system$log_lik, system$truth, log_relative(prior))
  nats_to_bits(prior_mean(costs, system, prior))
}

class_cross_entropy_min <- function(system, prior) nats_to_bits(best_affine(system, prior)$value)

# The best affine map at a prior; classes of prior 0 have no effect and get an offset of 0.
best_affine <- function(system, prior) {
  admitted <- which(prior > 0)
  if (length(admitted) == 1) {
    return(list(alpha = 1, offset = numeric(length(prior)), value = 0, ignores_input = FALSE))
  }
  in_play <- admitted_system(system, admitted)
  fit <- fit_affine_classes(in_play$log_lik, in_play$truth, prior[admitted],
    weight = in_play$weight)
  if (!fit$converged) fit <- best_known(fit, in_play, prior[admitted])
  replace(fit, "offset", list(replace(numeric(length(prior)), admitted, fit$offset)))
}

# The system after this map.
optimised <- function(system, prior) {
  replace(system, "log_lik", list(scale_and_shift(system$log_lik, best_affine(system, prior))))
}

# A search that stopped early is not at the minimum: the identity, or no evidence, may be better.
best_known <- function(fit, system, prior) {
  as_it_is <- class_cross_entropy(system, prior) * log(2)
  nothing <- default_class_fit(prior, 0, ignores_input = FALSE)
  warn_of("not_converged")
  if (isTRUE(as_it_is < min(fit$value, nothing$value))) {
    return(replace(nothing, c("alpha", "value"), list(1, as_it_is)))
  }
  if (isTRUE(fit$value <= nothing$value)) fit else nothing
}

admitted_system <- function(system, classes) {
  if (length(classes) == ncol(system$log_lik)) return(system)
  kept <- system$truth %in% classes
  list(
    log_lik = system$log_lik[kept, classes, drop = FALSE],
    truth = match(system$truth[kept], classes),
    weight = system$weight[kept],
    n = system$n[classes],
    total = system$total[classes]
  )
}

# Trials that exclude their true class, and trials that exclude all classes a prior admits.
warn_excluded_truth <- function(x, prior) {
  check_intact(x)
  if (all(x$log_lik > -Inf)) return(invisible())
  wrong <- x$log_lik[cbind(seq_along(x$truth), as.integer(x$truth))] == -Inf
  counted <- colSums(open_priors(prior)) > 0
  n_wrong <- sum(wrong & counted[as.integer(x$truth)])
  if (n_wrong > 0) warn_of("excluded_truth")
  warn_undefined(x, prior)
}

# Classes that each prior admits, without priors that admit only one class.
open_priors <- function(prior) prior[rowSums(prior > 0) > 1, , drop = FALSE] > 0

warn_undefined <- function(x, prior) {
  if (all(x$log_lik > -Inf)) return(invisible())
  without <- apply(open_priors(prior), 1, \(admitted) {
    relevant <- admitted[as.integer(x$truth)]
    any(rowSums(x$log_lik[relevant, admitted, drop = FALSE] > -Inf) == 0)
  })
  if (any(without)) warn_of("undefined")
}

suppress_multiclass <- function(expr) {
  suppressWarnings(expr, classes = c("calibrant_warning_infinite", "calibrant_warning_undefined"))
}
