# New trials for a calibration, as users hand them in.

# Values on the training scale, and the system of each trial where it matters.
read_newdata <- function(object, newdata, system, call) {
  if (is.data.frame(newdata)) {
    return(read_newdata_frame(object, newdata, system, call))
  }
  list(value = newdata, system = system)
}

read_newdata_frame <- function(object, newdata, system, call) {
  input <- value_name(object$input$lr %||% as.name(value_column(object$scale)), newdata, call)
  by <- object$input$system %||% as.name("system")
  read <- \(expression) read_variable(expression, newdata, globalenv(), call)
  if (is.null(system) && length(object$transforms) > 1) system <- read(by)
  list(value = read(input), system = system)
}

# The column with the values: who says `LR` need not know that the scale is called `lr`. A column of
# another name may be on another scale, and is not guessed at.
value_name <- function(input, data, call) {
  if (!is.name(input) || as.character(input) %in% names(data)) {
    return(input)
  }
  alike <- names(data)[tolower(names(data)) == tolower(as.character(input))]
  if (length(alike) != 1) {
    stop_input(
      "{.arg newdata} must have a column {.field {as.character(input)}}.",
      x = "Its columns are {.field {names(data)}}.",
      i = "Numbers may come as a vector: {.code predict(fit, data$column)}.",
      call = call
    )
  }
  as.name(alike)
}

check_systems <- function(system, known, call) {
  if (is.null(system)) {
    stop_input(
      "{.arg system} must say whose transformation to use.",
      i = "There are {.val {known}}.",
      call = call
    )
  }
  system <- as.character(system)
  unknown <- setdiff(system, known)
  if (length(unknown) > 0) {
    stop_input(
      "The calibration knows nothing of system {.val {unknown}}.",
      i = "It was trained on {.val {known}}.",
      call = call
    )
  }
  system
}
