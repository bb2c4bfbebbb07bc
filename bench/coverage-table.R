# Tables of coverage as Markdown.

show <- function(rows) {
  c(
    paste0("| ", paste(names(rows), collapse = " | "), " |"),
    paste0("|", strrep("---|", ncol(rows))),
    do.call(paste, c(list("|"), unname(lapply(rows, paste, "|"))))
  )
}

as_text <- function(rows) {
  numbers <- vapply(rows, is.double, NA)
  rows[numbers] <- lapply(rows[numbers], \(x) formatC(x, format = "f", digits = 3))
  rows
}

# The table in a file, all columns as text.
read_rows <- function(file) {
  if (!file.exists(file)) {
    return(NULL)
  }
  lines <- grep("^[|] ", readLines(file), value = TRUE)
  fields <- strsplit(gsub("^[|] | [|]$", "", lines), " | ", fixed = TRUE)
  rlang::set_names(as.data.frame(do.call(rbind, fields[-1])), fields[[1]])
}
