# Calibration and fusion under conditions. calibrate() explains the formula.

# The formula without its conditions, the conditions, and where both are found; NULL if there are
# none. After the bar of a calibration, calls that join or compute numbers are conditions; a name,
# and calls that give labels, distinguish systems.
split_conditions <- function(formula, conditions, data, fused = FALSE) {
  bar <- if (length(formula) == 3 && rlang::is_call(formula[[3]], "|", n = 2)) formula[[3]][[3]]
  if (!is.null(conditions)) {
    check_that(
      rlang::is_formula(conditions, lhs = FALSE), "be a formula such as {.code ~ log(duration)}.",
      conditions
    )
    stop_if(!is.null(bar), "Give conditions after the bar or in {.arg conditions}, not in both.")
    bar <- conditions[[2]]
    env <- environment(conditions)
  } else {
    if (is.null(bar) || !(fused || are_conditions(bar, formula, data))) return(NULL)
    formula[[3]] <- formula[[3]][[2]]
    env <- environment(formula)
  }
  list(formula = formula, conditions = bar, env = env, data = data, fused = fused)
}

are_conditions <- function(bar, formula, data) {
  if (is.name(bar) || joins_terms(bar)) return(!is.name(bar))
  value <- tryCatch(eval(bar, data, environment(formula)), error = \(cnd) NULL)
  is.numeric(value)
}

# All arguments but the split formula `x` are those of users.
calibrate_conditions <- function(x, scale, method = "logistic", h1 = NULL, weight = NULL,
                                 source1 = NULL, source2 = NULL, prior = NULL, penalty = NULL,
                                 keep_trials = FALSE, sure = FALSE, ...) {
  check_dots(...)
  data <- x$data
  check_conditions_asked(data, method, scale, penalty, keep_trials)
  formula <- x$formula
  read <- read_inputs(formula, data)
  refuse_if(!x$fused && ncol(read$inputs) > 1, "scores_before_bar")
  under <- read_conditions(x$conditions, data, x$env)
  carrier <- read_carrier(
    read$inputs, read_variable(formula[[2]], data, environment(formula)), scale, sure,
    h1 = h1, weight = read_column(weight, data), source1 = read_column(source1, data),
    source2 = read_column(source2, data), prior = if (scale == "prob") prior
  )$carrier
  prior <- own_prior(carrier, prior %||% 0.5)
  check_training_prior(prior)
  kept <- c(under$kept, list(inputs = colnames(read$inputs), scale = scale))
  recipe <- list(
    method = "fusion", prior = as.double(prior), settings = as.list(c(penalty = penalty))
  )
  if (!is.null(penalty)) recipe$settings <- list(penalty = as.double(penalty))
  fit <- new_condition_fit(
    inputs_to_ln(read$inputs, list(input_prior = prior), scale), under$columns, kept, carrier,
    recipe, keep_trials
  )
  with_input(fit, read$kept, environment(formula))
}

check_conditions_asked <- function(data, method, scale, penalty, keep_trials) {
  check_formula_data(data)
  check_flag(keep_trials)
  check_scale(scale, input_scales)
  stop_if(!identical(method, "logistic"), "{.arg method} must be {.val logistic} under conditions.")
  if (!is.null(penalty)) {
    check_finite(penalty)
    check_each(penalty > 0, "be above 0.", penalty)
  }
}

# The inputs of such a fit are products of conditions and inputs, which are natural log LRs or
# scores. Inputs of a calibration on one scale must not be mistaken for those of another.
new_condition_fit <- function(inputs, columns, kept, carrier, recipe, keep_trials) {
  if (kept$scale != "score") carrier <- with_values(carrier, inputs[, 1], "ln")
  carrier <- with_effective_weights(carrier)
  transform <- train_conditions(inputs, columns, kept, carrier, recipe)
  own <- transform$conditions
  transform$conditions <- NULL
  products <- named_products(inputs, columns, product_names(kept$inputs, kept$labels))
  fit <- new_calibration(recipe, list(transform), carrier, products, keep_trials,
    class = c("lr_conditions", "lr_fusion"))
  trials <- training_of(fit)
  fit$conditions <- c(kept, own)
  remember_anew(fit, trials)
}

#' @rdname lr_calibration-methods
#' @export
print.lr_conditions <- \(x, ...) printed(x, {
  NextMethod()
  cat(condition_lines(x), sep = "\n")
})

condition_lines <- function(fit) {
  own <- fit$conditions
  changes <- ifelse(own$variance > least_variance, format_number(sqrt(own$variance), 2), "nothing")
  c(
    paste0(
      "Conditions change, in nats per standard deviation or level: ",
      paste0(names(own$variance), " ", changes, collapse = ", "), "."
    ),
    if (!anyNA(own$slopes)) {
      sprintf("Slopes under the training conditions: %s to %s%s.", format_number(own$slopes[1]),
        format_number(own$slopes[2]), if (own$held) ", kept above 0" else "")
    }
  )
}

# Conditions after the bar are those of calibrate().
#' @export
cross_calibrate.formula <- function(x, data = NULL, ..., folds = 10, conditions = NULL) {
  if (is.null(split_conditions(x, conditions, data))) {
    return(on_set("cross_calibrate", x, data = data, ..., folds = folds))
  }
  cross_calibrate(calibrate(x, data = data, ..., conditions = conditions), folds = folds)
}

#' @export
cross_calibrate.data.frame <- function(x, formula, ...) {
  check_followed(formula, "data frame", "cross_calibrate(data, truth ~ score, scale = \"score\")")
  cross_calibrate(formula, data = x, ...)
}

#' @rdname cross_calibrate
#' @export
cross_calibrate.lr_conditions <- function(x, folds = 10, ...) {
  check_dots(...)
  parts <- factors_of_products(x, training_of(x)$inputs)
  cross_calibrate_inputs(x, folds, "conditions", \(train, carrier, fold) {
    train_conditions(
      parts$inputs[train, , drop = FALSE], parts$conditions[train, , drop = FALSE], x$conditions,
      carrier, x
    )
  })
}
