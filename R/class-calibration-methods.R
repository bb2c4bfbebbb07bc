#' Use a calibration of many classes
#'
#' Apply a [calibration or fusion][loglik_calibrate] to new trials, and see what it has learnt.
#'
#' @param object,x A `loglik_calibration`, from [calibrate()][loglik_calibrate] or
#'   [fuse()][loglik_calibrate].
#' @param newdata What to calibrate: a [loglik_set()] with the systems of the fit; or a matrix of
#'   natural log-likelihoods with a column per class, for a fit of one system; for a fusion, a set
#'   whose systems are the recognisers, or a list with a matrix for each, named like them. Without
#'   it, the trials that the fit was trained on: optimistic, as these are the trials that it suits
#'   best. A fit that was read from a file has left them behind.
#' @param new_data The same as `newdata`, under the name that `tidymodels` uses.
#' @param level Confidence level of the intervals of `tidy()`, which are normal.
#' @param ... Must be empty.
#' @return `predict()`: of a set a `loglik_set` with the same truth (fused into one system by a
#'   fusion), of matrices a matrix of natural log-likelihoods. `coef()`: a named
#'   vector of the scales, `alpha` (one, or one per class, element of the matrix or recogniser), and
#'   of the offsets, one per class, in natural logarithms; for several systems a matrix with a row
#'   per system. (`fit$fits` has them as in the formulas.) `vcov()`: the
#'   covariance matrix of the coefficients in the order of `tidy()`, for several systems a list of
#'   matrices; `NA` where \eqn{\alpha} is at its bound of 0. `tidy()`: a data frame with a row per
#'   system and coefficient: `system`, `term`, `estimate`, `std.error`, `conf.low`, `conf.high`;
#'   `summary()` is the same. `glance()`: a data frame
#'   with a row per system: `system`, `method`, `nobs`, `cross_entropy` after calibration at the
#'   training prior and `cross_entropy_null` of the prior, both in bits and the first including the
#'   penalty, then `penalty`, `converged`, `iterations`. `nobs()`: the number of trials per system.
#'   `augment()`: the trials as from [as.data.frame()], with the calibrated log-likelihoods as
#'   `.fitted_` and the class, the class that is most probable at the training prior as `.class`,
#'   and how probable it is then as `.posterior`. `autoplot()` and `plot()` draw the
#'   [class_losses()] before and after, and say below whether these are the trials of the training.
#' @name loglik_calibration-methods
#' @aliases predict.loglik_calibration
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")
#' fit <- calibrate(x["lda"], "vector")
#' coef(fit)
#' tidy(fit)
#' glance(fit)
#'
#' # A new fragment
#' new <- matrix(c(-2, -1, -5, -9, -9, -4), 1)
#' predict(fit, new)
NULL

#' @rdname loglik_calibration-methods
#' @importFrom stats coef nobs predict vcov
#' @export
predict.loglik_calibration <- function(object, newdata = new_data, ..., new_data = NULL) {
  check_intact_class_fit(object)
  call <- rlang::current_env()
  check_dots(...)
  fusion <- object$method == "fusion"
  asked <- !is.null(newdata)
  if (!asked) {
    trials <- training_of(object, call)
    if (fusion) {
      fused <- predict_fusion(object, trials$recognisers, call)
      return(noted_calibration(fused, object, NULL, asked))
    }
    newdata <- trials$set
  }
  if (inherits(newdata, "loglik_set")) {
    check_fit_classes(set_classes(newdata), object, call)
    set <- if (fusion) {
      predict_fusion(object, gather_recognisers(list(newdata), call), call)
    } else {
      predict_systems(object, newdata, call)
    }
    return(noted_calibration(set, object, newdata, asked))
  }
  predict_matrices(object, newdata, call)
}

check_fit_classes <- function(classes, fit, call) {
  stop_if(
    !identical(classes, fit$classes),
    "{.arg newdata} must have the classes of the fit, in their order: {.val {fit$classes}}.",
    x = "It has {.val {classes}}.",
    call = call
  )
}

predict_systems <- function(fit, newdata, call) {
  groups <- if (is.null(newdata$system)) {
    list(seq_along(newdata$truth))
  } else {
    split(seq_along(newdata$truth), newdata$system)
  }
  log_lik <- newdata$log_lik
  for (k in seq_along(groups)) {
    one <- class_fit_for(fit, names(groups)[k], call)
    rows <- groups[[k]]
    log_lik[rows, ] <- map_rows(one, fit$method, list(log_lik[rows, , drop = FALSE]), call)
  }
  new_loglik_set(log_lik, newdata$truth, newdata$system, newdata$fold, newdata$weight)
}

# A fit of one system serves any.
class_fit_for <- function(fit, system, call) {
  if (length(fit$fits) == 1) {
    return(fit$fits[[1]])
  }
  stop_if(
    is.null(system) || !system %in% names(fit$fits),
    "The systems of {.arg newdata} must be among those of the fit, {.val {names(fit$fits)}}.",
    x = if (is.null(system)) "It has none." else "{.val {system}} is not.",
    call = call
  )
  fit$fits[[system]]
}

predict_fusion <- function(fit, recognisers, call) {
  log_lik <- lapply(recognisers, `[[`, "log_lik")
  log_lik <- pick_recognisers(log_lik, fit, call)
  truth <- factor(fit$classes[recognisers[[1]]$truth], levels = fit$classes)
  new_loglik_set(map_rows(fit$fits[[1]], "fusion", log_lik, call), truth,
    weight = recognisers[[1]]$weight
  )
}

pick_recognisers <- function(log_lik, fit, call) {
  stop_if(
    !setequal(names(log_lik), fit$recognisers),
    "{.arg newdata} must have the recognisers of the fusion, {.val {fit$recognisers}}.",
    x = "It has {.val {names(log_lik)}}.",
    call = call
  )
  log_lik[fit$recognisers]
}

