# Slips that produce a legal set: a wrong scale, posteriors, reversed labels. The numbers cannot
# prove a slip, so a warning is given, and `sure = TRUE` confirms the input.

look_for_slips <- function(x, is_h1, scale, range, trials, sizes) {
  # A quick test shows for nearly every system that its direction and unit are right.
  glance <- .Call(ffi_slip_signs, x, is_h1)
  look_for_wrong_scale(x, is_h1, scale, range, glance)
  if (glance$auc_bound < 0.5) warn_reversed(x, is_h1, scale)
  if (glance$times > 1) warn_doubled(x, is_h1, trials$system, glance$times)
  if (!is.null(trials$id)) warn_repeated(trials)
  if (min(sizes) < 2) warn_single(sizes, trials$system)
}

look_for_wrong_scale <- function(x, is_h1, scale, range,
                                 glance = .Call(ffi_slip_signs, x, is_h1)) {
  if (has_code(glance$code, scale)) return(warn_code(x, glance$code))
  if (!is_plain_range(range, scale)) {
    look_for_scale_slips(x, is_h1, scale, range)
    warn_too_large(x, is_h1, scale, range)
    warn_percent(x, is_h1, scale, range)
  }
  if (glance$unit > 0) warn_unit(x, is_h1, scale, glance$unit)
}

# Plain ratios may span this range.
has_code <- function(code, scale) code > 0 && scale %in% c("score", "log10", "ln", "log2")

# A code for "no result" is not an exclusion.
warn_code <- function(x, code) {
  n <- sum(abs(x) == code)
  code <- unique(x[abs(x) == code])
  others <- format_number(max(abs(x[is.finite(x) & !x %in% code])))
  warn_slip(
    "{n} trial{?s} {?is/are} {.val {code}}, and no other is beyond {others}.",
    x = "This looks like a code for a missing result, but counts as very strong evidence.",
    i = "Set such trials to {.code NA}; {.code na = \"drop\"} leaves them out and counts them.",
    class = "calibrant_warning_code"
  )
}

# LRs on both sides of 1 that are not percentages, and logarithms below 30; or any scores.
is_plain_range <- function(range, scale) {
  scale == "score" ||
    scale == "lr" && range[1] >= 0 && range[2] > 1 && (range[2] > 100 || range[2] < 50) ||
    scale %in% c("ln", "log10", "log2") && range[1] < 0 && (range[2] < 30 || range[2] == Inf)
}

# Ratios that never exceed 1 never support H1, and may be probabilities. A system with all LRs at
# least 1 never supports H2, even if H2 is true; this is the look of plain ratios on a scale of
# logarithms.
look_for_scale_slips <- function(x, is_h1, scale, range) {
  like_posteriors <- scale == "lr" && range[2] <= 1 && range[1] < 1
  like_ratios <- scale %in% c("log10", "ln", "log2") && range[1] >= 0
  if (!like_posteriors && !like_ratios || sum(is_h1) < 3 || sum(!is_h1) < 3) return()
  if (like_posteriors) {
    warn_slip(
      "These look like probabilities, but {.arg scale} is {.val lr}.",
      x = "All are between 0 and 1, so none would support H1.",
      i = "For posterior probabilities, use {.code scale = \"prob\"} and the {.arg prior} they
           were made with."
    )
  } else if (max(x[!is_h1]) > 0) {
    largest <- format_number(max(x[is.finite(x)]))
    warn_slip(
      "These look like likelihood ratios, but {.arg scale} is {.val {scale}}.",
      x = "No {scale} LR is negative, so none would support H2, and the largest is {largest}.",
      i = "For plain ratios, use {.code scale = \"lr\"}."
    )
  }
}

# A calibrated LR of 1e10 does not occur if H2 is true; scores of 0 to 100 give many LRs of 1e50.
warn_too_large <- function(x, is_h1, scale, range) {
  if (!scale %in% c("ln", "log10", "log2") || range[1] >= 0 || range[2] < 30) return()
  wrong <- to_log10(max(x[!is_h1]), scale)
  if (wrong > 10 && wrong < Inf) {
    warn_slip(
      "These look like scores, but {.arg scale} is {.val {scale}}.",
      x = "In an H2 trial, an LR of 10^{format_number(wrong)} would support H1.",
      i = "For scores, use {.code scale = \"score\"}; {.fn calibrate} turns them into LRs."
    )
  }
}

