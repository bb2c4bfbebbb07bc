#' Save a monitor and go on in another session
#'
#' `write_monitor()` puts a [monitor()] into a JSON file, `read_monitor()` takes it up again, to the
#' last bit. The file is a chain: each entry has the SHA-256 of the one before and of the state, so
#' that a file in which something was changed is refused.
#'
#' # The format
#' An object with `"format": "calibrant monitor"`, `"version": 1`, and
#' * `settings`: what is watched and how, as in [monitor()];
#' * `entries`: an array of what has happened. Each has its `type` (`"period"` or `"trials"`),
#'   `date`, `note`, numbers of trials, `sha256` of the trials, `trial` (how many there were
#'   altogether), `log_e` (natural logarithms of the parts), the `highest` of the period, `alarm`
#'   (the trial at which there was one), `path` (what is drawn), the SHA-256 of the `state` after
#'   it, `previous` (the `hash` of the entry before, of the first that of the settings), and `hash`,
#'   the SHA-256 of all that as it is written;
#' * `state`: logarithms of the capital of the bets, and the few LLRs that wait for a partner.
#'
#' Who changes a file may compute all hashes anew. [data_hash()] of a monitor, the hash of its last
#' entry, shows that too once it has been deposited elsewhere, in a case file or by mail.
#'
#' @param x A monitor.
#' @param file Path of a file that ends in `.json`; `NULL` returns the text.
#' @return `write_monitor()` the path, invisibly, or the text; `read_monitor()` an `lr_monitor`.
#' @section Errors: A file in which something was changed is of class `calibrant_error_changed`; one
#'   that cannot be read or is something else `calibrant_error_file`. Both are
#'   `calibrant_error_input`.
#' @seealso [monitor()]
#' @concept chain of hashes
#' @concept save a monitor
#' @concept audit trail
#' @export
#' @examplesIf requireNamespace("jsonlite", quietly = TRUE)
#' m <- monitor(method = "voices")
#' m <- update(m, c(0.9, -1.3), truth = c(TRUE, FALSE), scale = "log10")
#' file <- tempfile(fileext = ".json")
#' write_monitor(m, file)
#' m <- read_monitor(file)
#' update(m, 1.7, truth = TRUE, scale = "log10")
write_monitor <- function(x, file) {
  check_given()
  check_monitor(x)
  check_file_given(file)
  if (!is.null(file)) file_type(file, "json")
  text <- canonical_json(list(
    format = monitor_format, version = 1, settings = settings_record(x$settings),
    entries = lapply(x$entries, as_object), state = state_record(x$state)
  ))
  if (is.null(file)) text else write_text(text, file)
}

#' @rdname write_monitor
#' @export
read_monitor <- function(file) {
  x <- read_record(file, monitor_format, "write_monitor", monitor_of_record)
  broken <- broken_link(x)
  if (!is.null(broken)) {
    stop_file_changed(
      "The monitor in {.file {file}} was changed after it had been written.",
      x = "{broken} does not have the SHA-256 that it had."
    )
  }
  x
}

stop_file_changed <- function(..., .envir = parent.frame()) {
  stop_input(
    ..., class = c("calibrant_error_changed", "calibrant_error_file"), .envir = .envir
  )
}

monitor_format <- "calibrant monitor"

settings_record <- function(settings) {
  settings$groups <- if (length(settings$groups) > 0) I(settings$groups)
  settings[!vapply(settings, is.null, NA)]
}

# Numbers as arrays.
state_record <- function(state) {
  if (is.list(state)) as_object(lapply(state, state_record)) else I(as.double(state))
}

settings_hash <- function(settings) hash_text(canonical_json(settings_record(settings)))
state_hash <- function(state) hash_text(canonical_json(state_record(state)))

entry_hash <- function(entry) {
  hash_text(canonical_json(entry[setdiff(names(entry), "hash")]))
}

monitor_of_record <- function(record) {
  x <- list(
    settings = settings_of_monitor(record$settings),
    entries = lapply(record$entries, entry_of_record), state = state_of_record(record$state)
  )
  structure(x, class = "lr_monitor")
}

settings_of_monitor <- function(settings) {
  if (settings$kind != "scores") settings$groups <- as.character(unlist(settings$groups))
  known <- if (settings$kind == "scores") {
    c("kind", "method", "level", "prior", "reference")
  } else {
    c("kind", "method", "level", "prior", "auc", "groups", "reference")
  }
  rlang::set_names(lapply(known, \(name) settings[[name]]), known)
}

entry_of_record <- function(entry) {
  number <- \(x) if (!is.null(x)) as.double(x)
  scalars <- c("n_h1", "n_h2", "n", "trial", "highest", "alarm")
  for (name in intersect(scalars, names(entry))) entry[name] <- list(number(entry[[name]]))
  entry$log_e <- lapply(entry$log_e, number)
  entry$path <- lapply(entry$path, \(path) I(numbers_of_json(path)))
  entry
}

state_of_record <- function(state) {
  if (is.list(state) && !is.null(names(state))) {
    as_object(lapply(state, state_of_record))
  } else {
    numbers_of_json(state)
  }
}

# The first thing that is not as its hash says, in words; NULL where all is.
broken_link <- function(x) {
  previous <- settings_hash(x$settings)
  for (k in seq_along(x$entries)) {
    entry <- x$entries[[k]]
    if (!identical(entry$previous, previous)) {
      return(if (k == 1) "What stands before the first entry" else sprintf("Entry %d", k - 1))
    }
    if (!identical(entry$hash, entry_hash(entry))) return(sprintf("Entry %d", k))
    previous <- entry$hash
  }
  if (!identical(entry$state, state_hash(x$state))) "The state"
}

# Only the last link is looked at, in constant time.
check_monitor <- function(x) {
  check_that(
    inherits(x, "lr_monitor"), "be made by {.fn monitor} or {.fn read_monitor}.", x, "x"
  )
  whole <- \() {
    last <- x$entries[[length(x$entries)]]
    identical(last$hash, entry_hash(last)) && identical(last$state, state_hash(x$state))
  }
  stop_unless_intact(tryCatch(whole(), error = \(cnd) FALSE), "lr_monitor", maker = "monitor")
}

#' @rdname monitor
#' @export
data_hash.lr_monitor <- function(x, ...) {
  check_dots(...)
  check_monitor(x)
  x$entries[[length(x$entries)]]$hash
}
