#' Histograms of likelihood ratios
#'
#' Where the log likelihood ratios of each hypothesis lie, in bins that all systems share.
#'
#' @inheritParams cross_entropy
#' @param bins About how many bins; their borders are round numbers.
#' @param breaks Borders of the bins in log10 LR (in score units for a set of scores), instead of
#'   `bins`. They must cover all finite values.
#' @return A data frame of class `lr_histogram` with a row per system and bin:
#'   * `system`,
#'   * `log10_lr_min`, `log10_lr_max` (`score_min`, `score_max` for scores): the bin, which holds its
#'     lower border; the last one holds both. LR = 0 and LR = Inf have bins of their own, if there are
#'     any such trials, whose borders are both infinite,
#'   * `n_h1`, `n_h2`: the number (weight) of trials in it,
#'   * `density_h1`, `density_h2`: their share of the hypothesis' trials per unit of the axis, `NA`
#'     for the infinite bins.
#' @seealso [plot_lr_histogram()] draws it
#' @export
#' @examples
#' lr_histogram(simulate_lr(100, 300, s = 2), bins = 8)
lr_histogram <- function(x, ...) {
  UseMethod("lr_histogram")
}

#' @rdname lr_histogram
#' @export
lr_histogram.default <- function(x, ..., bins = 30, breaks = NULL) {
  lr_histogram(lr_set(x, ...), bins, breaks)
}

#' @rdname lr_histogram
#' @export
lr_histogram.lr_set <- function(x, bins = 30, breaks = NULL, ...) {
  rlang::check_dots_empty()
  check_count(bins, "bins")
  counts <- lapply(set_counts(x), \(s) c(s, list(at = to_log10(s$value, s$scale))))
  range <- range(unlist(lapply(counts, \(s) range(s$at[is.finite(s$at)], Inf, -Inf, finite = TRUE))))
  breaks <- if (is.null(breaks)) round_breaks(range, bins) else check_breaks(breaks, range)
  data <- bind_systems(counts, \(s) bin_counts(s, breaks))
  names(data)[2:3] <- pav_range_columns(x$scale)
  new_curve(data, "lr_histogram", x)
}

round_breaks <- function(range, bins) {
  if (range[1] == range[2]) {
    return(range[1] + c(-0.5, 0.5) * max(1, abs(range[1]) * 1e-6))
  }
  pretty(range, n = bins, min.n = 1)
}

check_breaks <- function(breaks, range, call = rlang::caller_env()) {
  check_finite(breaks, "breaks", call)
  breaks <- sort(unique(as.double(breaks)))
  if (length(breaks) < 2 || breaks[1] > range[1] || breaks[length(breaks)] < range[2]) {
    stop_input(
      c(
        "{.arg breaks} must cover all finite values.",
        x = "They go from {min(breaks)} to {max(breaks)}, the values from {signif(range[1], 4)}
             to {signif(range[2], 4)}."
      ),
      call = call
    )
  }
  breaks
}

bin_counts <- function(counts, breaks) {
  n_bins <- length(breaks) - 1
  bin <- findInterval(counts$at, breaks, rightmost.closed = TRUE)
  bin[counts$at == Inf] <- n_bins + 1
  n_h1 <- sums_by_bin(counts$n_h1, bin, n_bins)
  n_h2 <- sums_by_bin(counts$n_h2, bin, n_bins)
  width <- c(NA, diff(breaks), NA)
  bins <- data.frame(
    min = c(-Inf, breaks[-(n_bins + 1)], Inf),
    max = c(-Inf, breaks[-1], Inf),
    n_h1 = n_h1,
    n_h2 = n_h2,
    density_h1 = n_h1 / counts$totals[1] / width,
    density_h2 = n_h2 / counts$totals[2] / width
  )
  bins[is.finite(bins$min) | bins$n_h1 + bins$n_h2 > 0, ]
}

# Bins are numbered from 0, LR = 0, to n_bins + 1, LR = Inf.
sums_by_bin <- function(n, bin, n_bins) {
  sums <- numeric(n_bins + 2)
  found <- rowsum(n, bin)
  sums[as.integer(rownames(found)) + 1] <- found
  sums
}
