#' Discrimination and calibration loss, side by side
#'
#' Splits the [cross-entropy][loglik_cross_entropy] of each system into the part that no calibration
#' removes and the part that it would, for a bar chart.
#'
#' With \eqn{E_{log}}{E_log} the cross-entropy (Brümmer 2010, eq. 8.14) and
#' \eqn{E_{log}^{opt}}{E_opt} what is left of it after the best affine map (eq. 8.20 to 8.23), the
#' calibration loss is \deqn{L_{cal} = E_{log} - E_{log}^{opt} \ge 0.}{L_cal = E_log - E_opt >= 0.}
#'
#' @param x A [loglik_set()], or what it accepts, followed by its arguments.
#' @param prior Prior probabilities of the classes, one vector; `NULL` is the flat prior, at which
#'   the losses are Cllr and its parts.
#' @param measure `"cross_entropy"`, or `"cavg"` for [cavg()] before and after the best affine
#'   calibration (Brümmer 2010, fig. 8.4).
#' @param ... Passed on to [loglik_set()] where `x` is not one yet.
#' @return A data frame of class `class_losses` with a row per system, in bits:
#'   * `system`,
#'   * `cross_entropy`: total loss,
#'   * `cross_entropy_min`: discrimination loss, what remains after the best affine calibration,
#'   * `cross_entropy_cal`: calibration loss, the difference,
#'   * `cross_entropy_null`: default loss, the entropy of the prior.
#'
#'   With `measure = "cavg"` the same of the cost of detection, in columns that begin with `cavg`;
#'   it costs a half to accept or to reject everything. The calibration is not chosen to lower this
#'   cost, so now and then its loss is a little below 0.
#' @inherit loglik_cross_entropy references
#' @seealso [autoplot()][plot_class_losses] draws it
#' @concept refinement loss of classes
#' @export
#' @examples
#' class_losses(loglik_set(glass_type, truth = "type", system = "recogniser"))
class_losses <- function(x, prior = NULL, ..., measure = "cross_entropy") {
  check_choice(measure, c("cross_entropy", "cavg"), "measure", rlang::current_env())
  x <- loglik_set(x, ...)
  prior <- one_class_prior(prior, set_classes(x), rlang::current_env())
  warn_excluded_truth(x, t(prior))
  compute <- if (measure == "cavg") cavg_losses else cross_entropy_losses
  data <- bind_systems(systems_of(x), compute, prior)
  new_curve(data, "class_losses", flat = all(prior == prior[1]))
}

cross_entropy_losses <- function(system, prior) {
  total <- class_cross_entropy(system, prior)
  least <- class_cross_entropy_min(system, prior)
  data.frame(
    cross_entropy = total,
    cross_entropy_min = least,
    cross_entropy_cal = pmax(total - least, 0),
    cross_entropy_null = nats_to_bits(shannon(prior))
  )
}

cavg_losses <- function(system, prior) {
  total <- class_cavg(system, prior)
  least <- class_cavg_min(system, prior)
  data.frame(cavg = total, cavg_min = least, cavg_cal = total - least, cavg_null = 0.5)
}
