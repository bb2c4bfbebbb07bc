#' Test of calibration
#'
#' Are the data consistent with LRs that mean what they say?
#'
#' A measure of calibration loss such as [cllr_cal()] is positive even for a perfect system, since
#' PAV finds something to improve in any sample. The question is how large it would be if the LRs
#' were calibrated, and this has an answer: keep the LRs, and draw the truth of each trial anew with
#' the probability that its LR gives to H1 among trials like these,
#' \deqn{P(H_1) = \frac{1}{1 + e^{-(\ell + \ln N_1/N_2)}}}{
#'   P(H1) = 1 / (1 + exp(-(llr + ln(N1 / N2))))}
#' (consistency resampling; Bröcker and Smith 2007, section 3). With \eqn{B} replicates
#' \eqn{T^*}{T*} of the statistic \eqn{T} found,
#' \deqn{p = \frac{1 + \#\{T^* \ge T\}}{B + 1}.}{p = (1 + #{T* >= T}) / (B + 1).}
#' A small p-value says that the LRs are not calibrated. A large one does not say that they are,
#' only that so many trials cannot tell.
#'
#' The statistics:
#' * `"cllr_cal"`: Cllr minus its minimum after PAV, in bits;
#' * `"dev_pav"`: [dev_pav()], the mean distance of the PAV curve from the diagonal;
#' * `"ece_gap"`: the difference of the cross-entropy before and after PAV at `prior`, in bits; the
#'   largest one where there are several priors.
#'
#' Of many classes the statistic is Cllr_cal at `prior`, what the best affine map takes off (see
#' [`cross_entropy_cal()`][loglik_cross_entropy]), and the true class of each trial is drawn with
#' its posterior probability at the shares that the classes have among the trials.
#'
#' `calibration_band()` shows what the same replicates say of the PAV curve: between `lower` and
#' `upper` lie the log10 LRs that PAV would give, at each of the LRs, in a share `level` of samples
#' with calibrated LRs. Where the curve of [pav()] leaves the band, the data contradict the LRs. The
#' band is pointwise: some point may lie outside more often.
#'
#' # Level and power
#' Rejections at .05 in per cent, by `"cllr_cal"`, `"dev_pav"` and `"ece_gap"` (at five priors from
#' 0.01 to 0.99), of bi-Gaussian LRs that are calibrated, whose logarithms are stretched, and whose
#' natural logarithms are too large by one (`bench/calibration-test.md`; 250 sets a cell with 199
#' replicates each, give or take 1.4 for a calibrated and 3 for other systems):
#'
#' | H1/H2 | `s` | calibrated | LLR x 1.3 | LLR x 1.7 | LLR + 1 |
#' |---|---|---|---|---|---|
#' | 30/30 | 1 | 4 7 4 | 8 5 7 | 27 20 28 | 15 14 15 |
#' | 30/30 | 2.5 | 6 5 5 | 25 9 25 | 58 12 58 | 38 37 37 |
#' | 50/500 | 1 | 2 4 3 | 11 14 11 | 67 75 66 | 94 25 93 |
#' | 50/500 | 2.5 | 7 9 6 | 40 38 42 | 91 96 91 | 90 85 91 |
#' | 200/200 | 1 | 6 6 4 | 20 14 22 | 94 90 95 | 100 50 100 |
#' | 200/200 | 2.5 | 7 6 7 | 58 32 59 | 98 96 98 | 100 95 100 |
#'
#' `"dev_pav"` weighs all LRs alike, however few trials lie there, and mostly sees less.
#'
#' # Dependent trials
#' Replicates take the trials as independent. Comparisons that share an item are not, and then the
#' test rejects calibrated LRs too often. `by = "source"` tests a part of the comparisons, no two of
#' which share an item: they are dealt at random, H1 and H2 in turns, until no item is left. This
#' keeps the level and costs power.
#'
#' @inheritParams measures
#' @param statistic `"cllr_cal"`, `"dev_pav"` or `"ece_gap"`.
#' @param prior Prior probabilities of H1 for `"ece_gap"`; one prior over the classes of a
#'   [loglik_set()], of which `NULL` is the flat one.
#' @param replicates Number of replicates, at most a million.
#' @param by `"trial"`, or `"source"` to test comparisons that share no item, which is the default
#'   where the set names its items.
#' @return `calibration_test()` gives an object of class `htest`, which `tidy()` of the package
#'   broom understands: `statistic`, `p.value`, `parameter` (numbers of replicates and of trials),
#'   `estimate` (the mean of the replicates: what calibrated LRs would give), `method`, `data.name`.
#'
#'   `calibration_band()` gives a data frame with columns `system`, `log10_lr` (at most 512 of the
#'   distinct LRs), `lower` and `upper`.
#'
#'   Both are reproducible with [set.seed()].
#' @section Errors: Scores (class `calibrant_error_score`), sets of several systems in
#'   `calibration_test()`, sets with weights, and arguments out of range are errors of class
#'   `calibrant_error_input`; `by = "source"` needs sources (`calibrant_error_source`).
#' @references
#' Bröcker J, Smith LA (2007). Increasing the reliability of reliability diagrams. *Weather and
#' Forecasting* 22, 651-661. \doi{10.1175/WAF993.1}
#'
#' Dimitriadis T, Gneiting T, Jordan AI (2021). Stable reliability diagrams for probabilistic
#' classifiers. *Proceedings of the National Academy of Sciences* 118, e2016191118.
#' \doi{10.1073/pnas.2016191118}
#' @seealso [cllr_cal()], [dev_pav()], [measures()] for a corrected value with an interval,
#'   [calibrate()]
#' @export
#' @examples
#' set.seed(1)
#' x <- simulate_lr(100, 300, s = 2)
#' calibration_test(x)
#'
#' # The same LRs, claiming too much
#' stretched <- lr_set(2 * x$value, x$truth, scale = "log10")
#' calibration_test(stretched, "ece_gap", prior = c(0.1, 0.5, 0.9))
#' head(calibration_band(stretched, replicates = 200))
calibration_test <- function(x, ...) UseMethod("calibration_test")

