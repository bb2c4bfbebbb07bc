# The report on conclusions of examiners: its facts and the sections that reports on LRs lack. See
# validation_report().

conclusion_report_facts <- function(x, judged, settings, words) {
  by <- conclusion_by(x, NULL)
  lrs <- conclusion_lr(x, level = settings$level)
  if (!is.null(settings$which)) check_choice(settings$which, unique(lrs$conclusion), "which")
  ordered <- is.ordered(x$conclusion)
  which <- c("cllr", "cllr_min", "auc", "information", "misleading_h1", "misleading_h2",
    if (ordered) c("false_positive", "false_negative"))
  measured <- \(...) measured_alone(x, settings, \(one) measures(one, ..., level = settings$level))
  told <- as.data.frame(measured("information"))
  tells <- lapply(split(told, told$system), conclusions_tell, settings$level)
  report <- list(
    x = x, judged = judged, settings = settings, by = by, lrs = lrs,
    sections = conclusion_report_sections,
    measured = measured(which, settings$prior),
    errors = if (ordered) error_rates(x, level = settings$level),
    brief = \(report, k) paste_said(tells[[system_names(x)[k]]]),
    sentences = unclass(explain(lrs, settings$which))
  )
  if (!is.null(settings$which)) return(court_page(report, words))
  report$pictures <- Filter(Negate(is.null), list(
    conclusion_lrs = list(plot = autoplot(lrs), height = 4),
    conclusion_shares = list(plot = autoplot(lrs, type = "shares"), height = 4),
    conclusion_errors = if (ordered) list(plot = autoplot(report$errors), height = 3.5),
    ece = list(plot = plot_ece(x), height = 4), matrix = matrix_picture(report)
  ))
  c(report, report_head(words, judged))
}

# One conclusion, on one page.
court_page <- function(report, words) {
  words$title <- words$title %||% say("court.title", list(conclusion = report$settings$which))
  c(replace(report, "sections", list(court_sections)), report_head(words, NULL))
}

court_sections <- list(
  front = \(report) section_front(report),
  court_worth = \(report) markdown_items(c(report_sentence_hypotheses(report$x), report$sentences)),
  court_limits = \(report) {
    added <- format_number(attr(report$lrs, "prior_counts"))
    c(plain_paragraph(say("court.limits", c(report["by"], report$settings))),
      plain_paragraph(say("court.counts", list(added = added))),
      origin_lines(report))
  },
  court_convention = \(report) error_lines(report) %||% plain_paragraph(say("court.unordered")),
  court_not = \(report) markdown_items(words_for("court_not")),
  signatures = \(report) section_signatures()
)

conclusion_report_sections <- utils::modifyList(shared_sections, list(
  summary = \(report) markdown_items(report$sentences),
  data = \(report) section_conclusion_data(report),
  numbers = \(report) {
    c(
      measured_lines(report, numbers_table(report, words_for("conclusion_measure")),
        say("conclusion_intervals", list(level = report$settings$level, by = report$by))),
      error_lines(report)
    )
  },
  method = \(report) {
    prior <- format_number(attr(report$lrs, "prior_counts"))
    section_method(report, label("Prior counts: %s of each conclusion under each hypothesis",
      prior))
  }
))

section_conclusion_data <- function(report) {
  rows <- as.data.frame(report$lrs)
  out <- data.frame(
    system = as.character(rows$system), conclusion = rows$conclusion,
    n_h1 = plain_counts(rows$n_h1), n_h2 = plain_counts(rows$n_h2), lr = format_lr(rows$log10_lr),
    interval = ends_text(rows$lower, rows$upper, format_lr),
    counts = ifelse(is.na(rows$counts_log10_lr), "-", format_lr(rows$counts_log10_lr))
  )
  out <- with_headings(out, is_several(report), "conclusion_heading")
  c(markdown_table(out, rep(1, ncol(out)), "conclusions", report), origin_lines(report))
}

error_lines <- function(report) {
  if (is.null(report$errors)) return(NULL)
  rows <- as.data.frame(report$errors)
  out <- data.frame(
    system = as.character(rows$system), error = unname(error_names()[rows$error]),
    way = unname(words_for("convention")[rows$inconclusive]), rate_columns(rows, rows$n_error)
  )
  out <- with_headings(out, is_several(report), "conclusion_heading")
  c(
    plain_paragraph(say("conclusion_errors")),
    markdown_table(out, c(if (ncol(out) == 5) 1, 2, 3, 2.3, 2), "conclusion_errors", report),
    markdown_items(error_notes(report$errors))
  )
}
