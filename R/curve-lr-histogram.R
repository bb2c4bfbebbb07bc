#' Histograms of likelihood ratios
#'
#' `lr_histogram()` returns numbers of trials of each hypothesis in bins of the log10 LR that all
#' systems share.
#'
#' A bin of the width \eqn{h} with \eqn{n_i} of the \eqn{N_i} trials under \eqn{H_i} has the density
#' \eqn{n_i / (N_i h)}.
#'
#' @inheritParams cross_entropy
#' @param bins Approximate number of bins; their borders are round numbers.
#' @param breaks Borders of the bins in log10 LR (in score units for scores), instead of `bins`.
#' @return A data frame of class `lr_histogram` with a row per system and bin:
#'   * `system`,
#'   * `log10_lr_min`, `log10_lr_max` (`score_min`, `score_max` for scores): the bin, which includes
#'     its lower border; the last finite one includes both. Trials beyond the borders, including
#'     LR = 0 and LR = Inf, are in two more bins that extend to `-Inf` and `Inf`,
#'   * `n_h1`, `n_h2`: number (weight) of trials,
#'   * `density_h1`, `density_h2`: share of the trials of the hypothesis per unit of the axis, 0 for
#'     infinite bins.
#' @concept histogram of LRs
#' @export
#' @examples
#' lr_histogram(simulate_lr(100, 300, s = 2), bins = 8)
lr_histogram <- function(x, ...) UseMethod("lr_histogram")

#' @rdname lr_histogram
#' @export
lr_histogram.lr_set <- function(x, bins = 30, breaks = NULL, ...) {
  check_dots(...)
  check_count(bins, most = most_bins)
  breaks <- if (is.null(breaks)) {
    round_breaks(display_window(each_system(x, counts_for, in_picture())), bins)
  } else {
    read_breaks(breaks)
  }
  data <- bind_systems(each_system(x, counts_in_bins, breaks), bin_counts, breaks)
  names(data)[2:3] <- pav_range_columns(x$scale)
  windowed_curve(data, "lr_histogram", x, window = range(breaks))
}

round_breaks <- function(range, bins) {
  if (range[1] == range[2]) return(range[1] + c(-0.5, 0.5) * max(1, abs(range[1]) * 1e-6))
  pretty(range, n = bins, min.n = 1)
}

read_breaks <- function(breaks) {
  check_finite(breaks)
  breaks <- sort(unique(as.double(breaks)))
  stop_if(length(breaks) < 2, "{.arg breaks} must have at least two different bin edges.")
  breaks
}

# Values on the last border are in the last bin.
counts_in_bins <- function(system, breaks) {
  last <- breaks[length(breaks)]
  scale <- system$scale
  counts_for(system, at_cuts(c(cuts_at(scale, breaks), cuts_at(scale, last, beyond = TRUE))))
}

# Bins are numbered from 0, below all borders, to n_bins + 1, above.
bin_counts <- function(counts, breaks) {
  n_bins <- length(breaks) - 1
  at <- to_log10(counts$value, counts$scale)
  bin <- findInterval(at, breaks)
  bin[at == breaks[n_bins + 1]] <- n_bins
  n_h1 <- sums_by_bin(counts$n_h1, bin, n_bins)
  n_h2 <- sums_by_bin(counts$n_h2, bin, n_bins)
  width <- c(Inf, diff(breaks), Inf)
  bins <- new_frame(
    min = c(-Inf, breaks),
    max = c(breaks, Inf),
    n_h1 = n_h1,
    n_h2 = n_h2,
    density_h1 = n_h1 / counts$totals[1] / width,
    density_h2 = n_h2 / counts$totals[2] / width
  )
  bins[is.finite(width) | n_h1 + n_h2 > 0, ]
}

sums_by_bin <- function(n, bin, n_bins) {
  sums <- numeric(n_bins + 2)
  found <- rowsum(n, bin)
  sums[as.integer(rownames(found)) + 1] <- found
  sums
}
