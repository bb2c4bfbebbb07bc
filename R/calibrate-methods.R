#' Methods for calibrations
#'
#' These methods return coefficients, covariances, likelihoods, residuals and summaries of a
#' calibration by [calibrate()] or [fuse()] on its training trials.
#'
#' @param x,object A calibration.
#' @param type For `vcov()`: `"model"`, `"sandwich"` or `"hessian"`, see [calibrate()]. For
#'   `residuals()`: `"deviance"` or `"response"`.
#' @param level,conf.level Confidence level of the normal intervals of `tidy()`.
#' @param conf.int Whether to return these intervals.
#' @param newdata For `augment()`: an [lr_set()] or a data frame instead of the training trials.
#' @param digits Significant digits to print.
#' @param ... Unused.
#' @return
#' * `coef()`: `slope` and `offset` of the natural log LR for logistic and Gaussian calibration;
#'   these with `floor` and `ceiling`, natural log LRs, for the four-parameter logistic; `a`, `b`
#'   and `offset` for beta calibration, `s` for bi-Gaussian, the bandwidths for the KDE, nothing
#'   for PAV; one slope per input and `offset` for a fusion. Several systems give a matrix with a
#'   row each.
#' * `vcov()`: the covariance matrix of these estimates, or a list of one per system; `NULL` for
#'   methods without covariances.
#' * `logLik()`: minus the cost at the training prior in nats, times the number of trials, per
#'   system: the binomial log likelihood when the prior is the proportion of H1 trials.
#' * `nobs()`: the number (weight) of training trials, per system. `AIC()` and `BIC()`: per system,
#'   from `logLik()`.
#' * `update()`: the calibration of the same trials with changed arguments.
#' * `tidy()`: a data frame with a row per coefficient: `system`, `term`, `estimate`, `std.error`,
#'   `conf.low`, `conf.high`. For PAV a row per block, with its natural log LR as `estimate`, and
#'   its ends `min` and `max`.
#' * `fitted()`: the calibrated log10 LRs of the training trials. `residuals()`: per trial, the
#'   distance of the posterior at the training prior from the truth: `"response"` is 1 or 0 minus
#'   the posterior; the squares of `"deviance"` sum to `deviance()`, which is -2 `logLik()`.
#'   `formula()`: the formula of the calibration, or of its set. These need the training trials (see
#'   `keep_trials` of [calibrate()]).
#' * `glance()`: a data frame with a row per system: `system`, `method`, `prior`, `n_h1`, `n_h2`,
#'   `nobs`, `objective` (bits: the [cross_entropy()] of the training trials at the training prior
#'   after calibration), `cllr_before` (`NA` for scores), `cllr`, `cllr_min`, `logLik`, `df`,
#'   `iterations`. The three Cllr are `NA` without the training trials, and after some methods for
#'   trials in a stream or a database.
#' * `augment()`: the trials, or the rows of `newdata`, as a data frame, with `.fitted`, the
#'   calibrated log10 LR, and `.posterior` at the training prior, or at that of the training
#'   probabilities.
#' * `summary()`: a list with `coefficients` (as `tidy()`) and `measures` (as `glance()`).
#' @concept coefficients
#' @concept variance of coefficients
#' @concept residuals
#' @name lr_calibration-methods
#' @examples
#' set.seed(1)
#' fit <- calibrate(simulate_lr(100, 300, s = 2, stretch = 2))
#' coef(fit)
#' sqrt(diag(vcov(fit)))
#' tidy(fit)
#' glance(fit)
#' head(augment(fit))
#' @order 1
NULL

calibrated_systems <- function(fit) {
  if (is.null(names(fit$transforms))) "system" else names(fit$transforms)
}

#' @importFrom rlang %||%
#' @importFrom stats coef logLik nobs predict vcov
NULL

