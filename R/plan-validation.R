#' Validation plans
#'
#' `validation_plan()` returns a plan for [validation_run()]: the criteria that a method must meet,
#' the data, and the rules of decision. Its deposited fingerprint shows that the plan precedes its
#' results.
#'
#' The characteristics are those of Meuwly, Ramos and Haraksim (2017). Accuracy, discriminating
#' power and calibration concern the baseline data; robustness, other data of the same or lower
#' quality; coherence, the order of levels of quality; generalisation, data not used for
#' development.
#'
#' # Criteria
#' A criterion is a measure of [measures()], one of `<`, `<=`, `>`, `>=`, and a bound:
#'
#' * `"cllr < 0.5"`, `"eer <= 5 %"`: absolute;
#' * `"bayes_error(0.01) <= 0.02"`, `"dcf(0.01, c_miss = 1, c_fa = 10) < 0.1"`: at a prior, with
#'   costs;
#' * `"cllr <= 1.1 * baseline"`, `"eer <= baseline + 0.02"`: relative to the baseline data
#'   (robustness, coherence and generalisation);
#' * `"cllr <= previous"`: relative to the next worse level of quality (coherence);
#' * `"cllr < reference"`: relative to another method on the baseline data;
#' * `"calibration_range(2) >= 1"`: the powers of ten of LRs that [calibration_range()] proves right
#'   to a factor of 2. Such a criterion never fails.
#'
#' # Decisions
#' By interval, a criterion passes if the whole interval meets it, fails if no part does, and is
#' undecided otherwise. By estimate, the corrected value of [measures()] passes or fails; a method
#' at its bound passes half of the time. `by estimate` or `by interval` at the end of a criterion
#' replaces the default. [validation_run()] has the intervals of relative criteria.
#'
#' A method that does not meet a criterion passes it by interval with a probability of at most (1 -
#' `level`) / 2, 2.5 % at 95 %, if the interval has its nominal coverage: `"cllr_cal < 0.05"` is
#' thus an equivalence test. The error of `calibration_range` is 1 - `level`, which is guaranteed.
#'
#' # Errors of the whole plan
#' A method that does not meet some criterion passes the whole plan no more often than this (Berger
#' 1982). A method that meets all \eqn{n} criteria fails at least one up to \eqn{n} times as often.
#' With `family = TRUE` each interval has the level 1 - (1 - `level`) / \eqn{n} (Bonferroni): all
#' decisions about a system are then right together in a share `level`, but more criteria are
#' undecided.
#'
#' # Probability of a decision
#' With `expected`, the plan states the probability that each criterion passes or fails, from
#' simulated studies of independent comparisons. They have the numbers of comparisons of the
#' declared sets, or of `c(n_h1 = , n_h2 = )` for a future set. The probabilities are part of the
#' fingerprint.
#'
#' # Many classes
#' A plan with `classes` is for sets of log-likelihoods. Its criteria bound the
#' [measures][loglik_measures] `cllr`, `cllr_min`, `cllr_cal`, `misclassification` and `cavg` at the
#' flat prior. Draws are by trial.
#'
#' # Conclusions
#' For [sets of conclusions][conclusion_set()], criteria use their
#' [measures][measures.conclusion_set], among them `information(prior)`, `false_positive` and
#' `false_negative`, `corrected` for LRs from the same counts. Intervals allow for examiners and
#' items unless `by = "trial"`.
#'
#' # Fingerprint
#' `data_hash()` of a plan is the SHA-256 of its file by [write_calibrant()], as from `sha256sum
#' plan.json`. Its JSON Schema is `system.file("schema", "plan.json", package = "calibrant")`.
#'
#' @param ... Unused.
#' @param method Name of the validated method.
#' @param accuracy,discriminating_power,calibration,robustness,coherence,generalisation Criteria, in
#'   the form of "Criteria"; `NULL` for none.
#' @param data The data, by role: a named list with `baseline` and, if criteria need them,
#'   `robustness` (one condition or more), `quality` (two levels or more, from the worst to the
#'   best), `unseen` (one or more) and `reference` (one). Each role has the names of conditions, or
#'   a named list of sets, whose numbers of trials and [data_hash()] are then declared too. A single
#'   set is a condition with the name of its role. Numbers of trials, `c(n_h1 = , n_h2 = )`, may
#'   replace a set.
#' @param decide_by `"interval"` or `"estimate"`, the default for criteria.
#' @param level,replicates As in [measures()].
#' @param family Whether `level` is for all decisions about a system together.
#' @param by Units drawn for intervals: `"trial"`, `"source"`, or `"auto"`: sources if all sets name
#'   them.
#' @param seed A whole number from which all draws start.
#' @param hypotheses Optional words for the hypotheses, as in [lr_set()].
#' @param classes The names of many classes; by default those of the sets in `data`.
#' @param note Optional remarks.
#' @param declared The date of declaration, today by default.
#' @param expected The expected method: a [gaussian_system()], or a pilot, an [lr_set()] of one
#'   system, as in [plan_size()]; or a list of these by condition.
#' @param studies Number of studies drawn for `expected`.
#' @param x A plan.
#' @return A `validation_plan`, with methods for [print()], [format()] and [as.data.frame()] (one
#'   row per criterion). `data_hash()` returns 64 hexadecimal digits.
#' @section Errors:
#' * `calibrant_error_criterion`: unknown measures, bounds that are always or never met, the wrong
#'   direction, a comparison with missing data.
#' * `calibrant_error_plan`: no criteria, criteria without their data, data without a criterion,
#'   conditions of the same name.
#' @section Warnings:
#' `calibrant_warning_plan` if a file differs from the one that [write_calibrant()] would write.
#' @references
#' Berger RL (1982). *Technometrics* 24, 295-300. \doi{10.1080/00401706.1982.10487790}
#'
#' Meuwly D, Ramos D, Haraksim R (2017). *Forensic Science International* 276, 142-153.
#' \doi{10.1016/j.forsciint.2016.03.048}
#' @seealso [validation_report()]
#' @concept preregistration
#' @concept validation criteria
#' @concept acceptance criteria
#' @concept ISO 17025
#' @concept ENFSI
#' @export
#' @examples
#' plan <- validation_plan(
#'   method = "Glass, kernel model",
#'   accuracy = c("cllr < 0.9", "cllr < reference"),
#'   discriminating_power = "eer <= 20 %",
#'   calibration = "cllr_cal < 0.1",
#'   data = list(baseline = "glass", reference = "normal model")
#' )
#' plan
#' data_hash(plan)
#'
#' # The probability of a decision
#' validation_plan(accuracy = "misleading_h2 < 0.2",
#'   data = list(baseline = c(n_h1 = 60, n_h2 = 600)),
#'   expected = gaussian_system(2), studies = 20)
validation_plan <- function(..., method = "the method", accuracy = NULL,
                            discriminating_power = NULL, calibration = NULL, robustness = NULL,
                            coherence = NULL, generalisation = NULL,
                            data = list(baseline = "baseline"), decide_by = "interval",
                            level = 0.95, family = FALSE, by = "auto", replicates = 1000,
                            seed = 1, hypotheses = NULL, classes = NULL, note = NULL,
                            declared = Sys.Date(), expected = NULL, studies = 100) {
  check_dots(...)
  texts <- mget(names(characteristics))
  classes <- read_plan_classes(classes, data)
  check_choice(decide_by, c("interval", "estimate"))
  check_choice(by, c("auto", "trial", if (is.null(classes)) "source"))
  check_level(level)
  check_flag(family)
  check_count(replicates, most = 1e6)
  check_seed(seed)
  refused <- "calibrant_error_plan"
  plan <- list(
    method = read_line(method, class = refused),
    declared = read_day(declared, class = refused),
    hypotheses = attr(put_hypotheses(c(h1 = "", h2 = ""), hypotheses), "hypotheses"),
    classes = classes, decide_by = decide_by, level = level, family = family, by = by,
    replicates = as.double(replicates),
    seed = as.double(seed), data = read_plan_data(data, classes),
    criteria = read_criteria(texts, decide_by, classes),
    note = if (!is.null(note)) read_line(note, class = refused), expected = NULL
  )
  check_plan_whole(plan)
  refuse_if(is.null(expected) && !missing(studies), "studies_without_expected")
  if (!is.null(expected)) plan$expected <- plan_expected(plan, expected, studies)
  new_object("validation_plan", plan)
}

