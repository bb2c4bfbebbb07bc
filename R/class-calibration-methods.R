#' Use a calibration of many classes
#'
#' `predict()` applies a [calibration or fusion][loglik_calibrate] to new trials and returns the
#' calibrated ones; the other methods return coefficients and summaries.
#'
#' @param object,x A `loglik_calibration`, from [calibrate()][loglik_calibrate] or
#'   [fuse()][loglik_calibrate].
#' @param newdata The trials to calibrate: a [loglik_set()] with the systems of the fit, or for a
#'   fit of one system a matrix of natural log-likelihoods (or posteriors, like the training trials)
#'   with a column per class. For a fusion, a set of the recognisers, or a named list with a matrix
#'   for each. Default: the training trials, with optimistic results.
#' @param new_data `newdata` under its name in `tidymodels`.
#' @param level For `predict()`: the confidence level of limits, or `NULL`. For `tidy()`:
#'   `conf.level`.
#' @param conf.int,conf.level For `tidy()`: whether to add normal intervals, and their level.
#' @param type,prior The result of `predict()` for matrices: `"ln"` or `"log10"` for
#'   log-likelihoods and `"lr"` for likelihoods, each up to a factor of the trial, or `"posterior"`
#'   for probabilities at `prior`. With a `level`, the first three are LRs of each class against
#'   the rest, with the other classes in the proportions of `prior`. Default: `"posterior"` at
#'   their prior for a fit of posteriors, otherwise `"ln"`, or `"log10"` with a `level`, at the
#'   training prior.
#' @param source For the limits: the source item of each training trial. By default trials are
#'   independent.
#' @param integrated Whether to average posteriors over the uncertainty of the calibration.
#' @param ... Must be empty.
#' @return
#'   * `predict()`: for a set, a `loglik_set` with the same truth; a fusion returns one system. With
#'     a `level` the set contains the limits of the natural log LRs, for [as.data.frame()] and, at
#'     the same `prior`, [one_vs_rest()] and [as_lr_set()]. For matrices, a matrix; with a `level`,
#'     a data frame with a row per trial and class: `trial`, `class`, the value (`log10_lr`,
#'     `ln_lr`, `lr` or `posterior`), `lower` and `upper`.
#'   * `coef()`: a named vector of the scales, `alpha` (one, or one per class, element of the matrix
#'     or recogniser), and the offsets per class, in natural logarithms; for several systems a
#'     matrix with a row per system.
#'   * `vcov()`: the covariance matrix of the coefficients in the order of `tidy()`, or a list of
#'     one per system; `NA` if \eqn{\alpha} is at its bound of 0.
#'   * `tidy()` and `summary()`: a data frame with a row per system and coefficient: `system`,
#'     `term`, `estimate`, `std.error`, `conf.low`, `conf.high`.
#'   * `glance()`: a data frame with a row per system: `system`, `method`, `nobs`, `cross_entropy`
#'     in bits after calibration at the training prior, with the penalty, `cross_entropy_null` of
#'     the prior, `penalty`, `converged`, `iterations`.
#'   * `nobs()`: the number of trials per system.
#'   * `augment()`: the trials as from [as.data.frame()], calibrated log-likelihoods in columns
#'     named `.fitted_` and the class, the most probable class (`.class`), and its probability at
#'     the training prior (`.posterior`).
#'   * `autoplot()` and `plot()`: the [class_losses()] before and after calibration. The caption
#'     says whether these are training trials.
#' @section Confidence limits:
#' Limits are those of the log LR of a class against the rest ([one_vs_rest()]) over other training
#' trials of the same populations; those of posteriors follow from them. For two classes they are
#' those of [predict()][predict.lr_calibration].
#'
#' In simulations, 95 % limits contained the true LR of new trials in 92 to 100 % of cases, and in
#' about 90 % for `"one_vs_rest"`. They do not allow for a wrong method, such as `"temperature"` if
#' offsets are needed.
#'
#' `integrated = TRUE` averages the posterior of each class at the flat prior over the uncertainty
#' of its log LR, and rescales the averages to sum to 1. On average this reduces certainty
#' (`vignette("methods")`).
#' @concept coefficients of many classes
#' @name loglik_calibration-methods
#' @aliases predict.loglik_calibration
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")
#' fit <- calibrate(x["lda"], "vector")
#' coef(fit)
#' tidy(fit)
#' glance(fit)
#'
#' new <- matrix(c(-2, -1, -5, -9, -9, -4), 1)
#' predict(fit, new)
#' predict(fit, new, level = 0.95, type = "posterior")
#' @export
coef.loglik_calibration <- function(object, ...) {
  check_intact_class_fit(object)
  check_dots(...)
  found <- lapply(object$fits, class_coefficients)
  if (length(found) == 1) found[[1]] else do.call(rbind, found)
}

# Coefficients in the order of their covariance, as in a calibration of two hypotheses.
class_coefficients <- function(one) {
  terms <- c(alpha_terms(one$alpha), paste0("offset[", names(one$offset), "]"))
  rlang::set_names(c(one$alpha, one$offset), terms)
}

class_transforms <- function(fit) {
  Map(\(one, k) {
    coefficients <- class_coefficients(one)
    terms <- list(names(coefficients), names(coefficients))
    list(coefficients = coefficients, vcov = `dimnames<-`(basis_of(fit, k)$covariance, terms))
  }, fit$fits, seq_along(fit$fits))
}

#' @rdname loglik_calibration-methods
#' @export
nobs.loglik_calibration <- function(object, ...) {
  check_dots(...)
  sum(check_intact_class_fit(object)$n)
}

