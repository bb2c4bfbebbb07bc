# How many threads a function may use where no argument `threads` says so.
default_threads <- function(call = rlang::caller_env()) {
  check_threads(getOption("calibrant.threads", 1L), "options(calibrant.threads)", call)
}

# As an integer for C.
check_threads <- function(threads, arg = "threads", call = rlang::caller_env()) {
  check_count(threads, arg, call)
  as.integer(min(threads, 1024))
}
