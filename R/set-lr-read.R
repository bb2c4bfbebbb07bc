# Reads the arguments of lr_set().

# `is_h1` and the labels of the two hypotheses. `x` helps to suggest the level of H1.
read_truth <- function(truth, h1, x, arg = "truth") {
  check_length(truth, length(x), arg, "x")
  check_no_missing(truth, arg)
  if (is.logical(truth)) return(read_logical_truth(truth, h1))
  check_that(
    is.factor(truth) || is.character(truth) || is.numeric(truth),
    "be logical, a factor, a character vector, or 0 and 1.", truth
  )
  values <- if (is.factor(truth)) levels(droplevels(truth)) else unique(truth)
  named <- level_names(values)
  found <- unique(named)
  check_text(found, "truth")
  refuse_if(length(found) != 2, "truth_levels")
  h1 <- h1_level(truth, found, h1, x)
  of_h1 <- values[named == h1]
  is_h1 <- as.vector(if (length(of_h1) == 1) truth == of_h1 else truth %in% of_h1)
  list(is_h1 = is_h1, labels = c(h1 = h1, h2 = setdiff(found, h1)))
}

read_logical_truth <- function(truth, h1) {
  h1 <- h1 %||% TRUE
  check_that(rlang::is_bool(h1), "be TRUE or FALSE, as {.arg truth} is.", h1)
  list(
    is_h1 = if (h1) as.vector(truth) else !truth,
    labels = c(h1 = as.character(h1), h2 = as.character(!h1))
  )
}

h1_level <- function(truth, found, h1, x) {
  if (is.null(h1)) {
    if (is.numeric(truth) && all(found %in% c("0", "1"))) return("1")
    likely <- likely_h1(truth, found, x)
    refuse("h1_needed")
  }
  known <- is.atomic(h1) && length(h1) == 1 && source_names(h1) %in% found
  check_that(
    known, "be a level of {.arg truth}: {.or {.val {found}}}.", h1,
    i = if (is.atomic(h1)) meant_hint(as.character(h1), as.character(found))
  )
  h1 <- source_names(h1)
  if (!inherits(truth, "AsIs")) check_other_label(h1, setdiff(found, h1))
  h1
}

# A word for a missing truth, such as `?`, is no label of H2 unless the user says so.
check_other_label <- function(h1, h2) {
  asked <- labels_asked(list(h1 = h1))
  found <- .Call(ffi_settle_labels, c(h1, h2), asked, role_bytes())
  refuse_if(found$problem == "label", "truth_unknown")
}

# The level that means H1 by its name, or else the one with the larger numbers.
likely_h1 <- function(truth, found, x) {
  if (length(found) != 2) return(NULL)
  # A single letter counts as a word only beside its opposite.
  side <- label_side(found)
  named <- side %in% TRUE & (nchar(found) > 1 | FALSE %in% side) |
    grepl("^same[ _-]", found, ignore.case = TRUE)
  if (sum(named) == 1) return(structure(found[named], reason = "that is what the level is called"))
  # Text has only alphabetical order.
  if (!is.numeric(x) && !is.ordered(x)) return(NULL)
  rank <- vapply(found, \(level) mean(rank(x, "keep")[truth == level], na.rm = TRUE), 0)
  if (isTRUE(rank[1] != rank[2])) {
    are <- if (is.ordered(x)) "conclusions are the higher" else "numbers are the larger"
    structure(found[which.max(rank)], reason = paste("its", are, "ones"))
  }
}

read_system <- function(system, n) {
  check_identifiers(system, "system")
  system <- plain_names(system)
  check_no_empty(system)
  if (rlang::is_string(system) && n != 1) system <- rep(system, n)
  check_length(system, n, of = "x")
  if (!is.factor(system)) system <- source_names(system)
  system <- if (is.factor(system)) droplevels(system) else factor(system, unique(system))
  check_system_number(nlevels(system))
  check_text(levels(system), "system")
  system
}

# Largest number of systems; more mean that a column of items was mistaken for one of systems.
check_system_number <- function(n) {
  most <- 1e4
  refuse_if(n > most, "many_systems")
}

# Products of four weights must neither underflow nor overflow.
read_weight <- function(weight, n, of = "x") {
  check_length(weight, n, of = of)
  check_numeric(weight)
  check_each(
    weight >= 1e-100 & weight <= 1e100, "be positive, between 1e-100 and 1e100.", weight,
    i = "Leave out trials that should not count."
  )
  as.double(weight)
}

read_source <- function(source, arg, n) {
  check_identifiers(source, arg)
  source <- plain_names(source)
  check_length(source, n, arg, "x")
  check_no_empty(source, arg)
  as.vector(source)
}

# Names of things are text, numbers, or a factor.
check_identifiers <- function(x, arg) {
  check_that(
    is.atomic(x) && !is.null(x) && !is.complex(x) && !is.raw(x) && length(dim(x)) < 2,
    "be a vector of identifiers: text, numbers, or a factor.", x, arg
  )
}

# Names of systems, sources and classes: numbers in full, as 1e15 + 1 is not 1e15, and 1e5 is
# "100000".
source_names <- function(source) {
  if (!is_number(source)) return(as.character(source))
  source <- as.double(source)
  short <- ifelse(is.na(source), NA, sprintf("%.15g", source))
  ifelse(as.double(short) == source, short, sprintf("%.17g", source))
}