# Classes of the plan: by default those of the declared sets.
read_plan_classes <- function(classes, data) {
  sets <- unlist(lapply(data, \(role) if (is.object(role)) list(role) else role), FALSE)
  many <- Filter(\(x) inherits(x, "loglik_set"), as.list(sets))
  if (is.null(classes) && length(many) == 0) return(NULL)
  classes <- classes %||% set_classes(many[[1]])
  check_labels(classes)
  check_that(
    length(classes) > 1 && !anyDuplicated(classes), "name two or more classes, each once.",
    classes,
    class = "calibrant_error_plan"
  )
  source_names(classes)
}

read_criteria <- function(texts, decide_by, classes) {
  rows <- lapply(names(texts), \(characteristic) {
    text <- texts[[characteristic]]
    check_that(
      is.null(text) || is.character(text) && !anyNA(text) && all(validEnc(text)),
      "be criteria in quotes, such as {.val cllr < 0.5}.", text, characteristic,
      class = "calibrant_error_plan"
    )
    lapply(trimws(text), read_criterion, characteristic, decide_by, classes)
  })
  do.call(rbind, lapply(unlist(rows, recursive = FALSE), as.data.frame))
}

data_roles <- c("baseline", "reference", "robustness", "quality", "unseen")

# A row per condition, with the known facts about its data.
read_plan_data <- function(data, classes) {
  refuse_if(!is.list(data) || is.object(data) || !rlang::is_named(data) ||
    !all(names(data) %in% data_roles), "plan_data")
  roles <- intersect(data_roles, names(data))
  do.call(rbind, lapply(roles, \(role) role_rows(data[[role]], role, classes)))
}

