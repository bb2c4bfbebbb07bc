#' DET and ROC curves
#'
#' `det_curve()` returns the miss and false-alarm rates at every threshold, with the corners of the
#' convex hull.
#'
#' [plot_roc()] draws them on linear axes (ROC), [plot_det()] on normal quantiles (DET, Martin et
#' al. 1997). They depend only on the order of the values.
#'
#' At the threshold \eqn{t}, with \eqn{N_1} H1 trials and \eqn{N_2} H2 trials (Brümmer 2010, eq.
#' 7.16, 7.17),
#' \deqn{P_{miss}(t) = \frac{\#\{H_1: w < t\}}{N_1}, \quad
#'   P_{fa}(t) = \frac{\#\{H_2: w \ge t\}}{N_2}.}{
#'   P_miss(t) = (number of H1 trials with w < t) / N_1,
#'   P_fa(t) = (number of H2 trials with w >= t) / N_2.}
#'
#' The corners of the lower left convex hull are the borders of PAV blocks; minus the slope between
#' two is the LR of the block (Brümmer 2010, section 7.7.3; Fawcett and Niculescu-Mizil 2007). No
#' other point is best for any prior and costs (eq. 7.25).
#'
#' @inheritParams cross_entropy
#' @inheritParams curve_bands
#' @param operating_points Operating points to mark: priors (effective priors if costs differ),
#'   named by their labels, or a data frame as in [dcf()].
#' @return A data frame of class `det_curve` with a row per system and point, in order of rising
#'   thresholds:
#'   * `system`,
#'   * `threshold`: lowest value for which H1 is accepted, in a column whose name contains the
#'     scale, as in [error_rates()]. `-Inf` (0 for LRs and probabilities) accepts all trials, `Inf`
#'     (1) none; `NA` accepts none if some trials have LR = Inf,
#'   * `p_fa`, `p_miss`: the error rates,
#'   * `hull`: whether the point is a corner of the convex hull,
#'   * with a `level`, `p_miss_lower` and `p_miss_upper`: limits of the miss rate at this
#'     false-alarm rate, see [curve_bands].
#'
#'   Attributes are data frames with a row per system: `eer`, the [eer()] by both methods; `auc`;
#'   `dr30`, the rates below which there are fewer than 30 errors, see [rule_of_30()]; and
#'   `operating`, the error rates at the operating points, with the Bayes and the best threshold.
#' @references
#' Martin A et al. (1997). *Eurospeech 1997*, 1895-1898. \doi{10.21437/Eurospeech.1997-504}
#'
#' Brümmer N (2010). PhD thesis, Stellenbosch University, section 7.3.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' Fawcett T, Niculescu-Mizil A (2007). *Machine Learning* 68, 97-106.
#' \doi{10.1007/s10994-007-5011-0}
#' @concept DET
#' @concept ROC
#' @concept receiver operating characteristic
#' @concept ROC convex hull
#' @concept ROCCH
#' @export
#' @examples
#' x <- lr_set(list(h1 = c(0.5, 2, 4, 8), h2 = c(0.2, 0.4, 2)), scale = "lr")
#' det_curve(x)
#' attr(det_curve(x), "eer")
det_curve <- function(x, ...) UseMethod("det_curve")

#' @rdname det_curve
#' @export
det_curve.lr_set <- function(x, operating_points = NULL, level = NULL, band = "pointwise",
                             by = NULL, replicates = 1000, ...) {
  check_dots(...)
  bands <- read_bands(x, level, band, by, replicates)
  data <- bind_systems(ranked_systems(x), roc_points)
  data <- name_thresholds(replace(data, "threshold", given_values(x, data$threshold)), x)
  # False-alarm rates are drawn too.
  if (!is.null(bands)) bands$needed <- TRUE
  data <- with_share_limits(data, x, bands, \(shares) {
    limit_columns(list(p_miss = roc_band(shares, bands)))
  })
  lr_curve(
    data, "det_curve", x,
    eer = system_table(
      x, eer = eer(x), eer_steps = eer(x, "steps"), threshold = threshold_at(x, "eer")
    ),
    auc = system_table(
      x, auc = per_system(systems_of(x), auc_of, coarse_of), auc_hull = auc(x, "hull")
    ),
    dr30 = bind_systems(systems_of(x), \(system) {
      totals <- totals_of(system)
      new_frame(p_fa = 30 / totals[["h2"]], p_miss = 30 / totals[["h1"]])
    }),
    operating = if (!is.null(operating_points)) {
      operating_rates(x, read_labelled_points(operating_points, arg = "operating_points"))
    },
    bands = band_facts(bands)
  )
}

# Sorting takes most of the time, so its results are kept: the blocks of each system, then its
# counts.
ranked_systems <- function(x) {
  parts <- systems_of(x)
  with_progress(rep(seq_along(parts), each = 2), \(k, step) {
    if (step %% 2 == 1) blocks_of(parts[[k]]) else det_counts(parts[[k]])
  }, "Ranking", system_names(x))
  each_system(x, det_counts)
}

roc_points <- function(system) {
  counts <- system$counts
  corners <- .Call(ffi_roc_corners, counts)
  hull <- logical(length(corners$p_fa))
  hull[c(0, system$blocks$last) + 1] <- TRUE
  new_frame(
    threshold = roc_thresholds(counts$value, counts$scale),
    p_fa = corners$p_fa,
    p_miss = corners$p_miss,
    hull = hull
  )
}

# Counts as dense as a picture needs, and the corners of the hull.
det_counts <- function(system) {
  blocks <- blocks_of(system)
  counts <- counts_for(system, in_picture(blocks$min))
  list(counts = counts, blocks = c(blocks, block_positions(blocks, counts)))
}

# A data frame with a row of measures per system.
system_table <- function(x, ...) {
  names <- if (is.null(levels(x))) "system" else levels(x)
  new_frame(system = factor(names, levels = names), list(...))
}

# Error rates at each operating point, with the best threshold and, for LRs, with the Bayes
# threshold.
operating_rates <- function(x, points) {
  labels <- operating_labels(points)
  bind_systems(systems_of(x), \(system) {
    at <- \(rates, threshold) {
      new_frame(labels, threshold = threshold, p_fa = rates$p_fa, p_miss = rates$p_miss)
    }
    rbind(
      if (x$scale != "score") {
        at(bayes_rates(counts_for(system, at_odds(points$log_odds)), points$log_odds), "Bayes")
      },
      at(best_rates(blocks_of(system), points$log_odds), "best")
    )
  })
}
