# Inputs by formula, as usual in R: terms become a model frame and a model matrix, and new trials
# are read by the terms of the training trials.

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
