# Tables in texts: the separators of their fields, and the roles of their columns. C finds both, by
# the words of inst/roles.dcf, which all readers share.

word_store <- new.env(parent = emptyenv())

role_bytes <- function() {
  if (is.null(word_store$bytes)) {
    file <- system.file("roles.dcf", package = "calibrant")
    word_store$bytes <- readBin(file, "raw", file.size(file))
  }
  word_store$bytes
}

# TRUE for words that mean H1, FALSE for those that mean H2, NA for others.
label_side <- function(labels) {
  # One known word among them determines the hypotheses of all.
  labels <- enc2utf8(c("h1", as.character(labels)))
  found <- .Call(ffi_settle_labels, labels, labels_asked(NULL), role_bytes())
  c(NA, FALSE, TRUE)[found$side[-1] + 2]
}

trial_roles <- c("score", "truth", "claimed", "real", "source1", "source2", "id", "system", "side",
  "group", "weight")
column_roles <- c(trial_roles, "conclusion", "examiner", "item", "count")

# Columns by names or by numbers; only the score may have several.
read_column_roles <- function(columns, known = trial_roles) {
  listed <- if (rlang::is_vector(columns) && !inherits(columns, "POSIXlt")) columns
  names <- rep(rlang::names2(listed), lengths(listed))
  found <- unlist(listed, use.names = FALSE)
  check_that(
    is.null(columns) || (is.character(found) || is.numeric(found)) && !anyNA(found) &&
      all(names %in% known) && !anyDuplicated(names[names != "score"]),
    "say which column is which, by the names {.val {known}}.", columns
  )
  rlang::set_names(as.character(found), names)
}

# Layout of a text, with a column for each role: those of conclusions, or those that the user names.
# Ambiguous texts are refused.
text_layout <- function(bytes, asked, conclusions = FALSE) {
  read <- call_reader(list(bytes), "", asked, if (conclusions) "conclusions" else "any")
  layout <- read$texts[[1]]
  if (layout$problem != "none") {
    stop_layout(layout, bytes, asked, if (conclusions) "conclusion" else "score")
  }
  replace(layout, c("marks", "first_line"), list(0, 1))
}

file_kinds <- c("labelled", "keyed", "two", "cases", "conclusions", "any")

# Texts in the form that C reads, each with the name of its system, or "".
call_reader <- function(texts, systems, asked, files) {
  read <- .Call(ffi_read_scores, texts, systems, c(labels_asked(asked), list(
    names = as.character(asked$columns), roles = match(names(asked$columns), column_roles) - 1L,
    files = match(files, file_kinds) - 1, may_lose = identical(asked$na, "drop"),
    decimal = if (is.null(asked$dec)) 0 else utf8ToInt(asked$dec),
    separator = asked$separator %||% -1, header = isTRUE(asked$header)
  )), role_bytes())
  for (i in seq_along(read$texts)) names(read$texts[[i]]$columns) <- column_roles
  read
}

# Words for H1 and H2, and a flag, in the form that C reads.
labels_asked <- function(asked) {
  list(h1 = as.character(asked$h1), h2 = as.character(asked$h2),
    drop_others = identical(asked$others, "drop"))
}

column_texts <- function(layout, columns) {
  names <- c(if (layout$short_header) "", layout$header, character())[columns]
  ifelse(is.na(names) | names == "", columns, sprintf("%d (%s)", columns, names))
}

