# Decisions on the criteria of a validation plan, from its sets.

judge <- function(plan, criterion, condition, against, sets, threads) {
  measured <- measure_one(sets[[condition]], plan, criterion, threads)
  compared <- if (!is.na(against)) measure_one(sets[[against]], plan, criterion, threads)
  gap <- if (is.na(against)) {
    measured
  } else {
    measure_gap(sets[[condition]], sets[[against]], plan, criterion, threads)
  }
  baseline <- compared$corrected %||% NA_real_
  bound <- criterion$offset + if (is.na(against)) 0 else criterion$slope * baseline
  sign <- if (substr(criterion$direction, 1, 1) == "<") 1 else -1
  ends <- criterion$offset - c(gap$upper, gap$lower)
  margin <- sign * c(bound - measured$corrected, if (sign < 0) rev(ends) else ends)
  data.frame(
    criterion["characteristic"], criterion["measure"], criterion["prior"], condition = condition,
    result = measured$estimate, corrected = measured$corrected, lower = measured$lower,
    upper = measured$upper, against = against, baseline = compared$estimate %||% NA_real_,
    baseline_corrected = baseline, criterion["criterion"],
    bound = bound, margin = margin[1], margin_lower = margin[2], margin_upper = margin[3],
    criterion["decide_by"],
    decision = decide_criterion(
      margin, criterion, measured$corrected, is_own_training(sets[[condition]])
    )
  )
}

# Trials that calibrated themselves can show that a criterion is not met, but never that it is met.
decide_criterion <- function(margin, criterion, result, own_training = FALSE) {
  decision <- decide_by_margin(margin, criterion, result)
  if (own_training && decision == "pass") "undecided" else decision
}

decide_by_margin <- function(margin, criterion, result) {
  meets <- \(x) if (grepl("=", criterion$direction)) x >= 0 else x > 0
  if (is.na(result)) {
    "undecided"
  } else if (criterion$decide_by == "estimate" || is.infinite(result)) {
    if (isTRUE(meets(margin[1]))) "pass" else "fail"
  } else if (isTRUE(meets(margin[2]))) {
    "pass"
  } else if (isTRUE(!meets(margin[3]))) {
    "fail"
  } else {
    "undecided"
  }
}

# Rows must be those of the plan, and each margin and decision must follow from its result.
# Limits of a difference between two sets cannot be checked by the matrix alone; trials that
# calibrated themselves do not pass.
check_matrix_follows <- function(x) {
  wanted <- by_decision(attr(x, "plan"), \(criterion, condition, against) {
    data.frame(replace(criterion, "against", against), condition)
  })
  named <- c("characteristic", "measure", "prior", "criterion", "decide_by", "condition", "against")
  for (rows in split(as.data.frame(x), as.character(x$system))) {
    planned <- isTRUE(all.equal(rows[named], wanted[named], check.attributes = FALSE))
    stop_unless_intact(planned, "validation_matrix", "validation_run")
    alone <- is.na(wanted$against)
    sign <- ifelse(startsWith(wanted$direction, "<"), 1, -1)
    ends <- sign * (wanted$offset - cbind(rows$upper, rows$lower))
    ends[sign < 0, ] <- ends[sign < 0, 2:1]
    margins <- rows[c("margin", "margin_lower", "margin_upper")]
    bound <- wanted$offset + ifelse(alone, 0, wanted$slope * rows$baseline_corrected)
    follows <- same_numbers(margins$margin, sign * (bound - rows$corrected)) &
      same_numbers(rows$bound, bound) & (!alone | is.na(rows$baseline_corrected)) &
      (!alone | same_numbers(margins[[2]], ends[, 1]) & same_numbers(margins[[3]], ends[, 2]))
    decision <- vapply(seq_len(nrow(rows)), \(i) {
      decide_by_margin(unlist(margins[i, ]), wanted[i, ], rows$corrected[i])
    }, "")
    withheld <- rows$decision == "undecided" & decision == "pass"
    follows <- follows & (rows$decision == decision | withheld)
    refuse_if(!all(follows), "matrix_follows")
  }
}

