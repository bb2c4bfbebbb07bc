# What is derived from a set is kept beside it, not in it: a set must not change by being looked at,
# nor take along what can be derived again. The set holds a key; the notes behind it say from which
# fields they were derived, so that they serve nobody who has others (see ffi-memory.c).
remembered <- function(x, name, compute) {
  notes <- notes_on(x)
  found <- notes[[name]]
  if (is.null(found)) {
    found <- notes[[name]] <- compute()
  }
  found
}

notes_on <- function(x, call = rlang::caller_env()) {
  notes <- .Call(ffi_recall, x)
  if (!is.null(notes)) {
    return(notes)
  }
  check_intact(x, call)
  new_notes(x)
}

check_intact <- function(x, call) {
  if (is_remote(x)) {
    check_intact_sources(x, call)
  } else if (inherits(x, "lr_set")) {
    check_intact_trials(x, call)
  } else {
    check_intact_classes(x, call)
  }
}

# A set of these fields, with the first notes on it: the range of its values, if known.
with_memory <- function(fields, class, range = NULL) .Call(ffi_with_memory, fields, class, range)

new_notes <- function(x) .Call(ffi_remember, x, new.env(hash = FALSE, parent = emptyenv()))
