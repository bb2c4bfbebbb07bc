#' Strength of likelihood ratios
#'
#' `lr_strength()` returns mean and median strength of LRs per hypothesis: the absolute value of the
#' log LR (Ramos et al. 2018, section 2). LRs that are stronger than their discrimination allows are
#' badly calibrated (Ramos and Gonzalez-Rodriguez 2013, section 5).
#'
#' Over the trials of hypothesis \eqn{i} the mean strength is
#' \deqn{\frac{1}{N_i}\sum_{t \in H_i} |\log_{10} LR_t|.}{mean_Hi |log10 LR|.}
#'
#' @inheritParams cross_entropy
#' @return A data frame with two rows per system: `system`, `hypothesis` (`"h1"` or `"h2"`), `n`
#'   trials (or weight), `mean` and `median` of the strength in powers of ten, 0 or more; `Inf`
#'   if trials with LR = 0 or LR = Inf make them so.
#' @references
#' Ramos D, Gonzalez-Rodriguez J (2013). *Forensic Science International* 230, 156-169.
#' \doi{10.1016/j.forsciint.2013.04.014}
#'
#' Ramos D et al. (2018). *Entropy* 20, 208. \doi{10.3390/e20030208}
#' @seealso [cllr()], which charges for strength on the wrong side
#' @concept strength of evidence
#' @concept spread of log LRs
#' @export
#' @examples
#' lr_strength(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
lr_strength <- function(x, ...) UseMethod("lr_strength")

#' @rdname lr_strength
#' @export
lr_strength.lr_set <- function(x, ...) {
  check_dots(...)
  check_calibrated(x)
  bind_systems(systems_of(x), strength_of)
}

# Quadrature nodes give the mean if there are too many counts; no node crosses LR = 1. The median
# comes from counts in which each value that might be the median is known.
strength_of <- function(system) {
  counts <- counts_for(system, resolved_rows(around_medians))
  new_frame(
    hypothesis = factor(c("h1", "h2")),
    n = vapply(unname(counts[c("n_h1", "n_h2")]), sum, 0),
    mean = strengths(counts_for(system, as_nodes), \(strength, n) sum(strength * n) / sum(n)),
    median = strengths(counts, \(value, n) mean(middle_values(value, n)))
  )
}

# `statistic(strength, n)` of either hypothesis.
strengths <- function(counts, statistic) {
  strength <- abs(to_log10(counts$value, counts$scale))
  vapply(unname(counts[c("n_h1", "n_h2")]), \(n) statistic(strength[n != 0], n[n != 0]), 0)
}

# Rows that may contain the middle trials, wherever trials lie in their cells.
around_medians <- function(counts, end) {
  ends <- abs(to_log10(rbind(counts$value, end), counts$scale))
  low <- pmin(ends[1, ], ends[2, ])
  high <- pmax(ends[1, ], ends[2, ])
  may_be <- lapply(counts[c("n_h1", "n_h2")], \(n) {
    least <- middle_values(low, n)[1]
    most <- middle_values(high, n)[2]
    n > 0 & low < high & high >= least & low <= most
  })
  which(may_be$n_h1 | may_be$n_h2)
}

# The middle values of a list with counts: two, if exactly half of all lie below the second.
middle_values <- function(value, n) {
  ascending <- order(value)
  below <- cumsum(n[ascending]) / sum(n)
  ends <- c(which(below >= 0.5 - 1e-12)[1], which(below > 0.5 + 1e-12)[1])
  value[ascending][ends]
}