#' @rdname lr_calibration-methods
#' @export
coef.lr_calibration <- function(object, ...) {
  check_dots(...)
  check_intact_fit(object)
  found <- lapply(object$transforms, \(transform) transform$coefficients)
  if (is.null(found[[1]])) return(numeric(0))
  if (length(found) == 1) found[[1]] else do.call(rbind, found)
}

#' @rdname lr_calibration-methods
#' @export
vcov.lr_calibration <- function(object, type = "model", ...) {
  check_dots(...)
  check_intact_fit(object)
  check_choice(type, c("model", "sandwich", "hessian"))
  name <- if (type == "model") "vcov" else paste0("vcov_", type)
  found <- lapply(object$transforms, `[[`, name)
  if (length(found) == 1) found[[1]] else found
}

#' @rdname lr_calibration-methods
#' @export
nobs.lr_calibration <- function(object, ...) {
  check_dots(...)
  check_intact_fit(object)
  vapply(object$totals, sum, 0)
}

#' @rdname lr_calibration-methods
#' @export
logLik.lr_calibration <- function(object, ...) {
  check_dots(...)
  check_intact_fit(object)
  value <- -nobs(object) * vapply(object$transforms, objective_of, 0)
  df <- vapply(object$transforms, transform_df, 0)
  if (length(value) > 1) return(rlang::set_names(value, names(object$transforms)))
  structure(unname(value), df = unname(df), nobs = unname(nobs(object)), class = "logLik")
}

#' @rdname lr_calibration-methods
#' @param k The penalty per parameter.
#' @importFrom stats AIC BIC
#' @export
AIC.lr_calibration <- function(object, ..., k = 2) {
  check_dots(...)
  penalised(object, k)
}

#' @rdname lr_calibration-methods
#' @export
BIC.lr_calibration <- function(object, ...) {
  check_dots(...)
  penalised(object, log(nobs(object)))
}

penalised <- function(object, k) {
  value <- k * vapply(object$transforms, transform_df, 0) - 2 * as.vector(logLik(object))
  if (length(value) > 1) rlang::set_names(value, names(object$transforms)) else unname(value)
}

#' @rdname lr_calibration-methods
#' @param method,prior,penalty,infinite,bandwidth For `update()`: changed arguments of
#'   [calibrate()].
#' @importFrom stats update
#' @export
update.lr_calibration <- function(object, method = object$method, prior = object$prior,
                                  penalty = NULL, infinite = NULL, bandwidth = NULL, ...) {
  check_intact_fit(object)
  check_dots(...)
  stop_if(inherits(object, "lr_fusion"), "A fusion cannot be updated: make it with {.fn fuse}.")
  given <- list(penalty = penalty, infinite = infinite, bandwidth = bandwidth)
  kept <- if (identical(method, object$method)) object$settings else list()
  settings <- utils::modifyList(kept, Filter(Negate(is.null), given))
  settings <- settings[!vapply(settings, is_default_setting, NA)]
  fit <- do.call(calibrate, c(
    list(training_set(object), method = method, prior = prior), settings
  ), quote = TRUE)
  with_input(fit, object$input, formula_env(object))
}

transform_df <- function(transform) as.double(transform$df %||% length(transform$coefficients))

#' @rdname lr_calibration-methods
#' @export
tidy.lr_calibration <- function(x, level = 0.95, ..., conf.int = TRUE, conf.level = level) {
  check_dots(...)
  check_intact_fit(x)
  check_level(conf.level)
  broom_limits(bind_systems(x$transforms, tidy_transform, conf.level), conf.int)
}

# PAV blocks are not coefficients.
coefficient_table <- function(fit, level = 0.95) {
  table <- tidy(fit, level)
  if (is.null(table$min)) table else table[0, ]
}

