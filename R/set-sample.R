#' Sample trials from a set
#'
#' `sample_trials()` returns a smaller set of trials drawn at random, for functions of single trials
#' if the set is in a database ([databases]), or for quick plots.
#'
#' The draw is stratified: `n` trials of each hypothesis and system, or all if there are fewer. The
#' shares of the hypotheses thus differ. Trials in memory are drawn by R's generator ([set.seed()]),
#' others by that of the database.
#'
#' @param x An [lr_set()] or a [loglik_set()].
#' @param n The number of trials of each hypothesis and system: one number, or two, `c(h1 = , h2 =
#'   )`. For many classes one number, or one for each class.
#' @param ... Unused.
#' @return A set like `x` in memory, LRs on its scale.
#' @section Errors:
#' `calibrant_error_no_trials`: trials cannot be drawn.
#' @concept subsampling
#' @concept downsampling
#' @export
#' @examples
#' set.seed(1)
#' x <- simulate_lr(5000, 20000, s = 2)
#' sample_trials(x, 1000)
#' cllr(sample_trials(x, c(h1 = 100, h2 = 1000)))
sample_trials <- function(x, n, ...) UseMethod("sample_trials", given(x))

#' @rdname sample_trials
#' @export
sample_trials.default <- function(x, n, ...) sample_trials(lr_set(x), n, ...)

#' @rdname sample_trials
#' @export
sample_trials.lr_set <- function(x, n, ...) {
  if (...length() > 0) check_dots(...)
  check_given()
  draw_sample(x, check_sample(n, c("h1", "h2")), factor(!x$truth))
}

#' @rdname sample_trials
#' @export
sample_trials.loglik_set <- function(x, n, ...) {
  check_dots(...)
  check_given()
  draw_sample(x, check_sample(n, set_classes(x)), x$truth)
}

draw_sample <- function(x, n, class) {
  drawn <- lapply(split_by_system(x), \(place) {
    Map(draw_from, split(place, class[place]), n)
  })
  x[sort(unlist(drawn))]
}

check_sample <- function(n, classes) {
  check_that(
    is.numeric(n) && length(n) %in% c(1, length(classes)) && all(is.finite(n)) &&
      all(n >= 1) && all(n == floor(n)) && (is.null(names(n)) || setequal(names(n), classes)),
    "be one positive whole number, or one for each of {.val {classes}}.", n
  )
  if (is.null(names(n))) n <- rlang::set_names(rep_len(n, length(classes)), classes)
  n[classes]
}

#' @rdname sample_trials
#' @export
sample_trials.remote_set <- function(x, n, ...) {
  if (...length() > 0) check_dots(...)
  check_given()
  n <- check_sample(n, c("h1", "h2"))
  parts <- each_system(x, draw_trials_of, n)
  sizes <- lengths(lapply(parts, `[[`, "value"))
  trials <- bind_columns(parts)
  new_lr_set(trials$value, trials$truth, x$scale, x$labels,
    system = if (!is.null(levels(x))) factor(rep(levels(x), sizes), levels(x))
  )
}