predict_matrices <- function(fit, newdata, call) {
  is_fusion <- fit$method == "fusion"
  log_lik <- if (is_fusion && is.list(newdata)) newdata else list(newdata)
  if (is_fusion) log_lik <- pick_recognisers(log_lik, fit, call)
  for (w in log_lik) {
    check_log_lik(w, call)
    stop_if(
      ncol(w) != length(fit$classes),
      "{.arg newdata} must have a column for each of the {length(fit$classes)} classes.",
      x = "It has {ncol(w)}.",
      call = call
    )
    if (!is.null(colnames(w))) check_fit_classes(colnames(w), fit, call)
  }
  log_lik <- lapply(log_lik, read_rows, "ln", call)
  out <- map_rows(class_fit_for(fit, NULL, call), fit$method, log_lik, call)
  colnames(out) <- fit$classes
  out
}

map_rows <- function(one, method, log_lik, call) {
  if (!class_methods()[[method]]$carries_infinite) check_finite_loglik(log_lik, method, call)
  apply_class_map(one, method, log_lik)
}

#' @rdname loglik_calibration-methods
#' @export
coef.loglik_calibration <- function(object, ...) {
  check_intact_class_fit(object)
  check_dots(...)
  found <- lapply(object$fits, \(fit) class_transform(fit)$coefficients)
  if (length(found) == 1) found[[1]] else do.call(rbind, found)
}

# Coefficients in the order of their covariance, as a calibration of two hypotheses has them.
class_transform <- function(fit) {
  list(
    coefficients = rlang::set_names(c(fit$alpha, fit$offset), rownames(fit$covariance)),
    vcov = replace(fit$covariance, diag(nrow(fit$covariance)) == 1, pmax(diag(fit$covariance), 0))
  )
}

#' @rdname loglik_calibration-methods
#' @export
nobs.loglik_calibration <- function(object, ...) sum(check_intact_class_fit(object)$n)

#' @rdname loglik_calibration-methods
#' @export
tidy.loglik_calibration <- function(x, level = 0.95, ...) {
  check_intact_class_fit(x)
  check_dots(...)
  check_number(level, "level", above = 0, below = 1)
  bind_systems(x$fits, \(fit) tidy_transform(class_transform(fit), level))
}

#' @rdname loglik_calibration-methods
#' @export
augment.loglik_calibration <- function(x, newdata, ...) {
  check_intact_class_fit(x)
  call <- rlang::current_env()
  check_dots(...)
  after <- if (missing(newdata)) predict(x) else predict(x, loglik_set(newdata))
  posterior <- posterior(after, x$prior)
  best <- max.col(posterior, ties.method = "first")
  data <- as.data.frame(after)
  names(data)[match(x$classes, names(data))] <- paste0(".fitted_", x$classes)
  data$.class <- factor(x$classes[best], levels = x$classes)
  data$.posterior <- posterior[cbind(seq_along(best), best)]
  data
}

#' @rdname loglik_calibration-methods
#' @export
vcov.loglik_calibration <- function(object, ...) {
  check_intact_class_fit(object)
  check_dots(...)
  parts <- lapply(object$fits, `[[`, "covariance")
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
    data.frame(
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
print.loglik_calibration <- function(x, ...) {
  check_intact_class_fit(x)
  what <- if (x$method == "fusion") {
    sprintf("fusion of %d recognisers", length(x$recognisers))
  } else {
    sprintf("%s calibration", x$method)
  }
  cat(sprintf("<loglik_calibration> %s of %d classes", what, length(x$classes)))
  cat(sprintf(", %s trials%s\n", plain_count(sum(x$n)), penalty_text(x$penalty)))
  for (i in seq_along(x$fits)) print_class_map(x, i)
  cat("\npredict(fit, new) applies it.\n")
  invisible(x)
}

penalty_text <- function(penalty) {
  if (penalty > 0) sprintf(", penalty %s", format_number(penalty)) else ""
}

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

# The losses before and after a fit, on new trials or on those that it was trained on.
losses_around_fit <- function(object, newdata, measure, call) {
  before <- if (is.null(newdata)) training_recognisers(object, call) else loglik_set(newdata)
  both <- stages_of_fit(before, predict(object, before))
  class_losses(both, object$prior, measure = measure)
}

# What a fit was trained on, as a set; the recognisers of a fusion are its systems.
training_recognisers <- function(fit, call) {
  trials <- training_of(fit, call)
  if (!is.null(trials$set)) {
    return(trials$set)
  }
  sets <- lapply(names(trials$recognisers), \(name) {
    one <- trials$recognisers[[name]]
    truth <- factor(fit$classes[one$truth], levels = fit$classes)
    new_loglik_set(one$log_lik, truth, factor(rep(name, length(truth))), weight = one$weight)
  })
  do.call(c, sets)
}

# Before and after, as systems. A fusion has its recognisers before.
stages_of_fit <- function(before, after) {
  label <- \(x, stage) {
    system <- if (is.null(x$system)) stage else paste(x$system, stage, sep = ", ")
    system <- factor(rep_len(as.character(system), length(x)), levels = unique(system))
    new_loglik_set(x$log_lik, x$truth, system, weight = x$weight)
  }
  fused <- is.null(after$system) && !is.null(before$system)
  both <- c(label(before, "before"), label(after, if (fused) "fused" else "after"))
  if (fused || is.null(before$system)) {
    return(both)
  }
  beside <- as.vector(matrix(levels(both), 2, byrow = TRUE))
  new_loglik_set(both$log_lik, both$truth, factor(both$system, beside), weight = both$weight)
}
