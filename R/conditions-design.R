# Columns of the conditions after a bar: one for each number, a basis of a spline, an indicator of
# each level. A calibration under conditions weights the products of the inputs and these columns,
# and the inputs and columns themselves.

# Columns, the term of the formula that each belongs to, and the facts needed to read new trials.
read_conditions <- function(expression, data, env) {
  formula <- stats::as.formula(call("~", expression), env)
  terms <- in_formula(stats::terms(formula, data = data), expression, data)
  refuse_if(
    length(attr(terms, "term.labels")) == 0 || !is.null(attr(terms, "offset")),
    "no_condition"
  )
  frame <- in_formula(
    stats::model.frame(terms, data, na.action = stats::na.pass, drop.unused.levels = TRUE),
    expression, data
  )
  for (name in names(frame)) check_variable(frame[[name]], name)
  levels <- lapply(Filter(is_grouping, as.list(frame)), \(x) base::levels(as.factor(x)))
  columns <- trial_columns(expression, data, env, nrow(frame))
  values <- lapply(rlang::set_names(columns), \(name) eval(as.name(name), data, env))
  kept <- list(
    terms = elsewhere(attr(frame, "terms")), levels = levels, columns = columns,
    ranges = lapply(Filter(is_number, values), range)
  )
  found <- condition_columns(kept, frame)
  check_each(rowSums(!is.finite(found)) == 0, "be finite.", rowSums(found), "conditions")
  kept$term <- attr(found, "assign")
  kept$grouped <- attr(terms, "term.labels")[kept$term] %in% grouped_terms(kept)
  kept$labels <- colnames(found)
  list(columns = plain_matrix(found), kept = kept)
}

is_grouping <- function(x) is.factor(x) || is.character(x) || is.logical(x)

# Terms with levels, whose indicators are not scaled: the differences between levels must not depend
# on their numbers of trials.
grouped_terms <- function(kept) {
  factors <- attr(kept$terms, "factors")
  is_level <- rownames(factors) %in% names(kept$levels)
  colnames(factors)[colSums(factors[is_level, , drop = FALSE] > 0) > 0]
}

condition_columns <- function(kept, frame) {
  for (name in names(kept$levels)) frame[[name]] <- factor(frame[[name]], kept$levels[[name]])
  every <- lapply(kept$levels, stats::contr.treatment, contrasts = FALSE)
  if (length(every) == 0) every <- NULL
  found <- stats::model.matrix(kept$terms, frame, contrasts.arg = every)
  own <- colnames(found) != "(Intercept)"
  structure(found[, own, drop = FALSE], assign = attr(found, "assign")[own])
}

new_conditions <- function(kept, newdata, env) {
  check_new_columns(kept, newdata)
  check_ranges(kept, newdata)
  terms <- kept$terms
  environment(terms) <- env
  frame <- in_formula(
    stats::model.frame(terms, newdata, na.action = stats::na.pass),
    stats::formula(terms)[[2]], newdata, "{.arg newdata}"
  )
  for (name in names(kept$levels)) {
    check_no_missing(frame[[name]], name)
    unknown <- setdiff(as.character(frame[[name]]), kept$levels[[name]])
    refuse_if(length(unknown) > 0, "condition_levels")
  }
  plain_matrix(condition_columns(kept, frame))
}

# Conditions are not extrapolated: a value outside the training range is an error.
check_ranges <- function(kept, newdata) {
  for (name in names(kept$ranges)) {
    value <- newdata[[name]]
    check_numeric(value, name)
    range <- kept$ranges[[name]]
    beyond <- which(value < range[1] | value > range[2])
    refuse_if(length(beyond) > 0, "condition_range")
  }
}

# Every input and 1, each times every condition and 1; the last column, which is 1, is the offset.
condition_products <- function(inputs, conditions) {
  left <- cbind(inputs, 1)
  right <- cbind(conditions, 1)
  i <- rep(seq_len(ncol(left)), each = ncol(right))
  j <- rep(seq_len(ncol(right)), ncol(left))
  left[, i, drop = FALSE] * right[, j, drop = FALSE]
}

# The same without the offset.
named_products <- function(inputs, conditions, names) {
  products <- condition_products(inputs, conditions)
  `colnames<-`(products[, -ncol(products), drop = FALSE], names)
}

product_names <- function(inputs, conditions) {
  pairs <- outer(c(conditions, ""), c(inputs, ""), \(condition, input) {
    paste0(input, ifelse(input == "" | condition == "", "", ":"), condition)
  })
  utils::head(as.vector(pairs), -1)
}

# Inputs on the right of a formula, a named column each, and the facts needed to read new trials.
read_inputs <- function(formula, data) {
  refuse_if(length(formula) != 3 || rlang::is_call(formula[[3]], "|"), "formula_sides")
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
