#' Validation reports
#'
#' `validation_report()` writes a self-contained report of a validation, and returns its path.
#'
#' The report begins with the conclusion: whether each criterion of the plan is met (Meuwly, Ramos
#' and Haraksim 2017). It continues with the scope, a summary in plain words, data, results with
#' intervals, figures, limits and warnings. The annexes contain every number, the most misleading
#' comparisons, settings and versions, and the requirements of ISO 21043-4, the ENFSI guideline and
#' the consensus on validating forensic voice comparison, by topic. Only scopes and abstracts of
#' these three were available.
#'
#' Intervals and tests are drawn by source if the set names items, else by trial.
#'
#' # File types
#' All types need the package rmarkdown and pandoc. HTML is one file. PDF needs LaTeX (the smallest
#' is `tinytex::install_tinytex()`), which draws pictures as lines, or else Chromium (Chrome, Edge).
#'
#' @param x An [lr_set()] of likelihood ratios, a [loglik_set()] or a [conclusion_set()].
#' @param file Path of the report, with the extension `.html`, `.docx` or `.pdf`.
#' @param plan Optional: a [validation_plan()] for `x` and the `sets`, or the matrix of
#'   [validation_run()].
#' @param ... Unused.
#' @param prior Prior probabilities of H1 for the sentences, inside (0, 1): 0.01 and 0.5 by default,
#'   or the prior of a set of probabilities; for many classes one prior, flat by default.
#' @param title,method,author Optional words for the head: a title, the name of the method (by
#'   default from the plan), and the author.
#' @param about A named list of optional texts: `document` (its number), `scope` (the purpose of the
#'   method), `version` (of the system under test), `conditions`, `collection` (origin of the data),
#'   `ground_truth` (how the truth is known), `inclusion` (criteria for comparisons), `deviations`
#'   (from the plan), `responsible`. Missing texts are marked as not stated.
#' @param sets Named list of sets for conditions of the plan; `x` is that of all others.
#' @param monitor Optional: a [monitor()] of the system in use, for a separate section.
#' @param which For a [conclusion_set()]: the name of one conclusion, for one page for court about
#'   its value and limits, the conventions for inconclusives, and wrong interpretations.
#' @param language `"en"` or `"de"`; `NULL` for the language of the session.
#' @param level,replicates,threads As in [measures()].
#' @param seed A whole number from which all draws start.
#' @return The path, invisibly.
#' @section Errors:
#' * `calibrant_error_plan`: a title, method, author or text of `about` of more than 10 000 bytes.
#' * `calibrant_error_file`: other extensions.
#' * `calibrant_error_missing_package`, `calibrant_error_missing_program`: rmarkdown, pandoc or
#'   LaTeX is missing.
#' @references
#' Meuwly D, Ramos D, Haraksim R (2017). *Forensic Science International* 276, 142-153.
#' \doi{10.1016/j.forsciint.2016.03.048}
#' @seealso [explain()][explain.lr_set]
#' @concept validation report
#' @concept accreditation
#' @concept Word
#' @concept PDF
#' @concept ISO 21043
#' @concept court
#' @concept testimony
#' @export
#' @examplesIf interactive() && rlang::is_installed("rmarkdown") && rmarkdown::pandoc_available()
#' x <- lr_set(same_source ~ log10_lr | model,
#'   data = glass_lr, scale = "log10", source1 = "item1", source2 = "item2",
#'   hypotheses = c(
#'     h1 = "the fragments come from the same window", h2 = "they come from different windows"
#'   )
#' )
#' validation_report(x["mvk"], tempfile(fileext = ".html"), prior = c(0.01, 0.5))
validation_report <- function(x, file, plan = NULL, ..., prior = NULL, title = NULL,
                              method = NULL, author = NULL, about = NULL, sets = list(),
                              monitor = NULL, which = NULL, language = NULL, level = 0.95,
                              replicates = 1000, seed = 1, threads = NULL) {
  check_dots(...)
  x <- read_reported(given(x))
  check_plan_sets(sets, !is.null(plan) && !inherits(plan, "validation_matrix"))
  file_type(file, c("html", "docx", "pdf"))
  check_that(
    dir.exists(dirname(file)), "lie in a folder that exists.", file,
    is = cli::format_inline("{.file {file}}"), class = "calibrant_error_file"
  )
  write_report(x, file, plan, sets, monitor, threads, list(
    title = title, method = method, author = author, about = about, prior = prior, level = level,
    replicates = replicates, seed = seed, which = which, language = language,
    date = format(Sys.Date(), "%Y-%m-%d")
  ))
}