#' @rdname calibration_test
#' @export
calibration_test.default <- function(x, ...) {
  test <- on_set("calibration_test", x, ...)
  test$data.name <- data_name(substitute(x))
  test
}

#' @rdname calibration_test
#' @export
calibration_test.lr_set <- function(x, statistic = "cllr_cal", prior = 0.5, replicates = 999,
                                    by = NULL, threads = NULL, ...) {
  check_dots(...)
  name <- data_name(substitute(x))
  call <- rlang::current_env()
  check_choice(statistic, names(calibration_statistics), "statistic", call)
  check_prior(prior, call)
  if (length(prior) == 0) {
    stop_input("{.arg prior} must hold at least one probability.", call = call)
  }
  check_count(replicates, "replicates", call)
  check_replicates(replicates, call)
  check_testable(x, call)
  if (drawn_by(x, by, call) == "source") x <- without_ties(x, call)
  if (statistic != "ece_gap") prior <- 0.5
  system <- systems_of(x)[[1]]
  drawn <- draw_consistent(
    system, stats::qlogis(prior), statistic == "dev_pav", integer(), replicates,
    read_threads(threads, call)
  )
  kind <- calibration_statistics[[statistic]]
  new_calibration_test(kind$observed(x, prior), kind$drawn(drawn), kind$title, length(x), name)
}

# How each statistic is found in the set, and in the replicates.
calibration_statistics <- list(
  cllr_cal = list(
    title = "Cllr_cal", observed = \(x, prior) largest_gap(x, 0.5),
    drawn = \(drawn) nats_to_bits(drawn$gap[1, ])
  ),
  dev_pav = list(
    title = "devPAV", observed = \(x, prior) unname(dev_pav(x)),
    drawn = \(drawn) from_ln(drawn$dev_pav[1, ], "log10")
  ),
  ece_gap = list(
    title = "ECE gap", observed = \(x, prior) largest_gap(x, prior),
    drawn = \(drawn) nats_to_bits(apply(drawn$gap, 2, max))
  )
)

largest_gap <- function(x, prior) {
  max(suppress_infinities(cross_entropy(x, prior)) - cross_entropy_min(x, prior))
}

# A replicate without a value speaks against nothing.
new_calibration_test <- function(observed, drawn, title, n, name) {
  margin <- if (is.finite(observed)) 1e-12 * max(abs(observed), 1) else 0
  extreme <- sum(is.na(drawn) | drawn >= observed - margin)
  structure(
    list(
      statistic = rlang::set_names(observed, title),
      parameter = c(replicates = length(drawn), trials = n),
      p.value = if (is.na(observed)) NA_real_ else (1 + extreme) / (length(drawn) + 1),
      estimate = rlang::set_names(mean(drawn, na.rm = TRUE), "mean if calibrated"),
      alternative = "the likelihood ratios are not calibrated",
      method = "Test of calibration by consistency resampling",
      data.name = name
    ),
    class = "htest"
  )
}

data_name <- function(expression) paste(deparse(expression, nlines = 1), collapse = "")

