# New trials for a calibration, in the forms that users supply.

# Values on the training scale, and the system of each trial if it matters.
read_newdata <- function(object, newdata, system) {
  system <- asked_systems(object, system, NROW(newdata))
  if (is.matrix(newdata) && !is.null(colnames(newdata))) newdata <- as.data.frame(newdata)
  if (is.data.frame(newdata)) return(read_newdata_frame(object, newdata, system))
  check_sequence(newdata)
  list(value = newdata, system = system)
}

# The requested systems: one for all trials, or one for each.
asked_systems <- function(object, system, n) {
  if (is.null(system)) return(NULL)
  if (length(system) != 1) check_length(system, n, of = "newdata")
  check_systems(system, calibrated_systems(object))
}

read_newdata_frame <- function(object, newdata, system) {
  input <- value_name(input_among(object$input, input_scale(object), names(newdata)), newdata)
  by <- object$input$system %||% as.name("system")
  if (!is.name(input)) check_new_columns(object$input, newdata)
  env <- formula_env(object)
  read <- \(expression, own) read_variable(expression, newdata, env, "{.arg newdata}", own = own)
  if (is.null(system) && length(object$transforms) > 1) system <- read(by, TRUE)
  list(value = read(input, FALSE), system = system)
}

# The values by the formula. A set as a data frame names them by their scale.
input_among <- function(input, scale, columns) {
  by_scale <- value_column(scale)
  lr <- input$lr %||% as.name(by_scale)
  gone <- isTRUE(input$of_set) && !all(input$columns %in% columns) && by_scale %in% columns
  if (gone) as.name(by_scale) else lr
}

# The column with the values. Users who write `LR` need not know that the scale is called `lr`. A
# column with another name may be on another scale, and is not used.
value_name <- function(input, data) {
  if (!is.name(input) || as.character(input) %in% names(data)) return(input)
  alike <- names(data)[tolower(names(data)) == tolower(as.character(input))]
  refuse_if(length(alike) != 1, "value_column")
  as.name(alike)
}

check_systems <- function(system, known) {
  refuse_if(is.null(system), "system_missing")
  check_identifiers(system, "system")
  system <- source_names(system)
  unknown <- setdiff(system, known)
  refuse_if(length(unknown) > 0, "system_untrained")
  system
}