# LRs under H2 have a mean of 1 if they are calibrated. Percentages have a larger mean, and as
# probabilities they are closer to the truth, whatever the prior. LRs that were bounded at 100 are
# tied there.
warn_percent <- function(x, is_h1, scale, range) {
  if (scale != "lr" || range[1] < 0 || range[2] < 50 || range[2] > 100 || sum(x == range[2]) > 2) {
    return()
  }
  h2 <- x[!is_h1]
  if (min(length(h2), sum(is_h1)) < 5) return()
  share <- pmin(pmax(x / 100, 1e-6), 1 - 1e-6)
  gain <- least_cost(log(pmax(x, 1e-4)), is_h1) / least_cost(stats::qlogis(share), is_h1)
  if (gain > 1.4 || gain > 1.01 && mean(h2) - 1 > 4 * stats::sd(h2) / sqrt(length(h2))) {
    warn_slip(
      "These look like probabilities in per cent, but {.arg scale} is {.val lr}.",
      x = "All are between 0 and 100; their mean under H2 is {format_number(mean(h2))}, and that
           of calibrated LRs is 1.",
      i = "Use {.code x / 100} with {.code scale = \"prob\"} and the {.arg prior} they were made
           with."
    )
  }
}

# The cross-entropy at even odds with the best offset.
least_cost <- function(llr, is_h1) {
  cost <- \(offset) mean(softplus(-llr[is_h1] - offset)) + mean(softplus(llr[!is_h1] + offset))
  stats::optimize(cost, c(-12, 12))$objective
}

# Unit of logarithms by the quick test, if it differs from the scale; NA otherwise.
other_unit <- function(unit, scale) {
  shown <- c("ln", "log10")[unit]
  if (scale %in% c("ln", "log10") && length(shown) == 1 && shown != scale) shown else NA
}

# Logistic regression shows by which factor all LLRs are too strong or too weak. If nothing else is
# wrong with them, and the factor is that between two logarithms, they were probably mixed up. NULL,
# or that unit and the factor.
mixed_up_unit <- function(x, is_h1, scale, unit) {
  shown <- other_unit(unit, scale)
  if (is.na(shown)) return(NULL)
  at <- thinned(seq_along(x), 4000)
  at <- at[is.finite(x[at])]
  fit <- slope_and_offset(to_ln(x[at], shown), is_h1[at])
  slope <- fit$found[1]
  other <- log(10)^if (scale == "ln") -1 else 1
  if (all(abs(fit$found - 1:0) < 2 * fit$error) && fit$error[1] < 0.2 && abs(slope - 1) < 0.2 &&
    abs(slope - other) > 4 * fit$error[1]) {
    list(unit = shown, factor = max(other / slope, slope / other))
  }
}

# Logistic regression at even odds, by Newton's steps.
slope_and_offset <- function(llr, is_h1) {
  rows <- cbind(llr, 1)
  odds <- log(sum(is_h1) / sum(!is_h1))
  found <- 1:0
  for (step in 1:8) {
    p <- stats::plogis(drop(rows %*% found) + odds)
    fisher <- crossprod(rows, rows * (p * (1 - p)))
    if (!all(is.finite(fisher)) || rcond(fisher) < 1e-10) {
      return(list(found = found, error = c(Inf, Inf)))
    }
    found <- found + solve(fisher, crossprod(rows, is_h1 - p))
  }
  list(found = found, error = sqrt(diag(solve(fisher))))
}

warn_unit <- function(x, is_h1, scale, unit) {
  slip <- mixed_up_unit(x, is_h1, scale, unit)
  if (!is.null(slip)) {
    how <- if (scale == "ln") "weak" else "strong"
    warn_slip(
      "These look like {slip$unit} LRs, but {.arg scale} is {.val {scale}}.",
      x = "As such all are too {how} by a factor of {format_number(slip$factor, 2)} on the scale of
           logarithms; that between the two is {format_number(log(10), 2)}.",
      i = "Is it {.code scale = \"{slip$unit}\"}? If not, {.fn calibrate} removes the factor."
    )
  }
}

# All rows, whether or not something names them.
warn_doubled <- function(x, is_h1, system, times) {
  if (nlevels(system) > 1) {
    first <- as.integer(system) == 1
    times <- .Call(ffi_slip_signs, x[first], is_h1[first])$times
  }
  if (times > 1) {
    warn_slip(
      "All trials seem to occur {times} times.",
      x = "Each value occurs {times} times with the same truth, or a multiple of that, so intervals
           are too narrow.",
      i = "Were rows appended or joined twice? {.code unique(data)} leaves out the copies.",
      class = "calibrant_warning_repeated"
    )
  }
}

