#' Detection cost
#'
#' `dcf()` returns the mean cost of the errors of a system for decisions at the Bayes threshold,
#' `dcf_min()` the same at the best threshold, and `dcf_table()` a table of both.
#'
#' At the prior \eqn{\pi} of H1 and the costs of a miss and of a false alarm, the detection cost
#' function is (Brümmer 2010, eq. 7.11 and 7.15; Ramos et al. 2018, eq. 6)
#' \deqn{DCF = \pi\,C_{miss}\,P_{miss} + (1-\pi)\,C_{fa}\,P_{fa}.}{
#'   DCF = prior C_miss P_miss + (1 - prior) C_fa P_fa.}
#'
#' * `dcf()` decides at the [bayes_threshold()]. It includes the cost of miscalibration and refuses
#'   scores.
#' * `dcf_min()` decides at the best threshold for the trials themselves (eq. 7.21), see
#'   [threshold_at()]. It measures discrimination only, accepts scores, and is optimistic on few
#'   trials; `measures(x, "dcf_min")` corrects it.
#'
#' `dcf_min()` never exceeds the cost of deciding by the prior alone, \eqn{\min(\pi C_{miss},
#' (1-\pi) C_{fa})}{min(prior C_miss, (1 - prior) C_fa)}. `normalised = TRUE` divides by this cost;
#' a result above 1 is worse than ignoring the LRs.
#'
#' For decisions (`TRUE` if H1 was accepted) with their `truth`, `dcf()` counts the errors,
#' whatever the prior (eq. 7.15 to 7.17). [cavg()] does so for many classes.
#'
#' @inheritParams cross_entropy
#' @param prior Prior probabilities of H1: by default 0.5, or the prior of a set of probabilities.
#'   Or a data frame of operating points with columns `prior` and optionally `c_miss`, `c_fa` and
#'   `name`; or the name of an evaluation in [nist_operating_points()], such as `"SRE 2016"`.
#' @param c_miss,c_fa Positive costs of a miss and of a false alarm, one or one per prior.
#' @param threshold For `dcf()`: thresholds on the scale of the set instead of the Bayes threshold,
#'   one or one per operating point, also for scores.
#' @param normalised Whether to divide by the cost of deciding by the prior alone, for priors inside
#'   (0, 1).
#' @return A double per operating point, in the unit of the costs; for several systems and one
#'   operating point a double per system, named; for several of both a matrix with a row per system.
#' @references
#' Brümmer N (2010). PhD thesis, Stellenbosch University.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' Ramos D et al. (2018). *Entropy* 20, 208. \doi{10.3390/e20030208}
#' @seealso [bayes_error()] for equal costs, [bayes_error_curve()] for all priors, [cost_curve()]
#'   for all thresholds
#' @concept detection cost function
#' @concept minDCF
#' @concept actual DCF
#' @concept C_det
#' @concept minimum cost
#' @export
#' @examples
#' x <- simulate_lr(200, 1000, s = 2, stretch = 2)
#' dcf_min(x, prior = 0.01, c_miss = 10)
#' dcf(x, nist_operating_points("SRE 2010"), normalised = TRUE)
#'
#' # Decisions instead of LRs
#' dcf(c(TRUE, TRUE, FALSE, TRUE), truth = c(TRUE, TRUE, FALSE, FALSE), prior = 0.01, c_miss = 10)
#' @order 1
dcf <- function(x, ...) UseMethod("dcf")

#' @rdname dcf
#' @param scale For decisions: `"score"`, the default.
#' @export
dcf.logical <- function(x, ..., prior = 0.5, c_miss = 1, c_fa = 1, normalised = FALSE,
                        scale = "score", threshold = 0.5) {
  dcf(lr_set(x, ..., scale = scale), prior, c_miss, c_fa, normalised, threshold)
}

#' @rdname dcf
#' @export
dcf.lr_set <- function(x, prior = own_prior(x), c_miss = 1, c_fa = 1, normalised = FALSE,
                       threshold = NULL, ...) {
  check_dots(...)
  points <- read_operating_points(prior, c_miss, c_fa)
  if (is.null(threshold)) {
    check_calibrated(x)
    counts <- each_system(x, counts_for, at_odds(points$log_odds))
    return(costs_at(counts, points, bayes_rates, normalised))
  }
  threshold <- read_threshold(x, threshold)
  n <- length(points$prior)
  refuse_if(!length(threshold) %in% c(1, n), "threshold_length")
  threshold <- rep_len(threshold, n)
  at <- \(counts, log_odds) rates_at(counts, threshold)
  costs_at(each_system(x, counts_for, at_cuts(threshold)), points, at, normalised)
}

#' @rdname dcf
#' @export
dcf_min <- function(x, ...) UseMethod("dcf_min")

#' @rdname dcf
#' @export
dcf_min.lr_set <- function(x, prior = own_prior(x), c_miss = 1, c_fa = 1, normalised = FALSE, ...) {
  check_dots(...)
  points <- read_operating_points(prior, c_miss, c_fa)
  costs_at(each_system(x, blocks_of), points, best_rates, normalised)
}

# Labelled operating points name the columns of a matrix too.
per_operating_point <- function(systems, points, compute) {
  labels <- if (length(points$prior) > 1) names(points$prior)
  per_system_and_prior(systems, points$prior, \(system) {
    rlang::set_names(compute(system), labels)
  })
}

# `rates` gives the error rates of one system's counts or blocks at effective prior log-odds.
costs_at <- function(systems, points, rates, normalised) {
  check_normalised(normalised, points)
  per_operating_point(systems, points, \(system) {
    cost <- detection_cost(rates(system, points$log_odds), points)
    if (normalised) cost / pmin(points$weight_miss, points$weight_fa) else cost
  })
}

check_normalised <- function(normalised, points) {
  check_flag(normalised)
  sure <- which(pmin(points$weight_miss, points$weight_fa) == 0)
  refuse_if(normalised && length(sure) > 0, "normalised_sure")
}

detection_cost <- function(errors, points) {
  points$weight_miss * errors$p_miss + points$weight_fa * errors$p_fa
}

# The cost of Bayes decisions.
dcf_of <- function(system, points) {
  detection_cost(bayes_rates(counts_for(system, at_odds(points$log_odds)), points$log_odds), points)
}