tidy_transform <- function(transform, level) {
  blocks <- transform$blocks
  estimate <- transform$coefficients
  if (!is.null(blocks)) {
    estimate <- to_ln(blocks$log10_lr_pav, "log10")
    names(estimate) <- paste("block", seq_along(estimate))
  }
  error <- rep(NA_real_, length(estimate))
  if (!is.null(transform$vcov)) error <- sqrt(pmax(diag(transform$vcov), 0))
  half <- stats::qnorm((1 + level) / 2) * error
  table <- new_frame(
    term = as.character(names(estimate)), estimate = as.double(estimate),
    std.error = as.double(error), conf.low = as.double(estimate - half),
    conf.high = as.double(estimate + half)
  )
  if (is.null(blocks)) table else cbind(table, min = blocks$score_min, max = blocks$score_max)
}

#' @rdname lr_calibration-methods
#' @export
glance.lr_calibration <- function(x, ...) {
  check_dots(...)
  check_intact_fit(x)
  unlabelled <- \(v) as.double(unname(v))
  size <- \(hypothesis) whole_numbers(vapply(x$sizes, \(n) as.double(n[[hypothesis]]), 0))
  new_frame(
    system = factor(calibrated_systems(x), levels = calibrated_systems(x)),
    method = method_of(x),
    prior = x$prior,
    n_h1 = size("h1"),
    n_h2 = size("h2"),
    nobs = unlabelled(nobs(x)),
    objective = nats_to_bits(unlabelled(vapply(x$transforms, objective_of, 0))),
    training_costs(x),
    logLik = unlabelled(logLik(x)),
    df = unlabelled(vapply(x$transforms, transform_df, 0)),
    iterations = vapply(x$transforms, \(t) t$iterations %||% NA_integer_, 1L, USE.NAMES = FALSE)
  )
}

# Scores have no Cllr before calibration, and several inputs have several.
training_costs <- function(fit) {
  if (!has_training(fit)) {
    return(list(cllr_before = NA_real_, cllr = NA_real_, cllr_min = NA_real_))
  }
  set <- training_set(fit)
  no_before <- fit$scale == "score" || inherits(fit, "lr_fusion")
  before <- if (no_before) NA_real_ else suppress_infinities(cllr(set))
  after <- if (inherits(set, "remote_set")) {
    costs_elsewhere(fit, set)
  } else {
    lrs <- without_extrapolation(predict(fit))
    list(cllr = suppress_infinities(cllr(lrs)), cllr_min = cllr_min(lrs))
  }
  lapply(c(list(cllr_before = before), after), \(cost) as.double(unname(cost)))
}

# Costs after calibration of trials outside memory, from the points of the calibrated LRs of a line.
# A rising line keeps the order of the trials, and so their minimal Cllr; counts in cells do not
# determine it, and give NA.
costs_elsewhere <- function(fit, set) {
  if (calibration_methods[[fit$method]]$type != "affine") {
    return(list(cllr = NA_real_, cllr_min = NA_real_))
  }
  lines <- lapply(fit$transforms, `[[`, "coefficients")
  systems <- systems_of(set)
  cost <- \(system, line) {
    points <- transformed_of(system, line[[1]], line[[2]])
    ece(replace(points, "totals", list(as.double(unname(totals_of(system))))), 0)
  }
  rises <- vapply(lines, \(line) line[[1]] > 0, NA)
  least <- tryCatch(cllr_min(set), calibrant_error_no_counts = \(cnd) NA_real_)
  list(cllr = mapply(cost, systems, lines), cllr_min = ifelse(rises, least, NA))
}

#' @rdname lr_calibration-methods
#' @export
augment.lr_calibration <- function(x, newdata = NULL, ...) {
  check_dots(...)
  check_intact_fit(x)
  if (is.data.frame(newdata)) return(augment_trials(x, newdata, newdata))
  set <- newdata %||% training_set(x)
  refuse_if(!inherits(set, "lr_set"), "augment_newdata")
  augment_trials(x, as.data.frame(set), set)
}

