# Errors, warnings and messages. Callers and tests match their class, never their wording.

# Bullets come in `...`, named as for cli. `at` is the position of the first wrong element, for
# handlers that know its source.
stop_input <- function(message, ..., class = NULL, at = NULL, .envir = parent.frame()) {
  cli::cli_abort(
    c(message, ...),
    class = c(class, "calibrant_error_input", "calibrant_error"),
    call = user_frame(),
    at = at,
    .envir = named_values(c(message, ...), .envir, .envir)
  )
}

# The same, if `bad`.
stop_if <- function(bad, ..., .envir = parent.frame()) if (bad) stop_input(..., .envir = .envir)

# Words that do not fit on one line are records of inst/refusals.dcf: what must hold, what was
# found, what to do. The values in braces are those of the function that refuses.
refuse <- function(name, ..., class = NULL, .envir = parent.frame()) {
  words <- words_of(name, .envir)
  stop_input(words$text, ..., class = c(class, words$class), .envir = .envir)
}

refuse_if <- function(bad, name, ..., .envir = parent.frame()) {
  if (bad) refuse(name, ..., .envir = .envir)
}

warn_of <- function(name, .envir = parent.frame()) {
  words <- words_of(name, .envir)
  warn_calibrant(words$text, class = words$class, .envir = .envir)
}

tell_of <- function(name, frequency = "always", ..., .envir = parent.frame()) {
  words <- words_of(name, .envir)
  inform_calibrant(words$text, ..., class = words$class, .frequency = frequency, .envir = .envir)
}

hint_of <- function(name, .envir = parent.frame()) unname(words_of(name, .envir)$text)

# The first record of this name whose condition holds, then the bullets of all records without a
# Text of their own whose condition holds.
words_of <- function(name, .envir, file = "refusals.dcf") {
  if (is.null(message_records[[file]])) message_records[[file]] <- read_words(file)
  cases <- message_records[[file]][names(message_records[[file]]) == name]
  holds <- \(one) is.na(one$when) || eval(str2lang(one$when), .envir)
  has_text <- vapply(cases, \(one) "" %in% names(one$text), NA)
  words <- Find(holds, cases[has_text])
  words$text <- c(words$text, unlist(unname(lapply(Filter(holds, cases[!has_text]), `[[`, "text"))))
  words
}

message_records <- new.env(parent = emptyenv())

# For each record, by its name, the text with its bullets and the classes of the condition.
read_words <- function(file) {
  records <- read.dcf(system.file(file, package = "calibrant"))
  bullets <- c(Text = "", Because = "x", Remedy = "i", Also = "i", Item = "*")
  bullets <- bullets[names(bullets) %in% colnames(records)]
  rlang::set_names(apply(records, 1, simplify = FALSE, \(record) {
    text <- rlang::set_names(record[names(bullets)], bullets)
    class <- stats::na.omit(strsplit(record[["Class"]], " ")[[1]])
    list(text = text[!is.na(text)], class = class, when = unname(record["When"]))
  }), records[, 1])
}

# Refuses objects that were built or altered by hand. `intact` is lazy: an error in it means FALSE.
stop_unless_intact <- function(intact, class, maker = class) {
  if (!tryCatch(isTRUE(intact), error = \(cnd) FALSE)) stop_damaged(class, maker)
}

stop_damaged <- function(class, maker = class) refuse("damaged")

# Called by the host of kernels, from C.
stop_memory <- function(n) {
  cli::cli_abort(
    c("There is not enough memory.",
      x = "There is no room for {plain_count(n)} more numbers.",
      i = "Trials in a file or a database need less memory: {.code ?lr_chunks},
           {.code ?databases}."),
    class = c("calibrant_error_memory", "calibrant_error"), call = NULL
  )
}

# The text of a warning is formatted only when it is read, since formatting takes longer than most
# computations that warn, and most warnings are muffled or only counted. The values in the text are
# taken from `.envir` at once.
warn_calibrant <- function(message, ..., class, .envir = parent.frame()) {
  text <- c(message, ...)
  cnd <- structure(
    class = c(class, "calibrant_warning", "warning", "condition"),
    list(call = user_call(), text = text, values = named_values(text, .envir))
  )
  withRestarts(muffleWarning = \() NULL, {
    signalCondition(cnd)
    # No handler muffled the condition, so R shows it; a second warning() would reach the same
    # handlers again.
    rlang::local_options(warning.length = 8170)
    warning(structure(
      class = c("calibrant_shown", "condition"),
      list(message = cnd$message, call = rlang::quo_squash(cnd$call))
    ))
  })
  invisible()
}

# The variables that are named between braces. Long texts and names are cut short.
named_values <- function(text, envir, parent = parent.env(envir)) {
  key <- rlang::hash(text)
  words <- words_in_braces[[key]] %||% find_words_in_braces(text)
  if (length(words_in_braces) < 1000) words_in_braces[[key]] <- words
  up <- parent.env(envir)
  known <- rlang::set_names(words[words %in% c(names(envir), if (!isNamespace(up)) names(up))])
  read <- \(name, safely) safely(printable_value(get(name, envir)))
  # A handler for each value takes longer.
  values <- or_null(lapply(known, read, identity)) %||% lapply(known, read, or_null)
  list2env(values, parent = parent)
}

words_in_braces <- new.env(parent = emptyenv())

find_words_in_braces <- function(text) {
  words <- unlist(regmatches(text, gregexpr("\\{[^{}]*\\}", text)))
  unique(as.character(unlist(regmatches(words, gregexpr("[[:alpha:].][[:alnum:]._]*", words)))))
}

# Bytes that are not text, such as unmarked Latin-1, are shown as numbers, and long texts are cut,
# since cli takes minutes for a megabyte.
printable_text <- function(x) {
  odd <- !validEnc(x)
  if (any(odd)) x[odd] <- iconv(x[odd], "UTF-8", "UTF-8", sub = "byte")
  long <- which(nchar(x, "bytes") > 1000)
  x[long] <- sprintf("%s...", substr(x[long], 1, 300))
  undirected(x)
}

printable_value <- function(x) {
  if (is.character(x)) x[] <- printable_text(x)
  if (is.data.frame(x)) names(x) <- printable_text(names(x))
  x
}

or_null <- function(expr) tryCatch(expr, error = \(cnd) NULL, warning = \(cnd) NULL)

#' @export
conditionMessage.calibrant_warning <- function(c) {
  # The message stays unformatted on its way to handlers.
  if (identical(sys.function(sys.parent()), signalCondition)) return("")
  cli::format_warning(c$text, .envir = c$values)
}

#' @export
`$.calibrant_warning` <- function(x, name) {
  if (name == "message") conditionMessage(x) else unclass(x)[[name]]
}

#' @export
`[[.calibrant_warning` <- `$.calibrant_warning`

told <- new.env(parent = emptyenv())

# Message about facts that do not change the result but that users should know.
inform_calibrant <- function(message, ..., class, .envir = parent.frame(), .frequency = "always") {
  if (.frequency == "once" && getOption("rlib_message_verbosity", "default") == "default") {
    if (!is.null(told[[class]])) return(invisible())
    told[[class]] <- TRUE
  }
  cli::cli_inform(
    c(message, ...),
    class = c(class, "calibrant_message"), .envir = named_values(c(message, ...), .envir, .envir),
    .frequency = .frequency,
    .frequency_id = class
  )
}

suppress_infinities <- function(expr) suppressWarnings(expr, classes = "calibrant_warning_infinite")
