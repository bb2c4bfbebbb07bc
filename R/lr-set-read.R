# How the door reads what users hand in.

# `is_h1` and the labels of the two hypotheses, and the number of H1 trials where it is known.
read_truth <- function(truth, h1, n, call) {
  check_length(truth, n, "truth", "x", call)
  n_true <- if (is.logical(truth)) .Call(ffi_count_true, truth)
  if (!is.null(n_true)) {
    return(read_logical_truth(truth, n_true, h1, call))
  }
  check_no_missing(truth, "truth", call)
  if (!is.factor(truth) && !is.character(truth) && !is.numeric(truth)) {
    stop_input(
      c(
        "{.arg truth} must be logical, a factor, a character vector, or 0 and 1.",
        x = "It is {.obj_type_friendly {truth}}."
      ),
      call = call
    )
  }
  read_labelled_truth(truth, h1, call)
}

read_logical_truth <- function(truth, n_true, h1, call) {
  if (is.null(h1)) {
    return(list(is_h1 = as.vector(truth), labels = c(h1 = "TRUE", h2 = "FALSE"), n_h1 = n_true))
  }
  if (!isTRUE(h1) && !isFALSE(h1)) {
    stop_input("With logical {.arg truth}, {.arg h1} must be TRUE or FALSE.", call = call)
  }
  list(
    is_h1 = if (h1) as.vector(truth) else !truth,
    labels = c(h1 = as.character(h1), h2 = as.character(!h1))
  )
}

read_labelled_truth <- function(truth, h1, call) {
  found <- as.character(if (is.factor(truth)) levels(droplevels(truth)) else unique(truth))
  h1 <- h1_level(truth, found, h1, call)
  if (length(found) != 2) {
    stop_input(
      c(
        "{.arg truth} must have two levels, one for each hypothesis.",
        x = "It has {length(found)}: {.val {found}}."
      ),
      class = if (length(found) == 1) "calibrant_error_one_class",
      call = call
    )
  }
  list(is_h1 = as.vector(truth == h1), labels = c(h1 = h1, h2 = setdiff(found, h1)))
}

h1_level <- function(truth, found, h1, call) {
  if (is.null(h1)) {
    if (is.numeric(truth) && all(found %in% c("0", "1"))) {
      return("1")
    }
    stop_input(
      c(
        "{.arg h1} must say which level of {.arg truth} is H1.",
        x = "The levels are {.val {found}}.",
        i = "For example {.code h1 = \"{found[1]}\"}."
      ),
      call = call
    )
  }
  h1 <- as.character(h1)
  if (length(h1) != 1 || !h1 %in% found) {
    stop_input(
      c(
        "{.arg h1} must be a level of {.arg truth}: {.or {.val {found}}}.",
        x = "It is {.val {h1}}."
      ),
      call = call
    )
  }
  h1
}

read_system <- function(system, n, call) {
  check_identifiers(system, "system", call)
  check_length(system, n, "system", "x", call)
  check_no_missing(system, "system", call)
  if (is.factor(system)) droplevels(system) else factor(system, levels = unique(system))
}

# Products of four weights must stay clear of underflow and overflow.
read_weight <- function(weight, n, call) {
  check_length(weight, n, "weight", "x", call)
  check_numeric(weight, "weight", call)
  wrong <- which(!(weight >= 1e-100 & weight <= 1e100))
  if (length(wrong) > 0) {
    stop_input(
      c(
        "{.arg weight} must be positive, between 1e-100 and 1e100.",
        x = "Element {wrong[1]} is {.val {weight[wrong[1]]}}.",
        i = "Leave out trials that should not count."
      ),
      call = call
    )
  }
  as.double(weight)
}

read_source <- function(source, arg, n, call) {
  check_identifiers(source, arg, call)
  check_length(source, n, arg, "x", call)
  check_no_missing(source, arg, call)
  as.vector(source)
}

# Names of things are text, numbers, or a factor.
check_identifiers <- function(x, arg, call) {
  if (!is.atomic(x) || is.null(x) || is.complex(x) || is.raw(x) || length(dim(x)) > 1) {
    stop_input(
      c(
        "{.arg {arg}} must be a vector of identifiers: text, numbers, or a factor.",
        x = "It is {.obj_type_friendly {x}}."
      ),
      call = call
    )
  }
}

# What tells sources apart: numbers in full, as 1e15 + 1 is not 1e15, and 1e5 is "100000".
source_names <- function(source) {
  if (!is.double(source)) {
    return(as.character(source))
  }
  short <- sprintf("%.15g", source)
  ifelse(as.double(short) == source, short, sprintf("%.17g", source))
}

# truth ~ lr | system, taken apart.
formula_parts <- function(formula, call) {
  if (length(formula) != 3) {
    stop_input("The formula must have two sides: {.code truth ~ lr | system}.", call = call)
  }
  right <- formula[[3]]
  has_system <- rlang::is_call(right, "|", n = 2)
  list(
    truth = formula[[2]],
    lr = if (has_system) right[[2]] else right,
    system = if (has_system) right[[3]]
  )
}

read_variable <- function(expression, data, env, call) {
  tryCatch(
    eval(expression, data, env),
    error = function(cnd) {
      stop_input(
        c(
          "The formula must name columns of {.arg data}.",
          x = "{.code {rlang::as_label(expression)}} gave: {conditionMessage(cnd)}.",
          i = "The columns are {.val {names(data)}}."
        ),
        call = call
      )
    }
  )
}

read_column <- function(x, data, arg, call) {
  if (!rlang::is_string(x)) {
    return(x)
  }
  if (!x %in% names(data)) {
    stop_input(
      c(
        "{.arg {arg}} must name a column of {.arg data}.",
        x = "There is no column {.val {x}}; there are {.val {names(data)}}."
      ),
      call = call
    )
  }
  data[[x]]
}
