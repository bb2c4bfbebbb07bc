# Conditions in the JSON of a calibration: the formulas as text, with the facts that they learned of
# the training trials, levels and ranges.

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
  list(
    text = text(stats::formula(terms)[[2]]),
    variables = I(vapply(as.list(attr(terms, "predvars"))[-1], text, "")),
    classes = I(unname(attr(terms, "dataClasses"))), columns = I(as.character(columns)),
    levels = named_record(levels)
  )
}

#' @exportS3Method
calibration_of_record.condition_record <- function(record) {
  fit <- calibration_of_record(unclass(record))
  from <- record[["conditions"]]
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
    variance = rlang::set_names(numbers_of_json(from$variance), labels), worth = from[["worth"]],
    slopes = if (is.null(from[["slopes"]])) c(NA_real_, NA_real_) else numbers_of_json(from$slopes),
    held = isTRUE(from[["held"]])
  )
  stop_problem(if (!are_consistent_conditions(fit)) "The `conditions` do not fit the `function`")
  new_object(c("lr_conditions", "lr_fusion", "lr_calibration"), fit)
}

are_consistent_conditions <- function(fit) {
  known <- fit$conditions
  identical(product_names(known$inputs, known$labels), fit$terms) &&
    length(known$term) == length(known$labels) && known$scale %in% input_scales
}

formula_of_record <- function(from) {
  texts <- unlist(from$variables)
  stop_problem(if (sum(nchar(c(texts, from$text))) > 1e5) "A formula is too long")
  variables <- lapply(texts, parsed_formula)
  for (variable in variables) check_call(variable)
  formula <- parsed_formula(from$text)
  stop_problem(if (most_terms(formula) > 1000) "A formula has too many terms")
  terms <- stats::terms(stats::as.formula(call("~", formula), globalenv()))
  attr(terms, "predvars") <- as.call(c(quote(list), variables))
  names <- vapply(as.list(attr(terms, "variables"))[-1], rlang::as_label, "")
  stop_problem(if (length(variables) != length(names)) "`variables` must be those of the formula")
  columns <- columns_of_terms(terms, variables, from$levels)
  stop_problem(if (columns > 1e4) "A formula has too many columns")
  classes <- rlang::set_names(as.character(unlist(from$classes)), names)
  terms <- structure(terms, dataClasses = classes)
  list(
    terms = terms, columns = as.character(unlist(from$columns)),
    levels = lapply(from$levels, \(x) as.character(unlist(x)))
  )
}

parsed_formula <- function(text) {
  tryCatch(str2lang(text), error = \(cnd) stop_problem("A formula cannot be read"))
}

# Largest number of terms of a formula; anything but an operator of formulas is a variable.
most_terms <- function(x) {
  operator <- if (is.call(x)) deparse1(x[[1]]) else ""
  if (!operator %in% c("+", "-", ":", "%in%", "*", "/", "^", "(")) {
    check_call(x)
    return(1)
  }
  n <- vapply(as.list(x)[-1], most_terms, 1)
  switch(operator,
    "+" = , "-" = , "(" = sum(n), ":" = , "%in%" = prod(n), "*" = , "/" = prod(n + 1) - 1,
    "^" = if (is.numeric(x[[3]])) (n[1] + 1)^x[[3]] else Inf
  )
}

# Number of columns of all terms, from those of the variables, which are bases of functions or have
# levels.
columns_of_terms <- function(terms, variables, levels) {
  factors <- attr(terms, "factors")
  sizes <- Map(\(name, variable) max(1, length(levels[[name]]), basis_columns(variable)),
    rownames(factors), variables)
  sum(vapply(seq_along(attr(terms, "term.labels")), \(k) prod(unlist(sizes)[factors[, k] > 0]), 1))
}

# A file is data: its formulas may use arithmetic and bases of functions only. Their sizes are
# limited, so that no file can ask for all the memory.
check_call <- function(x) {
  if (!is.call(x)) return(invisible())
  name <- deparse1(x[[1]])
  stop_problem(if (!name %in% functions_in_files) {
    sprintf("A formula uses `%s`, which is not allowed in files", name)
  })
  is_small <- switch(name,
    ":" = all(vapply(as.list(x)[-1], is.numeric, NA)) && max(x[[2]], x[[3]]) <= 1000,
    numeric = identical(x[[2]], 0), basis_columns(x) <= 1000
  )
  stop_problem(if (!is_small) sprintf("A formula has too many terms in `%s`", name))
  for (part in as.list(x)[-1]) check_call(part)
}

# Number of columns of the largest basis in a call; Inf if a file may not ask for it. A degree must
# be a literal number, under any name: a variable or a computed number could be too large.
basis_columns <- function(x) {
  if (!is.call(x)) return(0)
  if (!sub("^(stats|splines)::", "", deparse1(x[[1]])) %in% bases_in_files) {
    return(max(0, vapply(as.list(x)[-1], basis_columns, 1)))
  }
  parts <- as.list(x)[-1]
  names <- rlang::names2(parts)
  fixed <- names %in% c("knots", "Boundary.knots", "coefs")
  variable <- match("x", names, match(TRUE, names == ""))
  rest <- parts[-c(variable, which(fixed))]
  columns <- vapply(rest, is.name, NA)
  sizes <- rest[!columns]
  sound <- !is.na(variable) &&
    all(vapply(sizes, \(part) is.numeric(part) || is.logical(part), NA)) &&
    all(all.names(as.call(c(quote(c), parts[fixed]))) %in% c("c", "list", "-", "numeric")) &&
    !any(bases_in_files %in% all.names(parts[[variable]]))
  if (!sound) return(Inf)
  degree <- sum(abs(as.numeric(unlist(sizes))))
  (1 + degree)^(1 + sum(columns)) + sum(vapply(parts[fixed], n_leaves, 1))
}

bases_in_files <- c("poly", "ns", "bs")

n_leaves <- function(x) if (is.call(x)) sum(vapply(as.list(x)[-1], n_leaves, 1)) else 1

functions_in_files <- c(
  "+", "-", "*", "/", "^", ":", "(", "%in%", "%%", "I", "c", "list", "log", "log2", "log10",
  "log1p",
  "exp", "sqrt", "abs", "pmin", "pmax", "scale", "poly", "ns", "bs", "factor", "as.numeric", "==",
  "<", ">", "<=", ">=", "!", "&", "|", "numeric", "stats::poly", "splines::ns", "splines::bs"
)
