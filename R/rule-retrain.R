#' Retrain a calibration with another scoring rule
#'
#' `retrain()` returns an affine calibration or fusion whose slopes and offset minimise another
#' [scoring_rule()] on the same trials, for applications in which some costs do not matter.
#'
#' The minimised cost is the [risk][rule_risk()] of the calibrated LRs at the training prior
#' (Brümmer 2010, eq. 8.15).
#'
#' # Many classes
#' Scales and offsets of a [calibration][loglik_calibrate] or fusion of many classes are found by
#' Newton's method under any rule for as many classes. Each detector of `"one_vs_rest"` uses a rule
#' for two classes.
#'
#' # Local and global minima
#' * Rules whose cost is convex in the log odds have one minimum, which is found: `"log"`,
#'   `"boost"`, `"area"`, `"beta"` with no exponent above 0, and sums of these; for many classes
#'   `"log"`, `"boost"` and `"dirichlet"` with \eqn{\gamma \le 0}.
#' * Other smooth rules may have several. The best of many searches may not be the lowest.
#' * Rules with jumps: the minimum is found with one input and not too many trials; otherwise a
#'   selection of slopes is compared (`vignette("methods")`).
#'
#' @param fit A calibration by the method `"logistic"` of [calibrate()], without `penalty`, or a
#'   [fuse()]d system; or one of many classes.
#' @param rule A [scoring_rule()] for as many classes, or the name of a rule without arguments.
#' @param x For many classes: the [loglik_set()] of the training trials.
#' @param ... Must be empty.
#' @param prior The training prior, inside (0, 1); that of `fit` by default.
#' @return A calibration like `fit`, of class `rule_calibration`, without standard errors. Its
#'   element `rule` is the rule. Each of its `transforms` (many classes: `fits`) has `rule_risk`,
#'   the minimum found, and `search`, a list: `convex` (whether the rule is), `exact` (whether all
#'   slopes were compared), `ends` (the number of results compared), `agreeing` (how many of these
#'   are as good as the best).
#' @section Errors:
#' `calibrant_error_separable`: trials on which a step costs less than any slope.
#' @inherit bayes_error references
#' @concept boosting
#' @concept training rule
#' @concept other objectives
#' @export
#' @examples
#' set.seed(1)
#' x <- simulate_lr(200, 600, s = 1.5, stretch = 2)
#' fit <- calibrate(x, prior = 0.1)
#' retrain(fit, "brier")
#'
#' # Only decisions with a threshold between 0.05 and 0.2 count
#' rule <- scoring_rule("mixture", eta = c(0.05, 0.1, 0.2))
#' again <- retrain(fit, rule)
#' again$transforms[[1]]$search
#'
#' # Six classes, each against the rest
#' glass <- loglik_set(glass_type, truth = "type", system = "recogniser")["lda"]
#' retrain(calibrate(glass), scoring_rule("detection", of = "boost"), glass)
#' @order 1
retrain <- function(fit, rule, ...) UseMethod("retrain", given(fit))

#' @rdname retrain
#' @export
retrain.default <- function(fit, rule, ...) check_affine_fit(fit)

#' @rdname retrain
#' @export
retrain.lr_calibration <- function(fit, rule, prior = NULL, ...) {
  check_dots(...)
  check_given()
  check_intact_fit(fit)
  check_affine_fit(fit)
  rule <- two_class_rule(rule)
  check_rule_decides(rule)
  prior <- prior %||% fit$prior
  check_number(prior, above = 0, below = 1)
  trials <- training_of(fit)
  rows <- if (inherits(fit, "lr_fusion")) {
    list(input_rows(trials$inputs, trials$set))
  } else {
    each_system(trials$set, rows_of)
  }
  fit$transforms <- Map(\(transform, rows) {
    retrain_transform(rule, transform, rows, as.double(prior))
  }, fit$transforms, unname(rows))
  fit$prior <- as.double(prior)
  fit$rule <- rule
  class(fit) <- unique(c("rule_calibration", class(fit)))
  remember_anew(fit, trials)
}

check_affine_fit <- function(fit) {
  refuse_if(inherits(fit, "lr_conditions"), "conditions_retrain")
  affine <- inherits(fit, "lr_calibration") && isTRUE(fit$method %in% c("logistic", "fusion"))
  refuse_if(!affine || !identical(as.double(fit$settings$penalty), 0), "fit_to_retrain")
}

# A rule under which one action is best at every posterior cannot judge a fit.
check_rule_decides <- function(rule) {
  refuse_if(is_step_rule(rule) && length(rule_thresholds(rule)) == 0, "rule_undecided")
}

# nolint start: object_name_linter.
retrain_transform.scoring_rule <- function(rule, transform, rows, prior) {
  # nolint end
  h1 <- prior * rows$n_h1 / rows$totals[1]
  h2 <- (1 - prior) * rows$n_h2 / rows$totals[2]
  found <- fit_rule(rows$x, h1, h2, prior, rule, unname(transform$coefficients))
  refuse_if(found$separable, "rule_separable")
  transform[fit_covariances] <- NULL
  transform$coefficients[] <- found$coefficients
  transform$objective <- log_cost(rows$x, h1, h2, prior, found$coefficients)
  transform$iterations <- found$iterations
  transform$rule_risk <- found$objective
  transform$search <- found$search
  transform
}

# The cross-entropy in nats, which glance() and logLik() report for any rule.
log_cost <- function(x, h1, h2, prior, coefficients) {
  n <- length(coefficients)
  z <- drop(x %*% coefficients[-n]) + coefficients[[n]] + stats::qlogis(prior)
  sum(h1 * softplus(-z)) + sum(h2 * softplus(z))
}

#' @export
print.rule_calibration <- \(x, ...) printed(x, {
  NextMethod()
  known <- x$transforms[[1]]$search
  cat(sprintf("Trained again by the rule %s, risk %s: %s.\n", format(x$rule),
    toString(format_number(vapply(x$transforms, `[[`, 0, "rule_risk"))),
    if (known$convex || isTRUE(known$exact)) "the minimum" else
      sprintf("the best of %d ends, %d of them as good", known$ends, known$agreeing)))
})

#' @export
#' @rawNamespace S3method(dplyr::explain, rule_calibration)
explain.rule_calibration <- function(x, ...) {
  check_dots(...)
  text <- NextMethod()
  again <- sprintf("It was then trained again by the scoring rule \"%s\".", format(x$rule))
  structure(paste(text, again), class = class(text))
}