role_rows <- function(conditions, role, classes) {
  kind <- if (is.null(classes)) c("lr_set", "conclusion_set") else "loglik_set"
  if (inherits(conditions, kind)) conditions <- rlang::set_names(list(conditions), role)
  if (are_planned_numbers(conditions, classes)) return(planned_rows(conditions, role, classes))
  if (is.character(conditions) && length(conditions) > 0 && !anyNA(conditions)) {
    unknown <- rlang::rep_named(count_names(list(classes = classes)), list(NA_real_))
    return(data.frame(
      condition = enc2utf8(conditions), role = role, unknown, sha256 = NA_character_,
      check.names = FALSE
    ))
  }
  sets <- is.list(conditions) && rlang::is_named(conditions) &&
    all(vapply(conditions, inherits, NA, kind))
  refuse_if(!sets, "conditions_of_role")
  for (x in conditions) check_plan_classes(x, classes)
  data.frame(
    condition = enc2utf8(names(conditions)), role = role, known_of_data(conditions),
    check.names = FALSE
  )
}

# Numbers of trials of data not yet collected.
are_planned_numbers <- function(conditions, classes) {
  named <- \(n) is.numeric(n) && setequal(names(n), count_names(list(classes = classes)))
  named(conditions) || is.list(conditions) && rlang::is_named(conditions) &&
    length(conditions) > 0 && all(vapply(conditions, named, NA))
}

planned_rows <- function(conditions, role, classes) {
  if (!is.list(conditions)) conditions <- rlang::set_names(list(conditions), role)
  names <- count_names(list(classes = classes))
  numbers <- do.call(rbind, lapply(conditions, \(n) as.double(n[names])))
  check_each(
    is.finite(numbers) & numbers >= 1 & numbers == floor(numbers),
    "be whole numbers of trials, at least 1.", numbers, "data", class = "calibrant_error_plan"
  )
  colnames(numbers) <- names
  data.frame(
    condition = enc2utf8(names(conditions)), role = role, numbers, sha256 = NA_character_,
    row.names = NULL, check.names = FALSE
  )
}

