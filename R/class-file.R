# Calibrations of many classes in files, see write_calibration().

#' @exportS3Method
calibration_record.loglik_calibration <- function(fit) {
  each <- \(k) {
    one <- fit$fits[[k]]
    map <- one[intersect(c("alpha", "offset", "slope", "unit"), names(one))]
    list(
      name = names(fit$fits)[k],
      "function" = c(lapply(map, \(field) I(as.double(field))), one["ignores_input"]),
      statistics = c(
        one[c("value", "converged", "iterations", "determined")],
        list(covariance = I(as.double(one$covariance)))
      )
    )
  }
  list(
    format = calibration_format, version = 1, method = fit$method, classes = I(fit$classes),
    prior = I(as.double(fit$prior)), penalty = fit$penalty, input = "ln_likelihood",
    output = "ln_likelihood", recognisers = if (!is.null(fit$recognisers)) I(fit$recognisers),
    n = I(as.double(fit$n)), systems = lapply(seq_along(fit$fits), each)
  )
}

#' @exportS3Method
calibration_of_record.loglik_record <- function(record) {
  classes <- unlist(record$classes)
  check_choice(record$method, names(class_methods()), "method", NULL)
  prior <- rlang::set_names(numbers_of_json(record$prior), classes)
  fits <- lapply(record$systems, class_fit_of_record, record$method, prior)
  names(fits) <- unlist(lapply(record$systems, `[[`, "name"))
  new_loglik_calibration(
    record$method, prior, as.double(record$penalty), fits,
    recognisers = unlist(record$recognisers), n = as.integer(numbers_of_json(record$n)),
    trials = NULL
  )
}

class_fit_of_record <- function(one, method, prior) {
  flags <- c("ignores_input", "converged", "determined")
  known <- c(one[["function"]], one$statistics)
  numbers <- setdiff(names(known), flags)
  known[numbers] <- lapply(known[numbers], numbers_of_json)
  known$iterations <- as.integer(known$iterations)
  square <- \(x) matrix(x, sqrt(length(x)))
  covariance <- square(known$covariance)
  known$covariance <- \() covariance
  if (method == "matrix") known$alpha <- square(known$alpha)
  if (method == "one_vs_rest") known$prior <- prior
  known
}
