# A data frame of these columns, in a tenth of the time of data.frame(), which takes longer than
# most measures of a thousand trials. Short columns are recycled; data frames, lists and matrices
# give their columns; names are kept as they are. Unlike there, columns must be named, and names of
# their elements are dropped.
new_frame <- function(...) {
  columns_of <- \(part) {
    if (is.matrix(part)) return(as.data.frame(part))
    if (is.list(part) || is.null(part)) part else list(part)
  }
  columns <- unlist(lapply(list(...), columns_of), recursive = FALSE)
  sizes <- lengths(columns, use.names = FALSE)
  n <- if (all(sizes > 0)) max(sizes, 0L) else 0L
  recycled <- \(column) unname(if (length(column) == n) column else rep(column, length.out = n))
  structure(lapply(columns, recycled), class = "data.frame", row.names = .set_row_names(n))
}
