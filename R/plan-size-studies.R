# Shares of goals reached at each size, from studies that are drawn and judged by the package.

# Size of the largest studies drawn, to limit the time. A formula gives half-widths beyond it.
most_comparisons <- function(goal, design) {
  if (design != "independent") return(5e3)
  if (goal$kind %in% c("calibration_range", "bound_lr")) 2e5 else 1e4
}

least_size <- 10

# A row per study.
run_studies <- function(model, goal, settings, n, studies) {
  rows <- lapply(seq_len(studies), \(k) study_result(model$draw(n, k), goal, settings))
  data.frame(n = n, do.call(rbind, rows))
}

run_at <- function(model, goal, settings, sizes, studies) {
  sizes <- unique(round(pmax(sizes, least_size)))
  do.call(rbind, lapply(sizes, \(n) run_studies(model, goal, settings, n, studies)))
}

# First finds the approximate answer, then draws more studies around it.
studied_curve <- function(goal, model, settings, assurance, studies) {
  most <- most_comparisons(goal, model$design)
  n <- least_size
  while (sum(model$sizes(2 * n)) <= most) n <- 2 * n
  top <- n
  curve_of <- if (goal$kind == "measure") widths_curve else decisions_curve
  curve_of(goal, model, settings, assurance, studies, top)
}

few_studies <- function(studies) max(10, ceiling(studies / 8))

around <- function(n, least, top, length.out) {
  ends <- c(max(least, n / 2), min(top, 2 * n))
  if (ends[1] >= ends[2]) ends <- c(max(least, top / 4), top)
  exp(seq(log(ends[1]), log(ends[2]), length.out = length.out))
}

widths_curve <- function(goal, model, settings, assurance, studies, top) {
  first <- run_at(model, goal, settings, top / c(16, 4, 2), few_studies(studies))
  curve <- fit_widths(first, goal)
  guess <- solve_size(curve, goal, assurance, least_size, 1e8)
  guess <- if (is.na(guess)) top else min(guess, top)
  more <- run_at(model, goal, settings, around(guess, least_size, top, 4), studies / 2)
  curve <- fit_widths(rbind(first, more), goal)
  curve$studied <- c(least_size, 1e8)
  curve
}

# The half-width falls with the root of the size, and faster at small sizes: log(half-width) +
# log(n) / 2 is linear in 1 / n. The variance is the sum of that of the pilot and that of the study,
# which falls with 1 / n. A certain LR that is wrong makes the cost infinite at any size.
fit_widths <- function(found, goal) {
  endless <- any(found$half_width == Inf, na.rm = TRUE)
  found <- found[is.finite(found$half_width) & found$half_width > 0, ]
  if (endless || length(unique(found$n)) < 2) {
    width <- if (endless) Inf else NA_real_
    return(list(half_width = \(n) width, assurance = \(n) 0, failed = \(n) 0))
  }
  mean <- stats::lm.fit(cbind(1, 1 / found$n), log(found$half_width) + log(found$n) / 2)
  coef <- mean$coefficients
  square <- stats::lm.fit(cbind(1, 1 / found$n), mean$residuals^2)$coefficients
  middle <- \(n) coef[[1]] + coef[[2]] / n - log(n) / 2
  spread2 <- \(n) max(square[[1]], 0) + max(square[[2]], 0) / n + 1e-12
  list(
    half_width = \(n) exp(middle(n) + spread2(n) / 2),
    assurance = \(n) stats::pnorm((log(goal$half_width) - middle(n)) / sqrt(spread2(n))),
    failed = \(n) 0
  )
}

# The share of studies that reach the goal, a probit of a parabola in the logarithm of the size.
# Studies near the answer have larger weights.
decisions_curve <- function(goal, model, settings, assurance, studies, top) {
  found <- NULL
  for (n in 2^seq(log2(least_size), log2(top))) {
    found <- rbind(found, run_studies(model, goal, settings, n, few_studies(studies)))
    if (mean(found$reached[found$n == n]) > (1 + assurance) / 2) break
  }
  share <- tapply(found$reached, found$n, mean)
  guess <- as.numeric(names(share))[which(share >= assurance)[1]]
  guess <- if (is.na(guess)) top else guess / sqrt(2)
  near <- around(guess, least_size, top, 4)
  found <- rbind(found, run_at(model, goal, settings, near, ceiling(studies / 2)))
  guess <- answer_of(found, guess, goal, assurance)
  near <- pmin(guess * c(0.87, 1, 1.15), top)
  found <- rbind(found, run_at(model, goal, settings, near, studies))
  curve <- fit_decisions(found, answer_of(found, guess, goal, assurance))
  curve$studied <- range(found$n)
  curve
}

answer_of <- function(found, guess, goal, assurance) {
  ends <- range(found$n)
  answer <- solve_size(fit_decisions(found, guess), goal, assurance, ends[1], ends[2])
  if (is.na(answer)) guess else answer
}

fit_decisions <- function(found, answer) {
  least <- min(found$n)
  most <- max(found$n)
  rise <- fit_share(found$n, found$reached, answer)
  fall <- fit_share(found$n, found$failed, answer)
  widths <- fit_widths(found, list(half_width = 1))
  list(
    half_width = widths$half_width, failed = \(n) fall(log(n)),
    assurance = \(n) max(rise(seq(log(least), log(min(max(n, least), most)), length.out = 50)))
  )
}

# A function of the logarithm of the size.
fit_share <- function(n, reached, answer) {
  if (length(unique(reached)) == 1) return(\(log_n) reached[1])
  x <- log(n / answer)
  fit <- suppressWarnings(stats::glm.fit(
    cbind(1, x, x^2), as.double(reached), stats::dnorm(x, sd = 0.5) + 0.05,
    family = stats::binomial("probit")
  ))
  coef <- ifelse(is.na(fit$coefficients), 0, fit$coefficients)
  \(log_n) {
    x <- log_n - log(answer)
    stats::pnorm(coef[1] + coef[2] * x + coef[3] * x^2)
  }
}

# Smallest size that reaches the goal, NA if none does.
solve_size <- function(curve, goal, assurance, least, most) {
  met <- if (is.null(assurance)) {
    \(n) isTRUE(curve$half_width(n) <= goal$half_width)
  } else {
    \(n) isTRUE(curve$assurance(n) >= assurance)
  }
  if (!met(most)) return(NA_real_)
  if (met(least)) return(least)
  while (most - least > 1) {
    middle <- floor(sqrt(least) * sqrt(most))
    if (middle <= least) middle <- least + 1
    if (met(middle)) most <- middle else least <- middle
  }
  most
}
