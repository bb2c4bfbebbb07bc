# Calibrated log-likelihoods of many classes, with or without limits.

#' @rdname loglik_calibration-methods
#' @importFrom stats coef nobs predict vcov
#' @export
predict.loglik_calibration <- function(object, newdata = new_data, level = NULL, type = NULL,
                                       prior = NULL, source = NULL, integrated = FALSE,
                                       ..., new_data = NULL) {
  check_intact_class_fit(object)
  check_dots(...)
  check_flag(integrated)
  if (!is.null(level)) check_level(level)
  # Output is log-likelihoods by default, or posteriors; with limits, LRs of a class against the
  # rest.
  sure <- c(list(level = level, source = source, integrated = integrated),
    read_output(object, type, prior, of_two = FALSE, used = !is.null(level)))
  sure$prior <- read_positive_prior(sure$prior, object$classes)
  asked <- !is.null(newdata)
  if (!asked) newdata <- training_of(object)$set
  if (!asked && object$method == "fusion") {
    fused <- predict_fusion(object, training_of(object)$recognisers, sure)
    return(noted_calibration(fused, object, NULL, asked))
  }
  if (inherits(newdata, "loglik_set")) {
    check_fit_classes(set_classes(newdata), object)
    set <- if (object$method == "fusion") {
      predict_fusion(object, gather_recognisers(list(newdata)), sure)
    } else {
      predict_systems(object, newdata, sure)
    }
    return(noted_calibration(set, object, newdata, asked))
  }
  predict_matrices(object, newdata, sure)
}

predict_systems <- function(fit, newdata, sure) {
  groups <- split_by_system(newdata)
  mapped <- list(log_lik = newdata$log_lik)
  if (!is.null(sure$level)) mapped[c("lower", "upper")] <- list(newdata$log_lik)
  for (k in seq_along(groups)) {
    one <- class_fit_for(fit, names(groups)[k])
    rows <- groups[[k]]
    part <- map_rows(fit, one, list(newdata$log_lik[rows, , drop = FALSE]), sure)
    for (field in names(mapped)) mapped[[field]][rows, ] <- part[[field]]
  }
  set <- new_loglik_set(mapped$log_lik, newdata$truth, newdata$system, newdata$fold,
    newdata$weight, mapped$lower, mapped$upper)
  noted_class_limits(set, sure)
}

# Number of the fit of this system. A fit of one system serves any.
class_fit_for <- function(fit, system) {
  if (length(fit$fits) == 1) return(1)
  refuse_if(is.null(system) || !system %in% names(fit$fits), "system_not_of_fit")
  match(system, names(fit$fits))
}

predict_fusion <- function(fit, recognisers, sure) {
  log_lik <- pick_recognisers(lapply(recognisers, `[[`, "log_lik"), fit)
  truth <- factor(fit$classes[recognisers[[1]]$truth], levels = fit$classes)
  mapped <- map_rows(fit, 1, log_lik, sure)
  set <- new_loglik_set(mapped$log_lik, truth, weight = recognisers[[1]]$weight,
    lower = mapped$lower, upper = mapped$upper)
  noted_class_limits(set, sure)
}

noted_class_limits <- function(set, sure) {
  if (identical(sure$type, "posterior")) set <- with_note(set, "prior", sure$prior)
  if (is.null(sure$level)) return(set)
  by <- if (is.null(sure$source)) "trial" else "source"
  with_note(set, "limited", list(level = sure$level, by = by, prior = sure$prior), levels(set))
}

predict_matrices <- function(fit, newdata, sure) {
  is_fusion <- fit$method == "fusion"
  several <- is_fusion && is.list(newdata) && !is.data.frame(newdata)
  log_lik <- lapply(if (several) newdata else list(newdata), columns_of_classes, fit$classes)
  if (is_fusion) log_lik <- pick_recognisers(log_lik, fit)
  for (w in log_lik) {
    check_log_lik(w)
    refuse_if(ncol(w) != length(fit$classes), "newdata_classes")
    if (!is.null(colnames(w))) check_fit_classes(colnames(w), fit)
  }
  names <- rownames(log_lik[[1]])
  of_posteriors <- !is.null(fit$input_prior)
  log_lik <- lapply(log_lik, read_rows, if (of_posteriors) "prob" else "ln", fit$input_prior)
  mapped <- map_rows(fit, class_fit_for(fit, NULL), log_lik, sure)
  if (!is.null(sure$level)) {
    return(class_limits_table(mapped, names, sure$type %||% "log10", sure, fit$classes))
  }
  out <- if (identical(sure$type, "posterior")) {
    .Call(ffi_posterior, mapped$log_lik, log_relative(sure$prior))
  } else {
    from_ln(mapped$log_lik, sure$type %||% "ln")
  }
  colnames(out) <- fit$classes
  out
}

# Columns of a table for the classes, by the names of these or in the style of tidymodels.
columns_of_classes <- function(newdata, classes) {
  own <- sub("^[.]pred_", "", colnames(newdata))
  if (!all(classes %in% own)) return(newdata)
  if (is.matrix(newdata)) return(`colnames<-`(newdata, own))
  `colnames<-`(as.matrix(newdata[match(classes, own)]), classes)
}

# Calibrated log-likelihoods, and the limits of their LRs if there is a level.
map_rows <- function(fit, k, log_lik, sure) {
  if (!class_methods()[[fit$method]]$carries_infinite) check_finite_loglik(log_lik, fit$method)
  mapped <- if (sure$integrated) {
    integrated_classes(fit, k, log_lik, sure$source)
  } else {
    apply_class_map(fit$fits[[k]], fit$method, log_lik)
  }
  limits <- if (!is.null(sure$level)) {
    class_limits(fit, k, log_lik, mapped, sure$level, sure$prior, sure$source)
  }
  c(list(log_lik = mapped), limits)
}

# Table of LRs against the rest, or posteriors, and their limits: a row per trial and class.
class_limits_table <- function(mapped, names, type, sure, classes) {
  by_trial <- \(m) as.double(t(m))
  llr <- by_trial(rest_llrs(mapped$log_lik, sure$prior))
  n <- nrow(mapped$log_lik)
  prior <- rep(unname(sure$prior), n)
  limits <- lapply(mapped[c("lower", "upper")], by_trial)
  table <- express_numbers(llr, c(limits, level = sure$level), type, prior, NULL)
  labels <- new_frame(
    trial = rep(names %||% seq_len(n), each = length(classes)),
    class = factor(rep(classes, n), levels = classes)
  )
  structure(cbind(labels, table), level = sure$level)
}
