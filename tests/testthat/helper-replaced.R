# Replaces functions of the package until the test ends, to check that a fault is noticed.
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
