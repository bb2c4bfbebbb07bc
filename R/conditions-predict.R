# LRs of new trials from a calibration under conditions.

#' @rdname predict.lr_calibration
#' @param conditions For a calibration under conditions and an [lr_set()]: a data frame with a row
#'   of conditions per trial. A data frame `newdata` has them in its columns.
#' @export
predict.lr_conditions <- function(object, newdata = new_data, type = NULL, prior = NULL,
                                  system = "conditions", level = NULL, by = NULL,
                                  integrated = FALSE, conditions = NULL, ..., new_data = NULL) {
  check_intact_fit(object)
  check_dots(...)
  read <- \(object, newdata) new_products(object, newdata, conditions)
  output <- read_output(object, type, prior)
  wanted <- list(level = level, by = by, integrated = integrated)
  fused_lrs(object, newdata, read, output, system, wanted)
}

# A matrix already holds the products of inputs and conditions.
new_products <- function(object, newdata, conditions) {
  known <- object$conditions
  if (is.matrix(newdata)) return(match_inputs(check_inputs(newdata), object))
  given <- if (is.data.frame(newdata)) newdata else conditions
  check_that(
    is.data.frame(given), "be a data frame with the conditions of the trials.", given,
    if (inherits(newdata, "lr_set")) "conditions" else "newdata"
  )
  inputs <- if (is.data.frame(newdata)) {
    check_new_columns(list(columns = union(object$input$columns, known$columns)), newdata)
    read_new_inputs(object, newdata)
  } else {
    check_same_kind(known$scale, newdata$scale)
    set_inputs(newdata)
  }
  refuse_if(nrow(given) != nrow(inputs) || ncol(inputs) != length(known$inputs), "condition_rows")
  if (is.data.frame(newdata)) {
    check_columns(inputs, known$scale)
    inputs <- inputs_to_ln(inputs, object, known$scale)
  }
  refuse_if(!all(is.finite(inputs)), "new_inputs_infinite")
  columns <- new_conditions(known, given, formula_env(object))
  named_products(inputs, columns, object$terms)
}
