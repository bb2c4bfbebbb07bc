#' Tables of trials and of measures of many classes
#'
#' `augment()` returns the trials with the most probable class and the cost, `tidy()` the measures
#' as rows, and `glance()` a row per system.
#'
#' @param x A [loglik_set()].
#' @param prior One vector of prior probabilities: by default the prior of a set of posteriors, or
#'   else flat.
#' @param worst_first Sort the trials by decreasing cost? The default keeps their order.
#' @param ... Must be empty.
#' @param conf.int,conf.level For `tidy()`: whether to add limits by [measures()], and their level.
#' @return `augment()`: the columns of `as.data.frame(x)`, and
#'   * `.class`, the most probable class (of several, the first), and `.posterior`, its probability,
#'   * `.posterior_truth`, the probability of the true class,
#'   * `.cost`: \eqn{-\log_2 P(i|x)}{-log2 P(i|x)}, with \eqn{i} the true class, in bits. The means
#'     over the classes, weighted by the prior, add up to the [cross-entropy][loglik_cross_entropy].
#'
#'   `tidy()`: a data frame with a row per system and measure of [measures()][loglik_measures]:
#'   `system`, `term`, `estimate`. `glance()`: the columns of [summary()][summary.loglik_set].
#' @concept broom
#' @concept tidy data of classes
#' @name augment.loglik_set
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")
#' # The most misleading fragments
#' head(augment(x["lda"], worst_first = TRUE), 5)
#' tidy(x["lda"])
#' glance(x)
#' @export
augment.loglik_set <- function(x, prior = NULL, worst_first = FALSE, ...) {
  check_dots(...)
  check_flag(worst_first)
  classes <- set_classes(x)
  posterior <- posterior(x, prior)
  table <- as.data.frame(x)
  best <- max.col(posterior, ties.method = "first")
  at <- \(class) unname(posterior[cbind(seq_along(class), class)])
  table$.class <- factor(classes[best], levels = classes)
  table$.posterior <- at(best)
  table$.posterior_truth <- at(as.integer(x$truth))
  table$.cost <- -log2(table$.posterior_truth)
  if (worst_first) new_frame(table[order(-table$.cost), ]) else table
}

#' @rdname augment.loglik_set
#' @export
glance.loglik_set <- function(x, prior = NULL, ...) {
  check_dots(...)
  as.data.frame(summary(x, prior))
}
