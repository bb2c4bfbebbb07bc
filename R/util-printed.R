# Prints `x` by `code`, and returns it. A table that lacks columns, or has others, is printed as a
# plain one. The code must not return(), which would lose what it printed.
printed <- function(x, code) {
  asked <- mget(c("digits", "n"), parent.frame(), ifnotfound = 1)
  check_number(asked$digits, "digits", above = 0, below = 23)
  check_that(is_one_number(asked$n) && asked$n >= 0, "be one number of rows.", asked$n, "n")
  writeLines(tryCatch(undirected(utils::capture.output(invisible(code))), error = \(cnd) {
    if (inherits(cnd, "calibrant_error")) stop(cnd)
    text <- tryCatch(utils::capture.output(print(plain_frame(x))), error = \(cnd) NULL)
    refuse_if(!is.data.frame(x) || is.null(text), "not_printed")
    text
  }))
  invisible(x)
}

# Plain data frame, without extra class and attributes.
plain_frame <- function(x) {
  attributes(x) <- c(attributes(x)[c("names", "row.names")], class = "data.frame")
  x
}
