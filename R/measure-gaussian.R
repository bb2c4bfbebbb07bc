#' Gaussian log-likelihood ratios: measures in closed form
#'
#' `gaussian_system()` returns a system whose log likelihood ratios are normally distributed.
#' Measures and curves compute its values in closed form.
#'
#' Calibrated natural log LRs that are normal under both hypotheses are \eqn{N(s^2/2, s^2)} under H1
#' and \eqn{N(-s^2/2, s^2)} under H2 (van Leeuwen and Brümmer 2013). With \eqn{\Phi} the normal
#' distribution function and the threshold \eqn{t} (Brümmer 2010, eq. 7.2 to 7.10, examples 1 and 2)
#' \deqn{P_{miss}(t) = \Phi\left(\frac{t - s^2/2}{s}\right), \qquad P_{fa}(t) = \Phi\left(-\frac{t +
#' s^2/2}{s}\right).}{P_miss(t) = pnorm((t - s^2/2) / s), P_fa(t) = pnorm(-(t + s^2/2) / s).}
#' The equal error rate is \eqn{\Phi(-s/2)}, the area under the ROC curve
#' \eqn{\Phi(s/\sqrt{2})}{pnorm(s / sqrt(2))}. `stretch` and `shift` change calibration but not
#' discrimination, as in [simulate_lr()].
#'
#' @param s Standard deviations of the natural log LR of the calibrated system, positive and
#'   finite, one per system, named by the systems.
#' @param stretch,shift Factor on the log LR, and number added to the log10 LR; one, or one per
#'   system.
#' @param cllr Instead of `s`: the [cllr()] of the calibrated system, inside (0, 1).
#' @param x A `gaussian_system()`.
#' @param row.names,optional,... Not used.
#' @return An object of class `gaussian_system`, for [cllr()], [cllr_min()], [cllr_cal()],
#'   [cross_entropy()], [cross_entropy_min()], [bayes_error()], [bayes_error_min()], [eer()],
#'   [auc()], [misleading()], [ece_curve()], [tippett_curve()], [det_curve()],
#'   [bayes_error_curve()], and for `as.data.frame()`, which gives `system`, `s`, `stretch`,
#'   `shift`, `cllr`, `cllr_min`, `eer`, `auc`, `misleading_h1`, `misleading_h2`.
#' @references
#' Brümmer N (2010). PhD thesis, Stellenbosch University, chapter 7.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' van Leeuwen DA, Brümmer N (2013). *Interspeech 2013*, 1619-1623.
#' \doi{10.21437/Interspeech.2013-392}
#' @seealso [curve_layer()], [simulate_lr()] for trials of the system
#' @concept closed form
#' @concept d-prime
#' @concept equal-variance Gaussian
#' @concept theoretical curves
#' @export
#' @examples
#' theory <- gaussian_system(c(S1 = 2.005, S2 = 0.585))
#' as.data.frame(theory)
#' cross_entropy(theory, prior = c(0.01, 0.5))
#' plot(ece_curve(theory))
#'
#' gaussian_system(cllr = c(0.9, 0.5, 0.1))
gaussian_system <- function(s = NULL, stretch = 1, shift = 0, cllr = NULL) {
  stop_if(is.null(s) == is.null(cllr), "Give either {.arg s} or {.arg cllr}.")
  if (is.null(s)) s <- bigaussian_s(cllr)
  check_finite(s)
  if (any(s <= 0)) stop_input("{.arg s} must be positive.")
  check_positive_each(stretch, n = length(s), of = "system")
  check_finite(shift)
  one <- length(shift) %in% c(1, length(s))
  stop_if(!one, "{.arg shift} must be one number, or one per system.")
  named <- if (is.null(names(s)) && length(s) > 1) paste("s =", format_number(s)) else names(s)
  systems <- Map(new_gaussian, s, stretch, to_ln(as.double(shift), "log10"))
  new_object("gaussian_system", list(systems = rlang::set_names(systems, named)))
}

# Mean under H1 and H2 and standard deviation of the reported natural log LR.
new_gaussian <- function(s, stretch, shift) {
  list(
    s = s, stretch = stretch, shift = shift,
    h1 = stretch * s^2 / 2 + shift, h2 = -stretch * s^2 / 2 + shift, sd = stretch * s
  )
}

# Systems of a gaussian_system(), which users may have altered.
gaussians_of <- function(x) {
  is_gaussian <- \(one) {
    identical(one, new_gaussian(one$s, one$stretch, one$shift)) && are_numbers(unlist(one), 6)
  }
  systems <- if (is.list(x)) unclass(x)$systems
  stop_unless_intact(
    length(systems) > 0 && all(vapply(systems, is_gaussian, NA)), "gaussian_system"
  )
  systems
}

as_calibrated <- function(system) new_gaussian(system$s, 1, 0)

