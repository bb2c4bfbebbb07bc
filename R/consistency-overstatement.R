#' Overstatement of likelihood ratios
#'
#' `overstatement_curve()` returns how many times larger LRs are than the data support, over the
#' size of LRs, with a band. This is the calibration discrepancy of Hannig and Iyer (2022), also
#' called LLR overestimation.
#'
#' A window \eqn{w} of `width` on the log10 scale is centred at \eqn{l}. The LRs in it are compared
#' with the numbers of trials of the two hypotheses,
#' \deqn{D(l) = \log_{10} \frac{\frac{1}{N_2}\sum_{H_2 \in w} \sqrt{LR}}{
#'   \frac{1}{N_1}\sum_{H_1 \in w} 1/\sqrt{LR}},}{D(l) = log10((sum of sqrt(LR) of H2 trials in w
#'   / N2) / (sum of 1/sqrt(LR) of H1 trials in w / N1)),}
#' which is 0 for calibrated LRs in any window, since \eqn{f(LR|H_1) = LR f(LR|H_2)}. A value of 0.3
#' means LRs that are twice as large as they should be, -1 LRs that are ten times too small.
#' Overstated LRs below 1 understate the support for H2.
#'
#' # Band
#' The band uses generalised fiducial inference (Hannig, Riman, Iyer and Vallone 2019; Hannig and
#' Iyer 2022), by source with an exponential weight per item (Owen and Eckles 2012). In simulations,
#' 95 % bands contained the discrepancy of the population in 94 to 99 % by trial and in 92 to 98 %
#' by source. For comparisons in all pairs, bands by trial contained it in only 41 to 98 %
#' (`vignette("methods")`).
#'
#' @inheritParams cross_entropy
#' @param width Width of the windows in log10 LR.
#' @param level Nominal coverage of the band, or `NULL` for none.
#' @param band `"pointwise"` or `"simultaneous"`, see [curve_bands].
#' @param by Units that vary, `"trial"` or `"source"` (the default if the set names items).
#' @param replicates Number of fiducial replicates.
#' @return A data frame of class `overstatement_curve` with 101 rows per system, for LRs between
#'   trials of both hypotheses:
#'   * `system`, `log10_lr`,
#'   * `overstatement`: \eqn{D} in log10 LR, `NA` if the window lacks trials of a hypothesis,
#'   * with a `level`, `overstatement_lower` and `overstatement_upper`.
#'
#'   A system whose hypotheses do not overlap has no rows, with a warning of class
#'   `calibrant_warning_undefined`. Results are reproducible with [set.seed()].
#' @references
#' Hannig J et al. (2019). *Forensic Science International: Genetics Supplement Series* 7, 572-574.
#' \doi{10.1016/j.fsigss.2019.10.094}
#'
#' Hannig J, Iyer H (2022). *Journal of the Royal Statistical Society A* 185, 267-301.
#' \doi{10.1111/rssa.12747}
#'
#' Owen AB, Eckles D (2012). *Annals of Applied Statistics* 6, 895-927. \doi{10.1214/12-AOAS547}
#' @seealso [pav()] and [calibration_test()] need no windows
#' @concept fiducial
#' @concept overstatement
#' @concept discrepancy of LRs
#' @concept Hannig and Iyer
#' @export
#' @examples
#' set.seed(1)
#' x <- simulate_lr(100, 400, s = 2, stretch = 1.5)
#' curve <- overstatement_curve(x, replicates = 200)
#' head(curve)
#' autoplot(curve)
overstatement_curve <- function(x, ...) UseMethod("overstatement_curve")

