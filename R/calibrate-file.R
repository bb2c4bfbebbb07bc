#' Read and write calibrations as JSON
#'
#' `write_calibration()` puts a calibration into a JSON file that says in numbers what it does to a
#' score, an LR or the log-likelihoods of many classes; `read_calibration()` makes it a calibration
#' again, which predicts the same to the last bit. The training trials do not go into the file.
#'
#' # The format
#' An object with `"format": "calibrant calibration"`, `"version": 1`, and
#' * `method`, `prior`, `settings`: how it was trained, as in [calibrate()];
#' * `input`: `"score"`, or `"ln_lr"` where the input is the natural logarithm of an LR; `scale`:
#'   the scale of the trials it was trained on;
#' * `output`: always `"ln_lr"`, a natural logarithm of an LR;
#' * `labels`: what H1 and H2 were called;
#' * `systems`: an array with an object per system: its `name` (`null` without one), `n_h1` and
#'   `n_h2` (trials it was trained on), `totals` (their weights), `range` (of their finite values,
#'   on `scale`), `function`, and `statistics` of the fit, which nobody needs to apply it.
#'
#' `function` has a `type`; with the input \eqn{x}, the output is
#' * `"affine"`: \eqn{\ell = a x + b}{l = a x + b} with `slope` \eqn{a} and `offset` \eqn{b};
#' * `"weighted_sum"` (a fusion): \eqn{\ell = \sum_k a_k x_k + b}{l = sum_k a_k x_k + b}, the
#'   `inputs` in the order of the `slopes`;
#' * `"beta"`: \eqn{\ell = a \ln p - b \ln(1-p) + c}{l = a ln p - b ln(1 - p) + c} with
#'   \eqn{p = 1/(1 + e^{-x - h})}{p = 1 / (1 + exp(-x - h))} and `log_odds` \eqn{h};
#' * `"lines"`: straight lines between the points `x`, `y`, constant beyond them;
#' * `"blocks"`: PAV. From `min` to `max` of a block the `ln_lr` of it; beyond the outermost that of
#'   the nearest; in a gap a straight line between the ends where both values are finite, otherwise
#'   the value of the nearer end, at equal distance the one closer to 0;
#' * `"kernel_ratio"`: the log of the ratio of two Gaussian kernel densities of `h1` and `h2`, each
#'   with kernels at the values `at`, that occur `n` times, and its `bandwidth`. Below and above
#'   `range` the input is moved to its end. All these are in `unit`s of the input.
#'
#' But for `"blocks"`, infinite inputs are copied through. Numbers have the digits that bring every
#' double back; infinite ones are the strings `"Inf"` and `"-Inf"`.
#'
#' # Many classes
#' The object then has `classes`, whose order holds for all that follows; `prior`, `n` (trials) per
#' class; `recognisers` (`null` but for a fusion); `input` and `output` are `"ln_likelihood"`. A
#' `function` has `alpha`, in a matrix column by column, and `offset`, which the `method` uses as
#' [calibrate()][loglik_calibrate] says. Where `alpha` is infinite, it is `slope` times `unit`.
#' Where it is 0, log-likelihoods of `-Inf` stay what they are unless `ignores_input`.
#'
#' @param fit A calibration made by [calibrate()] or [fuse()].
#' @param file The name of a file; `NULL` returns the text.
#' @return `write_calibration()`: the name of the file, invisibly, or the text as a string.
#'   `read_calibration()`: an object of class `lr_calibration` or `loglik_calibration`. Like one
#'   that was read from [readRDS()] it has no training trials (see `keep_trials` of
#'   [calibrate()]); a calibration that was [retrain()]ed comes back as an ordinary one with the
#'   same numbers.
#' @section Errors: `calibrant_error_file` where the file cannot be read, is no JSON, or is not of
#'   this format and version; `calibrant_error_input` where `fit` is no calibration.
#' @seealso [predict()][predict.lr_calibration]
#' @export
#' @examples
#' set.seed(1)
#' fit <- calibrate(simulate_lr(100, 300, s = 2, stretch = 2))
#' cat(write_calibration(fit, NULL))
#' file <- tempfile(fileext = ".json")
#' write_calibration(fit, file)
#' identical(predict(read_calibration(file), c(-1, 2)), predict(fit, c(-1, 2)))
write_calibration <- function(fit, file) {
  call <- rlang::current_env()
  check_that(
    inherits(fit, c("lr_calibration", "loglik_calibration")),
    "be a calibration made by {.fn calibrate} or {.fn fuse}.", fit, "fit", call
  )
  text <- canonical_json(calibration_record(fit))
  if (is.null(file)) text else write_text(text, file, call)
}