stop_layout <- function(layout, bytes, asked, what) {
  file <- file_text(bytes)
  at <- layout$other[1]
  if (layout$problem == "quote") {
    found <- text_lines(bytes)[at]
    stop_file(layout_rule("quote"), x = "Line {plain_count(at)} of {file} is {.val {found}}.")
  }
  lost <- asked$columns[at + 1]
  h1 <- if (length(asked$h1) > 0) cli::format_inline(", and {.val {asked$h1}} is not there") else ""
  between <- column_texts(layout, layout$other)
  heads <- columns_of_sides(layout)
  first <- utils::head(text_lines(utils::head(bytes, 1e5)), 2)
  shown <- utils::head(if (layout$has_header) layout$header else first[1], 50)
  unlabelled <- layout$problem == "no_truth" && !layout$has_header && what == "trial"
  stop_file(
    layout_rule(layout$problem, what),
    x = if (layout$problem == "no_column") {
      "There is no column {.val {lost}} for {.field {names(lost)}}."
    },
    x = if (startsWith(layout$problem, "two")) "It may be column {between[1]} or {between[2]}.",
    x = if (length(shown) > 0) {
      "{if (layout$has_header) ngettext(length(shown), 'The only column', 'The columns') else
       'The first line'} of {file} {cli::qty(shown)}{?is/are} {.val {shown}}."
    },
    x = if (layout$problem == "wide") "It has {plain_count(layout$n_fields)}.",
    x = if (length(first) == 1) "It has no other line.",
    i = if (unlabelled) {
      "Without {.arg key}, the file of scores must say which trials are targets, by words such as
       {.val target} and {.val nontarget}; {.arg h1} is another word for a target{h1}."
    },
    i = title_hint(bytes, asked, what),
    i = if (layout$problem != "no_column" && length(heads) == 2) {
      "If columns {.val {heads[1]}} and {.val {heads[2]}} hold the values of H1 and of H2 trials,
       {.code lr_set(list(h1 = , h2 = ))} takes both."
    },
    i = conclusions_hint(layout, bytes, asked),
    i = if (layout$problem != "empty") columns_hint[[if (what == "conclusion") what else "score"]]
  )
}