#' @rdname overstatement_curve
#' @export
overstatement_curve.lr_set <- function(x, width = 1, level = 0.95, band = "pointwise",
                                       by = NULL, replicates = 2000, ...) {
  check_dots(...)
  check_calibrated(x)
  check_no_weights(x, "The fiducial distribution needs trials of equal weight.")
  check_number(width, above = 0)
  bands <- read_bands(x, level, band, by, replicates)
  masses <- if (!is.null(bands)) fiducial_masses(x, bands)
  systems <- each_system(x, counts_of)
  overlap <- lapply(systems, overlap_of)
  lost <- vapply(overlap, is.null, NA)
  if (any(lost)) warn_of("overstatement_undefined")
  columns <- c("log10_lr", "overstatement", if (!is.null(bands)) limit_names("overstatement"))
  data <- bind_systems(rlang::set_names(seq_along(systems), names(systems)), \(s) {
    one <- system_overstatement(
      systems[[s]], overlap[[s]], to_ln(width, "log10"), bands, masses[[s]]
    )
    one[columns]
  })
  lr_curve(data, "overstatement_curve", x, width = width, bands = band_facts(bands))
}

limit_names <- function(name) paste0(name, c("_lower", "_upper"))

# The range in which both hypotheses have finite LRs, NULL if there is none.
overlap_of <- function(counts) {
  llr <- to_ln(counts$value, counts$scale)
  finite <- is.finite(llr)
  if (!any(finite & counts$n_h1 > 0) || !any(finite & counts$n_h2 > 0)) return(NULL)
  h1 <- range(llr[finite & counts$n_h1 > 0])
  h2 <- range(llr[finite & counts$n_h2 > 0])
  ends <- c(max(h1[1], h2[1]), min(h1[2], h2[2]))
  if (ends[1] <= ends[2]) ends
}

system_overstatement <- function(counts, overlap, width, bands, masses) {
  if (is.null(overlap)) {
    return(new_frame(
      log10_lr = numeric(), overstatement = numeric(), overstatement_lower = numeric(),
      overstatement_upper = numeric()
    ))
  }
  at <- unique(seq(overlap[1], overlap[2], length.out = 101))
  llr <- to_ln(counts$value, counts$scale)
  support <- log(window_sums(llr, counts$n_h2, at, width / 2, 1)) -
    log(window_sums(llr, counts$n_h1, at, width / 2, -1))
  found <- new_frame(
    log10_lr = from_ln(at, "log10"),
    # LRs of one hypothesis alone cannot be compared.
    overstatement = ifelse(is.finite(support), from_ln(at + support, "log10"), NA_real_)
  )
  found[limit_names("overstatement")] <- if (is.null(bands)) {
    list(NA_real_, NA_real_)
  } else {
    h1 <- fiducial_shares(llr, counts$n_h1, at, width / 2, -1, masses$h1)
    h2 <- fiducial_shares(llr, counts$n_h2, at, width / 2, 1, masses$h2)
    overstatement_limits(h1, h2, at, bands, masses$few)
  }
  found
}

# Sums of exp(tilt (llr - at) / 2) over the trials no further than `half` from the centres `at` of
# windows, per trial of the class. Trials at an end up to rounding are inside.
window_sums <- function(llr, n, at, half, tilt) {
  there <- n > 0
  llr <- llr[there]
  n <- n[there] / sum(n)
  half <- half * (1 + 1e-9)
  first <- findInterval(at - half, llr, left.open = TRUE) + 1
  last <- findInterval(at + half, llr)
  # Windows overlap, so they are put together from the runs of trials between their ends.
  from <- unique(sort(pmin(c(1, first, last + 1), length(llr))))
  run <- findInterval(seq_along(llr), from)
  start <- llr[from]
  sums <- rowsum(n * exp(tilt * (llr - start[run]) / 2), run)
  vapply(seq_along(at), \(i) {
    inside <- from >= first[i] & from <= last[i]
    sum(sums[inside] * exp(tilt * (start[inside] - at[i]) / 2))
  }, 0)
}

