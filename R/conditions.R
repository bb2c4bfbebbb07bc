# Callers and tests match on class, never on wording.

stop_input <- function(message, class = NULL, call = rlang::caller_env(),
                       .envir = parent.frame()) {
  cli::cli_abort(
    message,
    class = c(class, "calibrant_error_input", "calibrant_error"),
    call = call,
    .envir = .envir
  )
}

warn_calibrant <- function(message, class, call = rlang::caller_env(), .envir = parent.frame()) {
  cli::cli_warn(
    message,
    class = c(class, "calibrant_warning"),
    call = call,
    .envir = .envir
  )
}
