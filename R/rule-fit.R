# Affine transformations that minimise the risk under a scoring rule (Brümmer 2010, eq. 8.15).

# Fits a rule. `x`: a matrix, a row per trial or distinct value and a column per input, finite; `h1`
# and `h2`: the weights of a row under each hypothesis, prior included. `start`: the slopes and the
# offset of the logarithmic rule. The result is a list: the coefficients, slopes first; the
# `objective`; `separable`, whether they diverged; and `search`: whether the rule is convex, whether
# all slopes were searched, the number of ends compared, and the number of those that are as good as
# the best.
fit_rule <- function(x, h1, h2, prior, rule, start) {
  frame <- weighted_frame(x, h1 + h2)
  problem <- list(
    x = as.double(sweep(sweep(x, 2, frame$centre), 2, frame$scale, "/")),
    h1 = as.double(h1), h2 = as.double(h2), log_odds = stats::qlogis(prior)
  )
  start <- into_frame(start, frame)
  slopes <- if (is_step_rule(rule) && ncol(x) == 1) step_slopes(start, problem, rule)
  ends <- if (is.null(slopes)) {
    search_ends(start, problem, rule)
  } else {
    with_offsets(slopes, problem, rule)
  }
  reached <- costs_of_ends(ends, problem, rule)
  best <- which.min(reached)
  list(
    coefficients = out_of_frame(ends[[best]]$theta, frame),
    objective = reached[best],
    separable = ends[[best]]$diverged,
    iterations = ends[[best]]$n_steps,
    search = list(
      convex = is_convex_rule(rule), exact = !is.null(slopes), ends = length(ends),
      agreeing = sum(reached <= reached[best] * (1 + 1e-6) + 1e-12)
    )
  )
}

costs_of_ends <- function(ends, problem, rule) {
  vapply(ends, \(end) rule_objective(problem, rule, end$theta), 0)
}

# A convex cost has one minimum. Others are searched from many starts and then, with several inputs,
# in directions around that of the best end, as long as this finds a better one.
search_ends <- function(start, problem, rule) {
  tables <- lapply(stages_of(rule), \(blur) rule_table(rule, blur))
  run <- \(starts) unlist(lapply(starts, \(at) descend(problem, tables, at)), recursive = FALSE)
  ends <- run(list(start))
  if (is_convex_rule(rule)) return(ends)
  d <- length(start) - 1
  x <- matrix(problem$x, ncol = d)
  along <- rbind(diag(d), if (d > 1) start[seq_len(d)])
  ends <- c(ends, run(robust_starts(along, x, problem, rule)))
  if (is_step_rule(rule)) return(step_ends(ends, start, problem, rule))
  spread <- apply(x, 2, robust_spread, problem$h1 + problem$h2)
  for (round in seq_len(if (d > 1) 6 else 0)) {
    reached <- costs_of_ends(ends, problem, rule)
    slopes <- ends[[which.min(reached)]]$theta[seq_len(d)]
    if (all(slopes == 0)) break
    found <- run(robust_starts(directions_around(slopes, spread), x, problem, rule))
    ends <- c(ends, found)
    if (min(costs_of_ends(found, problem, rule)) >= min(reached) * (1 - 1e-6)) break
  }
  ends
}

# A direction turned towards each input and away from it, by about 30 and 60 degrees.
directions_around <- function(slopes, spread) {
  unit <- slopes * spread / sqrt(sum((slopes * spread)^2))
  turns <- expand.grid(input = seq_along(unit), by = c(-2, -0.5, 0.5, 2))
  t(mapply(\(k, by) replace(unit, k, unit[k] + by) / spread, turns$input, turns$by))
}

# Steps alone determine the slopes poorly: one threshold does not determine their scale, and several
# do so only roughly. So the slopes of the logarithmic rule and multiples of them are tried beside
# those from the blurred steps, each with its best offset.
step_ends <- function(ends, start, problem, rule) {
  d <- length(start) - 1
  factors <- 2^c(0, seq(-2, -0.25, by = 0.25), seq(0.25, 2, by = 0.25))
  slopes <- c(
    lapply(factors, \(by) start[seq_len(d)] * by),
    lapply(Filter(\(end) !end$diverged, ends), \(end) end$theta[seq_len(d)])
  )
  with_offsets(slopes, problem, rule)
}

with_offsets <- function(slopes, problem, rule) {
  lapply(slopes, \(slope) {
    list(theta = c(slope, best_offset(problem, rule, slope)), diverged = FALSE, n_steps = 0L)
  })
}

# Slopes of one input that include the best of all: either sign under one threshold, and those that
# the kernel finds under several. NULL if too many would have to be tried.
step_slopes <- function(start, problem, rule) {
  size <- if (start[1] == 0) 1 else abs(start[1])
  found <- if (length(unique(rule_masses(rule)$eta)) > 1) best_offset(problem, rule, double())
  if (!isTRUE(is.nan(found))) c(start[1], size, -size, found)
}

# The offset with the least risk: each trial passes each threshold at one offset, where the risk
# jumps.
best_offset <- function(problem, rule, slope) {
  masses <- rule_masses(rule)
  steps <- list(
    log_odds = stats::qlogis(masses$eta), miss = masses$weight / masses$eta,
    fa = masses$weight / (1 - masses$eta)
  )
  .Call(ffi_rule_offset, problem, lapply(steps, as.double), as.double(slope))
}

# Frame in which the weighted inputs have mean 0 and standard deviation 1.
weighted_frame <- function(x, weight) {
  weight <- weight / sum(weight)
  centre <- colSums(weight * x)
  spread <- sqrt(colSums(weight * sweep(x, 2, centre)^2))
  list(centre = centre, scale = ifelse(spread > 0, spread, 1))
}