augment_trials <- function(fit, trials, newdata) {
  fitted <- if (is.data.frame(newdata)) {
    unname(predict(fit, newdata, type = "log10"))
  } else {
    without_extrapolation(predict(fit, newdata, type = "log10"))$value
  }
  trials$.fitted <- fitted
  prior <- fit$input_prior %||% fit$prior
  trials$.posterior <- stats::plogis(to_ln(fitted, "log10") + stats::qlogis(prior))
  trials
}

#' @rdname lr_calibration-methods
#' @export
summary.lr_calibration <- function(object, ...) {
  check_dots(...)
  check_intact_fit(object)
  new_object("summary.lr_calibration", list(
    fit = object[intersect(c("method", "prior", "settings", "conditions"), names(object))],
    labels = object$labels, formula = calibration_formulas(object),
    coefficients = coefficient_table(object), measures = glance(object)
  ))
}

#' @rdname lr_calibration-methods
#' @export
print.lr_calibration <- \(x, digits = 3, ...) printed(x, {
  check_intact_fit(x)
  cat(calibration_title(x), "\n\n", sep = "")
  writeLines(c(paste0("  ", calibration_formulas(x, digits)), ""))
  print_measures(glance(x), digits)
  cat(strength_note(x))
  cat("predict(fit, newdata) applies it, summary(fit) and explain(fit) say more.\n")
})

#' @rdname lr_calibration-methods
#' @export
print.summary.lr_calibration <- \(x, digits = 4, ...) printed(x, {
  cat(calibration_title(x$fit), "\n", sep = "")
  cat(sprintf("H1: truth is %s    H2: truth is %s\n\n", x$labels[["h1"]], x$labels[["h2"]]))
  writeLines(c(paste0("  ", x$formula), ""))
  if (nrow(x$coefficients) > 0) {
    table <- if (nrow(x[["measures"]]) > 1) x$coefficients else x$coefficients[-1]
    print(table, digits = digits, row.names = FALSE)
    cat("Standard errors assume independent trials.\n\n")
  }
  print_measures(x[["measures"]], digits)
})

print_measures <- function(table, digits) {
  number <- \(v) ifelse(is.na(v), "-", format_number(v, digits))
  body <- rbind(
    "H1 trials" = plain_count(table$n_h1), "H2 trials" = plain_count(table$n_h2),
    "Cllr before" = if (!all(is.na(table$cllr_before))) number(table$cllr_before),
    "Cllr after" = if (!all(is.na(table$cllr))) number(table$cllr),
    "Cllr_min" = if (!all(is.na(table$cllr_min))) number(table$cllr_min),
    "cost at training prior" = number(table$objective)
  )
  colnames(body) <- if (nrow(table) == 1) "" else as.character(table$system)
  print(body, quote = FALSE, right = TRUE)
  cat("\nBits, on the training trials themselves; see cross_calibrate() for others.\n")
}

calibration_title <- function(fit) {
  settings <- Filter(Negate(is_default_setting), fit$settings)
  values <- vapply(settings, \(v) paste(format(v), collapse = ", "), "")
  title <- calibration_methods[[method_of(fit)]]$title
  paste0(
    "<lr_calibration> ", title, if (!is.null(fit$conditions)) " under conditions",
    ", training prior ", format_number(fit$prior),
    if (length(settings) > 0) paste0(", ", names(settings), " = ", values, collapse = "")
  )
}

# A fit under conditions is applied as a fusion, but its method is logistic regression.
method_of <- function(fit) if (is.null(fit$conditions)) fit$method else "logistic"

is_default_setting <- function(value) identical(value, 0) || identical(value, "rule")

# One line per system with the transformation of the input.
calibration_formulas <- function(fit, digits = 4) {
  input <- if (fit$scale == "score") "score" else "ln LR before"
  lines <- vapply(fit$transforms, calibration_methods[[fit$method]]$formula, "", input, digits)
  if (length(lines) > 1) paste0(names(lines), ": ", lines) else unname(lines)
}
