#' Range of LRs that are shown to be calibrated
#'
#' `calibration_range()` returns the LRs that the trials *prove* to be right to within a factor,
#' such as two or ten. If the trials are too few or the LRs wrong, no LR is proven.
#'
#' The LRs in a cell of a grid are proven if the whole band of true LRs of the cell is within the
#' factor of all of them. The only assumption, shared with [pav()], is that true LRs do not
#' decrease from one cell to the next (Yang and Barber 2019; Dimitriadis et al. 2023).
#'
#' @inheritParams cross_entropy
#' @param factor Factor by which an LR may be off, between 1.01 and a million.
#' @param level Probability that the whole band holds.
#' @param by Independent units, `"trial"` or `"source"`, the default if the set names items. By
#'   trial, the guarantee does not hold for comparisons that share an item.
#' @return A data frame of class `calibration_range` with a row per range, in ascending order, and
#'   no row for a system without proven LRs:
#'   * `system`,
#'   * `log10_lr_min`, `log10_lr_max`: ends of the range,
#'   * `n_h1`, `n_h2`: numbers of trials whose LRs lie in the range.
#'
#'   `attr(, "band")` is a data frame with a row per system and cell: `system`, `log10_lr` (middle
#'   of the cell), `log10_lr_min`, `log10_lr_max`, `lower` and `upper` (limits of the log10 true LR,
#'   infinite if unlimited), `n_h1`, `n_h2`. `attr(, "worth")` is the equivalent number of
#'   independent trials of each hypothesis.
#'
#'   If the limits of a band cross, the true LRs must decrease between cells. Nothing is then proven
#'   of that system, with a warning of class `calibrant_warning_undefined`.
#' @section Guarantee:
#' The whole band holds with probability `level` at least, for all populations and numbers of
#' trials. Each system and `factor` has its own guarantee. By trial, its limits are those of Clopper
#' and Pearson (1934). By source, they are Chernoff's (Hoeffding 1963, section 5) and assume that
#' only comparisons that share an item are dependent.
#'
#' By trial, 1000 calibrated LRs of each hypothesis with `s` = 2 prove on average .7 powers of ten
#' to a factor of 3. By source, 20 to 60 items prove nothing. `vignette("methods")` has the proof
#' and more sizes.
#' @references
#' Clopper CJ, Pearson ES (1934). *Biometrika* 26, 404-413. \doi{10.1093/biomet/26.4.404}
#'
#' Dimitriadis T et al. (2023). *Biometrika* 110, 663-680. \doi{10.1093/biomet/asac068}
#'
#' Hoeffding W (1963). *Journal of the American Statistical Association* 58, 13-30.
#' \doi{10.1080/01621459.1963.10500830}
#'
#' Yang F, Barber RF (2019). *Electronic Journal of Statistics* 13, 646-677.
#' \doi{10.48550/arXiv.1706.01852}
#' @seealso [calibration_test()]
#' @concept equivalence test
#' @concept calibrated enough
#' @concept confidence band of calibration
#' @export
#' @examples
#' set.seed(1)
#' x <- simulate_lr(3000, 3000, s = 1.5)
#' calibration_range(x)
#' calibration_range(simulate_lr(50, 200, s = 1.5))
#' @order 1
calibration_range <- function(x, ...) UseMethod("calibration_range")

#' @rdname calibration_range
#' @export
calibration_range.lr_set <- function(x, factor = 2, level = 0.95, by = NULL, ...) {
  check_dots(...)
  check_calibrated(x)
  check_no_weights(x, "The band is computed from numbers of trials.")
  check_number(factor, above = 1.01, below = 1e6)
  check_level(level)
  unit <- drawn_by(x, by)
  systems <- systems_of(x)
  effective <- effective_trials(x, unit)
  parts <- Map(\(system, n) true_lr_band(system, n, factor, level, unit), systems, effective)
  crossed <- names(parts)[vapply(parts, is_crossed, NA)] %||% "system"
  if (any(vapply(parts, is_crossed, NA))) warn_of("band_crossed")
  new_curve(
    bind_systems(parts, proven_lrs, factor), "calibration_range",
    band = bind_systems(parts, identity), factor = factor, log10_factor = log10(factor),
    level = level, by = unit, sharing = ignores_items(x, by),
    worth = bind_systems(effective, \(n) new_frame(n_h1 = n[[1]], n_h2 = n[[2]])),
    sizes = counted_trials(systems_of(x))
  )
}

