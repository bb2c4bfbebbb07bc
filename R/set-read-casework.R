# Cases whose truth is unknown.

# A matrix of the scores of files, a column for each system; the `items` of each row, and its `line`
# with its `text` in the first file.
read_casework <- function(files, columns = NULL, dec = NULL) {
  asked <- reading_asked(columns, NULL, NULL, "error", dec, "error")
  texts <- lapply(files, read_bytes)
  first <- texts[[1]]
  layouts <- lapply(texts, text_layout, single_scores(asked)[[1]], TRUE, FALSE,
    if (length(texts) > 1) "any" else "if_any")
  read <- read_tables(texts, layouts, lapply(layouts, kinds_of))
  table <- read$tables[[1]]
  values <- if (length(texts) > 1) {
    casework_of_files(read, texts)
  } else {
    casework_of_columns(first, single_scores(asked), table)
  }
  items <- Filter(Negate(is.null), table_items(table, read$names))
  lines <- text_lines(first)
  list(
    values = values, items = as.data.frame(items, row.names = seq_along(table$line)),
    line = table$line, text = lines[table$line],
    header = if (layouts[[1]]$has_header) lines[table$header_line],
    separator = if (layouts[[1]]$separator == 0) " " else intToUtf8(layouts[[1]]$separator),
    dec = intToUtf8(table$decimal)
  )
}

casework_of_columns <- function(bytes, each, table) {
  if (length(each) == 1) return(cbind(table$columns$score))
  values <- lapply(each, \(one) {
    layout <- text_layout(bytes, one, TRUE, FALSE)
    read_tables(list(bytes), list(layout), list(kinds_of(layout)))$tables[[1]]$columns$score
  })
  matrix(unlist(values), ncol = length(each),
    dimnames = list(NULL, vapply(each, `[[`, "", "system")))
}

# Scores for the trials of the first file.
casework_of_files <- function(read, texts) {
  n <- length(read$names)
  with_side <- has_side(read$tables)
  wanted <- item_codes(read$tables[[1]], n, with_side)
  values <- Map(\(table, bytes) {
    scored <- c(item_codes(table, n, with_side), list(value = table$columns$score))
    match_trials(scored, wanted, read$names, file_text(bytes))$value
  }, read$tables, texts)
  matrix(unlist(values), ncol = length(texts), dimnames = list(NULL, names(texts)))
}
