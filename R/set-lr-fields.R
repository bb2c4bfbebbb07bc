# The fields of a set, and what must hold of them.

# Trusted constructor: callers have checked their input. `range` is that of the values, if known.
new_lr_set <- function(value, truth, scale, labels, system = NULL, weight = NULL,
                       source1 = NULL, source2 = NULL, fold = NULL, range = NULL, id = NULL) {
  if (!is.double(value) || !is.logical(truth) || !(is.null(system) || is.factor(system))) {
    stop("internal error: trials of a wrong type")
  }
  with_memory(mget(lr_fields), "lr_set", range)
}

lr_fields <- setdiff(names(formals(new_lr_set)), "range")

#' @exportS3Method
check_fields.lr_set <- function(x, call) {
  x <- unclass(x)
  n <- length(x$value)
  fits <- \(field, of_type) is.null(field) || (of_type(field) && length(field) == n)
  intact <- is.double(x$value) && n > 0 && !anyNA(x$value) &&
    is.logical(x$truth) && length(x$truth) == n && !anyNA(x$truth) &&
    is.character(x$scale) && length(x$scale) == 1 && x$scale %in% lr_scales &&
    fits(x$system, \(s) is.factor(s) && !anyNA(s) && all(tabulate(s, nlevels(s)) > 0)) &&
    fits(x$weight, \(w) is.double(w) && isTRUE(all(w >= 1e-100 & w <= 1e100))) &&
    fits(x$source1, is.atomic) && fits(x$source2, is.atomic) && fits(x$id, is.atomic)
  if (!intact) stop_damaged("lr_set", call)
  check_both_classes(x$truth, x$system, call)
}

# The same trials with other LRs.
with_values <- function(x, value, scale, system = .subset2(x, "system"),
                        fold = .subset2(x, "fold"), call = rlang::caller_env()) {
  with_fields(x, list(value = value, scale = scale, system = system, fold = fold), call)
}

plain_labels <- c(h1 = "TRUE", h2 = "FALSE")

# The words that sentences use for the hypotheses travel with their labels.
put_hypotheses <- function(labels, hypotheses, call) {
  if (is.null(hypotheses)) {
    return(labels)
  }
  levels <- names(hypotheses) %||% c("h1", "h2")
  check_that(
    is.character(hypotheses) && length(hypotheses) == 2 && !anyNA(hypotheses) &&
      setequal(levels, c("h1", "h2")),
    "be two strings, {.code c(h1 = , h2 = )}.", hypotheses, "hypotheses", call,
    i = "For example {.code c(h1 = \"the fragments come from the same window\", h2 = \"they come
         from different windows\")}."
  )
  structure(labels, hypotheses = rlang::set_names(hypotheses, levels)[c("h1", "h2")])
}

# NULL where the user has given none.
hypotheses_of <- function(x) attr(x$labels, "hypotheses")

check_scale <- function(scale, call, scales = lr_scales) {
  if (missing(scale)) {
    stop_input(
      "{.arg scale} must be given: the scale of the ratios cannot be guessed.",
      i = "It is one of {.or {.val {scales}}}.",
      call = call
    )
  }
  meant <- if (rlang::is_string(scale)) scale_hints[tolower(scale)] else NA
  hint <- if (!is.na(meant)) paste0("Do you mean ", meant, "?")
  as.vector(check_choice(scale, scales, "scale", call, i = hint))
}

scale_hints <- c(
  log = "{.val ln}, the natural logarithm, or {.val log10}", loge = "{.val ln}",
  log_10 = "{.val log10}",
  lg = "{.val log10}", llr = "{.val ln} or {.val log10}", ratio = "{.val lr}", lrs = "{.val lr}",
  none = "{.val lr}", linear = "{.val lr}", raw = "{.val lr} or {.val score}",
  scores = "{.val score}", distance = "{.val score}, with a minus sign before the distances",
  probability = "{.val prob}", posterior = "{.val prob}", p = "{.val prob}", bits = "{.val log2}"
)

# Returns the smallest and the largest value.
check_values <- function(x, scale, call, arg = "x") {
  ends <- if (is.double(x) && is_number(x) && length(x) > 0) .Call(ffi_range, x)
  if (is.null(ends)) {
    check_numeric(x, arg, call)
    if (length(x) == 0) {
      stop_input("{.arg {arg}} must have at least one trial; it is empty.", call = call)
    }
    ends <- as.double(range(x))
  }
  if (scale == "prob" && (ends[1] < 0 || ends[2] > 1)) {
    outside <- which(x < 0 | x > 1)
    stop_input(
      "A posterior probability must be between 0 and 1.",
      x = "{plain_count(length(outside))} {?is/are} not, the first at position
           {plain_count(outside[1])}: {.val {x[outside[1]]}}.",
      call = call
    )
  }
  if (scale == "lr" && ends[1] < 0) {
    negative <- which(x < 0)
    stop_input(
      "A likelihood ratio cannot be negative.",
      x = "{length(negative)} {?is/are}, the first at position {negative[1]}:
           {.val {x[negative[1]]}}.",
      i = "Logarithms go in with {.code scale = \"log10\"}, {.val ln} or {.val log2}.",
      at = negative[1], call = call
    )
  }
  ends
}

check_both_classes <- function(truth, system, call) {
  n_h1 <- trial_numbers(truth, system)
  n_h2 <- trial_numbers(!truth, system)
  poor <- which(n_h1 == 0 | n_h2 == 0)
  if (length(poor) > 0) {
    at <- poor[1]
    where <- if (nlevels(system) > 1) paste0(" of system \"", levels(system)[at], "\"") else ""
    stop_one_class(where, n_h1[at], n_h2[at], call)
  }
}

stop_one_class <- function(where, n_h1, n_h2, call) {
  stop_input(
    "Both hypotheses must have at least one trial.",
    x = "The trials{where}: {plain_count(n_h1)} under H1, {plain_count(n_h2)} under H2.",
    class = "calibrant_error_one_class", call = call
  )
}

# How many trials of each system are counted in, weights aside; whole numbers like lengths.
trial_numbers <- function(counted, system) {
  if (!is.null(system)) {
    return(tabulate(system[counted], nlevels(system)))
  }
  n <- .Call(ffi_count_true, counted)
  if (n <= .Machine$integer.max) as.integer(n) else n
}
