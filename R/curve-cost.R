#' Cost against the threshold
#'
#' `cost_curve()` returns the expected cost of decisions at every threshold, for several priors.
#'
#' At the threshold \eqn{t} decisions cost (Ramos et al. 2018, eq. 6; see [dcf()])
#' \deqn{\pi\,C_{miss}\,P_{miss}(t) + (1-\pi)\,C_{fa}\,P_{fa}(t).}{
#'   prior C_miss P_miss(t) + (1 - prior) C_fa P_fa(t).}
#' A calibrated system has the least cost at the [bayes_threshold()] of every prior (2018, section 3
#' and figure 2).
#'
#' @inheritParams dcf
#' @inheritParams curve_bands
#' @param prior Prior probabilities of H1, one curve each; or operating points as in [dcf()].
#' @param threshold Thresholds of the curves, on the scale of the set. The default is 601 points
#'   that span the Bayes thresholds and usually the best ones; for scores, the range of the scores.
#' @return A data frame of class `cost_curve` with a row per system, operating point and threshold:
#'   `system`, `name` (label of the operating point), `prior`, `c_miss`, `c_fa`, `threshold`,
#'   `cost`; with a `level`, `cost_lower` and `cost_upper`, see [curve_bands]. The attribute `marks`
#'   has a row per system and operating point: `bayes_threshold` with the cost `dcf` (both `NA` for
#'   scores), and `best_threshold` with the cost `dcf_min`. The attribute `infinite` is the number
#'   of trials with LR = 0 and LR = Inf.
#' @references
#' Ramos D et al. (2018). *Entropy* 20, 208. \doi{10.3390/e20030208}
#' @seealso [plot_cost()]
#' @concept cost against threshold
#' @concept price of a wrong threshold
#' @export
#' @examples
#' x <- simulate_lr(200, 1000, s = 2, shift = 1)
#' cost_curve(x, prior = c(0.1, 0.5), threshold = -1:1)
#' attr(cost_curve(x, prior = c(0.1, 0.5)), "marks")
cost_curve <- function(x, ...) UseMethod("cost_curve")

#' @rdname cost_curve
#' @export
cost_curve.lr_set <- function(x, prior = c(0.1, 0.5, 0.9), c_miss = 1, c_fa = 1,
                              threshold = NULL, level = NULL, band = "pointwise", by = NULL,
                              replicates = 1000, ...) {
  check_dots(...)
  check_intact(x)
  points <- read_operating_points(prior, c_miss, c_fa)
  if (!is.null(threshold)) check_finite(threshold)
  cuts <- if (is.null(threshold)) cost_thresholds(x, points) else read_threshold(x, threshold)
  threshold <- given_values(x, cuts)
  n <- length(threshold)
  columns <- operating_columns(points)
  data <- bind_systems(each_system(x, counts_for, at_cuts(cuts)), \(counts) {
    rates <- rates_at(counts, cuts)
    cost <- outer(rates$p_miss, points$weight_miss) + outer(rates$p_fa, points$weight_fa)
    new_frame(
      columns[rep(seq_len(nrow(columns)), each = n), ],
      threshold = threshold, cost = as.vector(cost)
    )
  })
  data <- name_thresholds(data, x)
  if (!"threshold" %in% names(data)) data$log10_lr <- to_log10(cuts, x$scale)
  bands <- read_bands(x, level, band, by, replicates)
  data <- with_share_limits(data, x, bands, \(shares) {
    cost_limits(shares, cuts, points, bands)
  })
  lr_curve(data, "cost_curve", x,
    bands = band_facts(bands),
    marks = cost_marks(x, points),
    infinite = if (x$scale != "score") certain_trials(systems_of(x))
  )
}

cost_limits <- function(shares, cuts, points, bands) {
  ranks <- findInterval(cuts, shares$counts$value, left.open = TRUE)
  rows <- lapply(seq_along(points$prior), \(k) {
    limit_columns(list(
      cost = cost_band(shares, ranks, points$weight_miss[k], points$weight_fa[k], bands)
    ))
  })
  do.call(rbind, rows)
}

operating_columns <- function(points) {
  new_frame(
    name = operating_labels(points)$name,
    prior = unname(points$prior), c_miss = points$c_miss, c_fa = points$c_fa
  )
}

# Thresholds to show: LR = 1, the Bayes thresholds, and the best ones unless they are far out; or
# all scores.
cost_thresholds <- function(x, points) {
  if (x$scale == "score") {
    finite <- unlist(each_system(x, finite_range_of))
    ends <- if (all(is.na(finite))) c(0, 0) else range(finite, na.rm = TRUE)
    if (ends[1] == ends[2]) ends <- ends + c(-1, 1)
  } else {
    bayes <- from_ln(-points$log_odds[is.finite(points$log_odds)], "log10")
    best <- unlist(each_system(x, \(system) {
      to_log10(best_thresholds(system, points$log_odds), system$scale)
    }))
    marks <- c(bayes, best[which(abs(best) <= 5)])
    ends <- range(-2, 2, marks - 0.5, marks + 0.5)
  }
  log10_lr <- seq(ends[1], ends[2], length.out = 601)
  if (x$scale %in% c("log10", "score")) log10_lr else from_ln(to_ln(log10_lr, "log10"), x$scale)
}

cost_marks <- function(x, points) {
  is_score <- x$scale == "score"
  columns <- operating_columns(points)
  bind_systems(systems_of(x), \(system) {
    cost <- \(rates) points$weight_miss * rates$p_miss + points$weight_fa * rates$p_fa
    new_frame(
      columns,
      bayes_threshold = if (is_score) NA_real_ else from_ln(-points$log_odds, "log10"),
      dcf = if (is_score) NA_real_ else dcf_of(system, points),
      best_threshold = to_log10(best_thresholds(system, points$log_odds), system$scale),
      dcf_min = cost(best_rates(blocks_of(system), points$log_odds))
    )
  })
}
