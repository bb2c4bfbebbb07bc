# Calibrations by formula.

#' @rdname calibrate
#' @export
calibrate.formula <- function(x, data, ..., conditions = NULL) {
  if (missing(data)) data <- NULL
  asked <- split_conditions(x, conditions, data)
  if (!is.null(asked$conditions)) return(calibrate_conditions(asked, data, ...))
  if (inherits(data, "tbl_lazy")) {
    return(with_formula(on_set("calibrate", x, data = data, ...), x, NULL))
  }
  check_formula_data(data)
  input <- one_input(x, data)
  if (is.null(input)) {
    check_one_input(list(...)$method %||% "logistic")
    return(fuse(x, data = data, ...))
  }
  given <- x
  x[[3]] <- if (rlang::is_call(x[[3]], "|")) call("|", input, x[[3]][[3]]) else input
  with_formula(on_set("calibrate", x, data = data, ...), x, data, given)
}

#' @rdname calibrate
#' @export
calibrate.data.frame <- function(x, formula, ...) {
  check_followed(formula, "data frame", "calibrate(data, truth ~ score, scale = \"score\")")
  calibrate(formula, data = x, ...)
}

# The one input of a calibration, in which scale() and its like keep what they learned; NULL for
# several inputs, which are for fuse().
one_input <- function(formula, data) {
  lr <- split_formula(formula)$lr
  if (is.name(lr) || rlang::is_call(lr) && !joins_terms(lr) && is_operator(lr)) return(lr)
  plain <- formula
  plain[[3]] <- lr
  read <- read_inputs(plain, data)
  if (ncol(read$inputs) == 1) attr(read$kept$terms, "predvars")[[2]]
}

check_one_input <- function(method) {
  stop_if(
    !identical(method, "logistic"),
    "Method {.val {method}} takes one input.",
    x = "The formula names several.",
    i = "Method {.val logistic} combines them, as {.fn fuse} does."
  )
}