# Names of the levels of a truth, whose numbers may differ by rounding if they were computed.
level_names <- function(x) source_names(if (is_number(x)) signif(as.double(x), 15) else x)

# A table of any kind does not identify its columns.
check_followed <- function(formula, what, example) {
  refuse_if(missing(formula) || !inherits(formula, "formula"), "followed")
}

# truth ~ lr | system, taken apart.
split_formula <- function(formula) {
  stop_if(length(formula) != 3, "The formula must have two sides: {.code truth ~ lr | system}.")
  right <- formula[[3]]
  has_system <- rlang::is_call(right, "|", n = 2)
  list(
    truth = formula[[2]],
    lr = if (has_system) right[[2]] else right,
    system = if (has_system) right[[3]]
  )
}

# The terms of a + b, each of which is a system of its own.
summands_of <- function(formula) {
  terms <- list()
  rest <- if (length(formula) == 3) formula[[3]]
  while (rlang::is_call(rest, "+", n = 2)) {
    terms <- c(list(rest[[3]]), terms)
    rest <- rest[[2]]
  }
  c(list(rest), terms)
}

side_by_side <- function(formula, make) {
  terms <- summands_of(formula)
  sets <- lapply(terms, \(term) {
    formula[[3]] <- term
    make(formula)
  })
  do.call(c, rlang::set_names(sets, vapply(terms, rlang::as_label, "")))
}

# Systems in columns that lack different trials still share the others.
shared_rows <- function(formula, data, na) {
  if (identical(na, "drop")) seq_along(read_variable(formula[[2]], data, environment(formula)))
}

# Parts of a formula with one value per trial. Operators that add terms do not compute.
formula_parts <- function(formula) {
  parts <- split_formula(formula)
  refuse_if(joins_terms(parts$lr), "one_value")
  if (rlang::is_call(parts$lr, "I", n = 1)) parts$lr <- parts$lr[[2]]
  parts
}

is_operator <- function(term) rlang::is_call(term, c("(", "+", "-", "*", "/", "^", ":", "%in%"))

# A minus sign, and a numeric factor, are unambiguous.
joins_terms <- function(term) {
  if (!is_operator(term)) return(FALSE)
  operands <- as.list(term)[-1]
  with_names <- sum(lengths(lapply(operands, all.vars)) > 0)
  rlang::is_call(term, c(":", "^", "%in%")) || rlang::is_call(term, c("+", "-"), n = 2) ||
    with_names == 2 || any(vapply(operands, joins_terms, NA))
}

# Variables of `own` data must be columns: an object of the same name elsewhere holds other trials.
read_variable <- function(expression, data, env, of = "{.arg data}", at = "", own = FALSE) {
  foreign <- if (own) setdiff(all.vars(expression), c(names(data), ls(baseenv())))
  value <- in_formula({
    if (length(foreign) > 0) stop("object '", foreign[1], "' not found")
    eval(expression, data, env)
  }, expression, data, of, at)
  if (is.matrix(value) && ncol(value) == 1) value[, 1] else value
}

# Errors in reading a formula are mistakes in it.
in_formula <- function(read, expression, data, of = "{.arg data}", at = "") {
  tryCatch(
    read,
    calibrant_error = stop,
    error = function(cnd) refuse("formula_failed")
  )
}

# Formulas without data use their environment, as usual in R.
check_formula_data <- function(data) {
  refuse_if(!is.null(data) && !is.data.frame(data), "formula_data")
}

# Drops the environment of a formula, so that a set does not keep its content.
elsewhere <- function(formula) {
  environment(formula) <- globalenv()
  formula
}

# The variables that have an element per trial, which new trials must have too.
trial_columns <- function(expression, data, env, n) {
  is_column <- \(name) name %in% names(data) || NROW(get0(name, env)) == n
  as.character(Filter(is_column, all.vars(expression)))
}

# Refuses a formula with both sides in the wrong order.
check_sides <- function(parts) {
  numbers <- is.numeric(parts$truth) && length(unique(parts$truth)) > 2
  labels <- !is.numeric(parts$lr) && length(unique(parts$lr)) == 2
  refuse_if(numbers && labels, "sides_swapped")
}

# Swapped arguments: two values instead of numbers, and numbers instead of the truth.
check_order <- function(x, truth) {
  refuse_if(
    !is.numeric(x) && is.atomic(x) && is.numeric(truth) && length(unique(x)) == 2 &&
      length(unique(truth)) > 2,
    "order_swapped"
  )
}

# The column that a string names.
read_column <- function(x, data, arg = rlang::caller_arg(x)) {
  check_found(x, arg)
  if (!rlang::is_string(x)) return(x)
  check_that(
    x %in% names(data), "name a column of {.arg data}.", x, arg,
    i = "The columns are {.val {printable_text(names(data))}}."
  )
  data[[x]]
}

# Systems of a formula, which may name them behind its bar.
read_system_column <- function(parts, system, data) {
  system <- read_column(system, data)
  refuse_if(!is.null(parts$system) && !is.null(system), "systems_named_twice")
  parts$system %||% system
}

# Names of columns are quoted; an unquoted name is a variable.
check_found <- function(x, arg) {
  tryCatch(force(x), error = \(cnd) {
    if (inherits(cnd, "calibrant_error")) stop(cnd)
    refuse("column_unknown")
  })
}
