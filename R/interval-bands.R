#' Bands around curves
#'
#' With a `level`, these curves and their plots have a confidence band: [ece_curve()],
#' [tippett_curve()], [det_curve()] (also of [plot_roc()]), [bayes_error_curve()], [cost_curve()]
#' and [reliability_curve()]. The limits are columns of the curve, in its unit, with the suffixes
#' `_lower` and `_upper` (`h1_lower`, `ece_min_upper`).
#'
#' * Along priors (ECE, Bayes error) limits are the intervals of [measures()] at each prior. Plots
#'   draw the corrected curve after PAV, which lies within these limits.
#' * Shares of trials (Tippett, DET, ROC) have the limits of Wilson (1927), or for one to three
#'   trials mid-p limits (Lancaster 1961; after Brown, Cai and DasGupta 2001). Sums of two shares
#'   (cost) have the limits of Zou and Donner (2008). Trials that are weighted or drawn by source
#'   have an effective number (`vignette("methods")`). The band of a DET or ROC curve is that of the
#'   miss rate at each false-alarm rate.
#' * The bins of a reliability curve have exact limits, by source those of Wilson.
#'
#' `band = "pointwise"` has the coverage `level` at each single point, `"simultaneous"` for the
#' whole of each curve: a number of standard deviations such that a share `level` of the replicates
#' lies within them everywhere, for bins the limits of level^(1/bins). After PAV, a simultaneous
#' band extends to the curve of no evidence if fewer than five trials (items, by source) decide. If
#' LRs are certain and wrong, limits of the ECE may be infinite. By trial, bands are too narrow for
#' comparisons that share items.
#'
#' In simulations, pointwise 95 % bands contained the curve of the population in 92 to 98 %, and the
#' ECE at prior odds of 10 or 1 to 10 in 89 to 99 %. Simultaneous bands contained the whole ECE of
#' bi-Gaussian systems in 89 to 99 %, but are not valid for LLRs with heavy tails.
#'
#' `band = "calibrated"`, in [ece_curve()] and in [reliability_curve()] with `method = "pav"`, and
#' the `level` of [pav()] show the [calibration_band()] of calibrated LRs.
#'
#' @param level Probability of the band, or `NULL` for none.
#' @param band `"pointwise"`, `"simultaneous"` or, for some curves, `"calibrated"`.
#' @param by Units drawn, `"trial"` or `"source"`, see [curve_bands].
#' @param replicates Number of bootstrap replicates, not needed for pointwise limits of shares by
#'   trial.
#' @references
#' Brown LD, Cai TT, DasGupta A (2001). *Statistical Science* 16, 101-133.
#' \doi{10.1214/ss/1009213286}
#'
#' Lancaster HO (1961). *Journal of the American Statistical Association* 56, 223-234.
#' \doi{10.1080/01621459.1961.10482105}
#'
#' Wilson EB (1927). *Journal of the American Statistical Association* 22, 209-212.
#' \doi{10.1080/01621459.1927.10502953}
#'
#' Zou GY, Donner A (2008). *Statistics in Medicine* 27, 1693-1702. \doi{10.1002/sim.3095}
#' @concept confidence band
#' @concept simultaneous band
#' @concept pointwise band
#' @name curve_bands
#' @examples
#' x <- simulate_lr(60, 200, s = 2)
#' tippett_curve(x, level = 0.95)
#' plot_ece(x, level = 0.95, replicates = 200)
NULL

# Settings of a curve's band, or of its correction if `corrected` is asked for without a band; NULL
# for neither. Some curves can have a band for `calibrated` LRs instead.
read_bands <- function(x, level, band, by, replicates, corrected = NULL, calibrated = FALSE) {
  known <- c("pointwise", "simultaneous", if (calibrated) "calibrated")
  drawn_by(x, by)
  check_choice(band, known)
  shown <- !is.null(level)
  corrected <- corrected %||% shown
  check_flag(corrected)
  if (!shown && !corrected) return(NULL)
  check_count(replicates)
  if (!shown) band <- "pointwise"
  if (band == "calibrated") {
    check_no_weights(x)
    refuse_if(drawn_by(x, by) == "source", "bands_by_source")
  }
  resampling <- read_resampling(x, replicates, level %||% 0.95, "scaled", by, corrected, NULL)
  c(resampling, list(band = band, shown = shown, apart = TRUE))
}

# Facts for the captions.
band_facts <- function(bands) {
  if (isTRUE(bands$shown)) bands[c("level", "band", "by", "replicates", "sharing")]
}

