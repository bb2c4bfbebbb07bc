#' Likelihood ratios of conclusions
#'
#' `conclusion_lr()` returns the likelihood ratio (LR) of every conclusion of a [conclusion_set()],
#' with its interval, and compares it with stated LRs.
#'
#' # Interval
#' The limits are quantiles of the ratio of the two beta posteriors of a conclusion; with
#' `monotone = TRUE`, of `replicates` monotone draws from them, reproducible with [set.seed()].
#' Conclusions of one examiner, or on one item, are correlated: `by = "examiner"`, `"item"` or
#' `"both"` divides the counts by a design effect, estimated by the jackknife (Cameron, Gelbach and
#' Miller 2011; Korn and Graubard 1998).
#'
#' In simulations 95 % limits cover 93 to 100 % with Jeffreys' prior (1/2). If comparisons share
#' examiners or items, those of `by` cover 90 to 97 %, those by comparison 44 to 89 %
#' (`vignette("methods")`).
#'
#' # Stated LRs
#' `verdict` says whether the interval contains the stated LR (`"supported"`), lies closer to 1 or
#' on the other side (`"overstated"`), or lies farther from 1 (`"understated"`). `cllr(x, lr =
#' stated)`, [ece_curve()] and [calibration_test()] of `lr_set(x, lr = stated)` judge all stated
#' LRs together.
#'
#' @param x A [conclusion_set()], or its arguments.
#' @inheritParams lr_set.conclusion_set
#' @param level Probability of the intervals.
#' @param by The units that vary independently: `"trial"`, `"examiner"`, `"item"` or `"both"`.
#'   Default: all that the set names.
#' @param stated Optional: the stated LRs of the conclusions, by name.
#' @param replicates Draws for the intervals of monotone LRs.
#' @param ... For `conclusion_lr()` without a set, arguments of [conclusion_set()].
#' @return A data frame of class `conclusion_lr` with a row per system and conclusion:
#'   * `system`, `conclusion`,
#'   * `n_h1`, `n_h2`: number of these conclusions under either hypothesis,
#'   * `share_h1`, `share_h2`: predictive probabilities of the conclusion (Morrison 2024),
#'   * `log10_lr` with `lower` and `upper`: their log10 ratio, and its limits,
#'   * `counts_log10_lr`: the same without prior counts. If it is infinite or missing (counts of 0),
#'     the LR rests on the prior counts, and its interval is wide,
#'   * `design_effect`: the divisor of the counts for dependent comparisons,
#'   * with `stated`, `stated_log10_lr` and `verdict`.
#' @references
#' Cameron AC, Gelbach JB, Miller DL (2011). *Journal of Business & Economic Statistics* 29,
#' 238-249. \doi{10.1198/jbes.2010.07136}
#'
#' Korn EL, Graubard BI (1998). *Survey Methodology* 24, 193-201.
#'
#' Morrison GS (2024). arXiv preprint. \doi{10.48550/arXiv.2409.00451}
#' @seealso [explain()][explain.conclusion_lr], [autoplot()][autoplot.conclusion_lr]
#' @concept Bayes factor of a conclusion
#' @concept categorical evidence
#' @concept ordinal scale
#' @concept Jeffreys prior
#' @export
#' @examples
#' x <- conclusion_set(truth ~ conclusion, data = subset(black_box, part == "VID"), count = "n",
#'   h1 = "same", conclusions = c("Exclusion", "Inconclusive", "Individualization"))
#' conclusion_lr(x)
#' conclusion_lr(x, stated = c(Exclusion = 1e-4, Inconclusive = 1, Individualization = 1e4))
conclusion_lr <- function(x, ...) UseMethod("conclusion_lr", given(x))

#' @export
conclusion_lr.default <- function(x, ...) {
  on_set("conclusion_lr", x, ..., constructor = "conclusion_set")
}

#' @rdname conclusion_lr
#' @export
conclusion_lr.conclusion_set <- function(x, prior_counts = 0.5, monotone = FALSE, level = 0.95,
                                         by = NULL, stated = NULL, replicates = 2000, ...) {
  check_dots(...)
  check_flag(monotone)
  check_level(level)
  check_count(replicates, most = 1e6)
  by <- conclusion_by(x, by)
  rows <- bind_systems(systems_of(x), \(system) {
    alpha <- read_prior_counts(prior_counts, system$conclusions)
    if (monotone) check_ordered(system)
    conclusion_rows(system, alpha, monotone, level, by, stated, replicates)
  })
  new_curve(rows, "conclusion_lr",
    level = level, by = by, prior_counts = prior_counts, monotone = monotone,
    hypotheses = label_hypotheses(x$labels), clauses = hypotheses_of(x), labels = x$labels,
    ordered = is.ordered(x$conclusion), provenance = attr(x, "provenance"),
    sizes = bind_systems(systems_of(x), \(one) new_frame(n_h1 = sum(one$h1), n_h2 = sum(one$h2)))
  )
}

