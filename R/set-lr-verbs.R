# What R does to vectors, done to sets or refused. The names are those of the generics.
# nolint start: object_name_linter.

#' @rdname lr_set-methods
#' @export
levels.lr_set <- function(x) levels(x$system)

#' @rdname lr_set-methods
#' @export
`levels<-.lr_set` <- function(x, value) with_system_names(x, value)

#' @rdname lr_set-methods
#' @rawNamespace S3method(utils::head, lr_set)
head.lr_set <- function(x, n = 6, ...) {
  check_dots(...)
  check_number(n, "n")
  utils::head(as.data.frame(x), n)
}

#' @rdname lr_set-methods
#' @rawNamespace S3method(utils::tail, lr_set)
tail.lr_set <- function(x, n = 6, ...) {
  check_dots(...)
  check_number(n, "n")
  utils::tail(as.data.frame(x), n)
}

#' @rdname lr_set-methods
#' @export
rev.lr_set <- function(x) subset_trials(x, rev(seq_along(x$value)))

#' @rdname lr_set-methods
#' @export
sort.lr_set <- function(x, decreasing = FALSE, ...) {
  check_dots(...)
  check_flag(decreasing, "decreasing")
  subset_trials(x, order(x$value, decreasing = decreasing))
}

#' @export
is.na.lr_set <- function(x) rep(FALSE, length(x))

#' @export
anyNA.lr_set <- function(x, recursive = FALSE) FALSE

#' @export
`$<-.lr_set` <- function(x, name, value) stop_read_only(x)

#' @export
`[[<-.lr_set` <- function(x, i, value) stop_read_only(x)

#' @rdname lr_set-methods
#' @export
`[<-.lr_set` <- function(x, i, value) stop_read_only(x)

#' @export
`names<-.lr_set` <- function(x, value) {
  stop_input(
    "The trials of a {.cls lr_set} have no names.",
    i = "Identifiers go in with {.arg id}; {.code levels(x) <-} names the systems."
  )
}

# Verbs that would need to know what they do to the scale, or that make no sense of trials.
refuse_verb <- function(x, verb) {
  stop_input(
    "{.fn {verb}} cannot be applied to an {.cls lr_set}.",
    i = "{.code as.data.frame(x)} gives its numbers and its truth as columns.",
    class = "calibrant_error_verb"
  )
}

#' @export
Ops.lr_set <- function(e1, e2) refuse_verb(e1, .Generic)

#' @export
Math.lr_set <- function(x, ...) refuse_verb(x, .Generic)

#' @export
Summary.lr_set <- function(..., na.rm = FALSE) refuse_verb(list(...)[[1]], .Generic)

#' @export
mean.lr_set <- function(x, ...) refuse_verb(x, "mean")

#' @rawNamespace S3method(stats::median, lr_set)
median.lr_set <- function(x, na.rm = FALSE, ...) refuse_verb(x, "median")

#' @rawNamespace S3method(stats::quantile, lr_set)
quantile.lr_set <- function(x, ...) refuse_verb(x, "quantile")

#' @rawNamespace S3method(stats::density, lr_set)
density.lr_set <- function(x, ...) refuse_verb(x, "density")

#' @rawNamespace S3method(graphics::hist, lr_set)
hist.lr_set <- function(x, ...) refuse_verb(x, "hist")

#' @export
cut.lr_set <- function(x, ...) refuse_verb(x, "cut")

#' @export
within.lr_set <- function(data, expr, ...) refuse_verb(data, "within")

#' @export
scale.lr_set <- function(x, center = TRUE, scale = TRUE) {
  refuse_verb(x, "scale")
}

#' @export
t.lr_set <- function(x) refuse_verb(x, "t")

#' @export
unique.lr_set <- function(x, incomparables = FALSE, ...) {
  refuse_verb(x, "unique")
}

#' @export
duplicated.lr_set <- function(x, incomparables = FALSE, ...) {
  refuse_verb(x, "duplicated")
}

#' @export
as.double.lr_set <- function(x, ...) refuse_verb(x, "as.double")

#' @export
as.integer.lr_set <- function(x, ...) refuse_verb(x, "as.integer")

#' @export
as.character.lr_set <- function(x, ...) format(x, ...)
# nolint end