#' @rdname write_calibration
#' @export
read_calibration <- function(file) {
  call <- rlang::current_env()
  restore <- \(record) {
    if (!is.null(record$classes)) class(record) <- "loglik_record"
    calibration_of_record(record)
  }
  read_record(file, calibration_format, "write_calibration", restore, call)
}

calibration_format <- "calibrant calibration"

calibration_record <- function(fit) UseMethod("calibration_record")

#' @exportS3Method
calibration_record.lr_calibration <- function(fit) {
  record <- calibration_method(fit$method)$record
  each <- \(k) {
    sizes <- fit$sizes[[k]]
    list(
      name = if (!is.null(names(fit$transforms))) names(fit$transforms)[k],
      n_h1 = sizes[["h1"]], n_h2 = sizes[["h2"]], totals = I(as.double(fit$totals[[k]])),
      range = I(as.double(fit$range[[k]])), "function" = record(fit$transforms[[k]]),
      statistics = statistics_record(fit$transforms[[k]])
    )
  }
  list(
    format = calibration_format, version = 1, method = fit$method, prior = fit$prior,
    settings = lapply(fit$settings, setting_record),
    input = if (fit$scale == "score") "score" else "ln_lr",
    scale = fit$scale, output = "ln_lr",
    labels = list(h1 = fit$labels[["h1"]], h2 = fit$labels[["h2"]]),
    weighted = fit$is_weighted, systems = lapply(seq_along(fit$transforms), each)
  )
}

# What printing, tidy() and glance() need beside the function itself.
statistics_record <- function(transform) {
  fields <- c("coefficients", "vcov", "vcov_hessian", "objective", "minimum", "iterations", "df",
    "prior")
  kept <- transform[intersect(fields, names(transform))]
  log10_lr <- transform$blocks$log10_lr_pav
  kept$terms <- names(transform$coefficients)
  # The blocks' own values, which logarithms to another base would round.
  if (!is.null(log10_lr)) kept$log10_lr <- log10_lr
  lapply(kept, \(field) I(if (is.character(field)) field else as.double(field)))
}

calibration_of_record <- function(record) UseMethod("calibration_of_record")

#' @exportS3Method
calibration_of_record.default <- function(record) {
  systems <- record$systems
  names <- unlist(lapply(systems, \(one) if (is.character(one$name)) one$name))
  named <- \(list) if (is.null(names)) list else rlang::set_names(list, names)
  of <- \(field) named(lapply(systems, \(one) numbers_of_json(one[[field]])))
  classes <- \(values) rlang::set_names(values, c("h1", "h2"))
  check_choice(record$method, names(calibration_methods()), "method", NULL)
  fit <- list(
    method = record$method, prior = as.double(record$prior),
    settings = lapply(record$settings, setting_of_record),
    transforms = named(lapply(systems, transform_of_record, record$method)),
    scale = check_choice(record$scale, lr_scales, "scale", NULL),
    labels = c(h1 = record$labels$h1, h2 = record$labels$h2), is_weighted = record$weighted,
    terms = if (record$method == "fusion") unlist(systems[[1]][["function"]]$inputs),
    range = of("range"),
    sizes = named(lapply(systems, \(one) classes(as.double(c(one$n_h1, one$n_h2))))),
    totals = of("totals"), input = NULL, trials = NULL,
    memory = .Call(ffi_memory)
  )
  class <- c(if (record$method == "fusion") "lr_fusion", "lr_calibration")
  structure(fit, class = class)
}

# Settings are words, or one or more numbers.
setting_record <- function(value) if (length(value) > 1) I(value) else value

setting_of_record <- function(value) if (is.character(value)) value else numbers_of_json(value)

transform_of_record <- function(one, method) {
  what <- one[["function"]]
  known <- lapply(one$statistics[setdiff(names(one$statistics), "terms")], numbers_of_json)
  terms <- unlist(one$statistics$terms)
  if (!is.null(terms)) known$coefficients <- rlang::set_names(known$coefficients, terms)
  for (name in intersect(c("vcov", "vcov_hessian"), names(known))) {
    known[[name]] <- matrix(known[[name]], length(terms), dimnames = list(terms, terms))
  }
  whole <- intersect("iterations", names(known))
  known[whole] <- lapply(known[whole], as.integer)
  log10_lr <- known$log10_lr
  known$log10_lr <- NULL
  restore <- calibration_method(method)$restore
  c(known, if (!is.null(restore)) restore(what, log10_lr))
}
