# Contents of files, from which a user chooses columns.

list_command <- function(files, options) {
  check_some_files(files)
  files <- named_files(files)
  found <- lapply(files, file_content)
  command_output(
    options,
    canonical_json(unname(Map(\(file, one) {
      c(list(file = file), if (is.data.frame(one)) list(columns = json_rows(one)) else one)
    }, files, found))),
    for (k in seq_along(files)) print_content(files[k], found[[k]])
  )
}

print_content <- function(file, content) {
  if (!is.data.frame(content)) return(cat(file, ": a ", content$format, "\n", sep = ""))
  cat(file, ": ", noun_count(attr(content, "n"), "row"), "\n", sep = "")
  print(content, right = FALSE, row.names = FALSE)
}

# The columns of a table, or the format of a file that calibrant wrote.
file_content <- function(file) {
  if (!grepl("[.]json$", file, ignore.case = TRUE)) return(file_columns(read_bytes(input_of(file))))
  record <- parse_json(json_text(file), file)
  format <- record_format(record)
  refuse_if(is.null(format), "format_unknown")
  list(format = format)
}

# The role of each column is the one that other commands would find: of scores, or of conclusions.
file_columns <- function(bytes) {
  asked <- reading_asked(NULL, NULL, NULL, "error", NULL, "error")
  layouts <- lapply(c("labelled", "conclusions"), \(files) {
    call_reader(list(bytes), "", asked, files)$texts[[1]]
  })
  is_read <- vapply(layouts, `[[`, "", "problem") == "none"
  layout <- layouts[[if (is_read[2] && !is_read[1]) 2 else 1]]
  is_broken <- layout$problem %in% c("empty", "wide", "long", "quote")
  if (is_broken) stop_layout(layout, bytes, asked, "score")
  roles <- layout$columns
  numbers <- seq_len(layout$n_fields)
  kinds <- rlang::set_names(rep(1L, length(numbers)), numbers)
  layout[c("marks", "first_line", "columns")] <- list(0, 1, rlang::set_names(numbers))
  table <- read_table(bytes, layout, kinds)
  names <- c(if (layout$short_header) "", layout$header, character())[numbers]
  content <- data.frame(
    column = numbers, name = ifelse(is.na(names), "", names),
    role = c(names(roles), "")[match(numbers, roles, length(roles) + 1)],
    content = mapply(column_content, table$columns, table$labels)
  )
  structure(content, n = length(table$line))
}

# The range of numbers, or the most frequent values of a column with their counts.
column_content <- function(code, label) {
  count <- tabulate(code, length(label))
  known <- !label %in% c("", "NA")
  number <- suppressWarnings(as.numeric(sub(",", ".", label[known], fixed = TRUE)))
  lost <- if (!all(known)) sprintf("; %s missing", plain_count(sum(count[!known])))
  if (length(number) > 2 && !anyNA(number)) {
    return(paste0("numbers from ", paste(signif(range(number), 4), collapse = " to "), lost))
  }
  most <- utils::head(order(-count * known), min(4, sum(known)))
  shown <- sprintf("%s (%s)", substr(label[most], 1, 20), plain_counts(count[most]))
  more <- sum(known) - length(most)
  paste0(paste(shown, collapse = ", "), if (more > 0) sprintf(", %s more", plain_count(more)), lost)
}
