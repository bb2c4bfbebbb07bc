# Fails if the entry points listed in src/ffi-entries.h differ from those called from R. Prototypes
# and registration come from this list, so the compiler and the loader check the rest.
row <- "^ENTRY[(](ffi_[a-z0-9_]+), ([0-9])[)]$"
rows <- grep(row, readLines("src/ffi-entries.h"), value = TRUE)
listed <- stats::setNames(as.numeric(sub(row, "\\2", rows)), sub(row, "\\1", rows))
stopifnot("no entry point is listed" = length(listed) > 0)

find_calls <- function(expr) {
  if (!is.recursive(expr) || is.function(expr) || is.environment(expr)) return(NULL)
  here <- if (is.call(expr) && identical(expr[[1]], quote(.Call))) list(as.list(expr)[-1])
  c(here, do.call(c, lapply(as.list(expr), find_calls)))
}
calls <- find_calls(lapply(list.files("R", "[.]R$", full.names = TRUE), parse, keep.source = FALSE))
called <- vapply(calls, \(call) deparse(call[[1]]), "")
# A call that passes `...` on has no number of arguments to compare.
is_open <- vapply(calls, \(call) any(vapply(call, identical, NA, quote(...))), NA)
is_wrong <- !is_open & called %in% names(listed) & lengths(calls) - 1 != listed[called]

problems <- c(
  sprintf("listed twice: %s", names(listed)[duplicated(names(listed))]),
  sprintf("listed and not called from R: %s", setdiff(names(listed), called)),
  sprintf("called from R and not listed: %s", setdiff(called, names(listed))),
  sprintf("called with another number of arguments: %s", unique(called[is_wrong]))
)
writeLines(problems)
quit(status = as.integer(length(problems) > 0))
