#' Mean cost of detection over classes
#'
#' The criterion of the NIST language recognition evaluations: each class in turn is the target of a
#' detector that accepts or rejects, and the error rates are averaged.
#'
#' Class \eqn{k} is accepted where its posterior is at least \eqn{1/K}. A trial of class \eqn{i}
#' costs a half if its own class is rejected, and \eqn{1/(2(K-1))} for each other class that is
#' accepted (Brümmer 2010, eq. 8.10), so that
#' \deqn{C_{avg}(\pi) = \sum_i \frac{\pi_i}{N_i}\sum_{t \in i}\left(\frac{[q_{ti} < 1/K]}{2} +
#'   \sum_{k \ne i}\frac{[q_{tk} \ge 1/K]}{2(K-1)}\right)}{
#'   Cavg(prior) =
#'   sum_i prior_i mean_{t in i} ([q_ti < 1/K]/2 + sum_{k != i} [q_tk >= 1/K]/(2(K-1)))}
#' (eq. 8.11). At the flat prior this is NIST's CAVG (eq. 8.3), with the decisions
#' made from the log-likelihoods. Several classes may be accepted in one trial, or none. Classes of
#' prior 0 are out of the game, and \eqn{K} counts the others.
#'
#' * `cavg()` is that of the log-likelihoods as they are.
#' * `cavg_min()` is that after the affine map that minimises the cross-entropy at the prior (eq.
#'   8.24), see [cross_entropy_min()][loglik_cross_entropy]. The map is not chosen to minimise this
#'   criterion, which jumps, so now and then `cavg_min()` is a little above `cavg()`.
#'
#' @param x A [loglik_set()], or what it accepts, followed by its arguments.
#' @inheritParams loglik_cross_entropy
#' @param ... Passed on to [loglik_set()] where `x` is not one yet.
#' @return Between 0 and 1, in the shapes of [cross_entropy()][loglik_cross_entropy]. Always
#'   accepting and always rejecting both cost one half.
#' @inherit loglik_cross_entropy references
#' @seealso [cavg_curve()] for other target priors, [prior_sweep()] for subsets of the classes
#' @export
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")
#' cavg(x)
#' cavg_min(x)
cavg <- function(x, ...) {
  UseMethod("cavg")
}

#' @rdname cavg
#' @export
cavg.default <- function(x, ..., prior = NULL) {
  cavg(loglik_set(x, ...), prior = prior)
}

#' @rdname cavg
#' @export
cavg.loglik_set <- function(x, prior = NULL, ...) {
  rlang::check_dots_empty()
  prior <- read_class_prior(prior, set_classes(x))
  warn_undefined(x, prior)
  over_class_priors(x, prior, class_cavg)
}

#' @rdname cavg
#' @export
cavg_min <- function(x, ...) {
  UseMethod("cavg_min")
}

#' @rdname cavg
#' @export
cavg_min.default <- function(x, ..., prior = NULL) {
  cavg_min(loglik_set(x, ...), prior = prior)
}

#' @rdname cavg
#' @export
cavg_min.loglik_set <- function(x, prior = NULL, ...) {
  rlang::check_dots_empty()
  prior <- read_class_prior(prior, set_classes(x))
  over_class_priors(x, prior, \(system, prior) {
    best <- best_affine(system, prior)
    class_cavg(replace(system, "log_lik", list(scale_and_shift(system$log_lik, best))), prior)
  })
}

class_cavg <- function(system, prior) {
  admitted <- which(prior > 0)
  n_classes <- length(admitted)
  if (n_classes == 1) {
    return(0)
  }
  in_play <- admitted_system(system, admitted)
  posterior <- .Call(ffi_posterior, in_play$log_lik, log_relative(prior[admitted]))
  accepted <- posterior >= 1 / n_classes
  own <- cbind(seq_along(in_play$truth), in_play$truth)
  missed <- !accepted[own]
  accepted[own] <- FALSE
  costs <- missed / 2 + rowSums(accepted) / (2 * (n_classes - 1))
  prior_mean(replace(costs, is.na(costs), NaN), in_play, prior[admitted])
}