check_plan_classes <- function(x, classes) {
  found <- if (inherits(x, "loglik_set")) set_classes(x)
  check_that(
    setequal(found, classes), "have the classes of the plan.", found, "data",
    i = "The classes are {.val {classes}}.", class = "calibrant_error_plan"
  )
}

known_of_data <- function(sets) {
  numbers <- lapply(sets, \(x) vapply(numbers_at(x, seq_along(x$truth)), sum, 1))
  numbers <- lapply(numbers, `[`, names(numbers[[1]]))
  data.frame(
    do.call(rbind, numbers), sha256 = vapply(sets, data_hash, ""),
    row.names = NULL, check.names = FALSE
  )
}

# Every criterion has its data, and all data have a criterion.
check_plan_whole <- function(plan) {
  refuse_if(is.null(plan$criteria), "plan_without_criteria")
  twice <- unique(plan$criteria$criterion[duplicated(plan$criteria[1:2])])
  refuse_if(length(twice) > 0, "criterion_twice")
  twice <- unique(plan$data$condition[duplicated(plan$data$condition)])
  refuse_if(length(twice) > 0, "condition_twice")
  check_roles(plan)
}

check_roles <- function(plan) {
  n <- as.list(table(factor(plan$data$role, data_roles)))
  refuse_if(n$baseline != 1 || n$reference > 1, "plan_baseline")
  wanted <- unique(c(
    "baseline", characteristic_roles[plan$criteria$characteristic],
    if ("reference" %in% plan$criteria$against) "reference"
  ))
  lost <- setdiff(wanted, plan$data$role)
  refuse_if(length(lost) > 0, "criterion_without_data")
  idle <- setdiff(plan$data$role, wanted)
  refuse_if(length(idle) > 0, "data_without_criterion")
  refuse_if("quality" %in% wanted && n$quality < 2, "quality_levels")
}

#' @rdname validation_plan
#' @export
data_hash.validation_plan <- function(x, ...) {
  check_dots(...)
  plan_hash(x)
}

plan_hash <- function(plan) {
  check_is_plan(plan)
  hash_text(plan_text(plan))
}

#' @exportS3Method
write_calibrant.validation_plan <- function(x, file, ...) {
  check_dots(...)
  check_is_plan(x)
  write_record(plan_record(x), file)
}

#' @exportS3Method
restored.calibrant_validation_plan <- function(record, file, text) {
  stop_problem(schema_problem(unclass(record), schema_of("plan")))
  plan <- plan_of(record)
  # Unread members of the file, which are unknown or occur twice, must not be mistaken for a part of
  # the plan. Line ends of another system do not count as a difference.
  if (gsub("\r", "", text, fixed = TRUE) != plan_text(plan)) warn_of("other_bytes")
  plan
}

# A plan, or the file that it was written to.
read_plan <- function(plan) {
  if (rlang::is_string(plan) && !is.object(plan)) plan <- read_calibrant(plan)
  check_is_plan(plan)
  plan
}

check_is_plan <- function(plan) {
  check_that(
    inherits(plan, "validation_plan"),
    "be made by {.fn validation_plan} or {.fn read_calibrant}.", plan
  )
  # A plan altered by hand would be judged by numbers other than the hashed ones.
  again <- \() suppressWarnings(plan_of(plan_record(plan)))
  stop_unless_intact(identical(again(), plan), "validation_plan")
}

# Error rates of a plan as a whole. A criterion on calibration_range() passes in error with
# probability one minus its level, and never fails.
plan_errors <- function(plan) {
  if (any(plan$criteria$decide_by == "estimate")) {
    return("Decisions by estimate err in up to half of all validations.")
  }
  error <- 1 - decision_level(plan)
  proves <- plan$criteria$measure == "calibration_range"
  may_fail <- replace(plan, "criteria", list(plan$criteria[!proves, ]))
  share <- \(p) percent_text(min(p, 1))
  sprintf(
    paste(
      "A method that does not meet some criterion passes all in at most %s of validations; a",
      "method that meets all criteria fails at least one in at most %s."
    ),
    share(if (any(proves)) error else error / 2), share(n_decisions(may_fail) * error / 2)
  )
}

plan_format <- "calibrant validation plan"

