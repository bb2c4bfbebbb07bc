#' Discrimination and calibration losses of classes
#'
#' `class_losses()` returns the discrimination and calibration losses of each system: the
#' [cross-entropy][loglik_cross_entropy] (Brümmer 2010, eq. 8.14) after the best affine map (eq.
#' 8.20 to 8.23), and the rest, which is never negative.
#'
#' @param x A [loglik_set()], or its arguments.
#' @param prior One vector of prior probabilities: by default the prior of a set of posteriors, or
#'   else flat, for Cllr and its parts.
#' @param measure `"cross_entropy"`, or `"cavg"` for [cavg()] before and after the best affine map
#'   (fig. 8.4).
#' @param ... Passed on to [loglik_set()].
#' @param after With `measure = "cavg"`, a [loglik_set()] of the same systems and classes after a
#'   calibration on other trials, instead of the best affine map.
#' @return A data frame of class `class_losses` with a row per system, in bits:
#'   * `system`,
#'   * `cross_entropy`: total loss,
#'   * `cross_entropy_min`: discrimination loss, after the best affine map,
#'   * `cross_entropy_cal`: calibration loss, the difference,
#'   * `cross_entropy_null`: default loss, the entropy of the prior.
#'
#'   With `measure = "cavg"` the same for the cost of detection, in columns that begin with `cavg`;
#'   accepting or rejecting everything costs 1/2. The map does not minimise this cost, so `cavg_cal`
#'   may be below 0. With `after`, the columns are `system`, `cavg`, `cavg_after` and `cavg_null`.
#' @inherit bayes_error references
#' @concept refinement loss of classes
#' @export
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")
#' class_losses(x)
#'
#' # Two calibrations, judged on trials that neither has seen
#' half <- seq_along(x$truth) %% 2 == 0
#' separate <- predict(calibrate(x[half], "one_vs_rest"), x[!half])
#' joint <- predict(calibrate(x[half]), x[!half])
#' class_losses(separate, measure = "cavg", after = joint)
class_losses <- function(x, ...) UseMethod("class_losses", given(x))

#' @rdname class_losses
#' @export
class_losses.loglik_set <- function(x, prior = NULL, ..., measure = "cross_entropy",
                                    after = NULL) {
  check_dots(...)
  check_choice(measure, c("cross_entropy", "cavg"))
  check_after(after, x, measure)
  prior <- one_class_prior(prior, x)
  warn_excluded_truth(x, t(prior))
  compute <- if (measure == "cavg") cavg_losses else cross_entropy_losses
  data <- bind_systems(systems_of(x), compute, prior)
  if (!is.null(after)) {
    other <- bind_systems(systems_of(after), cavg_losses, prior)
    data$cavg_after <- other$cavg[match(data$system, other$system)]
    data <- data[c("system", "cavg", "cavg_after", "cavg_null")]
  }
  new_curve(data, "class_losses",
    flat = all(prior == prior[1]), unit = if (measure == "cross_entropy") "bits"
  )
}

check_after <- function(after, x, measure) {
  if (is.null(after)) return(invisible())
  check_that(inherits(after, "loglik_set"), "be a {.cls loglik_set}.", after)
  stop_if(measure != "cavg", "{.arg after} is only for {.code measure = \"cavg\"}.")
  check_same_classes(list(x, after))
  refuse_if(!setequal(levels(x), levels(after)), "after_systems")
}

cross_entropy_losses <- function(system, prior) {
  total <- class_cross_entropy(system, prior)
  least <- class_cross_entropy_min(system, prior)
  new_frame(
    cross_entropy = total,
    cross_entropy_min = least,
    cross_entropy_cal = pmax(total - least, 0),
    cross_entropy_null = nats_to_bits(shannon(prior))
  )
}

cavg_losses <- function(system, prior) {
  total <- class_cavg(system, prior)
  least <- class_cavg_opt(system, prior)
  new_frame(cavg = total, cavg_opt = least, cavg_cal = total - least, cavg_null = 0.5)
}
