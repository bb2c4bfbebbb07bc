# Criteria of a validation plan, in the words in which they are declared: "cllr < 0.5",
# "bayes_error(0.01) <= 2 %", "cllr <= 1.1 * baseline by estimate". A criterion is a bound on a
# measure: `offset` plus `slope` times the same measure of the set or condition that `against`
# names.

characteristics <- c(
  accuracy = "accuracy", discriminating_power = "discriminating power",
  calibration = "calibration", robustness = "robustness", coherence = "coherence",
  generalisation = "generalisation"
)

# The data of each characteristic, and the possible references of a criterion.
characteristic_roles <- c(
  accuracy = "baseline", discriminating_power = "baseline", calibration = "baseline",
  robustness = "robustness", coherence = "quality", generalisation = "unseen"
)

# `classes` are those of a method for many classes, NULL for two hypotheses.
read_criterion <- function(text, characteristic, decide_by, classes) {
  stop_criterion <- \(bad, why, .envir = parent.frame()) {
    stop_if(
      bad,
      "A criterion of {characteristics[[characteristic]]} cannot be judged: {.val {text}}.",
      words_of(why, .envir)$text,
      class = "calibrant_error_criterion",
      .envir = rlang::env(.envir, text = text, characteristic = characteristic)
    )
  }
  how <- regmatches(text, regexec("^(.*?)( by (estimate|interval))?$", text, perl = TRUE))[[1]]
  sides <- criterion_sides(how[2], stop_criterion)
  measured <- criterion_measure(sides$left, classes, stop_criterion)
  bound <- criterion_bound(sides$right, characteristic, how[2], stop_criterion)
  # A proven range has no estimate.
  if (measured$measure == "calibration_range") decide_by <- "interval"
  if (nzchar(how[4])) decide_by <- how[4]
  criterion <- c(
    list(characteristic = characteristic, criterion = text), measured,
    list(direction = sides$direction), bound,
    list(decide_by = decide_by)
  )
  check_sense(criterion, classes, stop_criterion)
  criterion
}

# "10 %" is 0.1.
criterion_sides <- function(text, stop_criterion) {
  parsed <- tryCatch(str2lang(gsub("([0-9.]+)\\s*%", "(\\1 / 100)", text)), error = \(cnd) NULL)
  operator <- if (is.call(parsed)) as.character(parsed[[1]])[1] else ""
  stop_criterion(!operator %in% c("<", "<=", ">", ">=") || length(parsed) != 3, "no_comparison")
  list(left = parsed[[2]], right = parsed[[3]], direction = operator)
}

# Measures of criteria, with flags for those that need a prior.
measurable <- function(classes) {
  if (is.null(classes)) {
    return(c(vapply(measure_kinds, `[[`, NA, "prior"), calibration_range = FALSE, conclusion_only))
  }
  rlang::rep_named(class_measures$measure, FALSE)
}

criterion_measure <- function(left, classes, stop_criterion) {
  needs_prior <- measurable(classes)
  name <- if (is.call(left)) as.character(left[[1]])[1] else as.character(left)[1]
  stop_criterion(!name %in% names(needs_prior), "left_side")
  given <- tryCatch(lapply(as.list(left)[-1], evaluate_bound, list()), error = \(cnd) {
    list(unknown = NA)
  })
  if (name == "calibration_range") return(range_measure(given, stop_criterion))
  at <- tryCatch(
    do.call(\(prior = NA_real_, c_miss = 1, c_fa = 1) {
      list(prior = prior, c_miss = c_miss, c_fa = c_fa, factor = NA_real_)
    }, given),
    error = \(cnd) NULL
  )
  # A word in a bound has no value.
  bad <- is.null(at) || any(lengths(at) != 1) || anyNA(at[2:3]) || any(unlist(at[2:3]) <= 0)
  bad <- bad || needs_prior[[name]] != isTRUE(at$prior > 0 && at$prior < 1)
  stop_criterion(bad && needs_prior[[name]], "prior_of_measure")
  stop_criterion(bad, "no_prior_no_costs")
  c(list(measure = name), lapply(at, as.double))
}

# Powers of ten of LRs that are proven right to within a factor.
range_measure <- function(given, stop_criterion) {
  factor <- tryCatch(do.call(\(factor = 2) factor, given), error = \(cnd) NA)
  stop_criterion(!isTRUE(factor > 1.01 && factor < 1e6), "range_factor")
  list(measure = "calibration_range", prior = NA_real_, c_miss = 1, c_fa = 1, factor = factor)
}

