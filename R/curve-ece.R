#' Empirical cross-entropy over priors
#'
#' `ece_curve()` returns the remaining uncertainty, in bits, for a range of prior odds: with the
#' LRs, after perfect calibration, and without LRs.
#'
#' The curve `ece` is the [cross_entropy()] (Ramos and Gonzalez-Rodriguez 2013, eq. 8); lower is
#' better. `ece_min` is the discrimination loss, reached by perfect calibration; their difference is
#' the calibration loss. `ece_null` is the entropy of the prior. The LRs are harmful at priors where
#' `ece` exceeds `ece_null`; [useful_range()] returns the exact borders.
#'
#' @inheritParams cross_entropy
#' @param log10_prior_odds Finite log10 prior odds of the curves.
#' @param corrected Whether to correct `ece_min` for optimism, as in [measures()], in a column
#'   `ece_min_corrected`. `NULL` corrects if the curve has a band of ECE and `ece_min`.
#' @inheritParams curve_bands
#' @return A data frame of class `ece_curve` with a row per system and prior:
#'   * `system`,
#'   * `log10_prior_odds`, and `prior`, the same as a probability of H1,
#'   * `ece`, `ece_min`, `ece_null` in bits, and `ece_min_corrected`, never more than `ece`,
#'   * with a `level`, `ece_lower`, `ece_upper`, `ece_min_lower` and `ece_min_upper`; or, if `band`
#'     is `"calibrated"`, `calibrated_lower` and `calibrated_upper`: see [curve_bands].
#'
#'   The attribute `useful` is the [useful_range()], `infinite` the number of trials with LR = 0 and
#'   LR = Inf.
#' @inherit cross_entropy references
#' @seealso [plot_ece()], [cross_entropy()]
#' @concept ECE curve
#' @concept cross-entropy over priors
#' @export
#' @examples
#' x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
#' curve <- ece_curve(x, log10_prior_odds = -2:2)
#' curve
#' attr(curve, "useful")
ece_curve <- function(x, ...) UseMethod("ece_curve")

#' @rdname ece_curve
#' @export
ece_curve.lr_set <- function(x, log10_prior_odds = default_log10_odds(),
                             corrected = NULL, level = NULL, band = "pointwise",
                             by = NULL, replicates = 1000, ...) {
  check_dots(...)
  log10_prior_odds <- check_points(log10_prior_odds)
  systems <- lr_systems(x)
  log_odds <- to_ln(log10_prior_odds, "log10")
  data <- bind_systems(systems, \(system) {
    ece_along_prior(
      log_odds, log10_prior_odds, ece(points_of(system), log_odds), ece(blocks_of(system), log_odds)
    )
  })
  bands <- read_bands(x, level, band, by, replicates, corrected, calibrated = TRUE)
  if (!is.null(bands)) {
    columns <- ece_columns(x, log_odds, bands)
    data[names(columns)] <- columns
  }
  lr_curve(data, "ece_curve", x,
    unit = "bits", useful = useful_ranges(systems), infinite = certain_trials(systems),
    bands = band_facts(bands)
  )
}

ece_along_prior <- function(log_odds, log10_prior_odds, before, after) {
  list2DF(list(
    log10_prior_odds = log10_prior_odds, prior = stats::plogis(log_odds), ece = before,
    ece_min = after, ece_null = ece_null(log_odds)
  ))
}

# Columns beside the curves.
ece_columns <- function(x, log_odds, bands) {
  if (bands$band == "calibrated") return(calibrated_ece(x, log_odds, bands))
  kinds <- c(ece = "cross_entropy", ece_min = "cross_entropy_min")
  columns_along_prior(x, kinds, stats::plogis(log_odds), bands)
}

# Limits of the cross-entropy before PAV if the LRs were calibrated: that after PAV plus the
# difference in replicates with calibrated LRs.
calibrated_ece <- function(x, log_odds, bands) {
  rows <- each_system(x, \(system) {
    drawn <- draw_consistent(system, bands$replicates, bands$threads, log_odds = log_odds)
    ends <- c(1 - bands$level, 1 + bands$level) / 2
    gap <- apply(drawn$gap, 1, \(one) sorted_quantile(sort(one), ends))
    after <- ece(blocks_of(system), log_odds)
    new_frame(
      calibrated_lower = after + nats_to_bits(gap[1, ]),
      calibrated_upper = after + nats_to_bits(gap[2, ])
    )
  })
  do.call(rbind, unname(rows))
}

default_log10_odds <- function() -3 + 0:120 * 0.05

# Cross-entropy relative to that of the prior alone.
normalise_ece <- function(curve) {
  columns <- intersect(
    c("ece", "ece_min", "ece_min_corrected", "ece_lower", "ece_upper", "ece_min_lower",
      "ece_min_upper", "calibrated_lower", "calibrated_upper"),
    names(curve)
  )
  curve[columns] <- lapply(as.data.frame(curve)[columns], `/`, curve$ece_null)
  curve$ece_null <- rep(1, nrow(curve))
  curve
}
