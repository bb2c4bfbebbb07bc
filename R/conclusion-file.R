# Files of conclusions: counts below the names of two hypotheses, or a row per comparison.

conclusion_roles <- c("conclusion", "truth", "examiner", "item", "system", "count")

# Counts, or the arguments of conclusion_set() for vectors.
read_conclusion_file <- function(file, columns, h1, ..., no_value = NULL, na = "error") {
  asked <- reading_asked(columns, h1, NULL, "error", NULL, na, conclusion_roles)
  check_conclusion_names(no_value)
  bytes <- read_bytes(file)
  counts <- if (length(asked$columns) == 0) counts_of_bytes(bytes, h1)
  if (!is.null(counts)) return(counts)
  layout <- text_layout(bytes, asked, conclusions = TRUE)
  there <- intersect(conclusion_roles, names(layout$columns)[layout$columns > 0])
  number <- there == "count" |
    there == "conclusion" & layout$marked[layout$columns[["conclusion"]]] >= 0
  table <- read_table(bytes, layout, rlang::set_names(ifelse(number, 0L, 1L), there))
  fields <- Map(\(column, labels) {
    if (is.null(labels)) return(column)
    replace(labels, labels %in% setdiff(c("", "NA"), no_value), NA)[column]
  }, table$columns, table$labels)
  if (na == "error") check_rows_are_full(fields, table$line, bytes)
  facts <- c("decimal", "n_comments")
  tell_reading(told_of(bytes, replace(layout, facts, table[facts])))
  labels <- unique(fields$truth[!is.na(fields$truth)])
  truth <- settle_labels(labels, asked)
  if (is.logical(truth$value) && length(labels) == 2) {
    truth <- list(value = labels, h1 = labels[truth$value])
  }
  fields$truth <- truth$value[match(fields$truth, labels)]
  names(fields)[names(fields) == "conclusion"] <- "x"
  c(fields, list(h1 = truth$h1))
}

check_rows_are_full <- function(fields, line, bytes) {
  lost <- Find(\(name) anyNA(fields[[name]]), names(fields))
  refuse_if(!is.null(lost), "row_not_full")
}

# NULL if the first line does not name both hypotheses. Names may contain blanks even if blanks
# separate the columns.
counts_of_bytes <- function(bytes, h1) {
  layout <- text_layout(bytes, list())
  lines <- text_lines(bytes)
  heads <- c(layout$header, if (length(lines) > 0) text_cells(plain_blanks(lines[1])))
  if (!all(c(TRUE, FALSE) %in% label_side(heads)) && !any(h1 %in% heads)) return(NULL)
  if (layout$separator == 0) return(counts_of_text(paste(lines, collapse = "\n")))
  layout$columns <- named_columns(layout)
  # A cell with an unambiguous decimal mark is not a count: it is read as a number, so that the
  # error shows this number.
  kinds <- ifelse(bitwAnd(pmax(layout$marked[layout$columns], 0L), 5L) > 0, 0L, 1L)
  kinds <- rlang::set_names(kinds, names(layout$columns))
  table <- read_table(bytes, layout, kinds)
  counts_of_frame(as.data.frame(frame_columns(table, FALSE), optional = TRUE))
}

# Truth of each label, TRUE if H1 is true, or the labels themselves if the truth is unknown; NA for
# labels that are left out. `h1` is the label of H1 for lr_set().
settle_labels <- function(labels, asked) {
  found <- .Call(ffi_settle_labels, labels, labels_asked(asked), role_bytes())
  if (found$problem != "none") stop_labels(found$problem, found, asked)
  named_truth(found$side, found, asked)
}