check_testable <- function(x, call) {
  check_calibrated(x, call)
  check_no_weights(x, call)
  check_one_system(x, call)
}

check_one_system <- function(x, call) {
  if (n_systems(x) > 1) {
    stop_input(
      "{.arg x} must be a set of one system.",
      x = "It has {n_systems(x)}.",
      i = "Take the trials of one system, for example {.code x[\"{levels(x)[1]}\"]}.",
      call = call
    )
  }
}

check_no_weights <- function(x, call, why = NULL) {
  if (is_weighted(x)) {
    stop_input(
      "{.arg x} must have no weights.",
      i = why %||% "A trial is drawn with the probability that its LR claims, whatever it weighs.",
      call = call
    )
  }
}

read_threads <- function(threads, call) {
  if (is.null(threads)) default_threads(call) else check_threads(threads, call = call)
}

# Replicates of one system: see ffi_consistency().
draw_consistent <- function(system, log_odds, dev_pav, at, replicates, threads) {
  counts <- counts_of(system)
  n <- c(sum(counts$n_h1), sum(counts$n_h2))
  problem <- list(
    llr = to_ln(counts$value, counts$scale), n = counts$n_h1 + counts$n_h2,
    data_log_odds = log(n[1] / n[2]), log_odds = as.double(log_odds[is.finite(log_odds)]),
    dev_pav = dev_pav, at = at, replicates = replicates, threads = threads,
    progress = progress_bar("Drawing calibrated sets", system$name)
  )
  drawn <- .Call(ffi_consistency, problem)
  # At priors of 0 and 1 there is nothing to lose.
  if (nrow(drawn$gap) < length(log_odds)) drawn$gap <- rbind(drawn$gap, 0)
  drawn
}

# Comparisons no two of which share an item.
without_ties <- function(x, call) {
  check_sources(x, call, "by")
  kept <- disjoint_trials(as.character(x$source1), as.character(x$source2), x$truth)
  truth <- x$truth[kept]
  if (all(truth) || !any(truth)) {
    stop_input(
      "There are too few items for comparisons of both hypotheses that share none.",
      i = "Test by trial, and say that the comparisons were taken as independent.",
      class = "calibrant_error_source", call = call
    )
  }
  lr_set(x$value[kept], truth, scale = x$scale)
}

# Trials of either hypothesis in turns, in random order, each if its items are still free.
disjoint_trials <- function(source1, source2, truth) {
  known <- unique(c(source1, source2))
  items <- cbind(match(source1, known), match(source2, known))
  waiting <- lapply(list(which(truth), which(!truth)), \(i) i[sample.int(length(i))])
  used <- logical(length(known))
  kept <- integer()
  class <- 1
  while (any(lengths(waiting) > 0)) {
    free <- Position(\(i) !any(used[items[i, ]]), waiting[[class]], nomatch = NA)
    if (is.na(free)) {
      waiting[[class]] <- integer()
    } else {
      trial <- waiting[[class]][free]
      used[items[trial, ]] <- TRUE
      kept <- c(kept, trial)
      waiting[[class]] <- waiting[[class]][-seq_len(free)]
    }
    class <- 3 - class
  }
  sort(kept)
}

#' @rdname calibration_test
#' @export
calibration_band <- function(x, ...) UseMethod("calibration_band")

#' @rdname calibration_test
#' @export
calibration_band.default <- function(x, ...) on_set("calibration_band", x, ...)

#' @rdname calibration_test
#' @export
calibration_band.lr_set <- function(x, level = 0.95, replicates = 999, threads = NULL, ...) {
  call <- rlang::current_env()
  check_dots(...)
  check_calibrated(x, call)
  check_no_weights(x, call)
  check_number(level, "level", above = 0, below = 1, call = call)
  check_count(replicates, "replicates", call)
  check_replicates(replicates, call)
  threads <- read_threads(threads, call)
  bind_systems(systems_of(x), \(system) system_band(system, level, replicates, threads))
}

system_band <- function(system, level, replicates, threads) {
  counts <- counts_of(system)
  n <- length(counts$value)
  at <- unique(round(seq(1, n, length.out = min(n, 512))))
  drawn <- draw_consistent(system, numeric(), FALSE, as.integer(at - 1), replicates, threads)
  ends <- apply(drawn$llr_pav, 1, \(llr) {
    sorted_quantile(sort(llr), c(1 - level, 1 + level) / 2)
  })
  data.frame(
    log10_lr = to_log10(counts$value[at], counts$scale),
    lower = from_ln(ends[1, ], "log10"),
    upper = from_ln(ends[2, ], "log10")
  )
}
