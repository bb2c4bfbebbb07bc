#' Performance of a calibration procedure
#'
#' `measures()` of a calibration returns the measures of the whole procedure. Its intervals are for
#' the average performance over training sets and test sets of these sizes; intervals of calibrated
#' LRs allow for other test trials alone.
#'
#' For each replicate of [measures()] the training trials are drawn again, within their hypotheses
#' or by item, and the calibration is trained on the draw and applied to the judged trials. Draws
#' that cannot be calibrated, such as separable ones, are omitted; if these are more than half, the
#' intervals are missing with the note `"undefined"`.
#'
#' @param x The result of [calibrate()] or [fuse()], with its training trials: of this session, or
#'   made with `keep_trials = TRUE`.
#' @param newdata Trials to be judged, an [lr_set()] on the scale of the training trials, before
#'   calibration. `NULL`, as always for a fusion: the training trials, by [cross_calibrate()].
#' @param folds As in [cross_calibrate()].
#' @param refits Number of repeated trainings, at least 20.
#' @param which,prior,c_miss,c_fa,replicates,level,interval,by,corrected,threads As in [measures()].
#' @param ... Unused.
#' @return A table as from [measures()], whose printed note gives the number of trainings.
#' @concept nested cross-validation
#' @concept performance of a procedure
#' @name procedure_measures
#' @examples
#' set.seed(1)
#' scores <- simulate_lr(40, 200, s = 2, stretch = 2)
#' fit <- calibrate(scores)
#' measures(fit, which = c("cllr", "cllr_cal"), replicates = 200, refits = 50)
#' measures(fit, newdata = simulate_lr(300, 300, s = 2, stretch = 2), which = "cllr",
#'   replicates = 200, refits = 50)
#' @export
measures.lr_calibration <- function(x, newdata = NULL, which = NULL, folds = 10, prior = NULL,
                                    c_miss = 1, c_fa = 1, replicates = 1000, refits = 200,
                                    level = 0.95, interval = "scaled", by = NULL,
                                    corrected = TRUE, threads = NULL, ...) {
  check_intact_fit(x)
  check_dots(...)
  check_count(refits, most = 1e5)
  if (refits < 20) stop_must("be at least 20, to show a spread.", refits)
  judged <- if (is.null(newdata)) cross_calibrate(x, folds) else apply_to_set(x, newdata)
  kinds <- read_kinds(which, judged)
  prior <- prior %||% own_prior(judged)
  check_measure_points(prior, c_miss, c_fa)
  kinds <- kinds_at(kinds, prior, c_miss, c_fa)
  resampling <- read_resampling(judged, replicates, level, interval, by, corrected, threads)
  found <- measure_systems(judged, kinds, resampling)
  shifts <- training_shifts(x, newdata, kinds, refits, resampling$by)
  found$systems <- add_training(found$systems, shifts)
  table <- measured_table(found)
  attr(table, "resampling")$refits <- refits
  table
}

apply_to_set <- function(fit, newdata) {
  refuse_if(!inherits(newdata, "lr_set") || inherits(fit, "lr_fusion"), "newdata_before")
  stats::predict(fit, newdata)
}

# Adds the effect of training on other trials to the replicates. With this effect an error rate is
# no longer a binomial share with exact limits, and a cost no longer a mean over trials.
add_training <- function(systems, shifts) {
  Map(\(one, shift) {
    shift <- shift - rowMeans(shift, na.rm = TRUE)
    n <- ncol(one$replicates)
    one$replicates <- one$replicates + shift[, rep_len(seq_len(ncol(shift)), n), drop = FALSE]
    one$rates[] <- NA
    one$tail[, "deviation"] <- NA
    one
  }, systems, shifts)
}

# Per system a matrix with a row per measure and a column per refit: the measures of the judged
# trials, calibrated by a transformation trained on a draw of the training trials.
training_shifts <- function(fit, newdata, kinds, refits, by) {
  training <- training_of(fit)
  judged <- judged_trials(fit, training, newdata)
  places <- split_by_system(training$set)
  strata <- if (by == "source") source_strata(training$set)
  out <- lapply(judged, \(one) vector("list", refits))
  with_progress(seq_len(refits), \(refit, k) {
    copies <- drawn_copies(training$set, strata)
    fits <- lapply(places, \(i) train_again(fit, training, rep(i, copies[i])))
    for (s in seq_along(judged)) {
      out[[s]][[k]] <<- judged_values(judged[[s]], fits, kinds)
    }
  }, "Training again", names(judged))
  lapply(out, \(columns) do.call(cbind, columns))
}

# Per system the trials before calibration, and the number of their transformation.
judged_trials <- function(fit, training, newdata) {
  set <- newdata %||% training$set
  lapply(split_by_system(set), \(i) {
    list(
      value = training$inputs[i, , drop = FALSE] %||% to_ln(set$value[i], set$scale),
      truth = set$truth[i], weight = set$weight[i], method = fit$method,
      transform = match(set$system[i[1]] %||% NA, names(fit$transforms), nomatch = 1)
    )
  })
}

# The measures of the trials that are judged under the transformation of their system; NaN if there
# is none.
judged_values <- function(one, fits, kinds) {
  transform <- fits[[one$transform]]
  if (is.null(transform)) return(NaN)
  system <- loose_system(apply_transform(one, transform, one$value), one$truth, one$weight, "ln")
  unlist(lapply(unname(kinds), \(kind) kind$estimate(system, kind$operating)))
}