conclusion_rows <- function(system, alpha, monotone, level, by, stated, replicates) {
  m <- system$h1
  n <- system$h2
  total <- sum(alpha)
  effect <- design_effects(system, alpha, by, level)
  limits <- if (monotone) {
    monotone_limits(m / effect, n / effect, alpha, level, replicates)
  } else {
    ratio_limits(m / effect, n / effect, sum(m) / effect, sum(n) / effect, alpha, level)
  }
  log10_lr <- from_ln(conclusion_llr(cbind(m), cbind(n), alpha, monotone)[, 1], "log10")
  rows <- new_frame(
    conclusion = system$conclusions, n_h1 = m, n_h2 = n,
    share_h1 = (m + alpha) / (sum(m) + total), share_h2 = (n + alpha) / (sum(n) + total),
    log10_lr = log10_lr,
    lower = pmin(from_ln(limits$lower, "log10"), log10_lr),
    upper = pmax(from_ln(limits$upper, "log10"), log10_lr),
    counts_log10_lr = from_ln(conclusion_llr(cbind(m), cbind(n), 0, monotone)[, 1], "log10"),
    design_effect = effect
  )
  if (!is.null(stated)) {
    rows$stated_log10_lr <- stated_log10_lr(stated, system$conclusions, "stated")
    rows$verdict <- stated_verdict(rows)
  }
  rows
}

# Divisors of the counts of each conclusion.
design_effects <- function(system, alpha, by, level) {
  k <- length(alpha)
  if (by == "trial") return(rep(1, k))
  # A conclusion that is never reached has no observed spread: its prior count is at least a half.
  steady <- pmax(alpha, 0.5)
  effects <- vapply(seq_len(k), \(i) {
    found <- jackknife(left_out_values(system, by, \(m, n) conclusion_llr(m, n, steady)[i, ]), by)
    # One unit shows no spread between units: only the prior remains.
    if (found$df < 1) return(Inf)
    max((found$std_error / found$by_trial * unit_t(found$df, level))^2, 1, na.rm = TRUE)
  }, 0)
  empty <- system$h1 == 0 | system$h2 == 0
  if (!all(empty)) effects[empty] <- pmax(effects[empty], max(effects[!empty]))
  effects
}

# Quantiles of the ln ratio of two beta posteriors, conclusion by conclusion.
ratio_limits <- function(m, n, n1, n2, alpha, level) {
  p <- c(1 - level, 1 + level) / 2
  ends <- vapply(seq_along(m), \(k) {
    first <- c(m[k] + alpha[k], n1[k] - m[k] + sum(alpha) - alpha[k])
    second <- c(n[k] + alpha[k], n2[k] - n[k] + sum(alpha) - alpha[k])
    ratio_quantiles(p, first, second)
  }, numeric(2))
  list(lower = ends[1, ], upper = ends[2, ])
}

# P(ln(B1 / B2) <= q) as a function of q, for independent beta variables B1 and B2 with these
# shapes: a sum over normal quantiles of the variable that varies less, exact to 1e-9 since all
# derivatives vanish at the ends.
ratio_distribution <- function(first, second) {
  z <- seq(-8, 8, length.out = 161)
  weight <- stats::dnorm(z) * (z[2] - z[1])
  quantile <- \(shape) {
    if (shape[2] < 1e-12) return(rep(1, length(z)))
    ifelse(z < 0, stats::qbeta(stats::pnorm(z), shape[1], shape[2]),
      stats::qbeta(stats::pnorm(-z), shape[1], shape[2], lower.tail = FALSE))
  }
  if (first[1] < second[1]) {
    at <- quantile(second)
    \(q) sum(weight * stats::pbeta(pmin(exp(q) * at, 1), first[1], first[2]))
  } else {
    at <- quantile(first)
    \(q) sum(weight * stats::pbeta(pmin(exp(-q) * at, 1), second[1], second[2], lower.tail = FALSE))
  }
}

# Without a prior, a count of 0 puts all of the posterior at 0. The limits are then the ratios that
# are compatible with the counts.
ratio_quantiles <- function(p, first, second) {
  if (first[1] <= 0 || second[1] <= 0) {
    low <- if (first[1] <= 0) -Inf else least_ratio(first, second, diff(p))
    high <- if (second[1] <= 0) Inf else -least_ratio(second, first, diff(p))
    return(c(low, high))
  }
  first[2] <- max(first[2], .Machine$double.eps)
  second[2] <- max(second[2], .Machine$double.eps)
  centre <- digamma(first[1]) - digamma(sum(first)) - digamma(second[1]) + digamma(sum(second))
  spread <- sqrt(trigamma(first[1]) - trigamma(sum(first)) + trigamma(second[1]) -
    trigamma(sum(second)))
  probability <- ratio_distribution(first, second)
  vapply(p, \(level) {
    stats::uniroot(\(q) probability(q) - level, centre + c(-1, 1) * 4 * spread,
      extendInt = "upX", tol = 1e-12)$root
  }, 0)
}

