#' Test of the conditions of a calibration
#'
#' `anova()` returns the score test (Boos 1992) of the hypothesis that neither slope nor offset of
#' `calibrate(truth ~ score | conditions)` depends on the conditions.
#'
#' The test fits the calibration without conditions. \eqn{U} is the gradient of its cost by the
#' terms of conditions, free of slope and offset. \eqn{C} is the covariance of \eqn{U} for truths
#' drawn by the calibrated LRs, or by source the sum of products of the gradients of any two trials
#' that share an item. \eqn{U' C^{-1} U} is compared with \eqn{\chi^2}{chi squared}, with the rank
#' of \eqn{C} as degrees of freedom. The test is valid with sparse levels and with perfect
#' separation under some conditions.
#'
#' A small p-value says that conditions matter, not by how much: see [cross_calibrate()] and limits
#' of [predict()][predict.lr_calibration].
#'
#' @param object A calibration under conditions by [calibrate()] or [fuse()], with its training
#'   trials (see `keep_trials` there).
#' @param by `"trial"`, or `"source"` for trials that share items, the default if trials name
#'   items.
#' @param ... Unused.
#' @return A data frame of class `anova` with a row for each single term, and one for `all` terms if
#'   there are several, and the columns `Df`, `Chisq` and `Pr(>Chisq)`.
#' @references Boos DD (1992). *The American Statistician* 46, 327-333.
#'   \doi{10.1080/00031305.1992.10475921}
#' @importFrom stats anova
#' @concept conditions of the case
#' @concept likelihood-ratio test of conditions
#' @concept covariates
#' @concept duration
#' @concept quality
#' @export
#' @examples
#' set.seed(1)
#' d <- data.frame(same = rep(c(TRUE, FALSE), 150), seconds = exp(runif(300, 1, 4)))
#' d$score <- rnorm(300, ifelse(d$same, 0.6 * log(d$seconds), 0))
#' anova(calibrate(same ~ score | log(seconds), data = d, scale = "score"))
anova.lr_conditions <- function(object, by = NULL, ...) {
  check_intact_fit(object)
  check_dots(...)
  by <- limits_by(object, by)
  trials <- training_of(object)
  parts <- factors_of_products(object, trials$inputs)
  plain <- plain_fit(parts$inputs, trials$set, object)
  labels <- attr(object$conditions$terms, "term.labels")
  own <- c(lapply(seq_along(labels), \(k) object$conditions$term == k),
    if (length(labels) > 1) list(rep(TRUE, ncol(parts$conditions))))
  found <- lapply(own, \(i) {
    score_test(plain, parts$inputs, parts$conditions[, i, drop = FALSE], trials$set, by)
  })
  table <- data.frame(
    Df = vapply(found, `[[`, 0, "df"), Chisq = vapply(found, `[[`, 0, "statistic"),
    row.names = c(labels, if (length(labels) > 1) "all")
  )
  table[["Pr(>Chisq)"]] <- stats::pchisq(table$Chisq, table$Df, lower.tail = FALSE)
  structure(table, class = c("anova", "data.frame"), heading = c(
    "Do conditions change slope or offset? (score test, each term by itself)",
    if (by == "source") "Trials that share an item are not assumed to be independent.", ""
  ))
}

# Score test of products with these columns of conditions, added to a calibration.
score_test <- function(plain, inputs, columns, set, by) {
  line <- plain$transforms[[1]]
  k <- ncol(inputs)
  ordinary <- cbind(inputs, 1)
  added <- condition_products(scale(inputs), scale(columns, scale = FALSE))
  added <- added[, -(seq_len(k + 1) * (ncol(columns) + 1)), drop = FALSE]
  llr <- drop(ordinary %*% line$coefficients)
  totals <- plain$totals[[1]]
  added <- residual_columns(added, ordinary, llr, set, plain$prior, totals)
  spread <- expected_spread(added, llr, set, plain$prior, totals)
  if (by == "source") {
    items <- trial_items(set)
    gradient <- trial_gradients(added, llr, set$truth, set$weight, plain$prior, totals)
    few <- items$n / max(items$n - ncol(added), 1)
    spread <- few * (crossprod(gradient) + shared_products(gradient, items))
  }
  pull <- colSums(trial_pulls(llr, set, plain$prior, totals) * added)
  parts <- eigen(spread, symmetric = TRUE)
  keep <- parts$values > 1e-9 * sum(diag(abs(spread)))
  turned <- drop(crossprod(parts$vectors[, keep, drop = FALSE], pull))
  list(statistic = sum(turned^2 / parts$values[keep]), df = as.double(sum(keep)))
}

# Covariance of the sum of the gradients if the truth of the trials is drawn anew by the LRs, in the
# observed numbers of both hypotheses.
expected_spread <- function(x, llr, set, prior, totals) {
  weight <- set$weight %||% rep(1, length(llr))
  share <- stats::plogis(llr + log(totals[1] / totals[2]))
  z <- llr + stats::qlogis(prior)
  pull <- list(-prior / totals[1] * stats::plogis(-z), (1 - prior) / totals[2] * stats::plogis(z))
  share <- list(share, 1 - share)
  square <- 0
  for (h in 1:2) {
    mean <- colSums(weight * share[[h]] * pull[[h]] * x) / totals[h]
    square <- square + crossprod(x, weight^2 * share[[h]] * pull[[h]]^2 * x) -
      outer(mean, mean) * totals[h]
  }
  square
}

# Derivative of the cost of each trial with respect to its ln LR.
trial_pulls <- function(llr, set, prior, totals) {
  z <- llr + stats::qlogis(prior)
  share <- ifelse(set$truth, -prior / totals[1], (1 - prior) / totals[2])
  (set$weight %||% 1) * share * stats::plogis(ifelse(set$truth, -z, z))
}

# Columns orthogonal to slopes and offset, in the metric of the curvature.
residual_columns <- function(added, ordinary, llr, set, prior, totals) {
  weight <- set$weight %||% 1
  share <- ifelse(set$truth, prior / totals[1], (1 - prior) / totals[2])
  curve <- weight * share * stats::dlogis(llr + stats::qlogis(prior))
  as.matrix(stats::lm.wfit(ordinary, added, curve)$residuals)
}
