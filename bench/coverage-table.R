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
