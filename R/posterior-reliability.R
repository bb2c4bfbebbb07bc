#' Reliability of posterior probabilities
#'
#' `reliability_curve()` returns posterior probabilities at a prior and the proportion of H1 among
#' the trials that have them. The two agree for calibrated LRs.
#'
#' At the prior \eqn{\pi} an H1 trial has the weight \eqn{\pi/N_1} and an H2 trial
#' \eqn{(1-\pi)/N_2}, so a group with \eqn{m} H1 and \eqn{n} H2 trials has the proportion (Brümmer
#' 2010, eq. C.7, C.17, C.18)
#' \deqn{\frac{\pi m/N_1}{\pi m/N_1 + (1-\pi) n/N_2}.}{
#'   (prior m / N1) / (prior m / N1 + (1 - prior) n / N2).}
#' With `prior = "data"`, the proportion of H1 trials in the set, this is \eqn{m/(m+n)}, as in Ramos
#' and Gonzalez-Rodriguez (2013, figures 2 to 5).
#'
#' * `method = "bins"` groups the posteriors by bins of equal width. Empty bins have no row.
#' * `method = "pav"` groups them by the blocks of [pav()], which need no choice of bins (the CORP
#'   approach of Dimitriadis, Gneiting and Jordan 2021).
#'
#' # Expected calibration error
#' The expected calibration error of machine learning, also called ECE, is the mean distance between
#' `posterior` and `observed`, weighted by the numbers of trials, at `prior = "data"`, as in the
#' example.
#'
#' # Intervals
#' Bins have an exact (Clopper-Pearson) interval for \eqn{m/(m+n)}; at any other prior its ends
#' shift by the same step in log odds as the proportion. Weighted trials and PAV blocks have no
#' interval.
#'
#' @inheritParams posterior_histogram
#' @param method `"bins"` or `"pav"`.
#' @param bins,breaks For `method = "bins"`: number of bins of equal width, or their borders, from 0
#'   to 1.
#' @param level Probability of the intervals, between 0 and 1.
#' @param band,by,replicates See [curve_bands]. `"calibrated"` is for `method = "pav"`.
#' @return A data frame of class `reliability_curve` with a row per system and group, ascending:
#'   * `system`, `prior`,
#'   * `posterior_min`, `posterior_max`: the bin, or the smallest and largest posterior in the
#'     block,
#'   * `posterior`, `observed`: mean posterior and proportion of H1, with the weights above,
#'   * `lower`, `upper`: ends of its confidence interval, or `NA`,
#'   * `n_h1`, `n_h2`: number (weight) of trials in the group.
#'
#'   The attribute `histogram` is the [posterior_histogram()], `method` the method. With `band =
#'   "calibrated"`, the attribute `calibrated` has the limits of [calibration_band()] as posterior
#'   probabilities.
#' @references
#' Ramos D, Gonzalez-Rodriguez J (2013). *Forensic Science International* 230, 156-169.
#' \doi{10.1016/j.forsciint.2013.04.014}
#'
#' Brümmer N (2010). PhD thesis. <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' Dimitriadis T, Gneiting T, Jordan AI (2021). *Proceedings of the National Academy of Sciences*
#' 118, e2016191118. \doi{10.1073/pnas.2016191118}
#'
#' Clopper CJ, Pearson ES (1934). *Biometrika* 26, 404-413. \doi{10.1093/biomet/26.4.404}
#' @seealso [plot_reliability()], [rule_decomposition()]
#' @concept reliability
#' @concept forecast
#' @concept climatology
#' @concept binning
#' @concept calibration_error
#' @concept expected calibration error
#' @concept histogram binning
#' @export
#' @examples
#' x <- simulate_lr(100, 300, s = 2, stretch = 2)
#' reliability_curve(x, bins = 5)
#' reliability_curve(x, prior = 0.5, method = "pav")
#'
#' curve <- reliability_curve(x, prior = "data")
#' distance <- abs(curve$observed - curve$posterior)
#' c(expected = weighted.mean(distance, curve$n_h1 + curve$n_h2), maximum = max(distance))
reliability_curve <- function(x, ...) UseMethod("reliability_curve")

#' @rdname reliability_curve
#' @export
reliability_curve.lr_set <- function(x, prior = NULL, method = "bins", bins = 10, breaks = NULL,
                                     level = 0.95, band = "pointwise", by = NULL,
                                     replicates = 1000, ...) {
  check_dots(...)
  check_calibrated(x)
  prior <- prior %||% own_prior(x)
  check_open_prior(prior)
  check_choice(method, c("bins", "pav"))
  check_level(level)
  bands <- read_bands(x, level, band, by, replicates, calibrated = method == "pav")
  calibrated <- bands$band == "calibrated"
  if (method == "pav") check_unheeded(c("bins", "breaks"), "The groups are the blocks of PAV.")
  if (method == "pav" && !calibrated) check_unheeded(unheeded_by_pav, no_pav_limits)
  if (!is.null(breaks)) check_unheeded("bins", bins_or_breaks)
  breaks <- posterior_breaks(bins, breaks)
  systems <- each_system(x, counts_and_blocks_of)
  at <- lapply(systems, \(system) read_posterior_prior(prior, system$counts$totals))
  groups <- Map(\(system, at) posterior_groups(system, at, method, breaks), systems, at)
  limited <- method == "bins" && (!is_weighted(x) || bands$by == "source")
  limits <- if (limited) reliability_limits(x, groups, bands)
  data <- bind_systems(seq_along(systems) |> rlang::set_names(names(systems)), \(s) {
    reliability_table(groups[[s]], at[[s]], systems[[s]]$counts$totals, limits[[s]])
  })
  lr_curve(data, "reliability_curve", x,
    method = method,
    level = if (limited || calibrated) level,
    bands = if (limited || calibrated) band_facts(bands),
    calibrated = if (calibrated) calibrated_posteriors(x, at, bands),
    histogram = posterior_histogram(x, prior,
      breaks = if (method == "bins") breaks else unit_breaks(20)
    )
  )
}

