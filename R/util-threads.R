# Number of threads of a function without an argument `threads`.
default_threads <- function() {
  threads <- getOption("calibrant.threads")
  if (is.null(threads)) 1L else check_threads(threads, "options(calibrant.threads)")
}

# Number of threads as an integer for C.
check_threads <- function(threads, arg = "threads") {
  check_count(threads, arg)
  as.integer(min(threads, 1024))
}

read_threads <- function(threads) {
  if (is.null(threads)) default_threads() else check_threads(threads)
}
