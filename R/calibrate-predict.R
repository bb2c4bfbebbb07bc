#' Apply a calibration
#'
#' `predict()` returns calibrated LRs or posterior probabilities for new scores or LRs of a system.
#'
#' Infinite LRs are returned unchanged, with three exceptions. PAV returns the LR of its last block,
#' the four-parameter logistic its floor or ceiling, and densities the ratio of shares if both
#' hypotheses have trials there. On scale `"lr"`, ratios beyond about \eqn{10^{308}} become
#' infinite.
#'
#' @param object A calibration made by [calibrate()] or [fuse()].
#' @param newdata Trials to calibrate; the training trials if missing.
#'   * For `calibrate()`: a numeric vector on the scale of the training trials (log10 LRs or
#'     probabilities if these were); a data frame with the column of the formula or of the set, or
#'     one named by the scale (`score`, `log10_lr`, `prob` and so on); or an [lr_set()] with the
#'     same systems. A table in a database (`dplyr::tbl()`) is computed there, by the methods
#'     `"logistic"`, `"gaussian"`, `"four_parameter"`, `"spline"` and `"pav"`.
#'   * For `fuse()`: a data frame with the inputs of the formula; a matrix or a list like that of
#'     the training; or an [lr_set()] with the same systems.
#' @param type The scale of the result: `"log10"`, `"ln"`, `"lr"`, or `"posterior"` (the probability
#'   of H1; `"prob"` means the same). Default: `"log10"`, or `"posterior"` after training on
#'   probabilities.
#' @param prior For posteriors: the prior probability of H1, one or as many as there are trials.
#'   Default: the prior of the training probabilities, or else the training prior.
#' @param system For a numeric vector: the system whose transformation to use. For a table in a
#'   database: the name of the column with the system. For a fusion: the name of the fused system.
#' @param level `NULL`, or the level of "Confidence limits" of each LR.
#' @param by For the limits: `"source"`, the default if the training set names items, lets the items
#'   vary; `"trial"` assumes that the training trials are independent.
#' @param integrated Whether to return "Integrated LRs".
#' @param ... Unused.
#' @param new_data The same as `newdata`, under the name that `tidymodels` uses.
#' @return A numeric vector with an element per trial, under its name, row name or `id` if it has
#'   one. Exceptions:
#'   * For a table in a database: the lazy table with one more column, `.log10_lr`, `.ln_lr`, `.lr`
#'     or `.posterior`.
#'   * For an [lr_set()]: an `lr_set` on the scale `type` with the same truth, systems, weights and
#'     sources. Posteriors are a vector, or a set of probabilities at `prior` if the calibration
#'     gives posteriors by default.
#'   * With a `level`: a data frame with a row per trial, the value (`log10_lr`, `ln_lr`, `lr` or
#'     `posterior`) and its limits `lower` and `upper`. An `lr_set` has the limits as fields, which
#'     `as.data.frame()` shows, `[` and `c()` keep and [bound_lr()] adapts.
#' @section Composition and inverse:
#' LRs are calibrated again by `predict(second, predict(first, score))`, where `second` was trained
#' on LRs. The inverse of an affine calibration (`"logistic"`, `"gaussian"`; Brümmer 2010, section
#' 7.7.1) is `(llr - offset) / slope` of a natural log LR, with the
#' [coefficients][lr_calibration-methods]. [stats::uniroot()] inverts other increasing calibrations,
#' as in the examples.
#' @section Trials that trained the calibration:
#' Measures on training trials are optimistic: use [cross_calibrate()]. A calibration recognises its
#' training trials by an order-free checksum, also when read from a file; within the session, half
#' of them suffice. A message of class `calibrant_message_training` says so once per session. The
#' returned set states it in print, summary, explanation and report, and meets no criterion of a
#' [validation_plan()]. Trials of another system give a message of class `calibrant_message_system`.
#' @section Strength that the trials support:
#' Every method but PAV extrapolates. By [turing_bounds()], \eqn{N_2} H2 trials cannot support an LR
#' above \eqn{N_2 + 1}, nor \eqn{N_1} H1 trials one below \eqn{1/(N_1 + 1)}. Stronger LRs of vectors
#' or data frames (casework) give one warning of class `calibrant_warning_extrapolation`; sets only
#' give it for kernel densities and LRs more than 1000 times stronger. [bound_lr()] bounds LRs by
#' the support of the trials.
#' @section Confidence limits:
#' Confidence limits show how much the LR of a score varies with other training trials of the same
#' populations. Those of `"bigaussian"` and of [retrain()]ed calibrations come from draws of the
#' training trials ([set.seed()]); those of `"pav"` from the likelihood ratio test of Banerjee and
#' Wellner (2001). `vignette("methods")` has the other methods.
#'
#' If the form of the calibration is right, 95 % limits contain the true LR in 94 to 100 % of
#' simulated cases by `"logistic"`, and in 88 to 100 % by `"pav"`, `"beta"`, `"kde"` and `"spline"`,
#' with two exceptions (60 and 78 %). If the form is wrong, coverage may fall to 0;
#' [autoplot()][autoplot.lr_calibration] shows the form. A test of the form gives a warning of class
#' `calibrant_warning_form` at a p-value below .01. [verbal_scale()] and reports then state no
#' limits.
#'
#' Beyond the training trials the interval extends to the LR of the extrapolated curve, and is open
#' if the curve stops. No limit claims that the trials prove an LR beyond the bounds of the previous
#' section. The limits allow for the training alone: they assume that the population is relevant to
#' the case and the score free of error.
#' @section Integrated LRs:
#' `integrated = TRUE` returns one LR that allows for the uncertainty of the calibration: the
#' posterior probability at even odds, averaged over this uncertainty and converted back into an LR.
#' This LR supports the same hypothesis, increases with the score, and is nearer to 1. On new trials
#' its [cllr()] is lower on average (`vignette("methods")`).
#' @section Errors:
#' * `calibrant_error_damaged`: the calibration was altered by hand or is of an older version.
#' * `calibrant_error_no_trials`: neither `newdata` nor training trials exist, as for a calibration
#'   read from a file (see `keep_trials` of [calibrate()]). Limits of `"pav"`, `"spline"`,
#'   `"four_parameter"` and `"bigaussian"` need the training trials, or their counts by
#'   [write_calibrant()]. Limits by source need them when the file is written, those of
#'   `"bigaussian"` also later.
#' * `calibrant_error_input`: missing values, LRs for a calibration of scores or the reverse,
#'   unknown systems, missing columns.
#' @references
#' Brümmer N (2010). PhD thesis. <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' Banerjee M, Wellner JA (2001). *Annals of Statistics* 29, 1699-1731. \doi{10.1214/aos/1015345959}
#' @concept interval of an LR
#' @concept uncertainty of an LR
#' @concept precision of an LR
#' @concept new cases
#' @concept inverse of a calibration
#' @concept score of an LR
#' @concept composition of calibrations
#' @export
#' @examples
#' set.seed(1)
#' x <- simulate_lr(100, 300, s = 2, stretch = 2)
#' fit <- calibrate(x)
#' predict(fit, c(-2, 0, 2))
#' predict(fit, c(-2, 0, 2), level = 0.95)
#' predict(fit, c(-2, 0, 2), type = "posterior", prior = 0.1)
#' cllr(predict(fit, simulate_lr(100, 300, s = 2, stretch = 2)))
#'
#' # The score that is calibrated to a log10 LR of 1
#' score <- uniroot(\(score) predict(fit, score) - 1, c(-3, 3), tol = 1e-9)$root
#' c(score, predict(fit, score))
#'
#' @order 1
predict.lr_calibration <- function(object, newdata = new_data, type = NULL, prior = NULL,
                                   system = NULL, level = NULL, by = NULL, integrated = FALSE,
                                   ..., new_data = NULL) {
  check_intact_fit(object)
  check_dots(...)
  output <- read_output(object, type, prior)
  wanted <- list(level = level, by = by, integrated = integrated)
  asked <- !is.null(newdata)
  if (!asked) newdata <- training_set(object)
  if (inherits(newdata, "tbl_lazy")) {
    refuse_if(!is.null(level) || !isFALSE(integrated), "remote_limits")
    return(predict_table(newdata, object, output$type, output$prior, system))
  }
  if (inherits(newdata, "lr_set")) {
    check_same_kind(object$scale, newdata$scale)
    value <- to_ln(newdata$value, newdata$scale)
    which <- asked_systems(object, system, length(value)) %||% newdata$system
    llr <- transform_systems(object, value, which)
    warn_far_tails(object$method, llr, value, object, which)
    sure <- with_sureness(object, llr, value, which, wanted)
    set <- express_set(newdata, sure$llr, output, limits = sure$limits)
    set <- noted_limits(set, object, level, by)
    return(noted_calibration(set, object, newdata, asked))
  }
  trials <- read_newdata(object, newdata, system)
  check_values(trials$value, input_scale(object), arg = "newdata")
  value <- inputs_to_ln(as.double(trials$value), object)
  llr <- transform_systems(object, value, trials$system)
  warn_extrapolation(llr, value, object, trials$system)
  sure <- with_sureness(object, llr, value, trials$system, wanted)
  express_numbers(sure$llr, sure$limits, output$type, output$prior, names_of_new(newdata))
}

