# Trials of texts, which C reads, and the messages about them.

# Trials of texts. Problems are errors.
read_trials <- function(texts, systems, asked, files) {
  read <- call_reader(texts, systems, asked, files)
  if (read$problem != "none") stop_reading(read, texts, asked, files)
  read
}

# Items are names.
read_items <- function(read) {
  lapply(Filter(Negate(is.null), read[c("source1", "source2", "id")]), \(code) read$names[code])
}

tell_left_out <- function(read, texts, asked) {
  labelled <- read$texts[[1]]
  n <- labelled$n_dropped
  if (n > 0) tell_of("labels_left_out")
  Map(\(text, bytes) {
    n <- text$n_extra
    if (n > 0) tell_of("scores_left_out")
  }, read$texts, texts)
  words <- label_words(labelled$labels, labelled$side, asked) %||% c("H1", "H2")
  n <- sum(read$n_lost)
  if (n > 0) tell_of("keys_left_out")
}

told_of <- function(bytes, found) {
  columns <- found$columns[found$columns > 0]
  if ("truth" %in% names(columns)) columns <- columns[!names(columns) %in% c("claimed", "real")]
  parts <- sprintf("%s: column %s", names(columns), column_texts(found, columns))
  if (all(c("claimed", "real") %in% names(columns))) {
    parts <- c(parts[!names(columns) %in% c("claimed", "real")], sprintf(
      "truth: column %d equals column %d", columns["claimed"], columns["real"]
    ))
  }
  n <- found$n_comments
  paste0(gsub("[{}]", "", file_text(bytes)), ": ", paste(c(
    parts, if (found$decimal == utf8ToInt(",")) "decimal commas",
    if (found$short_header) "the first column names rows",
    if (n > 0) sprintf(ngettext(n, "%s line of comments skipped", "%s lines of comments skipped"),
      plain_count(n))
  ), collapse = "; "))
}

tell_reading <- function(told) {
  inform_calibrant("{paste(told, collapse = '. ')}.", class = "calibrant_message_read")
}

stop_reading <- function(read, texts, asked, files) {
  at <- read$at_text
  if (at == 0) stop_trial(read)
  found <- read$texts[[at]]
  bytes <- texts[[at]]
  if (grepl("label", read$problem)) stop_labels(read$problem, found, asked, bytes)
  refuse_if(read$problem == "systems", "file_systems")
  has_truth <- files == "labelled" || files == "keyed" && at == 1
  what <- if (has_truth) "trial" else "score"
  if (found$problem == "none") {
    stop_table(c(list(problem = read$problem), found), bytes, found, asked, what)
  }
  stop_layout(found, bytes, asked, what)
}

# Problems of one trial.
stop_trial <- function(read) {
  items <- read$names[read$pair]
  what <- switch(read$problem,
    unscored = "has no score", two_values = "has two different scores",
    contrary = "is named both as a target and as a nontarget"
  )
  keyed <- length(read$texts) > 1
  refuse("trial")
}
