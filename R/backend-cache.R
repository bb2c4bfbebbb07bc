# Derived statistics are kept beside a set, not in it: a set must not change when it is used,
# nor take along what can be derived again. The set holds a key; the notes behind it say from which
# fields they were derived, so that they serve no one who has others (see ffi-memory.c).
remembered <- function(x, name, compute) computed_once(notes_on(x), name, compute())

# `value` is computed where the record, an environment, does not have it yet.
computed_once <- function(record, name, value) {
  found <- record[[name]]
  if (is.null(found)) {
    found <- record[[name]] <- value
  }
  found
}

# Of a set that no constructor has made, or not as it is now (a copy that was altered, or one that
# was read from a file), the fields are checked first.
notes_on <- function(x) {
  notes <- .Call(ffi_recall, x)
  if (!is.null(notes)) return(notes)
  check_fields(x)
  new_notes(x)
}

check_intact <- function(x) invisible(notes_on(x))

# An error of class `calibrant_error_damaged` where the fields are not those of a set.
check_fields <- function(x) UseMethod("check_fields")

# A set of these fields, with the first notes on it: the range of its values, if known.
with_memory <- function(fields, class, range = NULL) .Call(ffi_with_memory, fields, class, range)

new_notes <- function(x) .Call(ffi_remember, x, new.env(hash = FALSE, parent = emptyenv()))