# Each system judges a trial only once.
warn_repeated <- function(trials) {
  ids <- list(trials$id)
  if (!is.null(trials$system)) ids <- split(trials$id, trials$system)
  twice <- unlist(lapply(ids, \(id) if (anyDuplicated(id)) id[duplicated(id)]))
  if (length(twice) > 0) {
    warn_slip(
      "{.arg id} names {plain_count(length(twice))} trial{?s} more than once, for example
       {.val {twice[[1]]}}.",
      x = "A trial that counts twice makes intervals too narrow, and cannot be matched.",
      i = "Were rows appended or joined twice?",
      class = "calibrant_warning_repeated"
    )
  }
}

# One trial says nothing about the others of its hypothesis.
warn_single <- function(sizes, system) {
  if (any(sizes < 2)) {
    of <- if (length(sizes) > 1) paste0(" of system \"", levels(system)[sizes < 2][1], "\"")
    warn_slip(
      "Under one of the hypotheses there is a single trial{of}.",
      x = "All results for that hypothesis depend on this trial.",
      i = "Intervals mean little with fewer than about twenty trials of each hypothesis.",
      class = "calibrant_warning_single"
    )
  }
}

# Worse than chance, by more than chance explains (one in a thousand).
warn_reversed <- function(x, is_h1, scale) {
  found <- thinned_auc(x, is_h1)
  if (is_worse_than_chance(found)) tell_reversed(found$area, scale)
}

# Systems as counts: ascending groups of trials for each. One reversed system suffices.
look_for_reversal <- function(systems, scale) {
  for (groups in systems) {
    n1 <- min(sum(groups$n_h1), 1000)
    n2 <- min(sum(groups$n_h2), 1000)
    area <- coarse_auc(groups)[1]
    found <- list(area = area, z = (area - 0.5) / sqrt((n1 + n2 + 1) / 12 / n1 / n2))
    if (is_worse_than_chance(found)) return(tell_reversed(found$area, scale))
  }
}

is_worse_than_chance <- function(found) {
  !is.na(found$z) && (found$z <= -3.1 || found$area < 0.1 && found$z < -2.3)
}

tell_reversed <- function(area, scale) {
  what <- if (scale == "score") "scores" else "LRs"
  remedy <- if (scale == "score") {
    "Is {.arg h1} the right level of {.arg truth}? Distances must be given a minus sign."
  } else {
    "Is {.arg h1} the right level of {.arg truth}, and are the LRs those of H1 against H2?"
  }
  area <- format_number(area, 2)
  warn_slip(
    "The trials under H1 have the smaller {what}: the system is worse than chance.",
    x = "The area under its ROC curve is about {area}, where a useless system has 0.5.",
    i = remedy,
    class = "calibrant_warning_reversed"
  )
}

warn_slip <- function(..., class = "calibrant_warning_scale", .envir = parent.frame()) {
  if (isTRUE(getOption("calibrant.sure"))) return(invisible())
  warn_calibrant(
    ...,
    i = "If the data are right, use {.code sure = TRUE}, or {.code options(calibrant.sure = TRUE)}
         for the session.",
    class = c(class, "calibrant_warning_slip"), .envir = .envir
  )
}

# Share of pairs in the right order, and its distance from one half in standard errors. A thousand
# trials of each hypothesis suffice.
thinned_auc <- function(x, is_h1) {
  h1 <- thinned(which(is_h1))
  h2 <- thinned(which(!is_h1))
  n1 <- length(h1)
  n2 <- length(h2)
  ranks <- rank(x[c(h1, h2)])
  area <- (sum(ranks[seq_len(n1)]) - n1 * (n1 + 1) / 2) / n1 / n2
  ties <- tabulate(match(ranks, unique(ranks)))
  n <- n1 + n2
  variance <- (n + 1 - sum(ties^3 - ties) / n / (n - 1)) / 12 / n1 / n2
  list(area = area, z = if (variance > 0) (area - 0.5) / sqrt(variance) else NA)
}

# Steps without a small period, as rows may repeat a pattern.
thinned <- function(at, most = 1000) {
  n <- length(at)
  if (n <= most) at else at[1 + floor(((seq_len(most) * 0.6180339887498949) %% 1) * n)]
}