read_reported <- function(x) {
  x <- if (inherits(x, "conclusion_set")) conclusion_set(x) else read_either_set(x)
  if (inherits(x, "lr_set")) check_calibrated(x)
  x
}

# The report as `asked` for, which HTML stores so that it can be made again.
write_report <- function(x, file, plan, sets, monitor, threads, asked) {
  many <- inherits(x, "loglik_set")
  prior <- if (!many) asked$prior %||% own_prior(x, c(0.01, 0.5))
  if (many) prior <- one_class_prior(asked$prior, set_classes(x)) else check_inner_prior(prior)
  check_seed(asked$seed)
  check_count(asked$replicates, "replicates", most = 1e6)
  check_level(asked$level)
  read_threads(threads)
  if (!is.null(monitor)) check_monitor(monitor, "monitor")
  refuse_if(
    !is.null(asked$which) && !(inherits(x, "conclusion_set") && is.null(c(plan, monitor))),
    "which_of_conclusions"
  )
  heads <- asked[c("title", "method", "author", "date")]
  words <- Map(\(word, arg) {
    if (!is.null(word)) read_line(word, arg, class = "calibrant_error_plan")
  }, heads, names(heads))
  words$about <- read_about(asked$about)
  check_report_tools(tolower(tools::file_ext(file)))
  settings <- c(
    asked[c("level", "replicates", "seed", "which")], list(threads = threads, prior = prior)
  )
  with_words_of(asked$language, with_decimal_mark({
    judged <- read_judged(x, plan, sets, threads)
    x <- with_hypotheses_of(x, attr(judged, "plan"))
    report <- with_monitor(facts_for(x)(x, judged, settings, words), monitor)
    report$asked <- report_record(asked, report)
    render_report(report, tolower(tools::file_ext(file)), file)
  }))
}

# The words of the plan for a set that states none.
with_hypotheses_of <- function(x, plan) {
  here <- inherits(x, "conclusion_set") || inherits(x, "lr_set") && has_trials(systems_of(x)[[1]])
  if (!here || is.null(plan$hypotheses) || !is.null(hypotheses_of(x))) return(x)
  with_fields(x, list(labels = put_hypotheses(x$labels, plan$hypotheses)))
}

facts_for <- function(x) {
  if (inherits(x, "loglik_set")) return(class_report_facts)
  if (inherits(x, "conclusion_set")) conclusion_report_facts else report_facts
}

# The matrix of a plan, if there is one.
read_judged <- function(x, plan, sets, threads) {
  if (inherits(plan, "validation_matrix")) check_matrix_of(plan, x)
  if (is.null(plan) || inherits(plan, "validation_matrix")) return(plan)
  plan <- read_plan(plan)
  for (name in setdiff(plan$data$condition, names(sets))) sets[[name]] <- x
  validation_run(plan, sets, threads = threads)
}

# Sets are only for a plan that the report carries out.
check_plan_sets <- function(sets, carried_out) {
  named <- rlang::is_bare_list(sets) && rlang::is_named2(sets)
  check_that(named, "be a named list of sets.", sets)
  needs_plan <- "{.arg sets} needs a {.arg plan} from {.fn validation_plan}."
  stop_if(!carried_out && length(sets) > 0, needs_plan)
}