all_calibrated <- function(x) {
  structure(list(systems = lapply(gaussians_of(x), as_calibrated)), class = class(x))
}

# The trapezoid rule as a set of weighted LLRs, which serves every smooth mean over the system. The
# integrands are a Gaussian times functions that are analytic within pi of the real axis, so this
# step makes the rule exact to the precision of a double.
gaussian_points <- function(system) {
  sd <- max(system$sd, 1e-300)
  step <- min(0.5, sd / 1.5)
  ends <- range(system$h1, system$h2) + c(-9.5, 9.5) * sd
  refuse_if(diff(ends) / step > 1e7, "gaussian_far")
  llr <- seq(ends[1], ends[2], by = step)
  n_h1 <- stats::dnorm(llr, system$h1, sd)
  n_h2 <- stats::dnorm(llr, system$h2, sd)
  list(llr = llr, n_h1 = n_h1, n_h2 = n_h2, totals = c(sum(n_h1), sum(n_h2)))
}

# Rates at thresholds on ln LR.
gaussian_rates <- function(system, threshold) {
  list(
    p_miss = stats::pnorm(threshold, system$h1, system$sd),
    p_fa = stats::pnorm(threshold, system$h2, system$sd, lower.tail = FALSE)
  )
}

gaussian_ece <- function(system, log_odds) ece(gaussian_points(system), log_odds)

#' @rdname gaussian_system
#' @export
as.data.frame.gaussian_system <- function(x, row.names = NULL, optional = FALSE, ...) {
  rows <- bind_systems(gaussians_of(x), \(system) {
    new_frame(s = system$s, stretch = system$stretch, shift = system$shift / log(10))
  })
  wrong <- lapply(gaussians_of(x), gaussian_rates, 0)
  new_frame(rows,
    cllr = unname(cllr(x)), cllr_min = unname(cllr_min(x)), eer = unname(eer(x)),
    auc = unname(auc(x)),
    misleading_h1 = vapply(wrong, `[[`, 0, "p_miss", USE.NAMES = FALSE),
    misleading_h2 = vapply(wrong, `[[`, 0, "p_fa", USE.NAMES = FALSE)
  )
}

#' @export
print.gaussian_system <- \(x, ...) printed(x, {
  cat("<gaussian_system>\n")
  print(as.data.frame(x), row.names = FALSE, digits = 4)
})

#' @export
levels.gaussian_system <- function(x) names(gaussians_of(x))

#' @export
cllr.gaussian_system <- function(x, ...) {
  check_dots(...)
  per_system(gaussians_of(x), gaussian_ece, log_odds = 0)
}

#' @export
cllr_min.gaussian_system <- function(x, ...) {
  check_dots(...)
  per_system(gaussians_of(x), \(system) bigaussian_cllr(system$s))
}

#' @export
cllr_cal.gaussian_system <- function(x, ...) pmax(cllr(x, ...) - cllr_min(x), 0)

#' @export
cross_entropy.gaussian_system <- function(x, prior = 0.5, ...) {
  check_dots(...)
  check_prior(prior)
  log_odds <- stats::qlogis(prior)
  per_system_and_prior(gaussians_of(x), prior, \(system) gaussian_ece(system, log_odds))
}

#' @export
cross_entropy_min.gaussian_system <- function(x, prior = 0.5, ...) {
  cross_entropy(all_calibrated(x), prior, ...)
}

#' @export
bayes_error.gaussian_system <- function(x, prior = 0.5, normalised = FALSE, ...) {
  check_dots(...)
  check_prior(prior)
  check_flag(normalised)
  log_odds <- stats::qlogis(prior)
  unit <- if (normalised) stats::plogis(-abs(log_odds)) else 1
  per_system_and_prior(gaussians_of(x), prior, \(system) {
    error_rate(gaussian_rates(system, -log_odds), log_odds) / unit
  })
}

#' @export
bayes_error_min.gaussian_system <- function(x, prior = 0.5, normalised = FALSE, ...) {
  bayes_error(all_calibrated(x), prior, normalised, ...)
}

#' @export
eer.gaussian_system <- function(x, ...) {
  check_dots(...)
  per_system(gaussians_of(x), \(system) stats::pnorm(-system$s / 2))
}

#' @export
auc.gaussian_system <- function(x, ...) {
  check_dots(...)
  per_system(gaussians_of(x), \(system) stats::pnorm(system$s / sqrt(2)))
}

#' @export
misleading.gaussian_system <- function(x, ...) {
  check_dots(...)
  rates <- lapply(gaussians_of(x), \(system) {
    rates <- gaussian_rates(system, 0)
    c(h1 = rates$p_miss, h2 = rates$p_fa)
  })
  if (is.null(names(rates))) rates[[1]] else do.call(rbind, rates)
}
