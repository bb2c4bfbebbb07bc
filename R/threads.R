# How many threads a function may use where its argument `threads` does not say.
default_threads <- function() getOption("calibrant.threads", 1L)

# As an integer for C.
check_threads <- function(threads = default_threads(), call = rlang::caller_env()) {
  check_count(threads, "threads", call)
  as.integer(min(threads, 1024))
}
