# How many threads a function may use where no argument `threads` says so.
default_threads <- function(call = rlang::caller_env()) {
  threads <- getOption("calibrant.threads")
  if (is.null(threads)) 1L else check_threads(threads, "options(calibrant.threads)", call)
}

# As an integer for C.
check_threads <- function(threads, arg = "threads", call = rlang::caller_env()) {
  check_count(threads, arg, call)
  as.integer(min(threads, 1024))
}
