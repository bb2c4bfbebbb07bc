#' Measures of likelihood ratios as metrics of yardstick
#'
#' `lr_metric()` returns a metric for the packages yardstick and tune from any measure of
#' [measures()].
#'
#' The metric has the arguments of `yardstick::roc_auc()`: the column of the truth, a factor, and
#' the column of the predicted probability of its first level, the event (`event_level`). It
#' divides the odds of a probability \eqn{p} by the prior odds,
#' \deqn{LR = \frac{p}{1 - p} \Big/ \frac{\pi}{1 - \pi}}{LR = p/(1 - p) / (pi/(1 - pi))} and returns
#' the measure of these LRs. \eqn{\pi} is by default the share of the event in the data, in each
#' fold; set `prior` for models trained with another, such as 0.5 after downsampling. Measures of
#' order alone do not depend on it. A truth of more than two levels needs a column of probabilities
#' per level, in their order, and has the [measures of many classes][measures.loglik_set].
#'
#' A fold without a trial of some level gives `NA`, with a warning.
#'
#' @param which The name of a measure, such as `"cllr"`, `"cllr_min"`, `"cllr_cal"`, `"eer"` or
#'   `"dcf_min"`; see [measures()].
#' @param prior The prior behind the probabilities: the probability of the event, or of each level;
#'   `NULL` for the shares in the data.
#' @param at The prior of the measure, for measures at a prior such as `"dcf_min"` and
#'   `"cross_entropy"`.
#' @param c_miss,c_fa Costs of a miss and of a false alarm, for `"dcf"` and `"dcf_min"`.
#' @return A function of class `prob_metric` for `yardstick::metric_set()`; it returns a data frame
#'   with `.metric`, `.estimator` and `.estimate`.
#' @section Errors:
#' `calibrant_error_missing_package` without yardstick.
#' @concept yardstick
#' @concept tidymodels
#' @concept tune
#' @export
#' @examplesIf requireNamespace("yardstick", quietly = TRUE)
#' data <- data.frame(truth = factor(c("yes", "no", "yes", "no")), p = c(0.8, 0.3, 0.4, 0.1))
#' cllr_metric <- lr_metric("cllr")
#' judged <- yardstick::metric_set(cllr_metric, yardstick::roc_auc)
#' judged(data, truth, p, event_level = "second")
lr_metric <- function(which = "cllr", prior = NULL, at = 0.5, c_miss = 1, c_fa = 1) {
  check_string(which)
  check_which(which, union(names(measure_kinds), class_measures$measure))
  check_measure_points(at, c_miss, c_fa)
  if (!is.null(prior)) check_inner_prior(prior)
  check_package("yardstick", "for its metrics")
  points <- list(at = at, c_miss = c_miss, c_fa = c_fa)
  judge_trials <- function(truth, estimate, ..., na_rm = TRUE, event_level = "first",
                           case_weights = NULL) {
    trials <- list(truth = truth, estimate = as.matrix(estimate), weight = case_weights)
    metric_value(trials, na_rm, event_level, which, prior, points)
  }
  metric <- function(data, truth, ..., estimator = NULL, na_rm = TRUE, event_level = "first",
                     case_weights = NULL) {
    yardstick::prob_metric_summarizer(
      which, judge_trials, data, !!rlang::enquo(truth), ..., estimator = estimator, na_rm = na_rm,
      event_level = event_level, case_weights = !!rlang::enquo(case_weights)
    )
  }
  yardstick::new_prob_metric(metric, if (which %in% larger_is_better) "maximize" else "minimize")
}

# Trials with a missing truth or probability are left out, or make the value missing.
metric_value <- function(trials, na_rm, event_level, which, prior, points) {
  there <- stats::complete.cases(trials$truth, trials$estimate)
  if (!na_rm && !all(there)) return(NA_real_)
  truth <- trials$truth[there]
  if (any(table(truth) == 0)) {
    warn_of("metric_undefined")
    return(NA_real_)
  }
  weight <- if (!is.null(trials$weight)) as.double(trials$weight)[there]
  estimate <- trials$estimate[there, , drop = FALSE]
  table <- suppress_infinities(if (nlevels(truth) == 2) {
    x <- set_of_event(truth, estimate[, 1], weight, event_level, prior)
    measures(x, which, points$at, points$c_miss, points$c_fa, replicates = 0)
  } else {
    measures(set_of_levels(truth, estimate, weight, prior), which, replicates = 0)
  })
  table$estimate[1]
}

set_of_event <- function(truth, estimate, weight, event_level, prior) {
  is_event <- truth == levels(truth)[if (event_level == "first") 1 else 2]
  share <- prior %||% stats::weighted.mean(is_event, weight %||% rep(1, length(truth)))
  lr_set(estimate, is_event, scale = "prob", prior = share, weight = weight, sure = TRUE)
}

set_of_levels <- function(truth, estimate, weight, prior) {
  colnames(estimate) <- levels(truth)
  share <- prior %||% as.double(prop.table(table(truth)))
  loglik_set(estimate, truth, scale = "prob", prior = share, weight = weight)
}
