#' Rates of misleading evidence
#'
#' How often the likelihood ratios support the wrong hypothesis: LR < 1 although H1 is true, LR > 1
#' although H2 is true.
#'
#' The rates are
#' \deqn{\frac{1}{N_1}\sum_{H_1} [LR_t < 1], \qquad \frac{1}{N_2}\sum_{H_2} [LR_t > 1].}{
#'   mean_H1 [LR < 1] and mean_H2 [LR > 1].}
#' LR = 1 supports neither hypothesis and counts as neither; with a `level` its share stands
#' beside. The rates say nothing of how strongly the evidence misleads; the
#' [Tippett plot][plot_tippett()] shows that, and [cllr()] charges for it.
#'
#' @inheritParams cross_entropy
#' @param level Confidence level of intervals, between 0 and 1; `NULL` for the rates alone.
#' @return The two rates as `c(h1 =, h2 =)`, between 0 and 1; for several systems a matrix with a row
#'   per system. With a `level`, a data frame with two rows per system:
#'   * `system`, `hypothesis` (`"h1"` or `"h2"`),
#'   * `n` trials, of which `n_misleading` mislead and `n_neutral` have LR = 1,
#'   * `rate`, the share that misleads, with its exact (Clopper-Pearson) confidence interval
#'     `lower` to `upper`. The interval takes the trials as independent, and is `NA` for
#'     weighted trials.
#' @references
#' Royall R (2000). On the probability of observing misleading statistical evidence. *Journal of the
#' American Statistical Association* 95, 760-768. \doi{10.1080/01621459.2000.10474264}
#'
#' Clopper CJ, Pearson ES (1934). The use of confidence or fiducial limits illustrated in the case
#' of the binomial. *Biometrika* 26, 404-413. \doi{10.1093/biomet/26.4.404}
#' @export
#' @examples
#' x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
#' misleading(x)
#' misleading(x, level = 0.95)
misleading <- function(x, ...) UseMethod("misleading")

#' @export
misleading.default <- function(x, ...) on_set("misleading", x, ...)

#' @rdname misleading
#' @export
misleading.lr_set <- function(x, level = NULL, ...) {
  check_dots(...)
  check_calibrated(x)
  if (!is.null(level)) {
    return(misleading_table(x, level))
  }
  rates <- each_system(x, misleading_of)
  if (length(rates) == 1 && is.null(names(rates))) rates[[1]] else do.call(rbind, rates)
}

misleading_table <- function(x, level, call = rlang::caller_env()) {
  check_number(level, "level", above = 0, below = 1, call = call)
  rates <- bind_systems(each_system(x, neutral_counts), \(counts) {
    table <- misleading_numbers(counts)
    interval <- binomial_interval(table$n_misleading, table$n, level)
    data.frame(table, rate = misleading_shares(table), interval, row.names = NULL)
  })
  if (is_weighted(x)) rates[c("lower", "upper")] <- NA_real_
  rates
}

misleading_of <- function(system) misleading_shares(misleading_numbers(neutral_counts(system)))

neutral_counts <- function(system) {
  neutral <- neutral_value(system$scale)
  counts_for(system, at_cuts(c(neutral, next_value(neutral))))
}

misleading_numbers <- function(counts) {
  neutral <- neutral_value(counts$scale)
  below <- seq_len(findInterval(neutral, counts$value, left.open = TRUE))
  up_to <- seq_len(findInterval(neutral, counts$value))
  h2_up_to <- sum(counts$n_h2[up_to])
  data.frame(
    hypothesis = c("h1", "h2"),
    n = counts$totals,
    n_misleading = c(sum(counts$n_h1[below]), counts$totals[2] - h2_up_to),
    n_neutral = c(sum(counts$n_h1[up_to]), h2_up_to) -
      c(sum(counts$n_h1[below]), sum(counts$n_h2[below]))
  )
}

misleading_shares <- function(numbers) {
  rlang::set_names(numbers$n_misleading / numbers$n, numbers$hypothesis)
}

# Exact binomial interval (Clopper-Pearson).
binomial_interval <- function(k, n, level) {
  tail <- (1 - level) / 2
  data.frame(
    lower = ifelse(k == 0, 0, stats::qbeta(tail, k, n - k + 1)),
    upper = ifelse(k == n, 1, stats::qbeta(1 - tail, k + 1, n - k))
  )
}
