#' Pool adjacent violators
#'
#' `pav()` returns the blocks of the optimal calibration of a set of likelihood ratios on its own
#' trials, among all calibrations that keep their order (Ayer et al. 1955).
#'
#' Neighbouring groups of equal LRs are merged until the share of H1 trials increases from each
#' group to the next. A block with \eqn{m} of the \eqn{N_1} H1 trials and \eqn{n} of the \eqn{N_2}
#' H2 trials has the ratio
#' \deqn{LR = \frac{m/N_1}{n/N_2}}{LR = (m / N1) / (n / N2)} (Brümmer 2010, eq. C.20). The same
#' blocks are optimal for every prior and every proper scoring rule (theorem 5). The lowest block
#' often has the ratio 0 and the highest an infinite one. The blocks depend only on the order of the
#' LRs.
#'
#' @inheritParams cross_entropy
#' @param level `NULL`, or the probability of a band for [plot_pav()] that contains the blocks of
#'   calibrated LRs.
#' @param replicates Number of replicates for the band.
#' @return `pav()` returns a data frame of class `pav` with a row per block, in ascending order:
#'   * `system` (`"system"` if the set has no names),
#'   * `log10_lr_min`, `log10_lr_max`: lowest and highest log10 LR of the block (for a set of scores
#'     `score_min`, `score_max`),
#'   * `n_h1`, `n_h2`: number or total weight of H1 and H2 trials in the block,
#'   * `log10_lr_pav`: log10 LR of the block after PAV.
#'
#'   With a `level`, the attribute `calibrated` is the [calibration_band()].
#'
#'   `pav_lr()` returns an [lr_set()] like `x` with the LRs of the blocks. Its [cllr()] is the
#'   [cllr_min()] of `x`.
#' @references
#' Brümmer N (2010). PhD thesis, sections 7.7.2 and 7.7.3 and appendix C.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' Ayer M et al. (1955). *Annals of Mathematical Statistics* 26, 641-647.
#' \doi{10.1214/aoms/1177728423}
#' @seealso [plot_pav()], [predict.pav()] for new LRs, [isotonic()] for other monotone regressions
#' @concept PAV
#' @concept pool adjacent violators
#' @concept PAVA
#' @concept CORP
#' @concept ROC hull blocks
#' @concept PAV-LLR
#' @export
#' @examples
#' x <- lr_set(list(h1 = c(0.5, 2, 4, 6, 8, 10), h2 = c(0.2, 0.4, 0.6, 0.8, 1.1)), scale = "lr")
#' blocks <- pav(x)
#' blocks
#'
#' as.data.frame(pav_lr(x))
#'
#' # A new LR of 3
#' 10^predict(blocks, newdata = log10(3))
pav <- function(x, ...) UseMethod("pav")

#' @rdname pav
#' @export
pav.lr_set <- function(x, level = NULL, replicates = 999, ...) {
  check_dots(...)
  band <- if (!is.null(level)) calibration_band(x, level, replicates)
  table <- bind_systems(each_system(x, blocks_of), block_table, scale = x$scale)
  spans <- vapply(systems_of(x), block_span, no_span)
  window <- window_around(spans)
  cut <- min(spans["low", ]) < window[1] || max(spans["high", ]) > window[2]
  lr_curve(table, "pav", x,
    window = window, cut = cut, calibrated = band, input_prior = own_prior(x, NULL),
    bands = if (!is.null(level)) list(level = level, band = "calibrated", by = "trial")
  )
}

# Span of the steps that a picture must show: all blocks except those with LR = 0 and Inf, and the
# starts of these. Other curves show the medians too, but medians need the order of all trials.
block_span <- function(system) {
  ends <- to_log10(finite_range_of(system), system$scale)
  if (anyNA(ends)) return(no_span)
  blocks <- blocks_of(system)
  last <- length(blocks$llr)
  steps <- c(
    if (blocks$llr[1] == -Inf) blocks$max[1] else blocks$min[1],
    if (blocks$llr[last] == Inf) blocks$min[last] else blocks$max[last]
  )
  steps <- pmin(pmax(to_log10(steps, system$scale), ends[1]), ends[2])
  c(low = ends[1], high = ends[2], from = steps[1], to = steps[2])
}

# One system's blocks as a table.
block_table <- function(blocks, scale) {
  table <- new_frame(
    min = to_log10(blocks$min, scale),
    max = to_log10(blocks$max, scale),
    n_h1 = blocks$n_h1,
    n_h2 = blocks$n_h2,
    log10_lr_pav = from_ln(blocks$llr, "log10")
  )
  names(table)[1:2] <- pav_range_columns(scale)
  table
}

