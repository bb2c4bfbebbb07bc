#' Sweep over subsets of the classes
#'
#' `prior_sweep()` returns measures of a recogniser on every subset of its classes. A
#' well-calibrated recogniser performs well on all of them.
#'
#' For each non-empty subset \eqn{S} of at most 16 classes the prior is flat on \eqn{S} and 0
#' elsewhere, and only the trials of classes in \eqn{S} count (Brümmer 2010, section 8.3.3 and fig.
#' 8.3). A trial that excludes its true class makes the cross-entropy of its subsets infinite; one
#' that excludes all classes of a subset makes its values `NaN`.
#'
#' @inheritParams class_losses
#' @return A data frame of class `prior_sweep` with a row per system and subset, small subsets
#'   first:
#'   * `system`,
#'   * `subset`: the names of the classes, joined by `" + "`,
#'   * `n_classes`: their number,
#'   * `cross_entropy`: in bits, see [cross_entropy()][loglik_cross_entropy]; `cross_entropy_null`:
#'     without evidence, \eqn{\log_2}{log2} of `n_classes`,
#'   * `misclassification`, `cavg`: see [misclassification()] and [cavg()].
#' @inherit bayes_error references
#' @seealso [cavg_curve()] sweeps the prior of the target
#' @concept subsets of classes
#' @concept random priors
#' @export
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")
#' sweep <- prior_sweep(x)
#' head(sweep[sweep$n_classes == 2, ])
#' # Subsets on which the recogniser is worse than no evidence
#' table(sweep$system, sweep$cross_entropy > sweep$cross_entropy_null)
#' autoplot(sweep, measure = "cross_entropy")
#' @order 1
prior_sweep <- function(x, ...) {
  check_given()
  x <- loglik_set(x, ...)
  classes <- set_classes(x)
  refuse_if(length(classes) > 16, "many_subsets")
  subsets <- class_subsets(classes)
  data <- bind_systems(systems_of(x), \(system) sweep_subsets(system, subsets))
  new_curve(data, "prior_sweep")
}

# All non-empty subsets, small ones first; `mask` has a bit per class.
class_subsets <- function(classes) {
  mask <- seq_len(2^length(classes) - 1)
  member <- outer(mask, 2^(seq_along(classes) - 1), \(m, bit) (m %/% bit) %% 2 == 1)
  label <- character(length(mask))
  for (k in seq_along(classes)) {
    joint <- ifelse(label == "", "", " + ")
    label <- ifelse(member[, k], paste0(label, joint, classes[k]), label)
  }
  subsets <- new_frame(mask = mask, subset = label, n_classes = rowSums(member))
  subsets[order(subsets$n_classes, subsets$mask), ]
}

sweep_subsets <- function(system, subsets) {
  by_class <- order(system$truth)
  share <- trial_shares(system, rep(1, ncol(system$log_lik)))
  sums <- .Call(
    ffi_subsets, system$log_lik[by_class, , drop = FALSE], system$truth[by_class], share[by_class]
  )
  mean_of <- \(sum) sum[subsets$mask + 1] / subsets$n_classes
  new_frame(
    subset = subsets$subset,
    n_classes = subsets$n_classes,
    cross_entropy = nats_to_bits(mean_of(sums$cost)),
    cross_entropy_null = log2(subsets$n_classes),
    misclassification = mean_of(sums$wrong),
    cavg = mean_of(sums$lre)
  )
}