# Limits from replicates of log10 D; the mass beyond the outermost trials counts in the unfavourable
# direction.
overstatement_limits <- function(h1, h2, at, bands, few) {
  low <- at + log(h2$inside) - log(h1$inside + h1$beyond)
  high <- at + log(h2$inside + h2$beyond) - log(h1$inside)
  tail <- (1 - bands$level) / 2
  if (bands$band == "simultaneous") {
    middle <- log(h2$inside) - log(h1$inside)
    spread <- apply(middle, 1, stats::sd)
    distance <- abs(middle - rowMeans(middle)) / spread
    tail <- stats::pnorm(-largest_distance(distance[spread > 0, , drop = FALSE], bands$level))
  }
  quantiles <- \(rows, p) vapply(seq_along(at), \(i) {
    found <- sorted_quantile(sort(rows[i, ]), c(0.5, p))
    if (few == 1 || is.infinite(found[2])) found[2] else found[1] + few * (found[2] - found[1])
  }, 0)
  list(from_ln(quantiles(low, tail), "log10"), from_ln(quantiles(high, 1 - tail), "log10"))
}

# Fiducial distribution of one hypothesis at the centres `at` of windows of half-width `half`: means
# of exp(tilt (llr - at) / 2) over the window. `inside` has a row per window and a column per
# replicate, without the part beyond the outermost trials, which adds at most `beyond`. `masses`
# draws the masses in the gaps.
fiducial_shares <- function(llr, n, at, half, tilt, masses) {
  gaps <- fiducial_gaps(llr[n > 0], n[n > 0])
  weight <- window_means(gaps, at, half, tilt)
  far <- outer_weights(gaps, at, half, tilt)
  drawn <- masses(gaps, \(inner, outer) {
    share <- \(x) x / rep(colSums(inner) + colSums(outer), each = nrow(x))
    rbind(share(crossprod(weight, inner)), share(crossprod(far, outer)))
  })
  inside <- seq_along(at)
  list(inside = drawn[inside, , drop = FALSE], beyond = drawn[-inside, , drop = FALSE])
}

# Functions, one for each system and hypothesis, that draw replicates of the masses in inner and
# outer gaps and pass them on. By source they draw a few replicates at a time, since each trial has
# a weight.
fiducial_masses <- function(x, bands) {
  if (bands$by == "trial") {
    draw <- gamma_masses(bands$replicates)
    return(rep(list(list(h1 = draw, h2 = draw, few = 1)), n_systems(x)))
  }
  known <- unlist(source_strata(x))
  weights <- matrix(stats::rexp(length(known) * bands$replicates), length(known))
  lapply(seq_len(n_systems(x)), \(s) {
    trials <- trials_of(systems_of(x)[[s]])
    classes <- lapply(c(h1 = TRUE, h2 = FALSE), \(is_h1) drawn_class(x, trials, is_h1, known))
    few <- source_widening(scarce_sources(x)[s], bands$z, 2)
    c(lapply(classes, source_masses, weights), few = few)
  })
}

# Masses in gaps between uniform order statistics, before division by their sum.
gamma_masses <- function(replicates) {
  force(replicates)
  \(gaps, use) {
    draw <- \(shape) {
      n <- length(shape)
      matrix(stats::rgamma(n * replicates, shape), n, replicates)
    }
    use(draw(gaps$shape), draw(gaps$outer))
  }
}

# Weights of sources with mean and variance 1, and their products for trials, in ascending order
# (Owen and Eckles 2012).
source_masses <- function(trials, weights) {
  one <- trials$source1 + 1
  other <- trials$source2 + 1
  alone <- one == other
  size <- max(1, floor(2e6 / length(one)))
  \(gaps, use) {
    parts <- split(seq_len(ncol(weights)), (seq_len(ncol(weights)) - 1) %/% size)
    do.call(cbind, unname(lapply(parts, \(part) {
      first <- weights[one, part, drop = FALSE]
      first[!alone, ] <- first[!alone, ] * weights[other[!alone], part]
      found <- gap_masses(gaps, first)
      use(found$inner, found$outer)
    })))
  }
}

