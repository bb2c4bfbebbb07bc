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
  problem <- layout$problem
  file <- file_text(bytes)
  at <- layout$other[1]
  if (problem == "quote") {
    found <- text_lines(bytes)[at]
    refuse("quote_alone")
  }
  lost <- asked$columns[at + 1]
  h1 <- if (length(asked$h1) > 0) cli::format_inline(", and {.val {asked$h1}} is not there") else ""
  between <- column_texts(layout, layout$other)
  heads <- columns_of_sides(layout)
  first <- utils::head(text_lines(utils::head(bytes, 1e5)), 2)
  shown <- utils::head(if (layout$has_header) layout$header else first[1], 50)
  header_at <- header_below_titles(bytes, asked, what)
  value <- if (what == "conclusion") what else "score"
  is_wide <- layout$n_fields > 3 && layout$marked[1] < 0 && all(layout$marked[-1] >= 0)
  refuse("layout")
}

# Are these conclusions of examiners that were given for scores?
are_conclusions <- function(bytes, asked) {
  asked$columns <- NULL
  told <- call_reader(list(bytes), "", asked, "conclusions")
  identical(told$texts[[1]]$problem, "none")
}

# The number of the line of the header below titles, if the table can be read from there.
header_below_titles <- function(bytes, asked = list(), what = "conclusion") {
  kind <- c(conclusion = "conclusions", trial = "labelled", score = "cases")[[what]]
  lines <- utils::head(text_lines(utils::head(bytes, 1e5)), 50)
  for (n in seq_len(max(min(10, length(lines) - 2), 0))) {
    below <- list(charToRaw(paste(lines[-seq_len(n)], collapse = "\n")))
    read <- call_reader(below, "", asked, kind)
    layout <- read$texts[[1]]
    good <- layout$problem == "none" && grepl("^none$|label", read$problem)
    if (good && layout$has_header && !any(hold_scores(lines[1:n], layout))) {
      return(n + grep("[^;,|[:space:]]", lines[-seq_len(n)])[1])
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
  problem <- table$problem
  may_be_titles <- problem %in% c("fields", "number", "short_header")
  header_at <- if (may_be_titles) header_below_titles(bytes, ...)
  line <- plain_counts(table$at_line)
  found <- table$at
  hint <- if (problem == "number" && is.null(header_at)) {
    word_hint(trimws(found[1]), line[1], layout$header)
  }
  refuse("table", i = hint)
}

word_hint <- \(word, line, header) strange_hint(word) %||% hint_of("word_in_file")

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
