# Annexes of a report: every number, its origin, and the sections that answer requirements of
# standards.

section_all_numbers <- function(report) {
  widths <- c(if (is_several(report)) 1, 4, 1.4)
  c(markdown_table(all_numbers(report), widths, "all_numbers", report), worst_lines(report))
}

# Every measure, except costs of operating points, which the user has to choose.
all_numbers <- function(report) {
  kinds <- setdiff(names(measure_kinds), c("dcf", "dcf_min"))
  table <- as.data.frame(suppress_infinities(measures(
    report$x, kinds, report$settings$prior, replicates = 0
  )))
  out <- data.frame(
    system = as.character(table$system), measure = paste0(table$measure, prior_words(table$prior)),
    result = value_texts(table$measure, table$estimate)
  )
  with_headings(out, is_several(report))
}

# The comparisons that mislead most, so that they can be looked up.
worst_lines <- function(report, n = 5) {
  found <- do.call(rbind, lapply(system_names(report$x), \(system) {
    worst_trials(take_system(report$x, system), n)
  }))
  if (NROW(found) == 0) return(NULL)
  markdown_table(
    with_headings(found, is_several(report)), c(if (is_several(report)) 1, 1, 3, 1.2), "worst",
    report
  )
}

worst_trials <- function(x, n) {
  trials <- tryCatch(as.data.frame(x), calibrant_error = \(cnd) NULL)
  if (is.null(trials) || !"truth" %in% names(trials)) return(NULL)
  value <- to_ln(values_of(x), x$scale)
  wrong <- ifelse(trials$truth, -value, value)
  rows <- utils::head(order(wrong, decreasing = TRUE), 2 * n)
  rows <- rows[wrong[rows] > 0]
  named <- intersect(c("id", "source1", "source2", "source"), names(trials))
  ids <- lapply(trials[rows, named, drop = FALSE], as.character)
  data.frame(
    system = rep(system_names(x), length(rows)),
    truth = ifelse(trials$truth[rows], "H1", "H2"),
    comparison = if (length(ids) > 0) do.call(paste, c(ids, sep = ", ")) else plain_counts(rows),
    log10_lr = even_number(from_ln(value[rows], "log10"))
  )
}

# Requirements of the documents, by topic, for the sections of this report. Only clauses that we
# have read are cited.
section_standards <- function(report) {
  there <- intersect(names(words_for("standard")), names(report$sections))
  table <- data.frame(words_for("report")[there], words_for("standard")[there])
  c(
    plain_paragraph(say("standards")),
    markdown_table(
      rlang::set_names(table, words_for("heading")[c("section", "topic")]),
      c(1, 3), "standards", report
    )
  )
}