# Curves over the prior: the measure after PAV, corrected for optimism as in measures(), with its
# limits, and the limits of the measure before PAV. `kinds` names the two by their columns.
columns_along_prior <- function(x, kinds, prior, bands) {
  placed <- kinds_at(measure_kinds[kinds], prior)
  found <- suppress_infinities(measure_systems(x, placed, bands))
  rows <- split(seq_len(nrow(found$labels)), found$labels$measure)
  names(rows) <- names(kinds)
  columns <- lapply(unname(found$systems), \(one) {
    parts <- lapply(rows, \(i) {
      if (bands$band == "simultaneous") bands$z <- simultaneous_z(found$labels, one, i, bands$level)
      facts <- c("plug_in", "optimism", "corrected", "model", "top_share", "least_upper", "added",
        "unseen")
      part <- replace(one, facts, lapply(one[facts], `[`, i))
      part$replicates <- one$replicates[i, , drop = FALSE]
      part$rates <- one$rates[i, , drop = FALSE]
      part$tail <- one$tail[i, , drop = FALSE]
      limits <- bootstrap_intervals(found$labels[i, ], part, bands)
      beyond <- bands$band == "simultaneous" & beyond_trials(found$labels[i, ], one, bands$by)
      limits$upper[beyond] <- found$labels$top[i][beyond]
      limits
    })
    data.frame(parts[[2]]["corrected"], limit_columns(parts))
  })
  columns <- do.call(rbind, columns)
  names(columns)[1] <- paste0(names(kinds)[2], "_corrected")
  columns[c(bands$corrected, rep(bands$shown, ncol(columns) - 1))]
}

# After PAV, trials are not informative at odds at which fewer than five of them matter: there a
# band of the whole curve extends up to no evidence.
beyond_trials <- function(labels, one, by) {
  n <- if (by == "source") rep(one$units, 2) else one$n
  odds <- labels$prior / (1 - labels$prior)
  labels$flattered & !is.na(labels$top) & (odds > n[1] / 5 | odds < 5 / n[2])
}

# Shares of either hypothesis at the lowest values of each system. A rank is a number of distinct
# values from below; `share` has the share at every rank from 0, `drawn` the replicates at the ranks
# `at`, and `size` the effective number of independent trials at each of these.
drawn_shares <- function(x, bands, ranks = NULL) {
  counts <- unname(each_system(x, counts_of))
  if (is.null(ranks)) ranks <- lapply(counts, \(one) spread_ranks(length(one$value)))
  drawn <- if (!bands$exact || bands$band == "simultaneous" || isTRUE(bands$needed)) {
    wanted <- c(wanted_statistics(list()), list(ranks = ranks))
    bootstrap(x, systems_of(x), wanted, replace(bands, "corrected", FALSE))$statistics
  }
  few <- rep(1, length(counts))
  if (bands$by == "source") few <- source_widening(scarce_sources(x), bands$z)
  sizes <- unname(each_system(x, numbers_of))
  lapply(seq_along(counts), \(s) {
    one <- counts[[s]]
    list(
      h1 = class_shares(one$n_h1, ranks[[s]], drawn[[s]]$p_miss, sizes[[s]][["h1"]], bands),
      h2 = class_shares(one$n_h2, ranks[[s]], 1 - drawn[[s]]$p_fa, sizes[[s]][["h2"]], bands),
      few = few[s], counts = one
    )
  })
}

# The rows of a curve with the columns that `limits_of` makes from the result of drawn_shares() for
# each system.
with_share_limits <- function(data, x, bands, limits_of) {
  if (is.null(bands)) return(data)
  data.frame(data, do.call(rbind, lapply(drawn_shares(x, bands), limits_of)))
}

# Replicates have at most 512 ranks; between them, sizes are interpolated.
spread_ranks <- function(n) unique(round(seq(0, n, length.out = min(n + 1, 512))))

class_shares <- function(numbers, at, drawn, n, bands) {
  share <- c(0, cumsum(numbers)) / sum(numbers)
  size <- if (bands$exact) rep(n, length(at)) else independent_size(share[at + 1], drawn, n)
  list(share = share, at = at, drawn = drawn, size = size)
}

# Shares of 0 or 1 take the size of their nearest neighbour.
independent_size <- function(share, drawn, n) {
  spread <- apply(drawn, 1, stats::var)
  size <- pmin(share * (1 - share) / spread, n)
  known <- which(share > 0 & share < 1 & spread > 0)
  if (length(known) < 2) return(rep(if (length(known) == 1) size[known] else n, length(share)))
  stats::approx(known, size[known], seq_along(share), rule = 2)$y
}

