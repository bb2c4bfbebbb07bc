#' Rates of misleading evidence
#'
#' `misleading()` returns the rates at which LRs support the wrong hypothesis: LR < 1 although H1 is
#' true, LR > 1 although H2 is true,
#' \deqn{\frac{1}{N_1}\sum_{H_1} [LR_t < 1], \qquad \frac{1}{N_2}\sum_{H_2} [LR_t > 1].}{ mean_H1
#'   [LR < 1] and mean_H2 [LR > 1].} LR = 1 supports neither hypothesis and is not misleading.
#'   [tippett_curve()] has the rates at other values.
#'
#' # Rates too small to count
#' With `beyond`, the function estimates how often LRs of that strength mislead: LR >= k under H2,
#' and LR <= 1/k under H1. For calibrated LRs the H1 trials predict the rate,
#' \deqn{P(LR \ge k \mid H_2) = E[\, [LR \ge k] / LR \mid H_1]}{
#'   P(LR >= k | H2) = E[ [LR >= k] / LR | H1 ]}
#' and the H2 trials predict the rate under H1. The rate has exact limits (Fay and Feuer 1997), and
#' a range over the slopes and offsets in the confidence region of logistic calibration.
#'
#' This holds only *if* the LRs are calibrated in that range. No rate is given if predicted and
#' counted rates differ significantly (p < .05) above the LR that ten misleading trials reach, if
#' fewer than ten trials mislead, if an infinite LR misleads, or beyond bounds that moved the LRs
#' ([bound_lr()]). With fewer than ten trials of the other hypothesis beyond k, only an upper limit
#' is given. No data can exclude overstated LRs beyond the checked range; the limits of [bound_lr()]
#' do not assume calibration.
#'
#' @inheritParams cross_entropy
#' @param level Confidence level of intervals; `NULL` for the rates alone, or for 0.95 with
#'   `beyond`.
#' @param by,replicates As in [measures()]. By trial, and with `beyond`, nothing is drawn.
#' @param beyond LRs above 1 at which rates are too small to count. Trials must be unweighted and
#'   share no items (`calibrant_error_source`).
#' @return The two rates as `c(h1 =, h2 =)`, between 0 and 1; for several systems a matrix with a
#'   row per system. With a `level`, a data frame with two rows per system:
#'   * `system`, `hypothesis` (`"h1"` or `"h2"`),
#'   * `n` trials, of which `n_misleading` mislead and `n_neutral` have LR = 1,
#'   * `rate`, the share of misleading trials, with its interval `lower` to `upper`: by trial exact
#'     (Clopper-Pearson), `NA` for weighted trials; by source that of [measures()].
#'
#'   With `beyond`, a data frame that prints as sentences, with a row per system, hypothesis and LR:
#'   * `system`, `hypothesis` (the true one), `lr`, and `n` trials,
#'   * `n_misleading` of these with an LR at least as strong as `lr`, and `n_strong` of the other
#'     hypothesis,
#'   * `rate`, `lower`, `upper`: the rate if the LRs are calibrated, with its interval,
#'   * `lowest`, `highest`: the range of the rate over slopes and offsets,
#'   * `checked_to`, the LR from which predicted and counted rates are compared, with the `p_value`,
#'   * `note`: the reason for a missing rate: `"certain"`, `"unchecked"`, `"contradicted"`,
#'     `"bounded"` or `"few"`, or `NA`.
#' @references
#' Clopper CJ, Pearson ES (1934). *Biometrika* 26, 404-413. \doi{10.1093/biomet/26.4.404}
#'
#' Fay MP, Feuer EJ (1997). *Statistics in Medicine* 16, 791-801.
#' @concept misleading evidence
#' @concept rate of misleading evidence
#' @concept DNA adventitious match
#' @concept far tail
#' @concept RME
#' @concept tail probability
#' @export
#' @examples
#' x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
#' misleading(x)
#' misleading(x, level = 0.95)
#'
#' # Too rare to count in 10 000 comparisons
#' set.seed(3)
#' misleading(simulate_lr(100, 10000, s = 3), beyond = 1000)
misleading <- function(x, ...) UseMethod("misleading")

#' @rdname misleading
#' @export
misleading.lr_set <- function(x, level = NULL, by = NULL, replicates = 1000, beyond = NULL, ...) {
  check_dots(...)
  check_calibrated(x)
  if (!is.null(beyond)) {
    check_unheeded(c("by", "replicates"), "The limits of {.arg beyond} need no draws.")
    return(far_tail(x, beyond, level %||% 0.95))
  }
  drawn_by(x, by)
  if (!is.null(level)) return(misleading_table(x, level, by, replicates))
  rates <- each_system(x, misleading_of)
  if (length(rates) == 1 && is.null(names(rates))) rates[[1]] else do.call(rbind, rates)
}

misleading_table <- function(x, level, by, replicates) {
  table <- misleading_counts(x)
  resampling <- read_resampling(x, replicates, level, "scaled", by, FALSE, NULL)
  if (resampling$sharing) message(ignored_items())
  if (resampling$by == "trial") {
    limits <- binomial_interval(table$n_misleading, table$n, level)
    if (is_weighted(x)) limits[] <- NA_real_
    return(data.frame(table, limits))
  }
  kinds <- kinds_at(measure_kinds[c("misleading_h1", "misleading_h2")])
  found <- measure_systems(x, kinds, resampling)
  limits <- lapply(found$systems, \(one) bootstrap_intervals(found$labels, one, resampling))
  data.frame(table, do.call(rbind, unname(limits))[c("lower", "upper")])
}