# Effective numbers of independent H1 and H2 trials, per system.
effective_trials <- function(x, unit) {
  if (unit == "trial") return(each_system(x, sizes_of))
  check_sources(x, "by")
  rlang::set_names(lapply(split_by_system(x), \(i) {
    share <- \(i) do.call(disjoint_share, unname(item_names(x, i)))
    c(h1 = share(i[x$truth[i]]), h2 = share(i[!x$truth[i]]))
  }), levels(x))
}

# Number of comparisons in each group, in which no item occurs twice. Comparisons are the edges of a
# graph of items, and groups its colours, which can be of equal size. An item compared with itself
# counts as compared with another that occurs nowhere else.
disjoint_share <- function(first, second) {
  known <- unique(c(first, second))
  pair <- cbind(match(first, known), match(second, known))
  other <- pair[pair[, 1] != pair[, 2], , drop = FALSE]
  times <- tabulate(c(pair[, 1], other[, 2]))
  colours <- max(times)
  if (any(other[, 1] %in% other[, 2])) {
    same <- pmin(other[, 1], other[, 2]) * (length(known) + 1) + pmax(other[, 1], other[, 2])
    colours <- min(colours + max(table(same)), floor(1.5 * colours))
  }
  max(1, length(first) %/% colours)
}

# Limits of the log10 of the true LR of each cell, from the effective numbers of independent trials.
true_lr_band <- function(system, effective, factor, level, unit) {
  middle <- cell_middles(effective, factor, level)
  breaks <- c(middle, max(middle) + log10(factor) / 4) - log10(factor) / 8
  counts <- counts_for(system, at_cuts(cuts_at(system$scale, breaks)))
  cell <- findInterval(to_log10(counts$value, counts$scale), breaks)
  n_h1 <- sums_by_bin(counts$n_h1, cell, length(middle))
  n_h2 <- sums_by_bin(counts$n_h2, cell, length(middle))
  runs <- cell_runs(length(n_h1))
  ends <- run_limits(
    counts_in_runs(n_h1, runs), counts_in_runs(n_h2, runs), sizes_of(system), effective,
    (1 - level) / (4 * nrow(runs)), unit
  )
  # The first and the last cell are unbounded, and nothing is proven there.
  inner <- seq_along(middle) + 1
  new_frame(
    log10_lr = middle, log10_lr_min = breaks[-length(breaks)], log10_lr_max = breaks[-1],
    lower = cummax(largest_at(ends$lower, runs$last, length(n_h1)))[inner],
    upper = -rev(cummax(rev(largest_at(-ends$upper, runs$first, length(n_h1)))))[inner],
    n_h1 = n_h1[inner], n_h2 = n_h2[inner]
  )
}

# Middles of the cells in which a proof is possible. Even if no trial of the other hypothesis lies
# beyond, the limit of their share may be ln(1 / probability of failing) over their number, for any
# number of runs.
cell_middles <- function(effective, factor, level) {
  width <- log10(factor) / 4
  reach <- ceiling(pmax(log10(factor * effective / log(4 / (1 - level))) / width, 1))
  width * seq(-reach[[1]], reach[[2]])
}

# Runs of cells from `first` to `last`, of every length up to four, then doubling.
cell_runs <- function(n) {
  lengths <- unique(c(seq_len(min(4, n)), 2^seq_len(floor(log2(n)))))
  do.call(rbind, lapply(sort(lengths), \(length) {
    first <- seq(1, n - length + 1, by = max(1, length %/% 4))
    new_frame(first = first, last = first + length - 1)
  }))
}

counts_in_runs <- function(n, runs) {
  below <- c(0, cumsum(n))
  below[runs$last + 1] - below[runs$first]
}