# Limits of the share below some ranks, or above them.
share_band <- function(shares, ranks, bands, few, above = FALSE) {
  z <- few * band_z(shares$drawn, shares$share[shares$at + 1], shares$size, bands)
  share <- shares$share[ranks + 1]
  limits <- wilson_limits(share, size_at(shares, ranks), z)
  # Up to rounding, a share is within its limits.
  limits <- list(lower = pmin(limits$lower, share), upper = pmax(limits$upper, share))
  if (above) list(lower = 1 - limits$upper, upper = 1 - limits$lower) else limits
}

size_at <- \(shares, ranks) between_points(shares$at, shares$size, ranks)

# Number of standard errors of a band, found on the arcsine scale, on which all shares have the same
# variance.
band_z <- function(drawn, share, size, bands) {
  if (bands$band == "pointwise") return(bands$z)
  inside <- share > 0 & share < 1
  off <- to_angle(drawn[inside, , drop = FALSE], 1) - to_angle(share[inside], 1)
  largest_distance(if (any(inside)) abs(off) * 2 * sqrt(size[inside]), bands$level)
}

# Limits of a cost of misses and false alarms: the sum of a share below and a share above each rank.
cost_band <- function(shares, ranks, weight_miss, weight_fa, bands) {
  z <- shares$few * cost_z(shares, weight_miss, weight_fa, bands)
  rates <- list(shares$h1$share[ranks + 1], 1 - shares$h2$share[ranks + 1])
  limits <- Map(wilson_limits, rates, list(size_at(shares$h1, ranks), size_at(shares$h2, ranks)), z)
  weight <- list(weight_miss, weight_fa)
  reach <- \(end) {
    sqrt(Reduce(`+`, Map(\(w, rate, l) (w * (rate - l[[end]]))^2, weight, rates, limits)))
  }
  cost <- weight_miss * rates[[1]] + weight_fa * rates[[2]]
  list(lower = pmax(cost - reach("lower"), 0), upper = cost + reach("upper"))
}

cost_z <- function(shares, weight_miss, weight_fa, bands) {
  if (bands$band == "pointwise") return(bands$z)
  at <- shares$h1$at
  error <- \(one) one$share[at + 1] * (1 - one$share[at + 1]) / one$size
  spread <- sqrt(weight_miss^2 * error(shares$h1) + weight_fa^2 * error(shares$h2))
  off <- weight_miss * (shares$h1$drawn - shares$h1$share[at + 1]) -
    weight_fa * (shares$h2$drawn - shares$h2$share[at + 1])
  inside <- spread > 0
  largest_distance(if (any(inside)) abs(off[inside, , drop = FALSE]) / spread[inside], bands$level)
}

# Limits of the miss rate at the false-alarm rate of each rank.
roc_band <- function(shares, bands) {
  at <- shares$h1$at
  misses <- shares$h1
  misses$drawn <- misses_at(shares, 1 - shares$h2$share[at + 1])
  n <- max(shares$h1$size)
  misses$size <- independent_size(misses$share[at + 1], misses$drawn, n)
  share_band(misses, seq_along(misses$share) - 1, bands, shares$few)
}

# Replicates of the miss rate where the false-alarm rate is `p_fa`: on the straight line from the
# last rank with more false alarms to the next.
misses_at <- function(shares, p_fa) {
  n <- nrow(shares$h1$drawn)
  vapply(seq_len(ncol(shares$h1$drawn)), \(b) {
    miss <- shares$h1$drawn[, b]
    correct <- shares$h2$drawn[, b]
    to <- findInterval(1 - p_fa, correct, left.open = TRUE) + 1
    to <- pmin(to, n)
    from <- pmax(to - 1, 1)
    rise <- correct[to] - correct[from]
    along <- ifelse(rise > 0, (1 - p_fa - correct[from]) / rise, 1)
    miss[from] + pmin(pmax(along, 0), 1) * (miss[to] - miss[from])
  }, numeric(length(p_fa)))
}

# Columns that limit another, named after it.
limit_columns <- function(limits) {
  columns <- lapply(limits, \(limit) as.data.frame(limit[c("lower", "upper")]))
  names <- paste0(rep(names(limits), each = 2), c("_lower", "_upper"))
  rlang::set_names(do.call(cbind, unname(columns)), names)
}