plan_text <- function(plan) sealed_json(plan_record(plan))

# Criteria are recorded as written; their consequences are computed again.
plan_record <- function(plan) {
  settings <- c("decide_by", "level", if (plan$family) "family", "by", "replicates", "seed")
  c(
    list(format = plan_format, version = 1),
    unclass(plan)[c("method", "declared")],
    list(hypotheses = if (!is.null(plan$hypotheses)) as.list(plan$hypotheses)),
    unclass(plan)[settings],
    if (!is.null(plan$classes)) list(classes = as.list(plan$classes)),
    list(
      data = json_rows(plan$data),
      criteria = json_rows(plan$criteria[c("characteristic", "criterion")]),
      note = plan$note
    ),
    if (!is.null(plan$expected)) list(expected = json_rows(plan$expected))
  )
}

plan_of <- function(found) {
  text <- \(rows, name) vapply(rows, \(row) row[[name]] %||% NA_character_, "")
  by_name <- \(value, name) split(value, factor(name, unique(name)))
  conditions <- text(found$data, "condition")
  plan <- do.call(validation_plan, c(
    found[c("method", "declared", "decide_by", "level", "by", "replicates", "seed")],
    by_name(text(found$criteria, "criterion"), text(found$criteria, "characteristic")),
    list(
      data = by_name(conditions, text(found$data, "role")),
      family = isTRUE(found$family), hypotheses = unlist(found$hypotheses),
      classes = unlist(found$classes), note = found$note
    )
  ))
  rows <- found$data[match(plan$data$condition, conditions)]
  for (name in count_names(plan)) plan$data[[name]] <- numbers_of_json(lapply(rows, `[[`, name))
  plan$data$sha256 <- text(rows, "sha256")
  plan["expected"] <- list(expected_of(found$expected))
  plan
}

count_names <- function(plan) paste0("n_", plan$classes %||% c("h1", "h2"))

#' @rdname validation_plan
#' @export
print.validation_plan <- \(x, ...) printed(x, writeLines(format(x)))

#' @rdname validation_plan
#' @export
format.validation_plan <- function(x, ...) {
  check_is_plan(x)
  data <- x$data
  numbers <- Map(
    \(n, name) paste(plain_counts(n), name), data[count_names(x)], x$classes %||% c("H1", "H2")
  )
  numbers <- do.call(paste, c(unname(numbers), sep = if (is.null(x$classes)) " and " else ", "))
  unseen <- ifelse(is.na(data[[count_names(x)[1]]]), "", paste0(numbers, " trials, "))
  sizes <- ifelse(is.na(data$sha256), paste0(unseen, "not yet seen"),
    paste0(numbers, " trials, sha256 ", substr(data$sha256, 1, 12))
  )
  by <- if (is.null(x$classes)) x$by else "trial"
  sources <- switch(by, auto = "by source where items are named, else by trial", paste("by", by))
  c(
    sprintf("Plan for the validation of %s, declared on %s", x$method, x$declared),
    if (!is.null(x$hypotheses)) paste0(names(x$hypotheses) |> toupper(), ": ", x$hypotheses),
    if (!is.null(x$classes)) paste("Classes:", paste(x$classes, collapse = ", ")),
    "", "Data:", paste0("  ", format(data$role), "  ", format(data$condition), "  ", sizes),
    "", "Criteria:",
    paste0("  ", format(unname(characteristics[x$criteria$characteristic])), "  ",
      format(x$criteria$criterion), "  decided by ", x$criteria$decide_by),
    "", sprintf("Intervals of %s %%%s, %s drawn %s, from seed %s", level_number(x$level),
      if (x$family) " for all decisions about a system together" else "",
      noun_count(x$replicates, "replicate"), sources, format(x$seed)),
    wrap_sentences(plan_errors(x)),
    expected_lines(x$expected),
    if (!is.null(x$note)) wrap_sentences(paste("Note:", x$note)),
    paste("SHA-256 of the plan:", plan_hash(x))
  )
}

#' @rdname validation_plan
#' @export
as.data.frame.validation_plan <- function(x, ...) x$criteria
