#' Apply a calibration
#'
#' Turns new scores, or likelihood ratios (LRs) of the same system, into calibrated LRs or posterior
#' probabilities.
#'
#' Infinite LRs are copied through (PAV gives them the LR of its last block). On scale `"lr"`,
#' ratios beyond about \eqn{10^{308}} become infinite; `"log10"` and `"ln"` have no such limit.
#'
#' @param object A calibration made by [calibrate()] or [fuse()].
#' @param newdata What to calibrate; the training trials if it is missing.
#'   * For `calibrate()`: a numeric vector on the scale of the training trials (log10 LRs or
#'     probabilities if these were); a data frame with the column that the formula named, that of
#'     `calibrate()` or that of the set, or else one named by the scale (`score`, `log10_lr`, `prob`
#'     and so on); or an [lr_set()], in which every system is calibrated by the transformation of
#'     the same system (one transformation serves all); a table in a database (from `dplyr::tbl()`),
#'     which computes it itself, by the methods `"logistic"`, `"gaussian"` and `"pav"`.
#'   * For `fuse()`: a data frame with the inputs of the formula; a matrix with the columns of the
#'     training matrix; an [lr_set()] with the same systems; a list like the one
#'     the fusion was made from.
#' @param type `"log10"`, `"ln"` or `"lr"`: the scale of the result. `"posterior"`: the probability
#'   of H1; `"prob"` means the same. By default log10 LRs; after training on probabilities,
#'   posteriors.
#' @param prior For posteriors: the prior probability of H1, one or as many as there are trials. By
#'   default that of the probabilities that trained the calibration, or else the training prior.
#' @param system For a numeric vector: which system's transformation to use, if there are several.
#'   For a table in a database: the name of the column with the system.
#'   For a fusion: the name of the fused system.
#' @param level `NULL`, or the confidence level of limits that each LR gets: how far other training
#'   trials could have moved it.
#' @param by For the limits: `"source"` lets the items that the training trials compare vary,
#'   `"trial"` takes these trials as independent. By default the former where the set that trained
#'   the calibration names items.
#' @param integrated Whether to average over what the calibration may be, see below.
#' @param ... Unused.
#' @param new_data The same as `newdata`, under the name that `tidymodels` uses.
#' @return A numeric vector with an element per trial, under its name, row name or `id` if it has
#'   one. For a table in a database, the lazy table
#'   with one more column: `.log10_lr`, `.ln_lr`, `.lr` or `.posterior`. For an [lr_set()] an
#'   `lr_set` on the scale `type` with truth, systems, weights and sources as they were; a vector
#'   where posteriors are asked for; a set of probabilities at `prior` where a calibration gives
#'   posteriors by default. With a `level`, a data frame with a row per trial instead of the
#'   vector, of the value (`log10_lr`, `ln_lr`, `lr` or `posterior`) and its limits `lower` and
#'   `upper`; an `lr_set` has these in its fields of the same names, which `as.data.frame()` shows,
#'   `[` and `c()` keep and [bound_lr()] moves along.
#' @section Trials that trained the calibration:
#' What is measured on them is too good. A calibration knows them again by an order-free checksum,
#' also after [saveRDS()] and [write_calibrant()], and half of them as long as the session lasts:
#' there is a message of class `calibrant_message_training`, once a session, and the set that is
#' returned tells it in `print()`, [summary()][summary.lr_set], [explain()][explain.lr_set] and the
#' report; no criterion of a [validation_plan()] passes on it. [cross_calibrate()] gives LRs that
#' may be judged. Where the calibration of one system is applied to another, there is a message of
#' class `calibrant_message_system`.
#' @section Strength that the trials support:
#' Every method but PAV goes on beyond what its trials can show: six scores may give an LR of a
#' million. A calibrated LR of \eqn{k} or more comes up at most once in \eqn{k} H2 trials (see
#' [turing_bounds()]), so that \eqn{N_2} of them cannot tell whether an LR deserves to be greater
#' than \eqn{N_2 + 1}, nor \eqn{N_1} H1 trials whether it deserves to be smaller than
#' \eqn{1/(N_1 + 1)}. Where vectors and data frames, that is casework, get such LRs, there is one
#' warning of class `calibrant_warning_extrapolation`, and `print()` of a calibration says so; of a
#' set, for kernel densities only, where LRs are more than 1000 times beyond. (An
#' `lr_set` is there to be measured, which shows whether it is any good.) [bound_lr()] finds the
#' bounds that the trials support and applies them.
#' @section How sure is this LR:
#' The limits say which LRs the same score could have had, had the calibration been trained on other
#' trials of the same populations. They hold the true LR of the score as often as `level` says if
#' the form of the calibration is right, which PAV and the spline do not take for granted:
#' * `"logistic"`, `"gaussian"`, `"beta"` and fusions: the covariance of the coefficients
#'   ([vcov()]) carried over to the log LR, with the quantile of Student's t for as many degrees of
#'   freedom as the scarcer hypothesis has trials, less one. By source, the products of the
#'   gradients of all pairs of trials that share an item are added, and items are counted. Where
#'   there is no such covariance, as where another rule trained the calibration, as in the last
#'   point.
#' * `"pav"`: the LRs at this score that a likelihood ratio test does not reject, with nothing taken
#'   for granted but that LRs rise with scores (Banerjee and Wellner 2001). By source, the test
#'   statistic is divided by the factor by which shared items increase the variance of a line
#'   through the same trials.
#' * `"kde"`: Clopper-Pearson limits of the shares of H1 and of H2 trials within
#'   \eqn{\sqrt{3}}{sqrt(3)} bandwidths of the score, one over the other. Draws would show how much
#'   the ratio of kernel densities varies, and nothing of its bias, which is greatest where trials
#'   are few. By source, trials are divided by that factor.
#' * `"spline"`: Student's t and the delta method on the curve with the least of its penalties,
#'   since it is not known whether a smoother one is right, and with the variance of what even that
#'   penalty flattens. By source, variances are multiplied by that factor.
#' * `"bigaussian"`: quantiles over 400 trainings (more for a `level` above .9) on draws of the
#'   training trials, or of their items. Each call draws anew: [set.seed()] repeats it.
#'
#' Beyond the training trials nothing is known of the shape of the curve. There the interval reaches
#' from the LR at the outermost trial to what the curve goes on to, and is open where the curve
#' stops. No limit claims an LR of more than \eqn{N_2 + 1} or less than \eqn{1/(N_1 + 1)} to be
#' shown. The limits allow for the training alone: they take the population as the right one for the
#' case, and the score as measured without error.
#'
#' How often did limits of 95 percent hold the true LR? With 30 + 30 to 2000 + 2000 trials, five
#' populations and LRs of 1/10 000 to 10 000 (`bench/coverage-lr.md` in the sources):
#' * logistic calibration 94 to 100 percent where the log LR is linear in the score. Where it is
#'   not, the limits are about the wrong curve: of normal scores with standard deviations of 1 and
#'   1.3, 200 + 200 trials, those of an LR of 100 held it in 2 percent;
#' * beta calibration 88 to 100 percent in all five, but for one cell of 20 (60 percent);
#' * PAV 88 to 100 percent in all five, but for one cell (78 percent); its limits are often open;
#' * Gaussian calibration 94 to 98 percent of normal scores with one variance, and often none of
#'   others; bi-Gaussian calibration 87 to 100 percent of normal scores, and down to none of skewed
#'   ones;
#' * kernel densities 92 to 100 percent in all five; their limits are often open;
#' * the monotone spline 90 to 100 percent in all five, narrower than PAV;
#' * by source, 10 to 40 items with half of the variance of normal scores: logistic calibration 91
#'   to 100 percent, PAV 96 to 100, kernel densities 99 to 100, Gaussian 86 to 100, the spline 100.
#'
#' [autoplot()][autoplot.lr_calibration] shows whether the form is right.
#' @section One number or an interval:
#' `integrated = TRUE` gives one LR that allows for how little few trials say of the calibration:
#' the posterior probability at even odds, whatever the training prior was, averaged over Student's
#' t of the log LR (the one that the limits come from; over draws of the training trials for
#' `"kde"`, `"bigaussian"` and `"spline"`), and turned back into an LR. It supports the same
#' hypothesis as the LR as it is and is nearer to 1, the more so the fewer trials there were and the
#' stronger the LR. Since the uncertainty may grow faster than the log LR, the average alone may
#' fall where the score rises. So the strongest average on the way from LR = 1 is taken: of all
#' scores that support the hypothesis no more than the score at hand, of a fusion in every input.
#'
#' On other trials the [cllr()] of integrated LRs was on average below that of the LRs as they are:
#' after training on 10 + 10 trials of a calibrated Gaussian system with s = 2 .56 bits instead of
#' .64 at the training prior .5, .71 instead of .95 at .01; after 30 + 30 trials .53 instead of .54
#' and .57 instead of .59. At a training prior of .001 they were no better from 30 + 30 trials on,
#' and at .01 the median of both was alike.
#'
#' Which of the two to report is debated. For one number it is said that an LR is the expert's own
#' probability of the findings under either hypothesis, in which all that is not known is already
#' averaged, and that an interval invites to count uncertainty twice, or to pick an end. For the
#' interval it is said that a court, and other experts, must see what rests on few trials, that an
#' average hides it, and that an averaged LR depends on priors for the calibration which no one
#' stated. Here the LR as it is comes without being asked for; `level` adds the interval and
#' `integrated` replaces the number, and both may be had together.
#' @section Errors: `calibrant_error_damaged` where the calibration was altered by hand or comes
#'   from an older version; `calibrant_error_no_trials` where there are neither `newdata` nor the
#'   training trials, as in a calibration read from a file (see `keep_trials` of [calibrate()]).
#'   `calibrant_error_input` for missing values, for LRs where the calibration was trained on scores
#'   and the other way round, for unknown systems and missing columns.
#'   `calibrant_error_no_trials` also where limits need training trials that are gone: those of
#'   `"pav"`, `"spline"` and `"bigaussian"`, unless [write_calibrant()] wrote their counts, and
#'   those by source of a calibration that was not written while its trials were there, of
#'   `"bigaussian"` always.
#' @references
#' Banerjee M, Wellner JA (2001). Likelihood ratio tests for monotone functions. *Annals of
#' Statistics* 29, 1699-1731. \doi{10.1214/aos/1015345959}
#' @seealso [calibrate()], [fuse()]
#' @concept interval of an LR
#' @concept uncertainty of an LR
#' @concept precision of an LR
#' @concept new cases
#' @export
#' @examples
#' set.seed(1)
#' x <- simulate_lr(100, 300, s = 2, stretch = 2)
#' fit <- calibrate(x)
#' predict(fit, c(-2, 0, 2))
#' predict(fit, c(-2, 0, 2), level = 0.95)
#' predict(fit, c(-2, 0, 2), type = "posterior", prior = 0.1)
#' cllr(predict(fit, simulate_lr(100, 300, s = 2, stretch = 2)))
predict.lr_calibration <- function(object, newdata = new_data, type = NULL, prior = NULL,
                                   system = NULL, level = NULL, by = NULL, integrated = FALSE,
                                   ..., new_data = NULL) {
  check_intact_fit(object)
  check_dots(...)
  output <- read_output(object, type, prior)
  asked <- !is.null(newdata)
  if (!asked) newdata <- training_set(object)
  if (inherits(newdata, "tbl_lazy")) {
    check_neither(level, integrated)
    return(predict_table(object, newdata, output$type, output$prior, system))
  }
  if (inherits(newdata, "lr_set")) {
    check_same_kind(object$scale, newdata$scale)
    value <- to_ln(newdata$value, newdata$scale)
    which <- asked_systems(object, system, length(value)) %||% newdata$system
    llr <- transform_systems(object, value, which)
    warn_far_tails(object$method, llr, value, object, which)
    sure <- with_sureness(object, llr, value, which, level, by, integrated)
    set <- express_set(newdata, sure$llr, output, limits = sure$limits)
    set <- noted_limits(set, object, level, by)
    return(noted_calibration(set, object, newdata, asked))
  }
  trials <- read_newdata(object, newdata, system)
  check_values(trials$value, input_scale(object), arg = "newdata")
  value <- inputs_to_ln(as.double(trials$value), object)
  llr <- transform_systems(object, value, trials$system)
  warn_extrapolation(llr, value, object, trials$system)
  sure <- with_sureness(object, llr, value, trials$system, level, by, integrated)
  express_numbers(sure$llr, sure$limits, output$type, output$prior, names_of_new(newdata))
}