same_numbers <- function(a, b) {
  same <- a == b | is.finite(a - b) & abs(a - b) <= 1e-9 * (1 + abs(b))
  is.na(a) & is.na(b) | same %in% TRUE
}

measure_one <- function(x, plan, criterion, threads) {
  if (inherits(x, "conclusion_set")) {
    found <- with_seed(1, judged_conclusions(x, plan, criterion))
    return(conclusion_measure_rows(found, found$systems[[1]]))
  }
  if (criterion$measure == "calibration_range") return(measure_proven(x, plan, criterion))
  found <- measure_found(x, plan, criterion, threads)
  measure_rows(found$labels, found$systems[[1]], found$resampling)
}

# Powers of ten of LRs that are proven right: a lower limit at the level.
measure_proven <- function(x, plan, criterion) {
  by <- if (plan$by == "auto") drawn_by(x) else plan$by
  found <- calibration_range(x, criterion$factor, plan$level, by)
  proven <- sum(found$log10_lr_max - found$log10_lr_min)
  list(estimate = proven, corrected = proven, lower = proven, upper = Inf)
}

# Differences for a relative criterion: the measure minus a multiple of the other.
measure_gap <- function(x, other, plan, criterion, threads) {
  if (inherits(x, "conclusion_set") || inherits(other, "conclusion_set")) {
    check_all_are(list(x, other), "conclusion_set")
    found <- with_seed(1, lapply(list(x, other), judged_conclusions, plan, criterion))
    joint <- conclusion_difference(found[[1]]$systems[[1]][[1]], found[[2]]$systems[[1]][[1]],
      criterion$slope)
    return(conclusion_measure_rows(found[[1]], list(joint)))
  }
  found <- measure_found(join_compared(x, other), plan, criterion, threads)
  gap <- difference_of(found$systems[[1]], found$systems[[2]], criterion$slope)
  measure_rows(difference_labels(found$labels, criterion$slope), gap, found$resampling)
}

# Two sets as two systems, with the fields that both have: if one does not name its items, draws are
# by trial.
join_compared <- function(x, other) {
  if (inherits(x, "loglik_set")) return(c(condition = x, against = other))
  for (set in list(x, other)) check_trials_here(set)
  sets <- list(unclass(x), unclass(other))
  lacks <- \(field) any(vapply(sets, \(s) is.null(s[[field]]), NA))
  named <- lapply(sets, \(s) intersect(c("source1", "source2"), names(Filter(length, s))))
  items <- if (identical(named[[1]], named[[2]])) named[[1]]
  plain <- lapply(sets, \(s) {
    new_lr_set(
      s$value, s$truth, s$scale, sets[[1]]$labels, weight = s$weight,
      source1 = if ("source1" %in% items) s$source1,
      source2 = if ("source2" %in% items) s$source2,
      id = if (!lacks("id")) s$id
    )
  })
  c(condition = plain[[1]], against = plain[[2]])
}

# Draws as measures() does, from the same seed always.
judged_conclusions <- function(x, plan, criterion) {
  prior <- if (is.na(criterion$prior)) 0.5 else criterion$prior
  estimated <- list(prior_counts = 0.5, monotone = FALSE)
  by <- if (plan$by == "trial") "trial"
  measure_conclusions(x, criterion$measure, prior, estimated, plan$level, by)
}

measure_found <- function(x, plan, criterion, threads) {
  if (!is.null(plan$classes)) {
    return(with_seed(plan$seed, suppress_multiclass(measure_classes(
      x, criterion$measure, NULL, plan$replicates, plan$level, "scaled", TRUE
    ))))
  }
  prior <- if (is.na(criterion$prior)) 0.5 else criterion$prior
  check_measure_points(prior, criterion$c_miss, criterion$c_fa)
  by <- if (plan$by == "auto") drawn_by(x) else plan$by
  resampling <- read_resampling(x, plan$replicates, plan$level, "scaled", by, TRUE, threads)
  suppress_infinities(with_seed(plan$seed, {
    kinds <- read_kinds(criterion$measure, x)
    measure_systems(x, kinds_at(kinds, prior, criterion$c_miss, criterion$c_fa), resampling)
  }))
}
