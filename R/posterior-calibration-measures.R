#' Calibration in the words of clinical prediction
#'
#' `calibration_measures()` returns the usual measures of predicted risks: observed over expected
#' events, calibration in the large and slope, the integrated calibration index, and net benefit.
#' They depend on the prior; [cllr_cal()] and [calibration_test()] judge the calibration of LRs.
#'
#' With \eqn{y_i} the truth (1 for H1, the event), \eqn{p_i} the posterior probability of H1 at
#' `prior` \eqn{\pi}, and weights \eqn{w_i} with the sums \eqn{\pi} over the H1 trials and \eqn{1 -
#' \pi}{1 - prior} over the H2 trials:
#' * `oe`: \eqn{\pi / \sum w p}{prior / sum(w p)}, observed over expected events; 1 is right, above
#'   1 risks are too low.
#' * `calibration_in_the_large`: \eqn{a} of \eqn{\mathrm{logit} P(y = 1) = a + \mathrm{logit}\,
#'   p}{logit P(y = 1) = a + logit(p)} by maximum likelihood; 0 is right.
#' * `calibration_slope`: \eqn{b} of \eqn{\mathrm{logit} P(y = 1) = a + b\, \mathrm{logit}\,
#'   p}{logit P(y = 1) = a + b logit(p)}; 1 is right, below 1 risks are too extreme (Cox 1958).
#' * `ici`, `e50`, `e90`, `e_max`: mean, median, 90th percentile and maximum of \eqn{|\hat c(p_i) -
#'   p_i|}{|c(p_i) - p_i|}, where \eqn{\hat c}{c} is the share of events as a smooth function of
#'   \eqn{p} (Austin and Steyerberg 2019). Even calibrated risks give values above 0. PAV replaces
#'   a smoother that fails because of ties; fewer than ten different risks are not smoothed.
#' * `net_benefit` at a threshold \eqn{t}: \eqn{\pi P(p \ge t|H_1) - (1 - \pi) P(p \ge t|H_2)\, t /
#'   (1 - t)}{prior P(p >= t | H1) - (1 - prior) P(p >= t | H2) t/(1 - t)}, where everybody with
#'   \eqn{p \ge t}{p >= t} is treated (Vickers and Elkin 2006). `net_benefit_all` treats everybody;
#'   treating nobody has 0. `net_benefit_difference` compares two systems on the same trials.
#'
#' # Intervals and the population
#' If the prior is the share of H1 in the set, without weights, the trials are a sample of the
#' population. Intervals are then those of a binomial share (`oe`, on the log scale) and of maximum
#' likelihood. Any other prior, as after a case-control study, is treated as known; intervals of the
#' first three measures then come from the variance within each hypothesis (a sandwich), as for
#' weighted trials, and are `NA` if a hypothesis has a single trial. Intervals of the net benefit
#' combine Wilson's limits of the error rates and of the share of events (Zou and Donner 2008);
#' those of a difference use the trials that only one of the systems treats (Agresti and Min 2005).
#'
#' @param x An [lr_set()] of LRs or probabilities, or its arguments.
#' @param prior The prior probability of H1 that converts LRs to risks: by default that of the
#'   set's probabilities, or else the share of H1 in the set.
#' @param threshold Risks, inside (0, 1), from which one would treat, for the net benefit.
#' @param smoother `"loess"`, as in the article on the index; `"lowess"`, as in `rms::val.prob()`,
#'   only without weights and at the share of H1; or `"pav"`.
#' @param level The level of the intervals.
#' @param ... Passed on to [lr_set()].
#' @return A data frame with a row per system and measure: `system`, `measure`, `threshold` (`NA`
#'   except for net benefit), `estimate`, and limits `lower` and `upper` of the first three and of
#'   the net benefit. Rows of differences follow, with `system` "A - B". The slope is `NA` if risks
#'   separate the hypotheses or are all equal; slope and calibration in the large are `NA` if a
#'   risk of 0 or 1 is wrong.
#' @references
#' Cox DR (1958). *Biometrika* 45, 562-565. \doi{10.1093/biomet/45.3-4.562}
#'
#' Austin PC, Steyerberg EW (2019). *Statistics in Medicine* 38, 4051-4065. \doi{10.1002/sim.8281}
#'
#' Agresti A, Min Y (2005). *Statistics in Medicine* 24, 729-740. \doi{10.1002/sim.1781}
#'
#' Zou GY, Donner A (2008). *Statistics in Medicine* 27, 1693-1702. \doi{10.1002/sim.3095}
#'
#' Vickers AJ, Elkin EB (2006). *Medical Decision Making* 26, 565-574.
#' \doi{10.1177/0272989X06295361}
#' @seealso [reliability_curve()], [cost_curve()]
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
calibration_measures.lr_set <- function(x, prior = NULL, threshold = NULL, smoother = "loess",
                                        level = 0.95, ...) {
  check_dots(...)
  check_calibrated(x)
  check_choice(smoother, c("loess", "lowess", "pav"))
  if (!is.null(prior)) check_number(prior, above = 0, below = 1)
  threshold <- if (is.null(threshold)) double() else read_risks(threshold)
  check_level(level)
  risks <- \(x) each_system(x, risks_of, x$scale, prior %||% own_prior(x, NULL), smoother)
  tables <- lapply(risks(x), \(one) {
    rbind(wald_measures(one, level), distance_measures(one, smoother),
      benefit_measures(one, threshold, level))
  })
  names(tables) <- system_names(x)
  if (length(threshold) > 0 && length(tables) > 1) {
    paired <- risks(align_systems(common_trials(x)))
    tables <- c(tables, benefit_differences(paired, system_names(x), threshold, level))
  }
  rows <- rep(names(tables), vapply(tables, NROW, 1L))
  new_frame(system = factor(rows, unique(rows)), do.call(rbind, unname(tables)))
}

