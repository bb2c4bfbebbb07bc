#' Sample size of a validation
#'
#' `plan_size()` returns the number of comparisons, or items, that a validation needs to reach a
#' `target`: a narrow interval, a passed criterion, a detected fault of calibration, or the support
#' of large LRs.
#'
#' # Targets
#' | `target` | with | reached if |
#' |---|---|---|
#' | a measure of [measures()]: `"cllr"`, `"eer"` | `half_width` | its interval is that narrow |
#' | a criterion of [validation_plan()]: `"cllr < 0.6"` | | the criterion is passed |
#' | `"calibration_test"` | `stretch`, `shift` | the p-value is at most 1 - `level` |
#' | `"calibration_range(2)"` | `reach` | the LR `reach` is proven right to that factor |
#' | `"bound_lr"` | `reach` | the limit of [bound_lr()] (ELUB) is no nearer to 1 than `reach` |
#'
#' The `assurance` (power) is the probability that a study of that size reaches its target. No size
#' suffices for a criterion that the method does not meet; a pilot may leave this open.
#'
#' Most answers come from simulated studies, judged by the function for the real study. An assurance
#' beyond 10 000 comparisons (5000 of items, 200 000 without bootstrap) is `NA`. A pilot is
#' resampled to allow for its uncertainty (Sadatsafavi et al. 2025). Answers are reproducible with
#' [set.seed()]. See `vignette("methods")`.
#'
#' # Designs
#' * `"independent"`: the size is the number of H1 comparisons, with `ratio` times as many of H2;
#' * `"all_pairs"`: the size is a number of items \eqn{K}, each compared with itself and with all
#'   others, \eqn{K} H1 and \eqn{K(K-1)/2}{K(K - 1)/2} H2 comparisons;
#' * `"reference_probe"`: each of \eqn{K} items has a reference and a probe, \eqn{K} H1 and
#'   \eqn{K(K-1)}{K(K - 1)} H2 comparisons.
#'
#' Studies of pairs are judged by source, because comparisons with an item in common are correlated
#' (Hoeffding 1948): their two items cause the share `item_share` of the variance of normal scores
#' under H2. A pilot estimates it.
#'
#' @param x The expected method: a [gaussian_system()], or a pilot, an [lr_set()] of one system.
#' @param target The target, one text: see "Targets".
#' @param ... Unused.
#' @param half_width Target for half of the width of the interval, in the unit of the measure.
#' @param reach The LR to be proven or supported, such as 100 or 1/100.
#' @param assurance Probability of reaching the target, between 0 and 1. `NULL` means half-widths on
#'   average, and 0.8 for all other targets.
#' @param design,ratio,item_share The design of the study: see "Designs".
#' @param stretch,shift Miscalibration of the LRs of the study, as in [simulate_lr()].
#' @param level,replicates,threads As in [measures()]. Formulas assume 1000 replicates.
#' @param studies Number of studies per size around the answer, at least 10.
#' @param sizes Sizes to return; by default a few around the answer.
#' @param digits Number of printed digits.
#' @return A data frame of class `planned_size` with a row per size: `n` (H1 comparisons, or items),
#'   `n_h1`, `n_h2`, `half_width` (on average; `NA` if the target has no interval), `assurance`
#'   (`NA` for half-widths on average), `failed` (the share of studies that fail a criterion) and
#'   `answer`, `TRUE` for the least sufficient size, if any. [explain()] describes it in words.
#' @section Errors:
#' Pilots need five comparisons of each hypothesis, and no weights. Criteria have the errors of
#' [validation_plan()].
#' @references
#' Hoeffding W (1948). *Annals of Mathematical Statistics* 19, 293-325.
#' \doi{10.1214/aoms/1177730196}
#'
#' Sadatsafavi M et al. (2025). arXiv:2504.15923. <https://arxiv.org/abs/2504.15923>
#' @seealso [rule_of_30()] for error rates
#' @concept sample size
#' @concept power
#' @concept assurance
#' @concept number of comparisons
#' @concept study design
#' @export
#' @examples
#' size <- plan_size(gaussian_system(2), "cllr", half_width = 0.05)
#' size
#' autoplot(size)
#' plan_size(gaussian_system(2), "cllr < 0.6", ratio = 10)
#' explain(plan_size(gaussian_system(2), "misleading_h2", half_width = 0.03, assurance = 0.9))
#'
#' # Support of LRs of 30
#' set.seed(1)
#' plan_size(gaussian_system(2), "bound_lr", reach = 30, studies = 10)
#' @order 1
plan_size <- function(x, target = "cllr", ..., half_width = NULL, reach = NULL, assurance = NULL,
                      design = "independent", ratio = 1, item_share = NULL, stretch = 1,
                      shift = 0, level = 0.95, studies = 100, replicates = 400, sizes = NULL,
                      threads = NULL) {
  check_dots(...)
  check_given()
  check_size_design(design, ratio, item_share, stretch, shift)
  settings <- read_size_settings(level, replicates, studies, threads)
  goal <- read_goal(target, half_width, reach, settings)
  if (!is.null(assurance)) check_number(assurance, above = 0, below = 1)
  if (goal$kind != "measure") assurance <- assurance %||% 0.8
  model <- size_model(read_expected(x), design, ratio, item_share, stretch, shift)
  # Goals of calibrated LRs cannot be planned from scores.
  calibrated <- goal$kind %in% c("calibration_test", "bound_lr", "calibration_range") ||
    isTRUE(measure_kinds[[goal$measure]]$calibrated) || goal$measure == "calibration_range"
  refuse_if(model$scale == "score" && calibrated, "pilot_scores")
  curve <- formula_curve(goal, model, settings)
  exact <- !is.null(curve)
  if (!exact) curve <- studied_curve(goal, model, settings, assurance, studies)
  studied <- curve$studied %||% c(least_size, 1e8)
  answer <- solve_size(curve, goal, assurance, studied[1], studied[2])
  table <- size_table(curve, model, goal, assurance, answer, studied, read_sizes(sizes))
  new_curve(table, "planned_size", facts = list(
    kind = goal$kind, target = goal$target, half_width = goal$half_width, reach = goal$reach,
    assurance = assurance, design = design, level = level, exact = exact, pilot = model$pilot,
    answer = answer, studied = studied
  ))
}

