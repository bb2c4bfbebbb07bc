# Inputs by formula, as usual in R: terms become a model frame and a model matrix, and new trials
# are read by the terms of the training trials.

# Inputs on the right of a formula, a named column each, and the facts needed to read new trials.
read_inputs <- function(formula, data) {
  stop_if(
    length(formula) != 3 || rlang::is_call(formula[[3]], "|"),
    "The formula must have two sides: {.code truth ~ s1 + s2}.",
    x = if (length(formula) == 3) "A fusion takes no systems after a bar."
  )
  terms <- in_formula(stats::terms(formula, data = data), formula[[3]], data)
  terms <- stats::delete.response(terms)
  check_terms(terms)
  frame <- in_formula(
    stats::model.frame(terms, data, na.action = stats::na.pass, drop.unused.levels = TRUE),
    formula[[3]], data
  )
  for (name in names(frame)) check_variable(frame[[name]], name)
  inputs <- in_formula(design_matrix(frame), formula[[3]], data)
  terms <- attr(frame, "terms")
  kept <- list(
    terms = elsewhere(terms), xlevels = stats::.getXlevels(terms, frame),
    contrasts = attr(inputs, "contrasts"), formula = elsewhere(formula),
    columns = trial_columns(formula[[3]], data, environment(formula), nrow(frame))
  )
  list(inputs = check_inputs(plain_matrix(inputs)), kept = kept)
}

check_terms <- function(terms) {
  refuse_if(length(attr(terms, "term.labels")) == 0, "formula_without_input")
  refuse_if(attr(terms, "intercept") == 0 || !is.null(attr(terms, "offset")), "formula_offset")
}

# Text names groups, unless it consists of numbers that were not read as such.
check_variable <- function(x, name) {
  if (is.numeric(x) || is.character(x) && !is.null(numeric_hint(x))) check_numeric(x, name)
  check_no_missing(x, name)
}

# A column per number; other variables have the columns of their contrasts.
design_matrix <- function(frame, contrasts = NULL) {
  terms <- attr(frame, "terms")
  labels <- attr(terms, "term.labels")
  plain <- all(labels %in% names(frame)) &&
    all(vapply(frame[labels], \(x) is.numeric(x) && is.null(dim(x)), NA))
  # Row names are left out: a million of them take longer than all other steps.
  if (plain) do.call(cbind, frame[labels]) else stats::model.matrix(terms, frame, contrasts)
}

plain_matrix <- function(inputs) {
  inputs <- inputs[, colnames(inputs) != "(Intercept)", drop = FALSE]
  rownames(inputs) <- NULL
  inputs
}

# Reads new trials by the terms of the training trials.
read_new_inputs <- function(fit, newdata) {
  input <- fit$input
  check_new_columns(input, newdata)
  terms <- input$terms
  environment(terms) <- formula_env(fit)
  inputs <- in_formula({
    frame <- stats::model.frame(terms, newdata, na.action = stats::na.pass, xlev = input$xlevels)
    stats::.checkMFClasses(attr(terms, "dataClasses"), frame)
    design_matrix(frame, input$contrasts)
  }, input$formula[[3]], newdata, "{.arg newdata}")
  check_inputs(plain_matrix(inputs))
}

# Inputs that were columns of the training data must be columns of the new data, not variables of
# the same name.
check_new_columns <- function(input, newdata) {
  missing <- setdiff(input$columns, names(newdata))
  refuse_if(length(missing) > 0, "columns_missing")
}

# Adds to a calibration the way to find its input in new data. For trials in chunks or in a database
# all names are columns.
with_formula <- function(fit, formula, data, given = formula) {
  parts <- formula_parts(formula)
  n <- length(training_of(fit)$set)
  input <- c(parts[c("lr", "system")], list(
    formula = elsewhere(given), columns = trial_columns(parts$lr, data, environment(given), n)
  ))
  with_input(fit, input, environment(given))
}

# Inputs and conditions of the training trials, from the columns of their products.
factors_of_products <- function(fit, products) {
  m <- length(fit$conditions$labels)
  k <- length(fit$conditions$inputs)
  list(
    inputs = products[, seq_len(k) * (m + 1), drop = FALSE],
    conditions = products[, k * (m + 1) + seq_len(m), drop = FALSE]
  )
}
