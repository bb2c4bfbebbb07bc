# Calibrations by formula.

#' @rdname calibrate
#' @exportS3Method rms::calibrate formula
#' @export
calibrate.formula <- function(x, data, ..., conditions = NULL) {
  if (missing(data)) data <- NULL
  asked <- split_conditions(x, conditions, data)
  if (!is.null(asked$conditions)) return(calibrate_conditions(asked, ...))
  if (inherits(data, "tbl_lazy")) {
    return(with_formula(on_set("calibrate", x, data = data, ...), x, NULL))
  }
  check_formula_data(data)
  input <- one_input(x, data)
  if (is.null(input)) {
    method <- list(...)$method %||% "logistic"
    refuse_if(!identical(method, "logistic"), "one_input_method")
    return(fuse(x, data = data, ...))
  }
  given <- x
  x[[3]] <- if (rlang::is_call(x[[3]], "|")) call("|", input, x[[3]][[3]]) else input
  with_formula(on_set("calibrate", x, data = data, ...), x, data, given)
}

#' @rdname calibrate
#' @exportS3Method rms::calibrate data.frame
#' @export
calibrate.data.frame <- function(x, formula, ...) {
  check_followed(formula, "data frame", "calibrate(data, truth ~ score, scale = \"score\")")
  calibrate(formula, data = x, ...)
}

# The single input of a calibration, in which scale() and similar functions keep their training
# values; NULL for several inputs, which belong to fuse().
one_input <- function(formula, data) {
  lr <- split_formula(formula)$lr
  if (is.name(lr) || rlang::is_call(lr) && !joins_terms(lr) && is_operator(lr)) return(lr)
  plain <- formula
  plain[[3]] <- lr
  read <- read_inputs(plain, data)
  if (ncol(read$inputs) == 1) attr(read$kept$terms, "predvars")[[2]]
}

#' @rdname fuse
#' @export
fuse.formula <- function(x, data, scale = "score", h1 = NULL, weight = NULL, source1 = NULL,
                         source2 = NULL, prior = NULL, penalty = 0, keep_trials = FALSE, ...,
                         conditions = NULL) {
  check_columns_there()
  if (missing(data)) data <- NULL
  check_formula_data(data)
  asked <- split_conditions(x, conditions, data, fused = TRUE)
  if (!is.null(asked$conditions)) {
    return(calibrate_conditions(
      asked, scale, h1 = h1, weight = weight, source1 = source1, source2 = source2, prior = prior,
      penalty = if (!missing(penalty)) penalty, keep_trials = keep_trials, ...
    ))
  }
  read <- read_inputs(x, data)
  fit <- fuse(
    read$inputs,
    truth = read_variable(x[[2]], data, environment(x)),
    scale = scale,
    h1 = h1,
    weight = read_column(weight, data),
    source1 = read_column(source1, data),
    source2 = read_column(source2, data),
    prior = prior,
    penalty = penalty,
    keep_trials = keep_trials,
    ...
  )
  with_input(fit, read$kept, environment(x))
}
