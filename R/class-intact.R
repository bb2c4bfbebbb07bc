# Checks that a calibration of many classes is unaltered, as check_intact_fit() does for two.

check_intact_class_fit <- function(fit) {
  stop_unless_intact(
    is.list(fit) && is_intact_class_fit(unclass(fit)), "loglik_calibration", "calibrate"
  )
  invisible(fit)
}

is_intact_class_fit <- function(fit) {
  k <- length(fit$classes)
  k > 1 && is_name_set(fit$classes) && rlang::is_string(fit$method) &&
    fit$method %in% names(class_methods()) && are_numbers(fit$prior, k) &&
    (is.null(fit$input_prior) || are_numbers(fit$input_prior, k)) &&
    are_checksums(fit$trained_on) && are_numbers(fit$penalty, 1) && are_numbers(fit$n, k) &&
    (is.null(fit$recognisers) || is_name_set(fit$recognisers)) && is.list(fit$fits) &&
    length(fit$fits) > 0 && all(vapply(fit$fits, is_class_map, NA, fit$method,
      length(fit$recognisers), k))
}

is_class_map <- function(one, method, n_recognisers, k) {
  n <- switch(method,
    affine = , temperature = 1, vector = , one_vs_rest = k, matrix = k^2, fusion = n_recognisers
  )
  flag <- \(x) is.logical(x) && length(x) == 1
  number <- \(x) is.numeric(x) && length(x) == 1
  known <- \(x) is.null(x) || is.numeric(x)
  is.list(one) && is.numeric(one$alpha) && length(one$alpha) == n && !anyNA(one$alpha) &&
    (method != "matrix" || is.matrix(one$alpha)) &&
    known(one$slope) && known(one$unit) &&
    (all(is.finite(one$alpha)) || are_numbers(c(one$slope, one$unit), 2)) &&
    are_numbers(one$offset, k) && number(one$value) && rlang::is_bool(one$ignores_input) &&
    flag(one$converged) && flag(one$determined) && length(one$iterations) == 1 &&
    (method != "one_vs_rest" || are_numbers(one$prior, k)) && is.integer(one$limits)
}

# Is this a valid basis of limits? Fits from a file may lack covariances and outermost trials.
is_class_basis <- function(basis, fit, k) {
  n <- lengths(fit$fits[[k]][c("alpha", "offset")])
  square <- \(m) is.double(m) && identical(dim(m), rep(sum(n), 2))
  known <- \(m) is.null(m) || square(m)
  rows <- basis$outermost
  is.list(basis) && square(basis$covariance) && known(basis$vcov) && known(basis$bread) &&
    are_numbers(basis$n, n[[2]]) && is.list(rows) &&
    length(rows) == max(length(fit$recognisers), 1) &&
    all(vapply(rows, \(w) is.double(w) && is.matrix(w) && ncol(w) == n[[2]] && !anyNA(w), NA)) &&
    length(unique(vapply(rows, nrow, 0L))) == 1
}
