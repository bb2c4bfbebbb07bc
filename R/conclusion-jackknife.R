# Jackknife of measures of counts, leaving out one comparison, examiner or item.

# A list for each kind of unit that is left out: `m` and `n`, the counts without each unit; `times`,
# the number of such units; `stratum`, the hypotheses that the unit has comparisons of. The study
# fixed the number of units of each hypothesis, so strata vary independently. A unit with all
# comparisons of a hypothesis cannot be left out.
conclusion_units <- function(system, by) {
  units <- list(trial = trial_units(system))
  if (by %in% c("examiner", "both")) units$examiner <- named_units(system, system$examiner)
  if (by %in% c("item", "both")) units$item <- named_units(system, system$item)
  if (by == "both") {
    units$cell <- named_units(system, paste(system$examiner, system$item, sep = "\r"))
  }
  units
}

# Comparisons with the same conclusion and truth are interchangeable.
trial_units <- function(system) {
  k <- length(system$h1)
  none <- matrix(0, k, k)
  new_units(system, cbind(diag(k), none), cbind(none, diag(k)), c(system$h1, system$h2), NULL)
}

named_units <- function(system, unit) {
  unit <- as.character(unit)
  names <- sort(unique(unit))
  each <- \(is_h1) {
    unclass(table(factor(system$code[is_h1], seq_along(system$h1)), factor(unit[is_h1], names)))
  }
  new_units(system, each(system$truth), each(!system$truth), rep(1, length(names)), names)
}

new_units <- function(system, m, n, times, names) {
  there <- times > 0
  has <- cbind(colSums(m) > 0, colSums(n) > 0)[there, , drop = FALSE]
  list(
    m = system$h1 - m[, there, drop = FALSE], n = system$h2 - n[, there, drop = FALSE],
    times = times[there], stratum = has[, 1] + 2 * has[, 2], names = names
  )
}

# Values of a `statistic`, a number for each column of counts: `whole` from all comparisons, and the
# `change` if a unit is left out.
left_out_values <- function(system, by, statistic) {
  whole <- statistic(cbind(system$h1), cbind(system$h2))
  parts <- lapply(conclusion_units(system, by), \(units) {
    c(list(change = statistic(units$m, units$n) - whole), units[c("times", "stratum", "names")])
  })
  list(whole = whole, parts = parts)
}

# Changes of the difference to another system: units that both have are left out of both.
left_out_difference <- function(first, second, times = 1) {
  parts <- Map(joint_changes, first$parts, second$parts, times)
  list(whole = first$whole - times * second$whole, parts = parts)
}

joint_changes <- function(a, b, times) {
  if (is.null(a$names)) {
    return(list(
      change = c(a$change, -times * b$change), times = c(a$times, b$times),
      stratum = c(a$stratum, 10 + b$stratum)
    ))
  }
  names <- union(a$names, b$names)
  at <- \(part, field, none) ifelse(names %in% part$names, part[[field]][match(names, part$names)],
    none)
  list(
    change = at(a, "change", 0) - times * at(b, "change", 0), times = rep(1, length(names)),
    stratum = pmax(at(a, "stratum", 0), at(b, "stratum", 0)) +
      10 * (names %in% a$names) + 20 * (names %in% b$names), names = names
  )
}

# Units to draw: by default all that the set names.
conclusion_by <- function(x, by) {
  check_intact(x)
  named <- c(examiner = !is.null(x$examiner), item = !is.null(x$item))
  if (is.null(by)) return(if (all(named)) "both" else c(names(named)[named], "trial")[1])
  check_choice(by, c("trial", "examiner", "item", "both"))
  needed <- if (by == "both") names(named) else setdiff(by, "trial")
  refuse_if(!all(named[needed]), "units_unnamed")
  by
}

# Interval of a measure, from its leave-one-out `values`, its `corrected` value, the `scale` and the
# `top`. Rates also have `n`, their denominator.
conclusion_interval <- function(one, level, by) {
  found <- jackknife(one$values, by)
  value <- one$values$whole
  corrected <- if (one$scale == "gap") one$corrected else min(max(one$corrected, 0), one$top)
  # The only unit of a kind cannot be left out.
  if (is.nan(corrected)) corrected <- NA_real_
  df <- if (by == "trial") Inf else found$df
  q <- if (df >= 1) stats::qt((1 + level) / 2, df) else NA_real_
  ends <- if (!is.null(one$drawn) && one$scale != "rate") {
    stats::quantile(one$drawn, c(1 - level, 1 + level) / 2, names = FALSE, type = 8)
  } else if (is.na(q) || !is.finite(found$std_error)) {
    c(NA_real_, NA_real_)
  } else {
    interval_ends(one, corrected, found, q, level)
  }
  # If a measure is smallest without information, its posterior never contains this smallest value.
  # So unless the comparisons show that the conclusions are informative, the interval extends to the
  # value of `none`.
  ends <- range(ends, one$none, corrected)
  new_frame(
    estimate = value, corrected = corrected, std_error = found$std_error, lower = ends[1],
    upper = ends[2], note = if (anyNA(ends)) "few units" else NA_character_
  )
}

interval_ends <- function(one, corrected, found, q, level) {
  step <- q * found$std_error
  switch(one$scale,
    share = {
      share <- min(max(corrected / one$top, 1e-6), 1 - 1e-6)
      angle <- asin(sqrt(share)) + c(-1, 1) * step / (2 * one$top * sqrt(share * (1 - share)))
      one$top * sin(pmin(pmax(angle, 0), pi / 2))^2
    },
    log = corrected * exp(c(-1, 1) * step / corrected),
    loss = pmax(corrected + c(-1, 1) * step, 0),
    gap = corrected + c(-1, 1) * step,
    rate = {
      effect <- max((found$std_error / found$by_trial * q / stats::qnorm((1 + level) / 2))^2, 1,
        na.rm = TRUE)
      unlist(binomial_interval(corrected * one$n / effect, one$n / effect, level))
    }
  )
}