# The ln LRs, integrated if asked for, and their limits, NULL if not asked for.
with_sureness <- function(fit, llr, value, system, level, by, integrated) {
  check_flag(integrated, "integrated")
  if (integrated) llr <- integrated_llr(fit, llr, value, system, by)
  limits <- if (!is.null(level)) llr_limits(fit, llr, value, system, level, by)
  list(llr = llr, limits = limits)
}

# A vector, or with limits a data frame.
express_numbers <- function(llr, limits, type, prior, names) {
  value <- express(llr, type, prior)
  if (is.null(limits)) return(rlang::set_names(value, names))
  columns <- c(list(value), lapply(limits[c("lower", "upper")], express, type, prior))
  names(columns)[1] <- if (type == "posterior") type else value_column(type)
  structure(
    data.frame(columns, row.names = if (anyDuplicated(names) == 0) names), level = limits$level
  )
}

check_neither <- function(level, integrated) {
  stop_if(
    !is.null(level) || !isFALSE(integrated),
    "{.arg level} and {.arg integrated} are for trials in memory only.",
    i = "{.code dplyr::collect(newdata)} brings them there."
  )
}

# Reads what to return: by default posteriors at the prior of the probabilities that trained a
# calibration, or else log10 LRs. Posteriors of a set are by default a set again. Calibrations of
# many classes have no default type, and their limits use a prior.
read_output <- function(fit, type, prior, of_two = TRUE, used = FALSE) {
  as_set <- is.null(type) && !is.null(fit$input_prior)
  type <- type %||% if (as_set) "posterior" else if (of_two) "log10"
  if (identical(type, "prob")) type <- "posterior"
  if (!is.null(type)) check_choice(type, c("log10", "ln", "lr", "posterior"), "type")
  stop_if(
    !is.null(prior) && !used && !identical(type, "posterior"),
    "{.arg prior} is for posteriors, {.code type = \"posterior\"}."
  )
  prior <- prior %||% fit$input_prior %||% fit$prior
  if (of_two) check_prior(prior)
  list(type = type, prior = prior, as_set = as_set)
}

check_same_kind <- function(trained, given) {
  if ((trained == "score") != (given == "score")) {
    kind <- \(scale) if (scale == "score") "scores" else "likelihood ratios"
    stop_input(
      "{.arg newdata} must be {kind(trained)}, as the training trials were.",
      x = "It holds {kind(given)}."
    )
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
  if (length(prior) != 1) check_length(prior, length(llr), "prior", "newdata")
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
