# Goals of a validation, and the result of one study: the `half_width` of an interval, if there is
# one, and flags for the goal, `reached`, or its contrary, `failed`.

read_goal <- function(target, half_width, reach, settings) {
  check_that(rlang::is_string(target), "be one text.", target)
  if (grepl("[<>]", target)) return(criterion_goal(target, half_width, reach))
  if (target %in% c("calibration_test", "bound_lr")) {
    check_only(target, half_width)
    if (target == "bound_lr") check_reach(reach) else check_only(target, reach)
    return(list(kind = target, measure = target, target = target, reach = reach))
  }
  stop_criterion <- \(bad, why, .envir = parent.frame()) {
    stop_if(bad, "{.arg target} cannot be planned for: {.val {target}}.",
      words_of(why, .envir)$text, .envir = rlang::env(.envir, target = target))
  }
  parsed <- tryCatch(str2lang(target), error = \(cnd) quote(nothing))
  measured <- criterion_measure(parsed, NULL, stop_criterion)
  if (measured$measure == "calibration_range") {
    check_only(target, half_width)
    check_reach(reach)
    return(c(list(kind = "calibration_range", target = target, reach = reach), measured))
  }
  stop_criterion(measured$measure == "dev_pav", "dev_pav_interval")
  check_only(target, reach)
  refuse_if(is.null(half_width), "half_width_missing")
  check_number(half_width, above = 0)
  c(list(kind = "measure", target = target, half_width = half_width), measured)
}

criterion_goal <- function(target, half_width, reach) {
  check_only(target, half_width)
  check_only(target, reach)
  criterion <- read_criterion(target, "accuracy", "interval", NULL)
  refuse_if(!is.na(criterion$against), "criterion_against")
  c(list(kind = "criterion", target = target, criterion_row = list(criterion)),
    criterion[c("measure", "prior", "c_miss", "c_fa", "factor", "decide_by", "offset")])
}

check_only <- function(target, x, arg = rlang::caller_arg(x)) {
  stop_if(!is.null(x), "{.arg {arg}} cannot be used with the target {.val {target}}.")
}

check_reach <- function(reach) {
  stop_if(is.null(reach), "{.arg reach} must say which LR is to be reached, such as 100 or 1/100.")
  check_number(reach, above = 0)
  stop_if(reach == 1, "{.arg reach} must be an LR other than 1.")
}

study_result <- function(set, goal, settings) {
  switch(goal$kind,
    measure = interval_result(set, goal, settings),
    criterion = {
      found <- judge(settings, goal$criterion_row[[1]], "study", NA, list(study = set),
        settings$threads)
      c(
        half_width = (found$upper - found$lower) / 2, reached = found$decision == "pass",
        failed = found$decision == "fail"
      )
    },
    calibration_test = {
      test <- calibration_test(set, replicates = settings$replicates - 1,
        threads = settings$threads)
      plain_result(isTRUE(test$p.value <= 1 - settings$level))
    },
    calibration_range = plain_result(range_reaches(set, goal, settings)),
    bound_lr = plain_result(past(goal$reach, as.list(bound_lr(set)$bounds)))
  )
}

plain_result <- function(reached) c(half_width = NA_real_, reached = reached, failed = FALSE)

interval_result <- function(set, goal, settings) {
  found <- measure_one(set, settings, goal, settings$threads)
  half <- if (is.infinite(found$estimate)) Inf else (found$upper - found$lower) / 2
  c(half_width = half, reached = isTRUE(half <= goal$half_width), failed = FALSE)
}

range_reaches <- function(set, goal, settings) {
  proven <- calibration_range(set, goal$factor, settings$level)
  any(past(goal$reach, list(lower = proven$log10_lr_min, upper = proven$log10_lr_max)))
}

past <- function(reach, ends) {
  log10_reach <- log10(reach)
  if (log10_reach > 0) ends$upper >= log10_reach else ends$lower <= log10_reach
}
