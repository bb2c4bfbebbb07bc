# Functions of the package replaced until the test ends, to see that what is broken is noticed.
local_replaced <- function(..., frame = parent.frame()) {
  space <- asNamespace("calibrant")
  put <- function(functions) {
    for (name in names(functions)) {
      unlockBinding(name, space)
      assign(name, functions[[name]], space)
      lockBinding(name, space)
    }
  }
  new <- list(...)
  old <- mget(names(new), space)
  put(new)
  withr::defer(put(old), frame)
}