# Masses in gaps from the weights of trials, a row for each. A trial puts half of its weight into
# each adjacent gap, but all of it into one beyond the outermost trials; of n tied trials, all but
# one stay at their value.
gap_masses <- function(gaps, weight) {
  value <- rep(seq_along(gaps$n), gaps$n)
  sums <- if (all(gaps$n == 1)) weight else rowsum(weight, value, reorder = FALSE)
  finite <- gaps$finite
  sums_of <- \(rows) colSums(sums[rows, , drop = FALSE])
  n <- gaps$n[finite]
  outer <- rbind(sums_of(gaps$value == -Inf), sums_of(gaps$value == Inf))
  sums <- sums[finite, , drop = FALSE]
  each <- sums / n
  last <- length(n)
  between <- (each[-1, , drop = FALSE] + each[-last, , drop = FALSE]) / 2
  inner <- rbind(sums - each, between)
  # Alternate, as the gaps do.
  inner <- inner[order(c(seq_len(last), seq_len(last - 1) + 0.5)), , drop = FALSE]
  inner <- inner[gaps$kept, , drop = FALSE]
  list(
    inner = if (is.null(gaps$group)) inner else rowsum(inner, gaps$group, reorder = FALSE),
    outer = outer + rbind(each[1, ], each[last, ])
  )
}

# Gaps between distinct finite values, and gaps of width 0 within ties; their shares of probability
# are gamma variates of these shapes over their sum. `outer` are the two gaps beyond, which include
# the infinite values. Gaps are pooled, fewer of them near an end.
fiducial_gaps <- function(llr, n, most = most_gaps) {
  finite <- is.finite(llr)
  outer <- 1 + c(sum(n[llr == -Inf]), sum(n[llr == Inf]))
  at <- llr[finite]
  k <- length(at)
  # Alternates the gap within a value and the gap up to the next one.
  from <- c(rbind(at, at))[-2 * k]
  to <- c(rbind(at, at))[-1]
  shape <- c(rbind(n[finite] - 1, 1))[-2 * k]
  kept <- shape > 0
  pooled <- pool_gaps(from[kept], to[kept], shape[kept], most)
  c(pooled, list(
    outer = outer, ends = at[c(1, k)], kept = kept, n = n, value = llr, finite = finite
  ))
}

# Largest number of gaps; more are pooled.
most_gaps <- 2000

pool_gaps <- function(from, to, shape, most) {
  if (length(shape) <= most) return(list(from = from, to = to, shape = shape))
  below <- cumsum(shape) - shape / 2
  depth <- pmin(below, sum(shape) - below)
  steps <- floor(cumsum(pmin(1, shape * 64 / pmax(depth, 64))))
  # Large groups of ties stay separate.
  many <- from == to & shape > sum(shape) / 100
  group <- cumsum(c(TRUE, diff(steps) > 0 | many[-1] | many[-length(many)]))
  first <- which(!duplicated(group))
  list(
    from = from[first], to = to[c(first[-1] - 1, length(to))],
    shape = as.vector(rowsum(shape, group)), group = group
  )
}

# For each gap (row) and window (column), the mean over the gap of exp(tilt (x - at) / 2) within the
# window, and 0 outside.
window_means <- function(gaps, at, half, tilt) {
  first <- pmax(outer(gaps$from, at, `-`), -half)
  last <- pmin(outer(gaps$to, at, `-`), half)
  width <- gaps$to - gaps$from
  means <- 2 / tilt * (exp(tilt * last / 2) - exp(tilt * first / 2)) / width
  atom <- width == 0
  means[atom, ] <- exp(tilt * first[atom, ] / 2)
  means[first > last] <- 0
  means
}

# The largest value of exp(tilt (x - at) / 2) in the window beyond the first and the last value.
outer_weights <- function(gaps, at, half, tilt) {
  edge <- outer(gaps$ends, at, `-`)
  reached <- rbind(edge[1, ] > -half, edge[2, ] < half)
  inner <- pmin(pmax(edge, -half), half)
  outermost <- matrix(c(-half, half), 2, length(at))
  reached * exp(pmax(tilt * inner, tilt * outermost) / 2)
}
