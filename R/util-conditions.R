# Callers and tests match on class, never on wording.

# Bullets come in `...`, named as for cli. `at` is the first element that is wrong, for those who
# know where it comes from.
stop_input <- function(message, ..., class = NULL, at = NULL, .envir = parent.frame()) {
  cli::cli_abort(
    c(message, ...),
    class = c(class, "calibrant_error_input", "calibrant_error"),
    call = user_frame(),
    at = at,
    .envir = .envir
  )
}

# The same where it must be asked first.
stop_if <- function(bad, ..., .envir = parent.frame()) {
  if (bad) stop_input(..., .envir = .envir)
}

# Objects that were put together or altered by hand: `intact` is asked once all else is known, and
# what cannot even be asked is not.
stop_unless_intact <- function(intact, class, maker = class) {
  if (!tryCatch(isTRUE(intact), error = \(cnd) FALSE)) stop_damaged(class, maker)
}

stop_damaged <- function(class, maker = class) {
  stop_input(
    "The {.cls {class}} is damaged: its parts do not fit together.",
    i = "Make it anew with {.fn {maker}}; it cannot be altered by hand.",
    class = "calibrant_error_damaged"
  )
}

# Called by the host of kernels, from C.
stop_memory <- function(n) {
  cli::cli_abort(
    c("There is not enough memory.",
      x = "{plain_count(n)} more numbers were asked for, and could not be had.",
      i = "Trials in a file or a database need less: {.code ?lr_chunks}, {.code ?databases}."),
    class = c("calibrant_error_memory", "calibrant_error"), call = NULL
  )
}

warn_calibrant <- function(message, ..., class, .envir = parent.frame()) {
  cli::cli_warn(
    c(message, ...),
    class = c(class, "calibrant_warning"),
    call = user_frame(),
    .envir = .envir
  )
}

# Facts that change nothing about the result but must not pass in silence.
inform_calibrant <- function(message, ..., class, .envir = parent.frame(), .frequency = "always") {
  cli::cli_inform(
    c(message, ...),
    class = c(class, "calibrant_message"), .envir = .envir, .frequency = .frequency,
    .frequency_id = class
  )
}

suppress_infinities <- function(expr) {
  withCallingHandlers(expr, calibrant_warning_infinite = \(cnd) rlang::cnd_muffle(cnd))
}
