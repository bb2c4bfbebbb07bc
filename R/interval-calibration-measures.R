#' Calibration in the words of clinical prediction
#'
#' What reports of clinical prediction models state of predicted risks: observed over expected
#' events, calibration in the large, calibration slope, the integrated calibration index, and net
#' benefit. [cllr_cal()] and [calibration_test()] ask the same of likelihood ratios; these depend on
#' the prior.
#'
#' With \eqn{y_i} the truth (1 for H1, the event), \eqn{p_i} the posterior probability of H1 at
#' `prior`, and \eqn{w_i} weights:
#' * `oe`: \eqn{\sum w y / \sum w p}{sum(w y) / sum(w p)}, observed over expected events; 1 is
#'   right, above 1 risks are too low. Its interval is that of a binomial share, on the log scale.
#' * `calibration_in_the_large`: \eqn{a} of \eqn{\mathrm{logit} P(y = 1) = a + \mathrm{logit}\, p}{
#'   logit P(y = 1) = a + logit(p)} by maximum likelihood; 0 is right.
#' * `calibration_slope`: \eqn{b} of \eqn{\mathrm{logit} P(y = 1) = a + b\, \mathrm{logit}\, p}{
#'   logit P(y = 1) = a + b logit(p)}; 1 is right, below 1 risks are too extreme (Cox 1958).
#' * `ici`, `e50`, `e90`, `e_max`: mean, median, 90th percentile and maximum of
#'   \eqn{|\hat c(p_i) - p_i|}{|c(p_i) - p_i|}, where \eqn{\hat c}{c} is the share of events as a
#'   smooth function of \eqn{p}; 0 is right, but no finite sample gives it (Austin and Steyerberg
#'   2019). PAV needs no bandwidth.
#' * `net_benefit` at a threshold \eqn{t}: \eqn{TP / n - FP / n \cdot t / (1 - t)}{
#'   TP/n - FP/n t/(1 - t)}, where \eqn{p \ge t}{p >= t} is treated; `net_benefit_all` treats
#'   everybody, and treating nobody has 0 (Vickers and Elkin 2006). It is the
#'   prior less [dcf()] with costs of 1 of a miss and \eqn{t / (1 - t)}{t/(1 - t)} of a false
#'   alarm.
#'
#' All take the share of events in the set for that of the population, as long as the prior does.
#'
#' @param x An [lr_set()] of LRs or probabilities, or what it takes, followed by its arguments.
#' @param prior The prior probability of H1 that makes LRs risks: that of the set's probabilities,
#'   or else the share of H1 in the set.
#' @param threshold Risks from which on one would treat, inside (0, 1), for the net benefit:
#'   posterior probabilities at this prior, whatever the scale of the set.
#' @param smoother `"loess"`, as the index was published, `"lowess"`, as `rms::val.prob()` has it,
#'   or `"pav"`.
#' @param level The level of the intervals.
#' @param ... Passed on to [lr_set()].
#' @return A data frame with a row per system and measure: `system`, `measure`, `threshold` (`NA`
#'   but for net benefit), `estimate`, and Wald limits `lower` and `upper` of the first three. The
#'   slope is `NA` where risks separate the hypotheses, or are all equal.
#' @section Errors: `calibrant_error_input` for scores, for infinite LRs, and for weights with a
#'   smoother other than PAV.
#' @references
#' Cox DR (1958). Two further applications of a model for binary regression. *Biometrika* 45,
#' 562-565. \doi{10.1093/biomet/45.3-4.562}
#'
#' Austin PC, Steyerberg EW (2019). The Integrated Calibration Index (ICI) and related metrics for
#' quantifying the calibration of logistic regression models. *Statistics in Medicine* 38,
#' 4051-4065. \doi{10.1002/sim.8281}
#'
#' Vickers AJ, Elkin EB (2006). Decision curve analysis: a novel method for evaluating prediction
#' models. *Medical Decision Making* 26, 565-574. \doi{10.1177/0272989X06295361}
#' @seealso [calibration_test()], [reliability_curve()], [cost_curve()]
#' @concept calibration in the large
#' @concept calibration slope
#' @concept integrated calibration index
#' @concept net benefit
#' @concept decision curve
#' @export
#' @examples
#' set.seed(1)
#' risk <- plogis(rnorm(200, -1))
#' event <- runif(200) < risk
#' x <- lr_set(risk, event, scale = "prob", prior = mean(event))
#' calibration_measures(x, threshold = c(0.1, 0.2))
calibration_measures <- function(x, ...) UseMethod("calibration_measures")

#' @rdname calibration_measures
#' @export
calibration_measures.default <- function(x, ...) on_set("calibration_measures", x, ...)

#' @rdname calibration_measures
#' @export
calibration_measures.lr_set <- function(x, prior = NULL, threshold = NULL, smoother = "loess",
                                        level = 0.95, ...) {
  check_dots(...)
  check_calibrated(x)
  check_choice(smoother, c("loess", "lowess", "pav"), "smoother")
  for (given in list(prior, threshold)) if (!is.null(given)) check_inner_prior(given)
  threshold <- as.double(threshold)
  read_level(level)
  tables <- each_system(x, \(system) {
    risks <- risks_of(system, x$scale, prior %||% own_prior(x, NULL), smoother)
    rbind(wald_measures(risks, level), distance_measures(risks, smoother),
      benefit_measures(risks, threshold))
  })
  rows <- rep(system_names(x), vapply(tables, nrow, 1L))
  data.frame(system = factor(rows, system_names(x)), do.call(rbind, unname(tables)))
}

