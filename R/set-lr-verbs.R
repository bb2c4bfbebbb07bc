# Functions of R for vectors, applied to sets or refused. The names are those of the generics.
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
    i = "Give identifiers in {.arg id}; {.code levels(x) <-} names the systems."
  )
}

# Functions whose effect on the scale is unknown, or that make no sense for trials.
refused_verbs <- c(
  "Ops", "Math", "Summary", "mean", "cut", "within", "scale", "t", "unique", "duplicated",
  "as.double", "as.integer", "stats::median", "stats::quantile", "stats::density", "graphics::hist"
)
set_classes_refusing <- c("lr_set", "loglik_set", "conclusion_set")

refusal <- function(class) {
  force(class)
  function(...) {
    stop_input(
      "{.fn {(.Generic)}} cannot be applied to {.cls {class}}.",
      i = "{.code as.data.frame(x)} gives its numbers and its truth as columns.",
      class = "calibrant_error_verb"
    )
  }
}

#' @evalNamespace outer(refused_verbs, set_classes_refusing, \(verb, class) {
#'   paste0("S3method(", verb, ",", class, ")")
#' })
NULL
for (class in set_classes_refusing) {
  for (verb in sub(".*::", "", refused_verbs)) assign(paste0(verb, ".", class), refusal(class))
}
rm(class, verb)

#' @export
as.character.lr_set <- function(x, ...) format(x, ...)
# nolint end