check_size_design <- function(design, ratio, item_share, stretch, shift) {
  check_choice(design, size_designs)
  check_number(ratio, above = 0)
  refuse_if(design == "independent" && !is.null(item_share), "item_share_unused")
  refuse_if(design != "independent" && ratio != 1, "ratio_unused")
  check_number(stretch, above = 0)
  check_number(shift)
}

# Settings in the form that judge() expects of a plan.
read_size_settings <- function(level, replicates, studies, threads) {
  check_level(level)
  check_count(replicates, most = 1e6)
  check_count(studies, most = 1e5)
  check_that(studies >= 10, "be at least 10.", studies)
  check_that(replicates >= 20, "be at least 20.", replicates)
  list(
    level = level, replicates = as.double(replicates), by = "auto", seed = 1, classes = NULL,
    threads = read_threads(threads)
  )
}

read_sizes <- function(sizes) {
  if (is.null(sizes)) return(NULL)
  check_filled(sizes)
  check_numeric(sizes)
  check_each(
    sizes >= 2 & sizes <= 1e8 & sizes == floor(sizes), "be a whole number from 2 to 1e8.", sizes
  )
  sort(unique(sizes))
}

# Range around the answer, or of all sizes that were tried.
size_table <- function(curve, model, goal, assurance, answer, studied, sizes) {
  if (is.null(sizes)) {
    ends <- if (is.na(answer)) pmin(studied, 1e6) else c(answer / 4, answer * 4)
    ends <- pmin(pmax(ends, studied[1]), studied[2])
    sizes <- round(exp(seq(log(ends[1]), log(ends[2]), length.out = 11)))
    sizes <- unique(sort(c(sizes, answer)))
  }
  at <- \(f) vapply(sizes, f, 0)
  compared <- vapply(sizes, model$sizes, numeric(2))
  data.frame(
    system = "system", n = sizes, n_h1 = compared[1, ], n_h2 = compared[2, ],
    half_width = at(curve$half_width),
    assurance = if (is.null(assurance)) NA_real_ else at(curve$assurance),
    failed = if (goal$kind == "criterion") at(curve$failed) else NA_real_,
    answer = sizes %in% answer
  )
}

#' @rdname plan_size
#' @export
print.planned_size <- \(x, digits = 3, ...) printed(x, {
  shown <- c("n", "n_h1", "n_h2", "half_width", "assurance", "failed")
  table <- as.data.frame(x)[shown]
  table <- table[, !vapply(table, \(v) all(is.na(v)), NA), drop = FALSE]
  counts <- intersect(names(table), c("n", "n_h1", "n_h2"))
  table[counts] <- lapply(table[counts], plain_counts)
  rest <- setdiff(names(table), counts)
  table[rest] <- lapply(table[rest], even_number, digits)
  table[[" "]] <- ifelse(x$answer, "<", "")
  print(table, row.names = FALSE, right = TRUE)
  writeLines(wrap_sentences(size_sentence(attr(x, "facts"), x)))
})

#' @rdname plan_size
#' @export
#' @rawNamespace S3method(dplyr::explain, planned_size)
explain.planned_size <- function(x, ...) {
  check_dots(...)
  x <- drawn_curve(x, c("n_h1", "n_h2"), "facts", "explanation")
  new_object("lr_explanation", with_decimal_mark(size_sentence(attr(x, "facts"), x)))
}