unheeded_by_pav <- c("level", "band", "by", "replicates")
no_pav_limits <- "Blocks of PAV have limits with {.code band = \"calibrated\"} alone."

# Limits of the share of H1 in each group, at its prior: exact ones, or by source.
reliability_limits <- function(x, groups, bands) {
  if (bands$by == "source") return(drawn_groups(x, groups, bands))
  lapply(groups, \(group) {
    n <- nrow(group)
    level <- if (bands$band == "simultaneous") bands$level^(1 / n) else bands$level
    binomial_interval(group$n_h1, group$n_h1 + group$n_h2, level)
  })
}

# Limits by source, with the effective number of independent trials that gives the variance of the
# replicates.
drawn_groups <- function(x, groups, bands) {
  shares <- drawn_shares(x, bands, lapply(unname(groups), \(group) c(0, group$last)))
  Map(\(group, one, system) {
    totals <- totals_of(system)
    h1 <- totals[[1]] * diff(one$h1$drawn)
    h2 <- totals[[2]] * diff(one$h2$drawn)
    rate <- group$n_h1 / (group$n_h1 + group$n_h2)
    drawn <- h1 / (h1 + h2)
    drawn[is.nan(drawn)] <- rate[row(drawn)[is.nan(drawn)]]
    n <- drop(as.matrix(group[c("n_h1", "n_h2")]) %*% (numbers_of(system) / totals))
    size <- pmin(n, independent_size(rate, drawn, max(n)))
    limits <- wilson_limits(rate, size, one$few * band_z(drawn, rate, size, bands))
    new_frame(lower = pmin(limits$lower, rate), upper = pmax(limits$upper, rate))
  }, groups, shares, systems_of(x))
}

# The calibration band as posteriors.
calibrated_posteriors <- function(x, at, bands) {
  band <- calibration_band(x, bands$level, bands$replicates, bands$threads)
  log_odds <- stats::qlogis(unlist(at))[as.integer(band$system)]
  to_posterior <- \(log10_lr) stats::plogis(to_ln(log10_lr, "log10") + log_odds)
  new_frame(
    system = band$system, posterior = to_posterior(band$log10_lr),
    lower = to_posterior(band$lower), upper = to_posterior(band$upper)
  )
}

# Groups of trials, in ascending order of their posteriors.
posterior_groups <- function(system, prior, method, breaks) {
  counts <- system$counts
  q <- posterior_at(counts, prior)
  all_ends <- if (method == "bins") bin_ends(q, breaks) else c(0, system$blocks$last)
  filled <- which(diff(all_ends) > 0)
  ends <- c(0, all_ends[filled + 1])
  weight <- prior * counts$n_h1 / counts$totals[1] + (1 - prior) * counts$n_h2 / counts$totals[2]
  new_frame(
    posterior_min = if (method == "bins") breaks[filled] else q[ends[-length(ends)] + 1],
    posterior_max = if (method == "bins") breaks[filled + 1] else q[ends[-1]],
    posterior = run_sums(weight * q, ends) / run_sums(weight, ends),
    n_h1 = run_sums(counts$n_h1, ends), n_h2 = run_sums(counts$n_h2, ends), last = ends[-1]
  )
}

# `interval` is `NULL` if there is none.
reliability_table <- function(groups, prior, totals, interval) {
  h1 <- prior * groups$n_h1 / totals[1]
  h2 <- (1 - prior) * groups$n_h2 / totals[2]
  if (is.null(interval)) interval <- new_frame(lower = NA_real_, upper = NA_real_)
  shift <- stats::qlogis(prior) - log(totals[1] / totals[2])
  new_frame(
    prior = as.double(prior), groups[c("posterior_min", "posterior_max", "posterior")],
    observed = h1 / (h1 + h2), lower = stats::plogis(stats::qlogis(interval$lower) + shift),
    upper = stats::plogis(stats::qlogis(interval$upper) + shift), groups[c("n_h1", "n_h2")]
  )
}

# The counts, and the blocks with their positions among the counts.
counts_and_blocks_of <- function(system) {
  counts <- counts_of(system)
  blocks <- blocks_of(system)
  list(counts = counts, blocks = c(blocks, block_positions(blocks, counts)))
}