pav_range_columns <- function(scale) {
  paste0(if (identical(scale, "score")) "score" else "log10_lr", c("_min", "_max"))
}

#' Recalibrate new likelihood ratios by PAV
#'
#' `predict()` returns new LRs recalibrated by the blocks of [pav()].
#'
#' An LR inside a block becomes the ratio of the block (Brümmer 2010, eq. C.20).
#'
#' @param object The result of [pav()].
#' @param newdata Numeric vector of log10 LRs (or scores or probabilities, like the blocks); or an
#'   [lr_set()], each of whose systems is recalibrated by the blocks of the same system.
#' @param between Rule between two blocks. `"linear"` interpolates in log LR, or uses the nearer
#'   block if a log ratio is infinite. `"nearest"` always uses the nearer block, and halfway the one
#'   whose log ratio is closer to 0.
#' @param outside Rule outside all blocks. `"extend"` uses the ratio of the first or the last block,
#'   which may be 0 or infinite. `"NA"` returns `NA`.
#' @param system System whose blocks a numeric vector uses.
#' @param ... Unused.
#' @param type,prior As for [predict()][predict.lr_calibration] of calibrations.
#' @return Values on the scale `type`, as many as `newdata`. For an `lr_set`, an `lr_set` of the
#'   recalibrated LRs or probabilities.
#' @references
#' Brümmer N (2010). PhD thesis, Stellenbosch University.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#' @concept interpolation of PAV
#' @export
#' @examples
#' x <- simulate_lr(100, 300, s = 2, stretch = 2)
#' blocks <- pav(x)
#' predict(blocks, c(-1, 0, 1))
#' predict(blocks, c(-1, 0, 1), between = "nearest")
#'
#' # On the trials themselves PAV leaves no calibration loss
#' cllr_cal(predict(blocks, x))
predict.pav <- function(object, newdata, between = c("linear", "nearest"),
                        outside = c("extend", "NA"), system = NULL, ..., type = NULL,
                        prior = NULL) {
  check_dots(...)
  check_given()
  check_intact_blocks(object)
  between <- check_choice(first_choice(between), c("linear", "nearest"), "between")
  outside <- check_choice(first_choice(outside), c("extend", "NA"), "outside")
  given <- list(input_prior = attr(object, "input_prior"), prior = 0.5)
  output <- read_output(given, type, prior)
  if (inherits(newdata, "lr_set")) {
    return(predict_pav_set(object, newdata, between, outside, output))
  }
  check_sequence(newdata)
  if (!is.null(given$input_prior)) {
    if (length(newdata) > 0) check_values(newdata, "prob", arg = "newdata")
    newdata <- to_log10(newdata, "prob", given$input_prior)
  }
  log10_lr <- apply_blocks(one_system(object, system), newdata, between, outside)
  from_log10(log10_lr, output$type, output$prior)
}

# Validates the table, made or altered by anyone: blocks of each system in order.
check_intact_blocks <- function(object) {
  stop_unless_intact(is.list(object) && is_block_table(unclass(object)), "pav")
}

is_block_table <- function(fields) {
  is_score <- "score_min" %in% names(fields)
  ends <- fields[pav_range_columns(if (is_score) "score" else "log10")]
  llr <- fields$log10_lr_pav
  n <- length(llr)
  ordered <- \(i) !is.unsorted(rbind(ends[[1]][i], ends[[2]][i])) && !is.unsorted(llr[i])
  n > 0 && length(fields$system) == n && !anyNA(fields$system) &&
    all(vapply(c(ends, list(llr)), \(x) is.numeric(x) && length(x) == n && !anyNA(x), NA)) &&
    are_numbers(fields$n_h1, n) && are_numbers(fields$n_h2, n) &&
    all(vapply(split(seq_len(n), as.character(fields$system)), ordered, NA))
}

predict_pav_set <- function(object, x, between, outside, output) {
  check_intact(x)
  system <- if (is.null(x$system)) NULL else as.character(x$system)
  is_score <- "score_min" %in% names(object)
  refuse_if(is_score != (x$scale == "score"), "scale_of_newdata")
  value <- to_log10(values_of(x), x$scale)
  for (i in split_by_system(x)) {
    blocks <- one_system(object, if (length(unique(object$system)) > 1) system[i[1]])
    value[i] <- apply_blocks(blocks, value[i], between, outside)
  }
  check_no_missing(value, "newdata recalibrated with outside = \"NA\"")
  if (output$type == "log10") return(with_values(x, value, "log10"))
  express_set(x, to_ln(value, "log10"), output)
}
