# Probability that each criterion of a plan is decided, if the method is as expected.

plan_expected <- function(plan, expected, studies) {
  refuse_if(!is.null(plan$classes), "expected_of_classes")
  check_count(studies, most = 1e5)
  models <- expected_models(plan, expected)
  settings <- unclass(plan)
  settings$level <- decision_level(plan)
  with_seed(plan$seed, by_decision(plan, \(criterion, condition, against) {
    decisions <- vapply(seq_len(studies), \(k) {
      sets <- list(models[[condition]](k), if (!is.na(against)) models[[against]](k))
      names(sets) <- c(condition, if (is.na(against)) "none" else against)
      judge(settings, criterion, condition, against, sets, NULL)$decision
    }, "")
    share <- \(which) mean(decisions %in% which)
    data.frame(
      criterion["criterion"], condition = condition, pass = share("pass"), fail = share("fail"),
      decided = share(c("pass", "fail")), studies = as.double(studies)
    )
  }))
}

# Functions that draw a study, one per condition.
expected_models <- function(plan, expected) {
  conditions <- plan$data$condition
  if (inherits(expected, "gaussian_system") || inherits(expected, "lr_set")) {
    expected <- rlang::rep_named(conditions, list(expected))
  }
  refuse_if(!is.list(expected) || !all(conditions %in% names(expected)), "expected_shape")
  unknown <- conditions[is.na(plan$data$n_h1) | is.na(plan$data$n_h2)]
  refuse_if(length(unknown) > 0, "expected_sizes")
  with_seed(plan$seed, lapply(rlang::set_names(seq_along(conditions), conditions), \(i) {
    ratio <- plan$data$n_h2[i] / plan$data$n_h1[i]
    model <- size_model(read_expected(expected[[conditions[i]]]), "independent", ratio, NULL, 1, 0)
    \(k) model$draw(plan$data$n_h1[i], k)
  }))
}

expected_lines <- function(expected) {
  if (is.null(expected)) return(NULL)
  c(
    "", "If the method is as expected, these are decided with a probability of:",
    paste0(
      "  ", format(expected$criterion), "  ", format(expected$condition), "  ",
      percent_text(expected$decided), " (passed ", percent_text(expected$pass), ", failed ",
      percent_text(expected$fail), ")"
    ), ""
  )
}

# Expectations from a file.
expected_of <- function(rows) {
  numbers <- c("pass", "fail", "decided", "studies")
  if (length(rows) > 0) frame_of_json(rows, c("criterion", "condition", numbers), numbers)
}