# Limits of the log10 of the true LR of each run, which fail with twice the probability `alpha`
# each.
run_limits <- function(n_h1, n_h2, sizes, effective, alpha, unit) {
  if (unit == "trial") {
    prior <- log10(sizes[[1]] / sizes[[2]])
    log10_odds <- \(p) log10((1 - p) / p)
    return(list(
      lower = -log10_odds(stats::qbeta(alpha, n_h1, n_h2 + 1)) - prior,
      upper = log10_odds(stats::qbeta(alpha, n_h2, n_h1 + 1)) - prior
    ))
  }
  h1 <- share_limits(n_h1, sizes[[1]], effective[[1]], alpha)
  h2 <- share_limits(n_h2, sizes[[2]], effective[[2]], alpha)
  list(lower = log10(h1$lower) - log10(h2$upper), upper = log10(h1$upper) - log10(h2$lower))
}

# Limits of a share of `size` trials with a smaller effective number.
share_limits <- function(n, size, effective, alpha) {
  if (effective == size) {
    return(list(
      lower = stats::qbeta(alpha, n, size - n + 1),
      upper = stats::qbeta(alpha, n + 1, size - n, lower.tail = FALSE)
    ))
  }
  share <- n / size
  list(
    lower = 1 - chernoff_limit(1 - share, effective, alpha),
    upper = chernoff_limit(share, effective, alpha)
  )
}

# The largest p under which a share as small as this one has a probability of more than `alpha`, by
# Chernoff's bound exp(-effective KL(share, p)).
chernoff_limit <- function(share, effective, alpha) {
  entropy <- \(x) ifelse(x > 0, x * log(x), 0)
  own <- entropy(share) + entropy(1 - share)
  low <- pmax(stats::qlogis(share), -700)
  high <- rep(700, length(share))
  for (step in 1:70) {
    middle <- (low + high) / 2
    divergence <- own - share * stats::plogis(middle, log.p = TRUE) -
      (1 - share) * stats::plogis(-middle, log.p = TRUE)
    inside <- effective * divergence < -log(alpha)
    low <- ifelse(inside, middle, low)
    high <- ifelse(inside, high, middle)
  }
  ifelse(share < 1, stats::plogis(high), 1)
}

# The largest limit of the runs that begin, or end, in each of `n` cells.
largest_at <- function(limit, cell, n) {
  found <- rep(-Inf, n)
  each <- tapply(limit, cell, max)
  found[as.integer(names(each))] <- each
  found
}

# Neighbouring cells whose band is within the factor of all LRs in them, as one row.
proven_lrs <- function(cells, factor) {
  reach <- log10(factor)
  right <- cells$upper <= cells$log10_lr_min + reach &
    cells$lower >= cells$log10_lr_max - reach & !is_crossed(cells)
  runs <- true_runs(right)
  new_frame(
    log10_lr_min = cells$log10_lr_min[runs$first], log10_lr_max = cells$log10_lr_max[runs$last],
    n_h1 = counts_in_runs(cells$n_h1, runs), n_h2 = counts_in_runs(cells$n_h2, runs)
  )
}

# The band holds for true LRs that never fall; crossed limits exclude such LRs.
is_crossed <- function(cells) any(cells$lower > cells$upper)

#' @rdname calibration_range
#' @param n Number of rows to print.
#' @export
print.calibration_range <- \(x, n = 10, ...) printed(x, {
  factor <- format_number(attr(x, "factor"), 7)
  cat(sprintf("LRs proven right to a factor of %s, at %s, by %s:\n", factor,
    percent_text(attr(x, "level")), attr(x, "by")))
  if (nrow(x) > 0) print_head(as.data.frame(x), n, "row")
  worth <- attr(x, "worth")
  none <- !worth$system %in% x$system
  of <- if (length(none) > 1) paste(" of", worth$system) else ""
  cat(sprintf("none%s\n", of[none]), sep = "")
  if (identical(attr(x, "by"), "source")) {
    cat(sprintf("The comparisons%s are worth %s independent ones of H1 and %s of H2.\n",
      of, plain_counts(worth$n_h1), plain_counts(worth$n_h2)), sep = "")
  }
  if (isTRUE(attr(x, "sharing"))) {
    cat("Comparisons share items, so the guarantee for independent ones does not hold.\n")
  }
})