# The least ln ratio of two proportions that a chi-squared test does not reject (Koopman 1984), of
# c(reached, not reached), where the second was never reached.
least_ratio <- function(first, second, level) {
  n <- c(sum(first), sum(second))
  loss <- \(log_ratio) {
    ratio <- exp(log_ratio)
    # The likeliest second proportion at this ratio is the smaller root of a quadratic.
    half <- (ratio * n[1] + first[1] + n[2]) / 2
    p <- first[1] / (half + sqrt(half^2 - ratio * sum(n) * first[1]))
    p <- pmin(c(ratio * p, p), 1 - 1e-12)
    sum((c(first[1], 0) - n * p)^2 / (n * p * (1 - p))) - stats::qchisq(level, 1)
  }
  stats::uniroot(loss, c(-5, 5) + log(n[2] + 1), extendInt = "downX", tol = 1e-10)$root
}

# Draws from the posterior, made monotone. Ordering alone makes the LRs at the ends strong: unless
# the conclusions are shown to be informative, all limits extend to LR = 1.
monotone_limits <- function(m, n, alpha, level, replicates) {
  draw <- \(count) draw_shares(count, alpha, replicates)
  llr <- conclusion_llr(draw(m), draw(n), 0, TRUE)
  ends <- apply(llr, 1, stats::quantile, c(1 - level, 1 + level) / 2, names = FALSE, type = 8)
  one <- if (scale_informs(round(m), round(n), TRUE, level)) c(Inf, -Inf) else c(0, 0)
  list(lower = pmin(ends[1, ], one[1]), upper = pmax(ends[2, ], one[2]))
}

stated_verdict <- function(rows) {
  stated <- rows$stated_log10_lr
  side <- ifelse(stated < 0, -1, 1)
  low <- ifelse(side > 0, rows$lower, -rows$upper)
  high <- ifelse(side > 0, rows$upper, -rows$lower)
  ifelse(abs(stated) > high, "overstated", ifelse(abs(stated) < low, "understated", "supported"))
}

#' @export
print.conclusion_lr <- \(x, ...) printed(x, {
  whole <- nrow(x) > 0 && all(shown_of_lr %in% names(x)) && !anyNA(x$conclusion)
  if (!whole) print.calibrant_curve(x)
  if (whole) print(conclusion_text(x), row.names = FALSE, right = TRUE)
  if (whole) cat(conclusion_notes(x), sep = "")
})

# A table that lacks one of these columns is printed unchanged.
shown_of_lr <- c("log10_lr", "lower", "upper", "counts_log10_lr")

# The table for print(), with LRs instead of their logarithms.
conclusion_text <- function(x) {
  table <- as.data.frame(x)
  if (length(unique(table$system)) < 2) table$system <- NULL
  lr <- \(v) ifelse(is.na(v), "-", format_lr(v))
  shown <- new_frame(
    table[intersect(c("system", "conclusion", "n_h1", "n_h2"), names(table))],
    LR = lr(table$log10_lr), interval = paste(lr(table$lower), "to", lr(table$upper)),
    `without prior` = lr(table$counts_log10_lr)
  )
  if (any(table$design_effect > 1)) shown$`design effect` <- format_number(table$design_effect, 2)
  if (!is.null(table$stated_log10_lr)) shown$stated <- lr(table$stated_log10_lr)
  shown$verdict <- table$verdict
  shown
}

conclusion_notes <- function(x) {
  how <- attributes(x)
  if (is.null(how$level)) return(character())
  prior <- if (length(unique(how$prior_counts)) == 1) {
    sprintf("%s of each conclusion", format_number(how$prior_counts[1]))
  } else {
    paste(names(how$prior_counts), format_number(how$prior_counts), collapse = ", ")
  }
  paste0(c(
    sprintf("\n%s %% intervals by %s. Prior counts: %s under each hypothesis.",
      level_number(how$level), drawn_words[[how$by]], prior),
    if (isTRUE(how$monotone)) "LRs respect the order of the conclusions.",
    if (isTRUE(how$ordered) && !isTRUE(how$monotone)) order_note(x), provenance_lines(x)
  ), "\n")
}

# Note of neighbouring conclusions whose LRs contradict their order.
order_note <- function(x) {
  pairs <- unlist(lapply(split(as.data.frame(x), x$system, drop = TRUE), \(rows) {
    at <- which(diff(rows$log10_lr) < 0)
    paste(rows$conclusion[at], "and", rows$conclusion[at + 1], recycle0 = TRUE)
  }))
  if (length(pairs) > 0) {
    sprintf("The counts contradict the order of %s; `monotone = TRUE` respects it.",
      paste(pairs, collapse = ", "))
  }
}
