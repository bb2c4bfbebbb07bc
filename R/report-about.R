# Scope of a validation: fields of a report that only its authors can fill.

read_about <- function(about) {
  about <- about %||% list()
  fields <- words_for("about")
  listed <- (is.list(about) || is.character(about)) &&
    (length(about) == 0 || rlang::is_named2(about))
  check_that(listed, "be a named list of texts.", about)
  if (length(about) > 0) check_choices(names(about), names(fields), "names(about)")
  vapply(about, read_line, "", "about", class = "calibrant_error_plan")
}

# Missing fields are reported as not stated, since an assessor asks for them.
section_scope <- function(report) {
  fields <- words_for("about")
  stated <- rlang::set_names(as.character(report$about[names(fields)]), names(fields))
  stated[is.na(stated)] <- say("not_stated")
  stated["training"] <- paste(training_words(report$x), collapse = " ")
  fields["training"] <- say("about_training")
  two <- !inherits(report$x, "loglik_set")
  c(
    if (two) plain_paragraph(say("reading")),
    if (two) markdown_items(report_sentence_hypotheses(report$x)),
    markdown_table(
      rlang::set_names(data.frame(unname(fields), unname(stated[names(fields)])),
        words_for("heading")[c("item", "statement")]),
      c(1, 2), "scope", report
    )
  )
}

# Calibration of the LRs, as far as the set records it.
training_words <- function(x) {
  known <- vapply(notes_of(x, "calibrated"), note_words$calibrated, "")
  if (length(known) > 0) known else say("not_stated")
}

report_sentence_hypotheses <- function(x) {
  clauses <- hypotheses_of(x) %||%
    vapply(x$labels, \(label) say("truth_is", list(label = label)), "")
  paste0(c("H1: ", "H2: "), capitalised(clauses[c("h1", "h2")]), ".")
}
