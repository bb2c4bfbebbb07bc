# Derived statistics are kept beside a set, not in it: use must not change a set, and a set must not
# carry results that can be derived again. The set holds a key to its notes. The notes name the
# fields that they were derived from, so that a set with other fields cannot use them (see
# ffi-memory.c).

# Evaluates `value` only if the record, an environment, does not have it yet.
computed_once <- function(record, name, value) {
  found <- record[[name]]
  if (is.null(found)) {
    found <- record[[name]] <- value
  }
  found
}

# A set without notes was altered in a copy, or read from a file. Its fields are checked first.
notes_on <- function(x) {
  notes <- if (inherits(x, "trial_set")) .Call(ffi_recall, x)
  if (!is.null(notes)) return(notes)
  check_fields(x)
  .Call(ffi_remember, x, new.env(hash = FALSE, parent = emptyenv()))
}

check_intact <- function(x) invisible(notes_on(x))

# Throws `calibrant_error_damaged` unless the fields are those of a set.
check_fields <- function(x) UseMethod("check_fields")

# A set of these fields, with the first notes on it: the range of its values, if known.
with_memory <- function(fields, class, range = NULL) {
  # data.table changes vectors in place, also those that a set has in common with a table.
  if (isNamespaceLoaded("data.table")) fields <- rlang::duplicate(fields)
  .Call(ffi_with_memory, fields, class, range)
}