# The log-odds of the event at the prior, its outcome, and weights that sum to the prior over events
# and to 1 over all. `sampled`: are the trials a sample of the population?
risks_of <- function(system, scale, prior, smoother) {
  trials <- trials_of(system)
  event <- as.double(trials$truth)
  given <- trials$weight %||% rep(1, length(event))
  share <- stats::weighted.mean(event, given)
  prior <- prior %||% share
  sampled <- length(unique(given)) == 1 && abs(prior / share - 1) < 1e-9
  weight <- given * ifelse(event == 1, prior / share, (1 - prior) / (1 - share)) / sum(given)
  if (sampled) weight <- rep(1 / length(event), length(event))
  refuse_if(smoother == "lowess" && !sampled, "smoother_loess")
  list(
    logit = to_ln(trials$value, scale) + stats::qlogis(prior), event = event, weight = weight,
    prior = prior, sampled = sampled
  )
}

measure_row <- function(measure, estimate, lower = NA, upper = NA, threshold = NA) {
  new_frame(
    measure = measure, threshold = as.double(threshold), estimate = estimate,
    lower = as.double(lower), upper = as.double(upper)
  )
}

wald_measures <- function(risks, level) {
  risk <- stats::plogis(risks$logit)
  expected <- sum(risks$weight * risk)
  known <- finite_risks(risks)
  large <- fitted_shift(known)
  slope <- fitted_slope(known, large$estimate)
  binomial <- sqrt((1 - risks$prior) / risks$prior / length(risk))
  oe_error <- if (risks$sampled) binomial else sqrt(sum_covariance(risks, risk)) / expected
  estimate <- c(log(risks$prior / expected), large$estimate, slope$estimate)
  half <- stats::qnorm((1 + level) / 2) * c(oe_error, large$std_error, slope$std_error)
  ends <- cbind(estimate, estimate - half, estimate + half)
  ends[1, ] <- exp(ends[1, ])
  names <- c("oe", "calibration_in_the_large", "calibration_slope")
  measure_row(names, ends[, 1], ends[, 2], ends[, 3])
}

# Risks of 0 and 1 that are right cost nothing at any shift and slope. NULL if such a risk is wrong,
# as the likelihood is then 0.
finite_risks <- function(risks) {
  finite <- is.finite(risks$logit)
  if (any(!finite & (risks$logit > 0) != risks$event)) return(NULL)
  fields <- c("logit", "event", "weight")
  replace(risks, fields, lapply(risks[fields], `[`, finite))
}

