# Conditions in the JSON of a calibration: the formulas as text, with what they learned of the
# training trials in them, levels and ranges.

#' @exportS3Method
calibration_record.lr_conditions <- function(fit, counts) {
  known <- fit$conditions
  c(NextMethod(), list(conditions = list(
    input_scale = known$scale, input_names = I(known$inputs),
    input_formula = formula_record(fit$input$terms, fit$input$columns, fit$input$xlevels),
    formula = formula_record(known$terms, known$columns, known$levels),
    ranges = named_record(known$ranges), term = I(known$term), grouped = I(known$grouped),
    labels = I(known$labels), variance = I(unname(known$variance)), worth = known$worth,
    slopes = if (!anyNA(known$slopes)) I(known$slopes), held = known$held
  )))
}

named_record <- function(list) lapply(structure(list, names = as.character(names(list))), I)

formula_record <- function(terms, columns, levels) {
  text <- \(x) deparse1(x, control = c("keepNA", "keepInteger", "niceNames", "digits17"))
  classes <- attr(terms, "dataClasses")
  list(
    text = text(stats::formula(terms)[[2]]),
    variables = I(vapply(as.list(attr(terms, "predvars"))[-1], text, "")),
    classes = I(unname(classes)), columns = I(as.character(columns)),
    levels = named_record(levels)
  )
}

#' @exportS3Method
calibration_of_record.condition_record <- function(record) {
  fit <- calibration_of_record(unclass(record))
  from <- record$conditions
  left <- formula_of_record(from$input_formula)
  right <- formula_of_record(from$formula)
  labels <- attr(right$terms, "term.labels")
  fit$input <- list(
    terms = left$terms, xlevels = if (length(left$levels) > 0) left$levels,
    formula = stats::as.formula(
      call("~", quote(truth), stats::formula(left$terms)[[2]]), globalenv()
    ),
    columns = left$columns
  )
  fit$conditions <- list(
    terms = right$terms, levels = right$levels, columns = right$columns,
    ranges = lapply(from$ranges, numbers_of_json), term = as.integer(unlist(from$term)),
    grouped = as.logical(unlist(from$grouped)), labels = as.character(unlist(from$labels)),
    inputs = as.character(unlist(from$input_names)), scale = from$input_scale,
    variance = rlang::set_names(numbers_of_json(from$variance), labels), worth = from$worth,
    slopes = if (is.null(from$slopes)) c(NA_real_, NA_real_) else numbers_of_json(from$slopes),
    held = isTRUE(from$held)
  )
  stop_problem(if (!are_consistent_conditions(fit)) "The `conditions` do not fit the `function`")
  structure(fit, class = c("lr_conditions", "lr_fusion", "lr_calibration"))
}

are_consistent_conditions <- function(fit) {
  known <- fit$conditions
  identical(product_names(known$inputs, known$labels), fit$terms) &&
    length(known$term) == length(known$labels) && known$scale %in% input_scales
}

formula_of_record <- function(from) {
  variables <- lapply(unlist(from$variables), safe_expression)
  terms <- stats::terms(stats::as.formula(call("~", safe_expression(from$text)), globalenv()))
  attr(terms, "predvars") <- as.call(c(quote(list), variables))
  names <- vapply(as.list(attr(terms, "variables"))[-1], rlang::as_label, "")
  stop_problem(if (length(variables) != length(names)) "`variables` must be those of the formula")
  classes <- rlang::set_names(as.character(unlist(from$classes)), names)
  terms <- structure(terms, dataClasses = classes)
  list(
    terms = terms, columns = as.character(unlist(from$columns)),
    levels = lapply(from$levels, \(x) as.character(unlist(x)))
  )
}

# A file is data: it may ask for arithmetic and bases of functions, and for nothing else.
safe_expression <- function(text) {
  expression <- tryCatch(str2lang(text), error = \(cnd) stop_problem("A formula is no formula"))
  used <- functions_of(expression)
  stop_problem(if (!all(used %in% functions_in_files)) {
    sprintf("A formula uses `%s`, which files may not", setdiff(used, functions_in_files)[1])
  })
  expression
}

functions_of <- function(x) {
  if (!is.call(x)) {
    return(character())
  }
  c(deparse1(x[[1]]), unlist(lapply(as.list(x)[-1], functions_of)))
}

functions_in_files <- c(
  "+", "-", "*", "/", "^", ":", "(", "%in%", "%%", "I", "c", "list", "log", "log2", "log10",
  "log1p",
  "exp", "sqrt", "abs", "pmin", "pmax", "scale", "poly", "ns", "bs", "factor", "as.numeric", "==",
  "<", ">", "<=", ">=", "!", "&", "|", "structure", "stats::poly", "splines::ns", "splines::bs"
)
