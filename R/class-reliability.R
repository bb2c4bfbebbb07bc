#' Reliability of the posteriors of each class
#'
#' `reliability_curve()` returns the mean posterior of each class and the proportion of the class in
#' bins of that posterior.
#'
#' A trial of class \eqn{i} has the weight \eqn{\pi_i/N_i}{prior_i/N_i}. In every bin of calibrated
#' posteriors, proportion and mean posterior agree, apart from chance (DeGroot and Fienberg 1983).
#' The converse does not hold; see [cllr_cal()][loglik_cross_entropy] for all classes together.
#'
#' @param x A [loglik_set()].
#' @param prior One vector of prior probabilities: by default the prior of a set of posteriors, or
#'   else flat. Classes of prior 0 are omitted.
#' @param bins The number of bins of equal width, or their borders from 0 to 1.
#' @param ... Must be empty.
#' @return A data frame of class `class_reliability` with a row per system, class and non-empty bin:
#'   * `system`, `class`,
#'   * `posterior_min`, `posterior_max`: the borders of the bin; the lower one is included, and 1 in
#'     the last bin,
#'   * `posterior`: weighted mean of the posterior of the class,
#'   * `observed`: weighted proportion of the class,
#'   * `n`: number of trials.
#' @references
#' DeGroot MH, Fienberg SE (1983). *The Statistician* 32, 12-22. \doi{10.2307/2987588}
#' @concept reliability diagram of classes
#' @concept multi-class calibration
#' @name class_reliability
#' @aliases reliability_curve.loglik_set
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")
#' head(reliability_curve(x, bins = 5))
#' @order 1
#' @export
reliability_curve.loglik_set <- function(x, prior = NULL, bins = 10, ...) {
  check_dots(...)
  prior <- one_class_prior(prior, x)
  borders <- read_reliability_bins(bins)
  data <- bind_systems(systems_of(x), \(system) {
    posterior <- .Call(ffi_posterior, system$log_lik, log_relative(prior))
    weight <- trial_shares(system, prior)
    classes <- which(prior > 0)
    do.call(rbind, lapply(classes, \(k) {
      bins <- reliability_bins(posterior[, k], system$truth == k, weight, borders)
      new_frame(class = factor(set_classes(x)[k], levels = set_classes(x)[classes]), bins)
    }))
  })
  new_curve(data, "class_reliability")
}

read_reliability_bins <- function(bins) {
  if (length(bins) == 1) {
    check_count(bins, most = most_bins)
    return(unit_breaks(bins))
  }
  check_finite(bins)
  n <- length(bins)
  refuse_if(n < 2 || is.unsorted(bins, strictly = TRUE) || bins[1] != 0 || bins[n] != 1, "borders")
  bins
}

# Trials of a class with prior 0, and trials without a posterior, do not count.
reliability_bins <- function(posterior, is_class, weight, borders) {
  counted <- weight > 0 & !is.nan(posterior)
  bin <- findInterval(posterior[counted], bin_starts(borders), rightmost.closed = TRUE)
  filled <- sort(unique(bin))
  total <- \(v) vapply(split(v, factor(bin, filled)), sum, numeric(1), USE.NAMES = FALSE)
  weight <- weight[counted]
  new_frame(
    posterior_min = borders[filled],
    posterior_max = borders[filled + 1],
    posterior = total(weight * posterior[counted]) / total(weight),
    observed = total(weight * is_class[counted]) / total(weight),
    n = tabulate(factor(bin, filled), length(filled))
  )
}