# The covariance of sums of the weighted columns of `u`, of trials drawn within each hypothesis.
sum_covariance <- function(risks, u) {
  parts <- split(seq_along(risks$event), risks$event)
  Reduce(`+`, lapply(parts, \(i) {
    own <- as.matrix(u)[i, , drop = FALSE]
    # A single trial shows no variance.
    if (length(i) == 1) return(NA * crossprod(own))
    weight <- risks$weight[i]
    crossprod(weight * sweep(own, 2, colSums(weight * own) / sum(weight)))
  }))
}

no_estimate <- list(estimate = NA_real_, std_error = NA_real_)

# Shift of all log-odds at which the expected number of events is the observed one. It is unique, as
# the expected number rises with the shift.
fitted_shift <- function(risks) {
  if (length(unique(risks$event)) < 2) return(no_estimate)
  excess <- \(a) sum(risks$weight * (stats::plogis(risks$logit + a) - risks$event))
  reach <- max(abs(risks$logit)) + log(2 * sum(risks$weight) / min(risks$weight))
  shift <- stats::uniroot(excess, c(-reach, reach), tol = 1e-12)$root
  risk <- stats::plogis(risks$logit + shift)
  curved <- sum(risks$weight * risk * (1 - risk))
  variance <- if (risks$sampled) {
    curved * risks$weight[1]
  } else {
    drop(sum_covariance(risks, risk - risks$event))
  }
  list(estimate = shift, std_error = sqrt(variance) / curved)
}

# NA if the risks separate the events. The steps of stats::glm.fit() may diverge.
fitted_slope <- function(risks, shift) {
  if (is.na(shift)) return(no_estimate)
  fit <- logistic_fit(
    list(x = risks$logit, truth = risks$event == 1, weight = risks$weight,
      totals = c(risks$prior, 1 - risks$prior)),
    risks$prior, penalty = 0
  )
  if (fit$status != "found") return(no_estimate)
  design <- cbind(risks$logit, 1)
  risk <- stats::plogis(drop(design %*% fit$coefficients) + stats::qlogis(risks$prior))
  inverse <- chol2inv(qr.R(qr(design * sqrt(risks$weight * risk * (1 - risk)))))
  covariance <- if (risks$sampled) inverse * risks$weight[1] else
    inverse %*% sum_covariance(risks, (risk - risks$event) * design) %*% inverse
  list(estimate = fit$coefficients[[1]], std_error = sqrt(covariance[1, 1]))
}

distance_measures <- function(risks, smoother) {
  risk <- stats::plogis(risks$logit)
  distance <- abs(smoothed_events(risk, risks, smoother) - risk)
  order <- order(distance)
  at <- \(share) weighted_quantile(distance[order], risks$weight[order], share)
  rbind(
    measure_row("ici", sum(risks$weight * distance)), measure_row("e50", at(0.5)),
    measure_row("e90", at(0.9)), measure_row("e_max", max(distance))
  )
}

# Equals quantile() if all weights are 1.
weighted_quantile <- function(sorted, weight, share) {
  before <- cumsum(weight) - weight
  stats::approx(before, sorted, share * (sum(weight) - utils::tail(weight, 1)), ties = "ordered",
    rule = 2)$y
}

# Equal risks are pooled.
smoothed_events <- function(risk, risks, smoother) {
  known <- unique(risk)
  few <- smoother != "pav" && length(known) < 10
  curve <- if (smoother != "pav" && !few) {
    tryCatch(smooth_curve(risk, risks, smoother), warning = \(cnd) NaN)
  }
  if (all(is.finite(curve %||% NaN))) return(curve)
  place <- match(risk, sort(known))
  total <- unname(rowsum(risks$weight, place)[, 1])
  share <- unname(rowsum(risks$weight * risks$event, place)[, 1]) / total
  if (few) share[place] else isotonic_fit(share, total, TRUE)[place]
}

