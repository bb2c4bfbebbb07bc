# Functions of R for vectors, applied to sets. The names are those of the generics.
# nolint start: object_name_linter.

#' @rdname lr_set-methods
#' @rawNamespace S3method(utils::head, lr_set)
head.lr_set <- function(x, n = 6, ...) {
  check_dots(...)
  check_number(n)
  utils::head(as.data.frame(x), n)
}

#' @rdname lr_set-methods
#' @rawNamespace S3method(utils::tail, lr_set)
tail.lr_set <- function(x, n = 6, ...) {
  check_dots(...)
  check_number(n)
  utils::tail(as.data.frame(x), n)
}

#' @rdname lr_set-methods
#' @export
rev.lr_set <- function(x) subset_trials(x, rev(seq_along(x$value)))

#' @rdname lr_set-methods
#' @export
sort.lr_set <- function(x, decreasing = FALSE, ...) {
  check_dots(...)
  check_flag(decreasing)
  subset_trials(x, order(x$value, decreasing = decreasing))
}

#' @export
is.na.lr_set <- function(x) rep(FALSE, length(x))

#' @export
anyNA.lr_set <- function(x, recursive = FALSE) FALSE

#' @export
`names<-.lr_set` <- function(x, value) refuse("trials_unnamed")

#' @export
as.character.lr_set <- function(x, ...) format(x, ...)
# nolint end
