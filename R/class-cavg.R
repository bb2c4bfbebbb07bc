#' Mean cost of detection over classes
#'
#' `cavg()` returns the criterion of the NIST language recognition evaluations: the mean error rate
#' of one detector per class.
#'
#' Class \eqn{k} is accepted if its posterior is at least \eqn{1/K}. A trial of class \eqn{i}
#' costs a half if its own class is rejected, and \eqn{1/(2(K-1))} for each other class that is
#' accepted (Brümmer 2010, eq. 8.10), so that
#' \deqn{C_{avg}(\pi) = \sum_i \frac{\pi_i}{N_i}\sum_{t \in i}\left(\frac{[q_{ti} < 1/K]}{2} +
#'   \sum_{k \ne i}\frac{[q_{tk} \ge 1/K]}{2(K-1)}\right)}{
#'   Cavg(prior) =
#'   sum_i prior_i mean_{t in i} ([q_ti < 1/K]/2 + sum_{k != i} [q_tk >= 1/K]/(2(K-1)))}
#' (eq. 8.11). At the flat prior this is NIST's CAVG (eq. 8.3). The largest posterior is never below
#' \eqn{1/K}, so at least one class is accepted. Classes of prior 0 do not count, also in \eqn{K}.
#'
#' * `cavg()` is the cost of the unchanged log-likelihoods.
#' * `cavg_opt()` is the cost after the affine map that minimises the cross-entropy at the prior
#'   (\eqn{E_{lre}^{opt}}{E_lre^opt}, eq. 8.24), see [cross_entropy_min()][loglik_cross_entropy].
#'   This map does not minimise CAVG: for about four in ten calibrated systems, `cavg_opt()` is
#'   above `cavg()`. The minCAVG of evaluations is another cost, at the best threshold of all pooled
#'   detection scores, which section 8.5 rejects.
#'
#' A system may be better than another by every rule that decides for one class (eq. 8.13), on
#' average over the orders of the classes, and worse by CAVG (proof in `vignette("methods")`).
#'
#' @param x A [loglik_set()], or its arguments. For `cavg()` also a logical matrix of decisions
#'   with a row per trial and a column per class, `TRUE` for accepted classes (eq. 8.1 to 8.5),
#'   followed by `truth` and optionally `weight`.
#' @inheritParams loglik_cross_entropy
#' @param ... Passed on to [loglik_set()].
#' @return Between 0 and 1, in the shapes of [cross_entropy()][loglik_cross_entropy]. Accepting
#'   everything and rejecting everything cost one half.
#' @inherit bayes_error references
#' @seealso [cavg_curve()] for other target priors, [prior_sweep()] for subsets of classes
#' @concept Cavg
#' @concept C_avg
#' @concept NIST language recognition
#' @concept average detection cost
#' @concept minCAVG
#' @export
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")
#' cavg(x)
#' cavg_opt(x)
#'
#'
#' # Submitted decisions
#' cavg(posterior(x["lda"]) >= 0.3, truth = x["lda"]$truth)
cavg <- function(x, ...) UseMethod("cavg", given(x))

#' @rdname cavg
#' @export
cavg.default <- function(x, ...) {
  if (is.logical(x) && is.matrix(x)) return(decided_cavg(x, ...))
  on_set("cavg", x, ..., constructor = "loglik_set")
}

#' @rdname cavg
#' @export
cavg.loglik_set <- function(x, prior = NULL, ...) {
  check_dots(...)
  prior <- read_class_prior(prior, x)
  warn_undefined(x, prior)
  over_class_priors(x, prior, class_cavg)
}

#' @rdname cavg
#' @export
cavg_opt <- function(x, ...) UseMethod("cavg_opt", given(x))

#' @rdname cavg
#' @export
cavg_opt.loglik_set <- function(x, prior = NULL, ...) {
  check_dots(...)
  over_class_priors(x, read_class_prior(prior, x), class_cavg_opt)
}

class_cavg_opt <- function(system, prior) class_cavg(optimised(system, prior), prior)

class_cavg <- function(system, prior) {
  admitted <- which(prior > 0)
  if (length(admitted) == 1) return(0)
  in_play <- admitted_system(system, admitted)
  prior_mean(detection_costs(in_play, prior[admitted]), in_play, prior[admitted])
}

# Cost of each trial, at a prior that is positive for all classes.
detection_costs <- function(system, prior) {
  posterior <- .Call(ffi_posterior, system$log_lik, log_relative(prior))
  costs <- acceptance_costs(posterior >= 1 / length(prior), system$truth)
  replace(costs, is.na(costs), NaN)
}

# Cost of each trial if these classes are accepted; `accepted` has a column per class.
acceptance_costs <- function(accepted, truth) {
  own <- cbind(seq_along(truth), truth)
  missed <- !accepted[own]
  accepted[own] <- FALSE
  missed / 2 + rowSums(accepted) / (2 * (ncol(accepted) - 1))
}

# Cavg of given decisions: eq. 8.1 to 8.5.
decided_cavg <- function(accepted, truth, prior = NULL, weight = NULL) {
  check_no_missing(accepted, "x")
  refuse_if(ncol(accepted) < 2, "decided_columns")
  truth <- read_true_classes(truth, accepted)
  check_every_class(truth, NULL)
  prior <- read_positive_prior(prior, levels(truth))
  if (!is.null(weight)) weight <- read_weight(weight, nrow(accepted))
  system <- list(truth = as.integer(truth), weight = weight)
  prior_mean(acceptance_costs(unname(accepted), system$truth), system, prior)
}