into_frame <- function(theta, frame) {
  slopes <- theta[-length(theta)]
  c(slopes * frame$scale, theta[length(theta)] + sum(slopes * frame$centre))
}

out_of_frame <- function(theta, frame) {
  slopes <- theta[-length(theta)] / frame$scale
  c(slopes, theta[length(theta)] - sum(slopes * frame$centre))
}

# Starts in each direction, a row of `along`, with both signs, through the best position of a step:
# outliers reverse the logarithmic rule, and a bounded rule is flat far from its minimum. The slopes
# rise from a robust scale to that step. At log odds of 40 a bounded rule costs the same as a wrong
# decision, to all digits.
robust_starts <- function(along, x, problem, rule) {
  wrong <- costs_at_log_odds(rule, c(-40, 40))
  step <- list(log_odds = 0, miss = wrong$h1[1], fa = wrong$h2[2])
  unlist(apply(along, 1, \(way) {
    score <- drop(x %*% way)
    spread <- robust_spread(score, problem$h1 + problem$h2)
    unlist(lapply(c(-1, 1), \(side) {
      cut <- .Call(ffi_rule_offset, replace(problem, "x", list(score)), step, side)
      gap <- min(abs(side * score + cut + problem$log_odds))
      steepness <- 4^seq(-1, min(max(2, ceiling(log(4 * spread / gap, 4))), 12)) / spread
      lapply(steepness, \(by) c(by * side * way, by * (cut + problem$log_odds) - problem$log_odds))
    }), recursive = FALSE)
  }, simplify = FALSE), recursive = FALSE)
}

# A robust standard deviation, from the range of the middle half of the weight.
robust_spread <- function(score, weight) {
  order <- order(score)
  share <- cumsum(weight[order]) / sum(weight)
  ends <- score[order][findInterval(c(0.25, 0.75), share, all.inside = TRUE) + 1]
  if (diff(ends) > 0) diff(ends) / 1.35 else 1
}

# Is the cost of a rule convex in the log odds? Its weight on thresholds must not fall from an end
# of (0, 1) to the middle.
is_convex_rule <- function(rule) {
  switch(rule$form,
    smooth = all(rule$gamma <= 0),
    sum = all(vapply(rule$parts, is_convex_rule, TRUE)),
    FALSE
  )
}

# Blurs of the stages. Steps have no slope, so they are approached from a strong blur to a weak one.
stages_of <- function(rule) if (has_steps(rule)) c(2, 1, 0.5, 0.25, 0.12) else 0

has_steps <- function(rule) {
  if (rule$form == "sum") any(vapply(rule$parts, has_steps, TRUE)) else rule$form == "steps"
}

# The ends of all stages.
descend <- function(problem, tables, theta) {
  ends <- vector("list", length(tables))
  for (stage in seq_along(tables)) {
    ends[[stage]] <- .Call(ffi_rule_fit, problem, tables[[stage]], as.double(theta))
    theta <- ends[[stage]]$theta
  }
  ends
}

# The risk of the unblurred rule.
rule_objective <- function(problem, rule, theta) {
  n <- length(problem$h1)
  d <- length(theta) - 1
  z <- drop(matrix(problem$x, n) %*% theta[seq_len(d)]) + theta[d + 1] + problem$log_odds
  costs <- costs_at_log_odds(rule, z)
  sum((problem$h1 * costs$h1)[problem$h1 > 0]) + sum((problem$h2 * costs$h2)[problem$h2 > 0])
}

costs_at_log_odds <- function(rule, z) {
  one <- list(llr = 0, n_h1 = 1, n_h2 = 1, totals = c(1, 1))
  mean_rule_costs(one, rule, z)
}

# The costs in the form of the kernel, on a grid of posterior log odds fine enough for 1e-9.
rule_table <- function(rule, blur) {
  step <- 0.02
  z <- seq(-45, 45, by = step)
  c(list(from = z[1], step = step), costs_and_slopes(rule, z, blur))
}

costs_and_slopes <- function(rule, z, blur) {
  parts <- switch(rule$form,
    steps = blurred_steps(rule, z, blur),
    sum = add_parts(rule, \(part) costs_and_slopes(part, z, blur)),
    smooth_slopes(rule, z)
  )
  if (rule$form == "steps") lapply(parts, `*`, rule$scale) else parts
}

# d C(q|H1) / dz = -rho(q) (1 - q) and d C(q|H2) / dz = rho(q) q, as dq / dz = q (1 - q).
smooth_slopes <- function(rule, z) {
  log_rho <- log_density(rule, z)
  costs <- costs_at_log_odds(rule, z)
  list(
    h1 = costs$h1, h2 = costs$h2,
    slope_h1 = -exp(log_rho + stats::plogis(-z, log.p = TRUE)),
    slope_h2 = exp(log_rho + stats::plogis(z, log.p = TRUE))
  )
}

# Logistic curves in place of the steps.
blurred_steps <- function(rule, z, blur) {
  u <- outer(z, stats::qlogis(rule$eta), "-") / blur
  miss <- rule$alpha / rule$eta
  fa <- rule$alpha / (1 - rule$eta)
  density <- stats::dlogis(u) / blur
  list(
    h1 = rule$least[1] + drop(stats::plogis(-u) %*% miss),
    h2 = rule$least[2] + drop(stats::plogis(u) %*% fa),
    slope_h1 = -drop(density %*% miss), slope_h2 = drop(density %*% fa)
  )
}
