#' Rates of misleading evidence
#'
#' `misleading()` returns how often the LRs support the wrong hypothesis: LR < 1 although H1 is
#' true, LR > 1 although H2 is true,
#' \deqn{\frac{1}{N_1}\sum_{H_1} [LR_t < 1], \qquad \frac{1}{N_2}\sum_{H_2} [LR_t > 1].}{
#'   mean_H1 [LR < 1] and mean_H2 [LR > 1].}
#' LR = 1 supports neither hypothesis and is not misleading; with a `level` its count is given too.
#' The [Tippett plot][plot_tippett()] and [cllr()] show how strongly the evidence misleads.
#'
#' @inheritParams cross_entropy
#' @param level Confidence level of intervals, between 0 and 1; `NULL` for the rates alone.
#' @param by,replicates Units drawn for intervals, and number of replicates: see [measures()]. By
#'   trial, nothing is drawn.
#' @return The two rates as `c(h1 =, h2 =)`, between 0 and 1; for several systems a matrix with a
#'   row per system. With a `level`, a data frame with two rows per system:
#'   * `system`, `hypothesis` (`"h1"` or `"h2"`),
#'   * `n` trials, of which `n_misleading` mislead and `n_neutral` have LR = 1,
#'   * `rate`, the share that misleads, with its confidence interval `lower` to `upper`: by trial
#'     the exact one (Clopper-Pearson), `NA` for weighted trials; by source that of [measures()].
#' @references
#' Royall R (2000). On the probability of observing misleading statistical evidence. *Journal of the
#' American Statistical Association* 95, 760-768. \doi{10.1080/01621459.2000.10474264}
#'
#' Clopper CJ, Pearson ES (1934). The use of confidence or fiducial limits illustrated in the case
#' of the binomial. *Biometrika* 26, 404-413. \doi{10.1093/biomet/26.4.404}
#' @concept misleading evidence
#' @concept rate of misleading evidence
#' @concept DNA adventitious match
#' @export
#' @examples
#' x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
#' misleading(x)
#' misleading(x, level = 0.95)
misleading <- function(x, ...) UseMethod("misleading")

#' @rdname misleading
#' @export
misleading.lr_set <- function(x, level = NULL, by = NULL, replicates = 1000, ...) {
  check_dots(...)
  check_calibrated(x)
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
    if (!resampling$exact) limits[] <- NA_real_
    return(data.frame(table, limits))
  }
  kinds <- measure_kinds[c("misleading_h1", "misleading_h2")]
  found <- measure_systems(x, kinds, measure_points(0.5), resampling)
  limits <- lapply(found$systems, \(one) bootstrap_intervals(found$labels, one, resampling))
  data.frame(table, do.call(rbind, unname(limits))[c("lower", "upper")])
}
