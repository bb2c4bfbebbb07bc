# Cases whose truth is unknown.

# A matrix of the scores of files, a column for each system; the `items` of each row, and its `line`
# with its `text` in the first file.
read_casework <- function(files, columns = NULL, dec = NULL) {
  asked <- reading_asked(columns, NULL, NULL, "error", dec, "error")
  texts <- lapply(files, read_bytes)
  each <- single_scores(asked)
  if (length(texts) > 1) each <- each[1]
  read <- lapply(each, \(one) read_trials(texts, rep("", length(texts)), one, "cases"))
  first <- read[[1]]$texts[[1]]
  lines <- text_lines(texts[[1]])
  named <- if (length(each) > 1) vapply(each, `[[`, "", "system") else names(texts)
  list(
    values = matrix(unlist(lapply(read, `[[`, "value")), nrow = length(first$line),
      dimnames = if (!is.null(named)) list(NULL, named)),
    items = as.data.frame(read_items(read[[1]]), row.names = seq_along(first$line)),
    line = first$line, text = lines[first$line],
    header = if (first$has_header) lines[first$header_line],
    separator = if (first$separator < 2) strrep(" ", first$separator + 1) else
      intToUtf8(first$separator),
    dec = intToUtf8(first$decimal)
  )
}
