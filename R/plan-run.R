#' Validation runs
#'
#' `validation_run()` applies a [validation_plan()] to the sets of its conditions and returns the
#' validation matrix (Meuwly, Ramos and Haraksim 2017): the result, margin, interval and decision of
#' each criterion.
#'
#' Draws start from the seed of the plan (those for conclusions from a fixed one), so the same data
#' give the same matrix, and a report with these settings the same intervals. Data other than
#' declared ([data_hash()]) are refused. Systems are judged separately; all sets have systems of the
#' same names.
#'
#' # Margins and decisions
#' The margin is the distance of a measure from its bound, positive on the good side: for `T < a + b
#' T0` it is \eqn{a + b\,T_0 - T}{a + b T0 - T}, for `>` the negative of this. By interval, a
#' criterion passes if the interval of its margin is above 0, and fails if it is below. By estimate,
#' it passes if the margin is positive (or 0, for `<=` and `>=`). An infinite measure always fails.
#' Margins of measures after PAV are those of the corrected values. The replicates of a relative
#' margin are drawn together if both sets have the same trials or share items.
#'
#' @param plan A [validation_plan()], or the path of one.
#' @param ... The sets, named by condition, or a list of them; a single set if the plan has only a
#'   baseline.
#' @param x,object A validation matrix.
#' @param conf.int For `tidy()`: whether to return the limits `conf.low` and `conf.high`.
#' @param conf.level For `tidy()`: the level of these limits, which is that of the plan; others are
#'   refused.
#' @param threads As in [measures()].
#' @return A data frame of class `validation_matrix` with a row per system, criterion and condition:
#'   * `system` (`"system"` if the sets have none), `characteristic`, `measure`, `prior`,
#'     `condition`,
#'   * `result`, `corrected`, `lower`, `upper`: the measure, its value without the optimism of PAV,
#'     and its interval,
#'   * `against`, `baseline`, `baseline_corrected`: the condition of comparison of a relative
#'     criterion, and the measure there,
#'   * `criterion`: in the words of the plan,
#'   * `bound`: the bound of the corrected result,
#'   * `margin`, `margin_lower`, `margin_upper`: the margin, with its interval,
#'   * `decide_by`; `decision`: `"pass"`, `"fail"` or `"undecided"`. Nothing passes if the LRs of a
#'     set were calibrated on the same trials (`calibrant_warning_training`).
#'
#'   [tidy()] gives broom's names of columns. `attr(, "plan")` and `attr(, "data")` have the plan,
#'   the data and their fingerprints.
#' @section Errors:
#' * `calibrant_error_condition`: conditions without a set, or sets without a condition.
#' * `calibrant_error_data_changed`: data other than declared.
#' @inherit validation_report references
#' @seealso [validation_report()]
#' @concept validation matrix
#' @concept pass or fail
#' @export
#' @examples
#' plan <- validation_plan(
#'   accuracy = "cllr < 0.8", calibration = "cllr_cal < 0.05",
#'   robustness = "cllr <= 1.2 * baseline",
#'   data = list(baseline = "laboratory", robustness = "dirty"), replicates = 200
#' )
#' set.seed(1)
#' matrix <- validation_run(plan,
#'   laboratory = simulate_lr(100, 300, s = 2), dirty = simulate_lr(80, 200, s = 1, stretch = 3)
#' )
#' matrix
#' plot(matrix)
#' @order 1
validation_run <- function(plan, ..., threads = NULL) {
  check_given()
  plan <- read_plan(plan)
  sets <- read_sets(plan, list(...))
  data <- data_found(plan, sets)
  systems <- system_names(sets[[1]])
  each <- plan
  each$level <- decision_level(plan)
  tables <- lapply(rlang::set_names(systems), \(system) {
    run_system(each, lapply(sets, take_system, system), threads)
  })
  rows <- bind_systems(tables, identity)
  new_validation_matrix(rows, plan, data, as.character(utils::packageVersion("calibrant")))
}

# Keeps results that no check can compute again beside the copies that users may alter.
new_validation_matrix <- function(rows, plan, data, version) {
  x <- new_object("validation_matrix", rows, plan = plan, data = data, version = version)
  structure(x, found = matrix_facts(x))
}

matrix_facts <- function(x) {
  kept <- c("system", "result", "baseline", "lower", "upper", "decision")
  list(lapply(unclass(x)[kept], as.vector), attributes(x)[c("plan", "data", "version")])
}