smooth_curve <- function(risk, risks, smoother) {
  if (smoother == "lowess") {
    return(stats::approx(stats::lowess(risk, risks$event, iter = 0), xout = risk, ties = mean)$y)
  }
  data <- list(event = risks$event, risk = risk, weight = risks$weight / max(risks$weight))
  fast <- stats::loess.control(statistics = "none")
  stats::fitted(stats::loess(event ~ risk, data, weights = data$weight, control = fast))
}

benefit_measures <- function(risks, threshold, level) {
  if (length(threshold) == 0) return(NULL)
  rbind(
    benefit_rows("net_benefit", treated_shares(risks, threshold), risks, threshold, level),
    benefit_rows("net_benefit_all", list(h1 = 1, h2 = 1, n = c(Inf, Inf)), risks, threshold, level)
  )
}

# Shares of events and of others whose risk reaches each threshold, and the effective numbers of
# trials (Kish).
treated_shares <- function(risks, threshold) {
  treated <- outer(stats::plogis(risks$logit), threshold, ">=")
  share <- \(h) colSums(treated * risks$weight * (risks$event == h)) /
    sum(risks$weight[risks$event == h])
  list(h1 = share(1), h2 = share(0), n = unname(effective_numbers(risks$weight, risks$event == 1)))
}

# Limits combine those of three parts with independent errors.
benefit_rows <- function(measure, share, risks, threshold, level) {
  prior <- risks$prior
  odds <- threshold / (1 - threshold)
  estimate <- prior * share$h1 - odds * (1 - prior) * share$h2
  known <- if (risks$sampled) length(risks$event) else Inf
  away <- \(side) sqrt(
    (prior * (wilson_limit(share$h1, share$n[1], side, level) - share$h1))^2 +
      (odds * (1 - prior) * (wilson_limit(share$h2, share$n[2], -side, level) - share$h2))^2 +
      ((share$h1 + odds * share$h2) * (wilson_limit(prior, known, side, level) - prior))^2
  )
  measure_row(measure, estimate, estimate - away(-1), estimate + away(1), threshold)
}

# `side` is -1 or 1.
wilson_limit <- function(share, n, side, level) {
  z <- stats::qnorm((1 + level) / 2)
  (share + z^2 / n / 2 + side * z * sqrt(share * (1 - share) / n + z^2 / n^2 / 4)) / (1 + z^2 / n)
}

# Differences of each two systems that judged the same trials.
benefit_differences <- function(risks, names, threshold, level) {
  pairs <- utils::combn(length(risks), 2, simplify = FALSE)
  same <- \(pair) identical(risks[[pair[1]]][c("event", "weight")],
    risks[[pair[2]]][c("event", "weight")])
  pairs <- Filter(same, pairs)
  tables <- lapply(pairs, \(pair) {
    difference_rows(risks[[pair[1]]], risks[[pair[2]]], threshold, level)
  })
  rlang::set_names(tables, vapply(pairs, \(pair) paste(names[pair], collapse = " - "), ""))
}

difference_rows <- function(first, second, threshold, level) {
  odds <- threshold / (1 - threshold)
  a <- treated_shares(first, threshold)
  b <- treated_shares(second, threshold)
  either <- first
  either$logit <- pmax(first$logit, second$logit)
  both <- treated_shares(either, threshold)
  # The variance of the difference of two shares, with half a trial added to each kind.
  spread <- \(h, n) {
    more <- ((both[[h]] - b[[h]]) * n + 0.5) / (n + 2)
    less <- ((both[[h]] - a[[h]]) * n + 0.5) / (n + 2)
    (more + less - (more - less)^2) / (n + 2)
  }
  prior <- first$prior
  gain <- prior * (a$h1 - b$h1) - odds * (1 - prior) * (a$h2 - b$h2)
  of_prior <- if (first$sampled) prior * (1 - prior) / length(first$event) else 0
  half <- stats::qnorm((1 + level) / 2) * sqrt(
    prior^2 * spread("h1", a$n[1]) + (odds * (1 - prior))^2 * spread("h2", a$n[2]) +
      (a$h1 - b$h1 + odds * (a$h2 - b$h2))^2 * of_prior
  )
  measure_row("net_benefit_difference", gain, gain - half, gain + half, threshold)
}
