# Checks stand at the doors of the package; what is behind them trusts its input.

check_no_missing <- function(x, arg, call) {
  if (any_missing(x)) {
    missing <- which(is.na(x))
    stop_input(
      c(
        "{.arg {arg}} must have no missing values.",
        x = "{length(missing)} of {length(x)} missing, the first at position {missing[1]}.",
        i = "Drop those trials, or find out why the system gave no answer."
      ),
      call = call
    )
  }
}

# Long vectors are read once, and not written.
any_missing <- function(x) {
  if (is.double(x) && length(x) > 0) {
    is.null(.Call(ffi_range, x))
  } else if (is.logical(x)) {
    is.null(.Call(ffi_count_true, x))
  } else {
    anyNA(x)
  }
}

check_numeric <- function(x, arg, call) {
  if (!is.numeric(x)) {
    stop_input(
      c("{.arg {arg}} must be numeric.", x = "It is {.obj_type_friendly {x}}."),
      call = call
    )
  }
  check_no_missing(x, arg, call)
}

check_length <- function(x, n, arg, of, call) {
  if (length(x) != n) {
    stop_input(
      c(
        "{.arg {arg}} must have one element per trial.",
        x = "{.arg {of}} has {n} and {.arg {arg}} has {length(x)}."
      ),
      call = call
    )
  }
}

check_choice <- function(x, choices, arg, call) {
  if (!is.character(x) || length(x) != 1 || !x %in% choices) {
    stop_input(
      c(
        "{.arg {arg}} must be one of {.or {.val {choices}}}.",
        x = "It is {.obj_type_friendly {x}}{if (is.character(x)) paste0(': \"', x[1], '\"')}."
      ),
      call = call
    )
  }
  x
}

check_flag <- function(x, arg, call) {
  if (!is.logical(x) || length(x) != 1 || is.na(x)) {
    stop_input(
      c("{.arg {arg}} must be TRUE or FALSE.", x = "It is {.obj_type_friendly {x}}."),
      call = call
    )
  }
}

# Quick where the flag is what it is by default.
is_wanted <- function(flag, arg = "corrected", call = rlang::caller_env()) {
  if (identical(flag, FALSE)) {
    return(FALSE)
  }
  check_flag(flag, arg, call)
  flag
}

check_prior <- function(prior, call = rlang::caller_env()) {
  check_numeric(prior, "prior", call)
  outside <- which(prior < 0 | prior > 1)
  if (length(outside) > 0) {
    stop_input(
      c(
        "{.arg prior} must be probabilities of H1, between 0 and 1.",
        x = "Element {outside[1]} is {prior[outside[1]]}.",
        i = "Odds {.val {3}} are the probability {.code 3 / (1 + 3)}."
      ),
      call = call
    )
  }
}

check_finite <- function(x, arg, call = rlang::caller_env()) {
  check_numeric(x, arg, call)
  infinite <- which(!is.finite(x))
  if (length(infinite) > 0) {
    stop_input(
      c("{.arg {arg}} must be finite.", x = "Element {infinite[1]} is {x[infinite[1]]}."),
      call = call
    )
  }
}

check_count <- function(x, arg, call = rlang::caller_env()) {
  if (!is.numeric(x) || length(x) != 1 || is.na(x) || x < 1 || x != floor(x) || is.infinite(x)) {
    stop_input(
      c("{.arg {arg}} must be one whole number, at least 1.", x = "It is {.val {x}}."),
      call = call
    )
  }
}

check_number <- function(x, arg, above = -Inf, below = Inf, call = rlang::caller_env()) {
  if (!is.numeric(x) || length(x) != 1 || is.na(x) || x <= above || x >= below) {
    stop_input(
      c(
        "{.arg {arg}} must be one number between {above} and {below}, ends excluded.",
        x = "It is {.val {x}}."
      ),
      call = call
    )
  }
}

# Measures of calibration mean nothing on scores.
check_calibrated <- function(x, call = rlang::caller_env()) {
  notes_on(x, call)
  if (x$scale == "score") {
    stop_input(
      c(
        "This needs likelihood ratios, and {.arg x} holds scores.",
        x = "The set was made with {.code scale = \"score\"}.",
        i = "Turn scores into likelihood ratios with {.fn calibrate}, or, if they are
             likelihood ratios, name their scale in {.fn lr_set}."
      ),
      class = "calibrant_error_score",
      call = call
    )
  }
}

check_not_negative <- function(x, arg, call = rlang::caller_env()) {
  if (!is.numeric(x) || length(x) != 1 || !is.finite(x) || x < 0) {
    stop_input(
      c("{.arg {arg}} must be one finite number, 0 or more.", x = "It is {.val {x}}."),
      call = call
    )
  }
}