#' @rdname loglik_calibration-methods
#' @export
tidy.loglik_calibration <- function(x, level = 0.95, ..., conf.int = TRUE, conf.level = level) {
  check_intact_class_fit(x)
  check_dots(...)
  check_level(conf.level)
  broom_limits(bind_systems(class_transforms(x), tidy_transform, conf.level), conf.int)
}

#' @rdname loglik_calibration-methods
#' @export
augment.loglik_calibration <- function(x, newdata, ...) {
  check_intact_class_fit(x)
  check_dots(...)
  names <- paste0(".fitted_", x$classes)
  if (missing(newdata) || inherits(newdata, "loglik_set")) {
    after <- if (missing(newdata)) predict(x) else predict(x, newdata)
    posterior <- posterior(after, x$input_prior %||% x$prior)
    data <- as.data.frame(after)
    names(data)[match(x$classes, names(data))] <- names
  } else {
    posterior <- predict(x, newdata, type = "posterior")
    fitted <- `colnames<-`(predict(x, newdata, type = "ln"), names)
    data <- data.frame(newdata, fitted, check.names = FALSE)
  }
  best <- max.col(posterior, ties.method = "first")
  data$.class <- factor(x$classes[best], levels = x$classes)
  data$.posterior <- posterior[cbind(seq_along(best), best)]
  data
}

#' @rdname loglik_calibration-methods
#' @export
vcov.loglik_calibration <- function(object, ...) {
  check_intact_class_fit(object)
  check_dots(...)
  parts <- lapply(class_transforms(object), `[[`, "vcov")
  if (length(parts) == 1) parts[[1]] else parts
}

#' @rdname loglik_calibration-methods
#' @export
summary.loglik_calibration <- function(object, ...) tidy(object, ...)

#' @rdname loglik_calibration-methods
#' @export
glance.loglik_calibration <- function(x, ...) {
  check_intact_class_fit(x)
  check_dots(...)
  bind_systems(x$fits, \(fit) {
    new_frame(
      method = x$method,
      nobs = as.double(sum(x$n)),
      cross_entropy = nats_to_bits(fit$value),
      cross_entropy_null = nats_to_bits(shannon(x$prior)),
      penalty = x$penalty,
      converged = fit$converged,
      iterations = fit$iterations
    )
  })
}

#' @rdname loglik_calibration-methods
#' @export
print.loglik_calibration <- \(x, ...) printed(x, {
  check_intact_class_fit(x)
  what <- if (x$method == "fusion") {
    sprintf("fusion of %d recognisers", length(x$recognisers))
  } else {
    sprintf("%s calibration", x$method)
  }
  cat(sprintf("<loglik_calibration> %s of %d classes", what, length(x$classes)))
  penalty <- if (x$penalty > 0) sprintf(", penalty %s", format_number(x$penalty))
  cat(sprintf(", %s trials", plain_count(sum(x$n))), penalty, "\n", sep = "")
  for (i in seq_along(x$fits)) print_class_map(x, i)
  cat("\npredict(fit, new) applies it.\n")
})

print_class_map <- function(x, i) {
  fit <- x$fits[[i]]
  cat(sprintf("\n%s", if (is.null(names(x$fits))) "" else paste0(names(x$fits)[i], "\n")))
  if (length(fit$alpha) == 1 && x$method != "fusion") {
    cat(sprintf("alpha %s\n", format_number(fit$alpha)))
  } else {
    cat("alpha\n")
    print(signif(fit$alpha, 3))
  }
  if (x$method != "temperature") {
    cat("offset (ln)\n")
    print(signif(fit$offset, 3))
  }
  cat(sprintf(
    "cross-entropy %s bits at the training prior, %s without evidence\n",
    format_number(nats_to_bits(fit$value)), format_number(nats_to_bits(shannon(x$prior)))
  ))
}

# Losses before and after a fit, on new trials or on its training trials.
losses_around_fit <- function(object, newdata, measure) {
  before <- if (is.null(newdata)) training_recognisers(object) else loglik_set(newdata)
  both <- stages_of_fit(before, predict(object, before))
  class_losses(both, object$prior, measure = measure)
}

# Training trials of a fit, as a set; the recognisers of a fusion are its systems.
training_recognisers <- function(fit) {
  trials <- training_of(fit)
  if (!is.null(trials$set)) return(trials$set)
  sets <- lapply(names(trials$recognisers), \(name) {
    one <- trials$recognisers[[name]]
    truth <- factor(fit$classes[one$truth], levels = fit$classes)
    new_loglik_set(one$log_lik, truth, factor(rep(name, length(truth))), weight = one$weight)
  })
  do.call(c, sets)
}

# Stages before and after a fit, as systems. Before a fusion there are its recognisers.
stages_of_fit <- function(before, after) {
  label <- \(x, stage) {
    system <- if (is.null(x$system)) stage else paste(x$system, stage, sep = ", ")
    system <- factor(rep_len(as.character(system), length(x)), levels = unique(system))
    new_loglik_set(x$log_lik, x$truth, system, weight = x$weight)
  }
  fused <- is.null(after$system) && !is.null(before$system)
  both <- c(label(before, "before"), label(after, if (fused) "fused" else "after"))
  if (fused || is.null(before$system)) return(both)
  beside <- as.vector(matrix(levels(both), 2, byrow = TRUE))
  new_loglik_set(both$log_lik, both$truth, factor(both$system, beside), weight = both$weight)
}
