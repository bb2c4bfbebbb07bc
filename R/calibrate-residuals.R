# Methods for the generics of stats that users of lm() and glm() ask of a fit.

#' @rdname lr_calibration-methods
#' @importFrom stats fitted
#' @export
fitted.lr_calibration <- function(object, ...) {
  check_dots(...)
  after <- predict(object, type = "log10")
  with_trial_names(values_of(after), after)
}

#' @rdname lr_calibration-methods
#' @importFrom stats residuals
#' @export
residuals.lr_calibration <- function(object, type = "deviance", ...) {
  check_dots(...)
  check_choice(type, c("deviance", "response"))
  after <- predict(object, type = "log10")
  truth <- after$truth
  log_odds <- to_ln(values_of(after), "log10") + stats::qlogis(object$prior)
  value <- if (type == "response") {
    truth - stats::plogis(log_odds)
  } else {
    cost <- softplus(ifelse(truth, -log_odds, log_odds))
    ifelse(truth, 1, -1) * sqrt(2 * deviance_weights(object, after) * cost)
  }
  with_trial_names(value, after)
}

# Weights with which costs of trials sum to the objective times the number of trials.
deviance_weights <- function(fit, trials) {
  share <- vapply(fit$totals, \(n) sum(n) * c(fit$prior, 1 - fit$prior) / as.double(n), numeric(2))
  of <- if (ncol(share) == 1) 1L else match(trials$system, calibrated_systems(fit))
  (trials$weight %||% 1) * share[cbind(ifelse(trials$truth, 1, 2), of)]
}

#' @rdname lr_calibration-methods
#' @importFrom stats deviance
#' @export
deviance.lr_calibration <- function(object, ...) {
  check_intact_fit(object)
  check_dots(...)
  value <- -2 * logLik(object)
  if (length(value) > 1) value else as.vector(value)
}

#' @rdname lr_calibration-methods
#' @importFrom stats formula
#' @export
formula.lr_calibration <- function(x, ...) {
  check_dots(...)
  formula <- x$input$formula
  refuse_if(is.null(formula), "formula_unknown")
  environment(formula) <- formula_env(x)
  formula
}

with_trial_names <- function(value, trials) {
  rlang::set_names(value, if (!is.null(trials$id)) as.character(trials$id))
}

# Data frames without row names of their own have numbers for them.
names_of_new <- function(newdata) {
  names <- if (is.data.frame(newdata)) attr(newdata, "row.names") else names(newdata)
  if (is.character(names)) names
}