# Says who reads conclusions of examiners that were given for scores.
conclusions_hint <- function(layout, bytes, asked) {
  if (layout$problem == "no_score" && layout$other[1] > 0) {
    return("Column {between[1]} has conclusions of examiners:
      {.code conclusion_set({file}, columns = c(conclusion = {at}))} reads them.")
  }
  if (!layout$problem %in% c("no_score", "two_scores")) return(NULL)
  asked$columns <- NULL
  told <- call_reader(list(bytes), "", asked, "conclusions")
  if (identical(told$texts[[1]]$problem, "none")) {
    "{.code conclusion_set({file})} reads conclusions of examiners."
  }
}

columns_hint <- c(
  score = "Say which column is which, by names or numbers:
    {.code columns = c(score = 3, truth = \"label\")}.",
  conclusion = "Say which column is which, by names or numbers:
    {.code columns = c(conclusion = 3, truth = \"label\")}."
)

# Hints at lines above a header below which the table can be read.
title_hint <- function(bytes, asked = list(), what = "conclusion") {
  kind <- c(conclusion = "conclusions", trial = "labelled", score = "cases")[[what]]
  lines <- utils::head(text_lines(utils::head(bytes, 1e5)), 50)
  for (n in seq_len(max(min(10, length(lines) - 2), 0))) {
    below <- list(charToRaw(paste(lines[-seq_len(n)], collapse = "\n")))
    read <- call_reader(below, "", asked, kind)
    layout <- read$texts[[1]]
    good <- layout$problem == "none" && grepl("^none$|label", read$problem)
    if (good && layout$has_header && !any(hold_scores(lines[1:n], layout))) {
      at <- n + grep("[^;,|[:space:]]", lines[-seq_len(n)])[1]
      return(sprintf("Line %d is the header of the table: delete what is above it.", at))
    }
  }
}

# Does the column of scores hold a number?
hold_scores <- function(lines, layout) {
  separator <- if (layout$separator == 0) "[ \t]+" else sprintf("[%s]", intToUtf8(layout$separator))
  cells <- vapply(strsplit(lines, separator), `[`, "", max(layout$columns[["score"]], 1))
  !is.na(suppressWarnings(as.double(sub(",", ".", gsub("\"", "", cells), fixed = TRUE))))
}

# Columns that have the names of the two hypotheses.
columns_of_sides <- function(layout) {
  stats::na.omit(layout$header[match(c(TRUE, FALSE), label_side(layout$header))])
}

layout_rule <- function(problem, what) {
  switch(problem,
    empty = "The file must have a line with trials.",
    wide = "A line must have at most 8 192 fields.",
    long = "A name or a label must have at most 10 000 bytes.",
    quote = "A quote must open and close a field on one line.",
    no_column = "The columns that {.arg columns} names must exist.",
    two_scores = "It must be clear which column has the scores.",
    two_conclusions = "It must be clear which column has the conclusions.",
    two_truths = "It must be clear which column says which trials are targets.",
    no_items = "A line must hold the two items of a trial, and its score or whether it is a
      target.",
    switch(what,
      conclusion = "A line must hold a conclusion and its truth.",
      trial = "A line must hold the score of a trial and whether it is a target.",
      score = "A line must hold a score."
    )
  )
}

# Columns of these kinds, numbers (0) or names (1).
read_table <- function(bytes, layout, kinds) {
  fields <- as.integer(layout$columns[names(kinds)])
  layout <- c(layout, list(fields = fields, kinds = unname(kinds)))
  table <- .Call(ffi_read_table, bytes, layout, role_bytes())
  if (table$problem != "none") stop_table(table, bytes, layout)
  names(table$columns) <- names(table$labels) <- names(kinds)
  table
}

stop_table <- function(table, bytes, layout, ...) {
  titles <- if (table$problem %in% c("fields", "number", "short_header")) title_hint(bytes, ...)
  line <- plain_counts(table$at_line)
  found <- table$at
  both <- if (table$problem == "two_marks") ", line {line[2]} {.val {found[2]}}"
  stop_file(
    switch(table$problem,
      quote = , long = layout_rule(table$problem),
      fields = "The lines of a file must all have the same columns, here {layout$n_fields}.",
      short_header = "If the header is one field short, the first column must have unique
        names of rows.",
      no_name = "Every trial must name its system and its items: an empty field names nothing.",
      number = "The scores must be numbers.",
      beyond = "Numbers must not be too large or too small for a computer.",
      marks = , two_marks = "It must be clear which mark is the decimal mark."
    ),
    x = paste0("Line {line[1]} of {file_text(bytes)} has {.val {found[1]}}", both, "."),
    i = if (table$problem == "fields" && identical(utils::tail(bytes, nchar(found[1], "bytes")),
      charToRaw(found[1]))) {
      "The file is truncated within its last line."
    },
    i = if (table$problem == "no_name") "{.code na = \"drop\"} leaves out and counts such trials.",
    i = titles %||% if (table$problem == "number") word_hint(trimws(found[1]), line[1]),
    i = if (table$problem == "short_header") {
      "Give the column of row names a header too; put numbers with decimal commas in quotes."
    },
    i = if (table$problem == "beyond") "Write its logarithm, and say so in {.arg scale}.",
    i = if (table$problem == "marks") {
      "Is it {gsub('[.,]', '', found[1])} or {sub(',', '.', found[1])}? {.code dec = \",\"} or
       {.code dec = \".\"} says which mark is the decimal one."
    }
  )
}

word_hint <- function(word, line) {
  strange_hint(word) %||% if (!is.na(label_side(word))) {
    "It says which hypothesis is true. Are the files of scores and key exchanged, or the columns?"
  } else if (line == "1") {
    "If it is the name of a column, call the column {.val score}."
  } else {
    "Only trials may follow the header: no titles, sums or means."
  }
}

text_lines <- function(bytes) {
  lines <- strsplit(rawToChar(bytes), "\r\n|\n|\r", useBytes = TRUE)[[1]]
  Encoding(lines) <- "UTF-8"
  lines
}

# The numbers of the columns with a name.
named_columns <- function(layout) {
  names <- layout$header %||% paste0("V", seq_len(layout$n_fields))
  columns <- rlang::set_names(seq_along(names) + layout$short_header, names)
  columns[nzchar(names)]
}

flag_words <- c("FALSE", "TRUE", "F", "T", "false", "true", "NA", "")

# Vectors from codes.
frame_columns <- function(table, flags) {
  Map(\(column, labels, flag) {
    if (is.null(labels)) return(column)
    labels[labels == "NA" | labels == ""] <- NA
    if (flag && all(labels %in% c(flag_words, NA))) labels <- as.logical(labels)
    labels[column]
  }, table$columns, table$labels, flags)
}
