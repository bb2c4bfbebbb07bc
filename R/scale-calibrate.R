# A calibration of numbers that stay in a database: the transformation as an expression for the
# database, for the methods with straight lines or steps.

# nolint start: object_name_linter.
predict_table.tbl_lazy <- function(newdata, object, type, prior, system) {
  # nolint end
  rlang::check_installed(c("dplyr", "dbplyr"), "to ask a database.", call = user_frame())
  check_lazy_method(object)
  if (length(prior) != 1) check_number(prior, above = 0, below = 1)
  engine <- new_engine(dbplyr::remote_con(newdata))
  log10_lr <- lazy_llr(object, newdata, lazy_input(object, newdata, engine), system, engine)
  column <- c(log10 = ".log10_lr", ln = ".ln_lr", lr = ".lr", posterior = ".posterior")[[type]]
  table <- dplyr::mutate(newdata, !!column := !!log10_lr)
  if (type == "log10") return(table)
  dplyr::mutate(table, !!column := !!lazy_express(as.name(column), type, prior, engine))
}

check_lazy_method <- function(object) {
  known <- names(Filter(\(method) !is.null(method$lazy), calibration_methods))
  refuse_if(!object$method %in% known, "method_in_database")
}

# The value as a double, in natural logarithms or as a score.
lazy_input <- function(object, newdata, engine) {
  input <- value_name(
    input_among(object$input, input_scale(object), colnames(newdata)),
    rlang::set_names(as.list(colnames(newdata)), colnames(newdata))
  )
  check_one_type(newdata, list(value = input))
  value <- rlang::expr(CAST((!!input) %AS% !!engine$type))
  without_cut_text(dplyr::transmute(newdata, value = !!value))
  if (input_scale(object) == "prob") return(prob_expression(value, object$input_prior, engine))
  if (object$scale != "lr") {
    return(rlang::expr(!!value * !!engine$number(ln_per_unit[[object$scale]])))
  }
  rlang::expr(case_when(!!value > 0 ~ log(!!value), !!value == 0 ~ !!engine$overflow(-Inf)))
}

lazy_llr <- function(object, newdata, value, system, engine) {
  expression <- calibration_methods[[object$method]]$lazy
  transforms <- object$transforms
  if (length(transforms) == 1) return(expression(transforms[[1]], value, engine))
  column <- system %||% object$input$system %||% "system"
  if (is.name(column) || rlang::is_string(column)) {
    if (!as.character(column) %in% colnames(newdata)) check_systems(NULL, names(transforms))
    column <- as.name(column)
  }
  rlang::expr(case_when(!!!Map(\(name, transform) {
    rlang::expr(!!column == !!name ~ !!expression(transform, value, engine))
  }, names(transforms), transforms)))
}

# Some databases fail on overflow and underflow.
lazy_express <- function(log10_lr, type, prior, engine) {
  number <- engine$number
  llr <- rlang::expr(!!log10_lr * !!number(log(10)))
  if (type == "ln") return(llr)
  if (type == "lr") {
    return(rlang::expr(case_when(
      !!log10_lr > 308.2 ~ !!engine$overflow(Inf),
      !!log10_lr < -307.6 ~ 0,
      TRUE ~ exp(!!llr)
    )))
  }
  shift <- number(stats::qlogis(prior) / log(10))
  rlang::expr(case_when(
    !!log10_lr + !!shift > 300 ~ 1,
    !!log10_lr + !!shift < -300 ~ 0,
    TRUE ~ 1 / (1 + exp(-(!!log10_lr + !!shift) * !!number(log(10))))
  ))
}