# The log-odds of the event at the prior, whether it came, and weights.
risks_of <- function(system, scale, prior, smoother) {
  trials <- trials_of(system)
  llr <- to_ln(trials$value, scale)
  weight <- trials$weight %||% rep(1, length(llr))
  stop_if(
    any(is.infinite(llr)), "The risks must lie inside (0, 1).",
    i = "{.fn bound_lr} limits LRs to what trials can show."
  )
  stop_if(
    smoother != "pav" && length(unique(weight)) > 1,
    "With weights, {.arg smoother} must be {.val pav}."
  )
  event <- as.double(trials$truth)
  prior <- prior %||% stats::weighted.mean(event, weight)
  list(logit = llr + stats::qlogis(prior), event = event, weight = weight)
}

measure_row <- function(measure, estimate, lower = NA, upper = NA, threshold = NA) {
  data.frame(
    measure, threshold = as.double(threshold), estimate, lower = as.double(lower),
    upper = as.double(upper)
  )
}

wald_measures <- function(risks, level) {
  n <- sum(risks$weight)
  events <- sum(risks$weight * risks$event)
  oe <- events / sum(risks$weight * stats::plogis(risks$logit))
  large <- fitted_shift(risks)
  slope <- fitted_slope(risks, large$estimate)
  estimate <- c(log(oe), large$estimate, slope$estimate)
  std_error <- c(sqrt((1 - events / n) / events), large$std_error, slope$std_error)
  half <- stats::qnorm((1 + level) / 2) * std_error
  ends <- cbind(estimate, estimate - half, estimate + half)
  ends[1, ] <- exp(ends[1, ])
  names <- c("oe", "calibration_in_the_large", "calibration_slope")
  measure_row(names, ends[, 1], ends[, 2], ends[, 3])
}

# The shift of all log-odds at which as many events are expected as came: one, as what is expected
# rises with it.
fitted_shift <- function(risks) {
  excess <- \(a) sum(risks$weight * (stats::plogis(risks$logit + a) - risks$event))
  reach <- max(abs(risks$logit)) + log(2 * sum(risks$weight) / min(risks$weight))
  shift <- stats::uniroot(excess, c(-reach, reach), tol = 1e-12)$root
  spread <- stats::plogis(risks$logit + shift) * stats::plogis(-risks$logit - shift)
  list(estimate = shift, std_error = 1 / sqrt(sum(risks$weight * spread)))
}

# Weights need not be whole numbers.
fitted_slope <- function(risks, shift) {
  h1 <- range(risks$logit[risks$event == 1])
  h2 <- range(risks$logit[risks$event == 0])
  if (h1[1] >= h2[2] || h1[2] <= h2[1]) {
    return(list(estimate = NA_real_, std_error = NA_real_))
  }
  fit <- suppressWarnings(stats::glm.fit(
    cbind(1, risks$logit), risks$event, risks$weight, start = c(shift, 1),
    family = stats::binomial(), control = list(epsilon = 1e-14, maxit = 100)
  ))
  inverse <- chol2inv(fit$qr$qr[1:2, ])
  list(estimate = fit$coefficients[[2]], std_error = sqrt(inverse[2, 2]))
}

distance_measures <- function(risks, smoother) {
  risk <- stats::plogis(risks$logit)
  distance <- abs(smoothed_events(risk, risks, smoother) - risk)
  order <- order(distance)
  at <- \(share) weighted_quantile(distance[order], risks$weight[order], share)
  rbind(
    measure_row("ici", stats::weighted.mean(distance, risks$weight)), measure_row("e50", at(0.5)),
    measure_row("e90", at(0.9)), measure_row("e_max", max(distance))
  )
}

# As quantile() has it where all weights are 1.
weighted_quantile <- function(sorted, weight, share) {
  before <- cumsum(weight) - weight
  stats::approx(before, sorted, share * (sum(weight) - utils::tail(weight, 1)), ties = "ordered",
    rule = 2)$y
}

smoothed_events <- function(risk, risks, smoother) {
  switch(smoother,
    loess = stats::fitted(stats::loess(risks$event ~ risk, control = stats::loess.control(
      statistics = "none"
    ))),
    lowess = stats::approx(stats::lowess(risk, risks$event, iter = 0), xout = risk, ties = mean)$y,
    pav = risen_shares(risk, risks)
  )
}

# Equal risks are one.
risen_shares <- function(risk, risks) {
  place <- match(risk, sort(unique(risk)))
  total <- rowsum(risks$weight, place)[, 1]
  events <- rowsum(risks$weight * risks$event, place)[, 1]
  isotonic(unname(events / total), weights = unname(total))[place]
}

benefit_measures <- function(risks, threshold) {
  if (length(threshold) == 0) {
    return(NULL)
  }
  treated <- outer(stats::plogis(risks$logit), threshold, ">=")
  odds <- threshold / (1 - threshold)
  gain <- risks$weight * risks$event / sum(risks$weight)
  loss <- risks$weight * (1 - risks$event) / sum(risks$weight)
  rbind(
    measure_row("net_benefit", colSums(treated * gain) - odds * colSums(treated * loss),
      threshold = threshold),
    measure_row("net_benefit_all", sum(gain) - odds * sum(loss), threshold = threshold)
  )
}