# A bound is linear in at most one word.
criterion_bound <- function(right, characteristic, text, stop_criterion) {
  words <- all.vars(right)
  allowed <- c("reference", switch(characteristic_roles[[characteristic]],
    baseline = NULL, quality = c("baseline", "previous"), "baseline"
  ))
  stop_criterion(length(words) > 1 || !all(words %in% allowed), "right_side")
  stop_criterion(length(words) == 1 && grepl("[-+].*%", text), "percentage")
  at <- \(value) evaluate_bound(right, rlang::set_names(rep(list(value), length(words)), words))
  values <- tryCatch(vapply(c(0, 1, 2), at, 1), error = \(cnd) rep(NA_real_, 3))
  slope <- values[2] - values[1]
  is_line <- all(is.finite(values)) && abs(values[3] - values[1] - 2 * slope) <= 1e-9
  stop_criterion(!is_line || slope < 0, "not_linear")
  list(
    offset = values[1], slope = slope,
    against = if (length(words) == 1 && slope > 0) words else NA_character_
  )
}

# Only arithmetic is evaluated: a plan may come from a file.
evaluate_bound <- function(expression, words) {
  if (is.numeric(expression)) {
    as.double(expression)
  } else if (is.name(expression)) {
    words[[as.character(expression)]]
  } else {
    operator <- as.character(expression[[1]])
    stopifnot(operator %in% c("+", "-", "*", "/", "("))
    do.call(operator, lapply(as.list(expression)[-1], evaluate_bound, words))
  }
}

# A criterion is useless if it is always met, never met, or met by the worse method.
check_sense <- function(criterion, classes, stop_criterion) {
  compared <- !is.na(criterion$against) || criterion$decide_by == "estimate"
  stop_criterion(criterion$measure == "calibration_range" && compared, "range_compared")
  by_interval <- criterion$decide_by == "interval"
  stop_criterion(criterion$measure == "dev_pav" && by_interval, "dev_pav_by_interval")
  better <- if (criterion$measure %in% larger_is_better) ">" else "<"
  stop_criterion(substr(criterion$direction, 1, 1) != better, "worse_method")
  if (is.na(criterion$against)) check_bound_possible(criterion, classes, stop_criterion)
}

criterion_labels <- function(criterion, classes) {
  if (criterion$measure == "calibration_range") {
    list(top = NA, scale = "length")
  } else if (criterion$measure %in% names(conclusion_only)) {
    kind <- conclusion_kinds[[criterion$measure]]
    list(top = kind$top(stats::qlogis(criterion$prior)), scale = kind$scale)
  } else if (is.null(classes)) {
    prior <- if (is.na(criterion$prior)) 0.5 else criterion$prior
    kinds <- measure_kinds[criterion$measure]
    measure_labels(kinds_at(kinds, prior, criterion$c_miss, criterion$c_fa))
  } else {
    flat <- rep(1 / length(classes), length(classes))
    labels <- class_measure_labels(read_class_measures(criterion$measure), flat)
    labels[labels$shown, ]
  }
}

check_bound_possible <- function(criterion, classes, stop_criterion) {
  labels <- criterion_labels(criterion, classes)
  top <- if (is.na(labels$top)) Inf else labels$top
  bottom <- if (labels$scale == "loss") -Inf else 0
  # "cllr_min < 1" requires more than chance.
  says <- criterion$offset > bottom &&
    (criterion$offset < top || criterion$offset == top && criterion$direction == "<")
  stop_criterion(!says && top < 1.5, "not_in_per_cent")
  stop_criterion(!says, "says_nothing")
}

# The conditions of a criterion, each with its condition of comparison.
condition_pairs <- function(plan, criterion) {
  in_role <- \(role) plan$data$condition[plan$data$role == role]
  condition <- in_role(characteristic_roles[[criterion$characteristic]])
  if (criterion$against %in% "previous") {
    return(list(condition = condition[-1], against = condition[-length(condition)]))
  }
  against <- if (is.na(criterion$against)) NA_character_ else in_role(criterion$against)
  list(condition = condition, against = rep(against, length(condition)))
}

# Rows that `row_of(criterion, condition, against)` makes, one per decision about a system.
by_decision <- function(plan, row_of) {
  rows <- lapply(seq_len(nrow(plan$criteria)), \(i) {
    criterion <- as.list(plan$criteria[i, ])
    at <- condition_pairs(plan, criterion)
    lapply(seq_along(at$condition), \(k) row_of(criterion, at$condition[k], at$against[k]))
  })
  do.call(rbind, unlist(rows, recursive = FALSE))
}

n_decisions <- function(plan) NROW(by_decision(plan, \(...) data.frame(decision = NA)))

# The level of each interval.
decision_level <- function(plan) {
  if (plan$family) 1 - (1 - plan$level) / n_decisions(plan) else plan$level
}