# The ln LRs, integrated if `wanted` says so, and their limits at its `level`; NULL without a level.
with_sureness <- function(fit, llr, value, system, wanted) {
  check_flag(wanted$integrated, "integrated")
  if (wanted$integrated) llr <- integrated_llr(fit, llr, value, system, wanted$by)
  if (is.null(wanted$level)) return(list(llr = llr))
  limits <- llr_limits(fit, llr, value, system, wanted$level, wanted$by)
  list(llr = llr, limits = c(limits, refuted = warn_form(fit)))
}

# The result as a vector, or as a data frame with limits.
express_numbers <- function(llr, limits, type, prior, names) {
  value <- express(llr, type, prior)
  if (is.null(limits)) return(rlang::set_names(value, names))
  columns <- c(list(value), lapply(limits[c("lower", "upper")], express, type, prior))
  names(columns)[1] <- if (type == "posterior") type else value_column(type)
  structure(
    data.frame(columns, row.names = if (anyDuplicated(names) == 0) names),
    level = limits$level, refuted = limits$refuted, rows = length(llr)
  )
}

# Reads the type of the result: by default posteriors at the prior of the probabilities that trained
# a calibration, or else log10 LRs. Posteriors of a set are by default a set again. Calibrations of
# many classes have no default type, and their limits use a prior.
read_output <- function(fit, type, prior, of_two = TRUE, used = FALSE) {
  as_set <- is.null(type) && !is.null(fit$input_prior)
  type <- type %||% if (as_set) "posterior" else if (of_two) "log10"
  if (identical(type, "prob")) type <- "posterior"
  if (!is.null(type)) check_choice(type, c("log10", "ln", "lr", "posterior"))
  refuse_if(!is.null(prior) && !used && !identical(type, "posterior"), "prior_of_posteriors")
  prior <- prior %||% fit$input_prior %||% fit$prior
  if (of_two) check_prior(prior)
  list(type = type, prior = prior, as_set = as_set)
}

