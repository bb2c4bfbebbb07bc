# First section of a report: whether the criteria of a plan are met, one by one, or that none were
# declared; then the systems side by side.

section_verdict <- function(report) {
  warned <- own_training_warning(report)
  c(
    if (nzchar(warned)) plain_paragraph(warned),
    if (is.null(report$judged)) unplanned_lines(report) else criteria_lines(report),
    comparison_lines(report)
  )
}

criteria_lines <- function(report) {
  declared <- attr(report$judged, "plan")$declared
  verdicts <- vapply(seq_along(system_names(report$x)), \(k) {
    decision <- judged_of(report, k)$decision
    say("conclusion", c(
      list(decision = overall_decision(decision), declared = declared),
      list(system = system_names(report$x)[k], named = is_several(report)),
      as.list(table(factor(decision, decision_levels)))
    ))
  }, "")
  table <- judged_table(report)
  kept <- words_for("heading")[c("system", "condition", "criterion", "result", "decision")]
  table <- table[intersect(kept, names(table))]
  c(
    markdown_items(verdicts),
    markdown_table(table, c(if (ncol(table) == 5) 1.2, 1.2, 2.4, 2.6, 1.2), "criteria", report),
    matrix_draws(report)
  )
}

# Without a plan a report only describes.
unplanned_lines <- function(report) {
  found <- vapply(seq_along(system_names(report$x)), \(k) {
    paste_said(
      if (is_several(report)) paste0(system_names(report$x)[k], ":"),
      report$brief(report, k)
    )
  }, "")
  c(plain_paragraph(say("conclusion_unplanned")), markdown_items(found))
}

brief_findings <- function(report, k) {
  answers <- summary_answers(report, k)[c("help", "calibrated", "claimed")]
  paste(words_for("question")[names(answers)], answers, collapse = " ")
}

# A row per system: its measures with their intervals, and the conclusions from these.
comparison_lines <- function(report) {
  if (!is_several(report)) return(NULL)
  measured <- as.data.frame(report$measured)
  shown <- intersect(c("cllr", "cllr_min", "cllr_cal", "eer", "cavg"), measured$measure)
  columns <- lapply(shown, \(name) {
    rows <- measured[measured$measure == name, ]
    text <- \(column) value_texts(rows$measure, rows[[column]])
    better <- with_corrected_text(text("estimate"), text("corrected"), label("%s, corrected %s"))
    limits <- paste0(" (", text("lower"), "\u2013", text("upper"), ")")
    ifelse(is.na(rows$lower), text("estimate"), paste0(better, limits))
  })
  table <- data.frame(system_names(report$x), columns)
  names(table) <- c(words_for("heading")[["system"]], measure_title(shown))
  markdown_table(table, c(1.2, rep(2, length(shown))), "comparison", report)
}
