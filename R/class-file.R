# Calibrations of many classes in files, see ?calibration_file.

#' @exportS3Method
calibration_record.loglik_calibration <- function(fit, counts) {
  check_intact_class_fit(fit)
  each <- \(k) {
    one <- fit$fits[[k]]
    map <- one[intersect(c("alpha", "offset", "slope", "unit"), names(one))]
    list(
      name = names(fit$fits)[k],
      "function" = c(lapply(map, \(field) I(as.double(field))), one["ignores_input"]),
      statistics = c(
        one[c("value", "converged", "iterations", "determined")], basis_record(basis_of(fit, k))
      )
    )
  }
  of_posteriors <- if (!is.null(fit$input_prior)) {
    list(scale = "prob", input_prior = I(as.double(fit$input_prior)))
  }
  c(list(
    format = calibration_format, version = 1, method = fit$method, classes = I(fit$classes),
    prior = I(as.double(fit$prior)), penalty = fit$penalty, input = "ln_likelihood",
    output = "ln_likelihood", recognisers = if (!is.null(fit$recognisers)) I(fit$recognisers),
    n = I(as.double(fit$n)), trained_on = I(as.character(fit$trained_on)),
    systems = lapply(seq_along(fit$fits), each)
  ), of_posteriors)
}

#' @exportS3Method
calibration_of_record.loglik_record <- function(record) {
  stop_problem(class_disagreement(record))
  classes <- unlist(record[["classes"]])
  prior <- rlang::set_names(numbers_of_json(record[["prior"]]), classes)
  n <- as.double(numbers_of_json(record[["n"]]))
  fits <- lapply(record[["systems"]], class_fit_of_record, record[["method"]], prior, n,
    max(length(record[["recognisers"]]), 1))
  names(fits) <- unlist(lapply(record[["systems"]], `[[`, "name"))
  new_loglik_calibration(
    list(method = record$method, prior = prior, penalty = as.double(record[["penalty"]] %||% 0)),
    fits, recognisers = unlist(record[["recognisers"]]), n = as.integer(n),
    trials = NULL, trained_on = unlist(record[["trained_on"]]),
    input_prior = if (!is.null(record[["input_prior"]])) {
      rlang::set_names(numbers_of_json(record[["input_prior"]]), classes)
    }
  )
}

# Contradiction between the parts of a record, in words; NULL if there is none.
class_disagreement <- function(record) {
  k <- length(record[["classes"]])
  n_alpha <- switch(record[["method"]],
    affine = , temperature = 1, vector = , one_vs_rest = k, matrix = k^2,
    fusion = length(record[["recognisers"]])
  )
  prior <- numbers_of_json(record[["prior"]])
  holds <- list(
    "`classes` must differ" = !anyDuplicated(unlist(record[["classes"]])),
    "`prior` and `n` must have an element per class" =
      length(prior) == k && length(record[["n"]]) == k,
    "`prior` must have a sum of 1" = abs(sum(prior) - 1) < 1e-9,
    "The scale prob must have an `input_prior` with an element per class, no other may have one" =
      length(record[["input_prior"]]) == if (is.null(record[["scale"]])) 0 else k,
    "A fusion must have `recognisers`, and no other method may have them" =
      (record[["method"]] == "fusion") == (length(record[["recognisers"]]) > 0)
  )
  wrong <- names(holds)[!vapply(holds, isTRUE, NA)]
  if (length(wrong) > 0) return(wrong[1])
  first_problem(record[["systems"]], \(one) {
    what <- one[["function"]]
    if (length(what$alpha) != n_alpha) {
      paste("`alpha` must have", noun_count(n_alpha, "element"), "for the method", record$method)
    } else if (length(what$offset) != k) {
      "`offset` must have an element per class"
    } else if (any(is.infinite(numbers_of_json(what$alpha))) && is.null(what[["slope"]])) {
      "If `alpha` is infinite, there must be a `slope` and a `unit`"
    }
  })
}

class_fit_of_record <- function(one, method, prior, n_trials, n_recognisers) {
  basis <- one$statistics$limits
  one$statistics$limits <- NULL
  known <- utils::modifyList(
    list(ignores_input = FALSE, value = NA_real_, converged = NA, iterations = NA, determined = NA),
    Filter(Negate(is.null), c(one[["function"]], one$statistics))
  )
  numbers <- setdiff(names(known), c("ignores_input", "converged", "determined"))
  known[numbers] <- lapply(known[numbers], numbers_of_json)
  known$iterations <- as.integer(known$iterations)
  square <- \(x) matrix(x, sqrt(length(x)))
  n <- length(known$alpha) + length(known$offset)
  covariance <- square(known$covariance %||% rep(NA_real_, n^2))
  known$limits <- .Call(ffi_key,
    c(list(covariance = covariance), basis_of_record(basis, n_trials, n, n_recognisers)))
  if (method == "matrix") known$alpha <- square(known$alpha)
  if (method == "one_vs_rest") known$prior <- prior
  known
}

basis_record <- function(basis) {
  numbers <- rapply(basis, \(x) I(as.double(x)), how = "replace")
  list(covariance = numbers$covariance, limits = numbers[names(numbers) != "covariance"])
}

# Basis of limits from a record. Without it, limits need the training trials.
basis_of_record <- function(record, n, n_coefficients, n_recognisers) {
  square <- \(x) if (!is.null(x)) matrix(numbers_of_json(x), n_coefficients)
  rows <- lapply(record[["outermost"]], \(w) matrix(numbers_of_json(w), ncol = length(n)))
  if (length(rows) == 0) rows <- rep(list(matrix(0, 0, length(n))), n_recognisers)
  basis <- list(vcov = square(record[["vcov"]]), bread = square(record[["bread"]]))
  c(Filter(Negate(is.null), basis), list(
    n = if (is.null(record[["n"]])) n else numbers_of_json(record[["n"]]), outermost = rows
  ))
}
