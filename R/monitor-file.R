#' Monitors in files
#'
#' [write_calibrant()] saves a [monitor()] in a JSON file, and [read_calibrant()] returns the
#' identical monitor in another session. The file is a chain: each entry contains the SHA-256 of the
#' previous entry and of the state, so a changed file is refused.
#'
#' # File format
#' An object with `"format": "calibrant monitor"`, `"version": 1`, and
#' * `settings`: the system and the arguments of [monitor()];
#' * `entries`: an array of events. Each has its `type` (`"period"` or `"trials"`), `date`, `note`,
#'   numbers of trials, `sha256` of the trials, `trial` (their total so far), `log_e` (natural
#'   logarithms of the parts), the `highest` of the period, `alarm` (its trial), `path` (the points
#'   of the plot), the SHA-256 of the `state` after it, `previous` (the `hash` of the previous entry
#'   or of the settings), and `hash`, the SHA-256 of all these members as written;
#' * `state`: logarithms of the capital of the bets, and the few LLRs without a partner so far.
#'
#' All hashes can be computed again after a change. To detect this, deposit [data_hash()] of the
#' monitor, the hash of its last entry, elsewhere, such as in a case file.
#'
#' # Several programs
#' A monitor replaces one in a file only if the entries of the file are its first entries. If two
#' programs add trials at the same time, one gets an error of class `calibrant_error_behind`. It
#' should read the file again and update that monitor.
#' @name monitor_file
#' @concept chain of hashes
#' @concept save a monitor
#' @concept audit trail
#' @examplesIf requireNamespace("jsonlite", quietly = TRUE)
#' m <- monitor(method = "voices")
#' m <- update(m, c(0.9, -1.3), truth = c(TRUE, FALSE), scale = "log10")
#' file <- tempfile(fileext = ".json")
#' write_calibrant(m, file)
#' m <- read_calibrant(file)
#' update(m, 1.7, truth = TRUE, scale = "log10")
NULL

#' @exportS3Method
write_calibrant.lr_monitor <- function(x, file, ...) {
  check_dots(...)
  check_monitor(x)
  check_file_given(file)
  record <- list(
    format = monitor_format, version = 1, settings = settings_record(x$settings),
    entries = lapply(x$entries, as_object), state = state_record(x$state)
  )
  if (is.null(file)) return(canonical_json(record))
  file_type(file, "json")
  with_lock(file, {
    check_continues(x, file)
    write_record(record, file, canonical_json)
  })
}

# Refuses to overwrite entries that another program has added since the file was read.
check_continues <- function(x, file) {
  if (!grepl(paste0("\"", monitor_format, "\""), first_text(file), fixed = TRUE)) {
    return(invisible())
  }
  last <- data_hash(read_calibrant(file))
  refuse_if(!last %in% vapply(x$entries, `[[`, "", "hash"), "monitor_behind")
}

#' @exportS3Method
restored.calibrant_monitor <- function(record, file, text) {
  x <- monitor_of_record(record)
  broken <- broken_link(x)
  if (!is.null(broken)) {
    stop_file_changed(
      "The monitor in {.file {file}} was changed after it had been written.",
      x = "{broken} does not match its SHA-256."
    )
  }
  x
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

entry_hash <- function(entry) hash_text(canonical_json(entry[setdiff(names(entry), "hash")]))

monitor_of_record <- function(record) {
  new_object("lr_monitor", list(
    settings = settings_of_monitor(record$settings),
    entries = lapply(record$entries, entry_of_record), state = state_of_record(record$state)
  ))
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

# First part that differs from its hash, in words; NULL if none does.
broken_link <- function(x) {
  previous <- settings_hash(x$settings)
  for (k in seq_along(x$entries)) {
    entry <- x$entries[[k]]
    if (!identical(entry$previous, previous)) {
      return(if (k == 1) "The part before the first entry" else sprintf("Entry %d", k - 1))
    }
    if (!identical(entry$hash, entry_hash(entry))) return(sprintf("Entry %d", k))
    previous <- entry$hash
  }
  if (!identical(entry$state, state_hash(x$state))) "The state"
}

# Checks the last link only, in constant time.
check_monitor <- function(x, arg = "x") {
  check_that(inherits(x, "lr_monitor"), "be made by {.fn monitor} or {.fn read_calibrant}.", x, arg)
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