check_same_kind <- function(trained, given) {
  if ((trained == "score") != (given == "score")) {
    kind <- \(scale) if (scale == "score") "scores" else "likelihood ratios"
    refuse("other_kind_of_newdata")
  }
}

# ln LRs. `system` is NULL, one name, or one per value.
transform_systems <- function(object, value, system) {
  apply <- calibration_methods[[object$method]]$apply
  transforms <- object$transforms
  if (length(transforms) == 1) return(apply(transforms[[1]], value))
  system <- check_systems(system, names(transforms))
  system <- rep_len(system, length(value))
  for (name in unique(system)) {
    i <- which(system == name)
    value[i] <- apply(transforms[[match(name, names(transforms))]], value[i])
  }
  value
}

express <- function(llr, type, prior) {
  if (type != "posterior") return(from_ln(llr, type))
  if (length(prior) != 1) check_length(prior, length(llr), of = "newdata")
  # A certain prior outweighs all evidence, even infinite.
  log_odds <- rep_len(stats::qlogis(prior), length(llr))
  stats::plogis(replace(llr, is.infinite(log_odds), 0) + log_odds)
}

express_set <- function(x, llr, output, system = x$system, limits = NULL) {
  type <- output$type
  if (output$as_set) {
    check_number(output$prior, "prior", above = 0, below = 1)
    set <- express_set(x, llr, list(type = "ln", as_set = FALSE), system, limits)
    return(with_note(set, "prior", output$prior))
  }
  if (type == "posterior" && !is.null(limits)) {
    return(express_numbers(llr, limits, type, output$prior, x$id))
  }
  value <- express(llr, type, output$prior)
  if (type == "posterior") return(with_trial_names(value, x))
  limits <- lapply(limits[c("lower", "upper")], express, type, output$prior)
  without_note(with_values(x, value, type, system = system, limits = limits), "prior")
}

# The query with a column of LRs, where a database computes them.
predict_table <- function(newdata, object, type, prior, system) UseMethod("predict_table")