# Sets by condition, in the order of the plan.
read_sets <- function(plan, sets) {
  if (length(sets) == 1 && is.null(names(sets)) && rlang::is_bare_list(sets[[1]])) {
    sets <- sets[[1]]
  }
  conditions <- plan$data$condition
  if (length(sets) == 1 && length(conditions) == 1 && is.null(names(sets))) {
    names(sets) <- conditions
  }
  lost <- setdiff(conditions, names(sets))
  strange <- setdiff(rlang::names2(sets), conditions)
  strange[strange == ""] <- "a set without a name"
  refuse_if(length(lost) > 0 || length(strange) > 0 || anyDuplicated(names(sets)), "set_names",
    x = if (length(lost) > 0) "Missing: {.val {lost}}.",
    x = if (length(strange) > 0) "Not in the plan: {.val {strange}}.")
  sets <- lapply(sets[conditions], if (is.null(plan$classes)) read_two_set else loglik_set)
  for (x in sets) check_plan_classes(x, plan$classes)
  own <- conditions[vapply(sets, is_own_training, NA)]
  if (length(own) > 0) warn_of("calibrated_on_test")
  check_same_systems(sets, plan)
  check_same_hypotheses(sets, plan)
  sets
}

# Reads a set of two hypotheses: LRs or conclusions.
read_two_set <- function(x) if (inherits(x, "conclusion_set")) conclusion_set(x) else lr_set(x)

check_same_systems <- function(sets, plan) {
  judged <- sets[plan$data$role != "reference"]
  differs <- vapply(judged, \(x) !setequal(system_names(x), system_names(judged[[1]])), NA)
  refuse_if(any(differs), "condition_systems")
}

# A plan and its sets may leave the hypotheses unsaid, but never contradict each other.
check_same_hypotheses <- function(sets, plan) {
  stated <- unique(Filter(length, unname(c(list(plan$hypotheses), lapply(sets, hypotheses_of)))))
  refuse_if(length(stated) > 1, "hypotheses_differ")
}

# The declared data beside the supplied data.
data_found <- function(plan, sets) {
  declared <- plan$data$sha256
  found <- known_of_data(sets)
  other <- which(!is.na(declared) & declared != found$sha256)
  refuse_if(length(other) > 0, "data_undeclared")
  data.frame(
    plan$data[c("condition", "role")], found, declared = !is.na(declared), row.names = NULL,
    check.names = FALSE
  )
}

# Is the matrix that of this set, in one of its conditions?
check_matrix_of <- function(matrix, x) {
  check_intact_matrix(matrix)
  check_same_hypotheses(list(x), attr(matrix, "plan"))
  data <- attr(matrix, "data")
  found <- known_of_data(list(x))
  own <- data$sha256 == found$sha256
  refuse_if(!any(own), "matrix_of_data")
  rows <- matrix$condition %in% data$condition[own]
  same <- identical(as.list(unique(data[own, names(found)])), as.list(found)) &&
    setequal(matrix$system, system_names(x)) &&
    !("pass" %in% matrix$decision[rows] && is_own_training(x))
  stop_unless_intact(same, "validation_matrix", "validation_run")
  check_intact_matrix(matrix, x, rows)
}

# The rows of the matrix for one system.
run_system <- function(plan, sets, threads) {
  by_decision(plan, \(criterion, condition, against) {
    judge(plan, criterion, condition, against, sets, threads)
  })
}

decision_levels <- c("pass", "fail", "undecided")

# Validates a matrix, which users may have altered, and results of `rows` by their set.
check_intact_matrix <- function(x, set = NULL, rows = FALSE) {
  data <- attr(x, "data")
  intact <- \(fields) {
    text <- c("characteristic", "condition", "criterion", "decision")
    all(vapply(fields[text], is.character, NA)) &&
      all(vapply(fields[matrix_numbers], is.numeric, NA)) &&
      all(lengths(fields) == length(fields$system)) &&
      all(fields$decision %in% decision_levels) &&
      identical(matrix_facts(x), attr(x, "found")) &&
      identical(data$declared, (data$sha256 == attr(x, "plan")$data$sha256) %in% TRUE)
  }
  stop_unless_intact(is.list(x) && intact(unclass(x)), "validation_matrix", "validation_run")
  check_matrix_follows(x)
  right <- if (any(rows)) same_numbers(x$result, results_of_one(x, set))[rows]
  stop_unless_intact(all(unlist(right)), "validation_matrix", "validation_run")
}

# Results if x is the set of each condition. Their limits would need all draws.
results_of_one <- function(matrix, x) {
  plan <- attr(matrix, "plan")
  unlist(lapply(unique(as.character(matrix$system)), \(system) {
    sets <- rlang::rep_named(plan$data$condition, list(take_system(x, system)))
    run_system(replace(plan, "replicates", 0), sets, NULL)$result
  }))
}

matrix_numbers <- c(
  "prior", "result", "corrected", "lower", "upper", "baseline", "baseline_corrected", "bound",
  "margin", "margin_lower", "margin_upper"
)
