# The sections of the report, as lines of Markdown.

section_front <- function(report) {
  document <- if (!is.na(report$about["document"])) report$about[["document"]]
  # Word has a place of its own for the author.
  author <- if (report$type != "docx") report$author
  plain_paragraph(paste(c(document, report$method, author, report$date), collapse = ", "))
}

section_summary <- function(report) {
  tables <- lapply(seq_along(report$facts), \(k) {
    answers <- summary_answers(report, k)
    table <- data.frame(
      question = words_for("question")[names(answers)], answer = answers,
      see = figure_reference(report, answer_figures[names(answers)])
    )
    c(system_heading(report, k), markdown_table(with_headings(table), c(1, 3.2, 0.6)))
  })
  unlist(tables)
}

system_heading <- function(report, k) {
  name <- label("System %s", system_names(report$x)[k])
  if (is_several(report)) c("", paste("##", plain_text(name)))
}

# The picture for an answer.
answer_figures <- c(
  help = "ece", mislead = "tippett", calibrated = "pav", useful = "ece", claimed = "tippett",
  known = "limits", repaired = "calibrated", plan = "matrix"
)

own_training_warning <- function(report) {
  say("warning_own_training", list(own_training = is_own_training(report$x)))
}

# An answer to each question, in the order of the questions.
summary_answers <- function(report, k) {
  fact <- report$facts[[k]]
  measured <- rows_of_system(report$measured, k)
  of <- \(name) measured[measured$measure == name, ][1, ]
  plan <- attr(report$judged, "plan")
  c(
    tested = say("tested", fact),
    help = say("help", c(of("cllr"), fact["few"])),
    mislead = report_sentence_mislead(rows_of_system(report$misleading, k), fact$hypotheses),
    calibrated = report_sentence_calibrated(report$tests[k, ], of("cllr_cal")),
    useful = say("range", fact),
    claimed = say("bounds", fact),
    known = told_limits(report$x, k),
    repaired = say("repaired", c(
      if (is.null(report$after)) list(estimate = NA) else rows_of_system(report$after_cllr, k),
      list(as_it_is = of("cllr")$estimate), fact
    )),
    plan = if (!is.null(plan)) report_sentence_plan(judged_of(report, k)$decision, plan$declared)
  )
}

# The rows of the matrix for a system of the report, by name or by position.
judged_of <- function(report, k) {
  judged <- as.data.frame(report$judged)
  name <- system_names(report$x)[k]
  if (name %in% judged$system) judged[judged$system == name, ] else rows_of_system(judged, k)
}

section_data <- function(report) {
  table <- as.data.frame(suppress_infinities(summary(report$x, prior = 0.5)))
  rows <- list(
    n_h1 = plain_counts(table$n_h1),
    n_h2 = plain_counts(table$n_h2),
    items = pair_words(table$n_sources_h1, table$n_sources_h2, nrow(table)),
    disjoint = pair_words(table$n_disjoint_h1, table$n_disjoint_h2, nrow(table)),
    range_h1 = ends_text(table$log10_lr_min_h1, table$log10_lr_max_h1),
    range_h2 = ends_text(table$log10_lr_min_h2, table$log10_lr_max_h2),
    zero = paste(table$n_zero_h1, table$n_zero_h2, sep = ", "),
    infinite = paste(table$n_inf_h1, table$n_inf_h2, sep = ", "),
    tied = plain_counts(table$n_tied)
  )
  cells <- do.call(rbind, rows)
  cells[cells == "NA"] <- "-"
  out <- data.frame(words_for("data")[names(rows)], cells)
  names(out) <- c(say("heading.characteristic"), number_headings(report))
  c(markdown_table(out, c(2, rep(1, ncol(cells))), "data", report), origin_lines(report))
}

origin_lines <- function(report) {
  origin <- provenance_lines(report$x)
  c(if (length(origin) > 0) markdown_items(origin), fingerprint_lines(report))
}

fingerprint_lines <- function(report) {
  words <- label("Fingerprint of the data (SHA-256, see data_hash()):")
  c("", paste(plain_text(words), hash_code(data_hash(report$x), report)), "")
}

# Items are unknown if the set does not name them.
pair_words <- function(h1, h2, n) {
  if (is.null(h1)) rep("-", n) else paste(plain_counts(h1), plain_counts(h2), sep = ", ")
}

ends_text <- function(low, high, number = even_number) {
  ifelse(is.na(low), "-", label("%s to %s", number(low), number(high)))
}

# A printed fingerprint may be broken across lines.
hash_code <- function(hash, report) {
  hash <- gsub("[^0-9a-f]", "", hash)
  if (report$type == "pdf") hash <- gsub("(.{8})(?=.)", "\\1 ", hash, perl = TRUE)
  paste0("`", hash, "`")
}

section_numbers <- function(report) {
  c(
    measured_lines(report, numbers_table(report)),
    plain_text(say("rates", list(by = report$by))),
    markdown_table(
      rates_table(report), c(if (is_several(report)) 1.3, 4, 3, 2.7), "misleading", report
    )
  )
}

measured_lines <- function(report, table, intervals = NULL) {
  c(
    plain_text(intervals %||% say("intervals", c(report$settings, by = report$by))),
    markdown_table(table, c(if (is_several(report)) 1, 5, 1.1, 1.7, 2.2), "measures", report),
    note_lines(unique(stats::na.omit(report$measured$note)))
  )
}

note_lines <- function(notes) {
  if (length(notes) > 0) markdown_items(without_calls(marked_notes(notes)))
}

numbers_table <- function(report, words = words_for("measure")) {
  table <- as.data.frame(report$measured)
  number <- \(x) value_texts(table$measure, x)
  words <- words[as.character(table$measure)]
  interval <- ends_text(table$lower, table$upper, number)
  out <- data.frame(
    system = as.character(table$system), measure = paste0(words, prior_words(table$prior)),
    result = number(table$estimate), corrected = number(table$corrected),
    interval = trimws(paste(interval, note_marks(table$note)))
  )
  out$corrected[out$corrected == out$result] <- ""
  with_headings(out, is_several(report))
}

# Rates with their counts, and their limits.
rate_columns <- function(rates, wrong) {
  list2DF(list(
    rate = sprintf("%s (%s / %s)", share_texts(rates$rate), plain_counts(wrong),
      plain_counts(rates$n)),
    interval = ends_text(rates$lower, rates$upper, share_texts)
  ))
}

rates_table <- function(report) {
  rates <- report$misleading
  clauses <- hypothesis_clauses(report$facts[[1]]$hypotheses)
  what <- label("where %s", clauses[as.character(rates$hypothesis)])
  out <- data.frame(
    system = as.character(rates$system), misleading = what, rate_columns(rates, rates$n_misleading)
  )
  with_headings(out, is_several(report))
}

section_pictures <- function(report) {
  shown <- setdiff(names(report$pictures), c("matrix", "monitor"))
  unlist(lapply(shown, \(name) picture_lines(report, name)))
}

picture_lines <- function(report, name, said = say(paste0("caption.", name))) {
  alt <- gsub("\\s+", " ", ggplot2::get_alt_text(report$pictures[[name]]$plot))
  alt <- gsub("[\"\\\\]", "'", alt)
  caption <- plain_text(paste0(figure_reference(report, name), ". ", said))
  c("", sprintf("![%s](%s){width=100%% alt=\"%s\"}", caption, report$files[[name]], alt), "")
}

section_sentences <- function(report) {
  prior <- report$settings$prior
  names <- if (is_several(report)) {
    label("System %s", rep(system_names(report$x), each = length(prior)))
  }
  headings <- capitalised(sub("^, ", "", paste0(names, prior_words(prior))))
  c(rbind("", paste("##", plain_text(headings)), "", plain_text(report$sentences)), "")
}

section_limits <- function(report) {
  bounds <- report$bounds[order(match(report$bounds$system, unique(report$bounds$system))), ]
  claims <- data.frame(
    system = as.character(bounds$system), bound = words_for("bound")[bounds$method],
    smallest = lr_text(bounds$lower), largest = lr_text(bounds$upper),
    beyond = plain_counts(bounds$n_beyond)
  )
  useful <- data.frame(
    system = system_names(report$x), prior_odds = vapply(report$facts, \(f) say("range", f), "")
  )
  several <- is_several(report)
  first <- if (several) 1.3
  c(
    plain_text(say("limits_of_claims")),
    markdown_table(with_headings(claims, several), c(first, 3, 1.3, 1.3, 1.9), "bounds", report),
    markdown_table(with_headings(useful, several), c(first, 5), "useful", report),
    proven_lines(report)
  )
}

# Ranges that calibration_range() proves, for two factors.
proven_lines <- function(report) {
  if (is.null(report$proven)) return(NULL)
  names <- system_names(report$x)
  lead <- label(
    "By a band that holds with a probability of %s, whatever the populations are:",
    share_text(report$settings$level)
  )
  found <- unlist(lapply(report$proven, \(one) {
    per_system_notes(names, proven_findings(one, names))
  }))
  c("", plain_start(lead), markdown_items(found))
}

report_warnings <- function(report) {
  each <- lapply(seq_along(report$facts), \(k) system_warnings(report, k))
  whole <- list(by = report$by, weighted = !is.null(report$x$weight))
  found <- c(
    own_training_warning(report), unlist(each), say("warning_dependence", whole),
    say("warning_weights", whole)
  )
  found[nzchar(found)]
}

system_warnings <- function(report, k) {
  beyond <- rows_of_system(report$bounds, k)
  fact <- report$facts[[k]]
  fact <- c(fact, list(
    n_least = min(fact$n_h1, fact$n_h2), n_beyond = beyond$n_beyond[beyond$method == "elub"]
  ))
  kinds <- c("few", "infinite", "separated", "useless", "reversed", "beyond")
  vapply(paste0("warning_", kinds), say, "", fact)
}

section_matrix <- function(report) {
  if (is.null(report$judged)) return(plain_text(label("No plan was given.")))
  table <- judged_table(report)
  c(
    plain_text(say("margins")),
    matrix_draws(report),
    markdown_table(table, c(if (ncol(table) == 7) 1.1, 2.1, 1.2, 2.2, 2, 2, 2.1), "matrix", report),
    picture_lines(report, "matrix")
  )
}

# Nothing if the plan draws as the report does, which gives the same limits. Each of several
# decisions in a family has a higher level.
matrix_draws <- function(report) {
  plan <- attr(report$judged, "plan")
  how <- c("level", if (!inherits(report$x, "conclusion_set")) c("replicates", "seed"))
  alike <- identical(unlist(plan[how]), unlist(report$settings[how])) &&
    plan$by %in% c("auto", report$by) && !(plan$family && nrow(judged_of(report, 1)) > 1)
  if (!alike) plain_text(say("matrix_draws"))
}

# The matrix of the console in words of the report, with baselines beside their criteria.
judged_table <- function(report) {
  judged <- as.data.frame(report$judged)
  table <- matrix_table(
    judged, words_for("characteristic"), label(" (%s to %s)"), label("%s, corrected %s")
  )
  table$criterion <- paste0(table$criterion, ifelse(
    table$baseline == "", "", label(" (%s: %s)", judged$against, table$baseline)
  ))
  table$decision <- words_for("decision")[table$decision]
  with_headings(table[names(table) != "baseline"])
}

methods_used <- function(report) {
  c(
    label("Seed of all draws: %s", format(report$settings$seed)),
    label("Calibration: logistic regression, out of sample (cross_calibrate())"),
    label(
      "Test of calibration: consistency resampling of Cllr_cal (replicates: %s)",
      report$n_tests
    ),
    if (report$n_tests < 999) label("LRs to a thousandth of a power of ten in this test")
  )
}

section_method <- function(report, how = methods_used(report)) {
  plan <- attr(report$judged, "plan")
  c(markdown_items(c(
    how, machine_lines(report), if (!is.null(plan)) label("Plan declared on %s", plan$declared)
  )), if (!is.null(plan)) judged_data(report))
}

machine_lines <- function(report) {
  c(
    sprintf("R %s, calibrant %s, %s", getRversion(), utils::packageVersion("calibrant"),
      R.version$platform),
    label("Other packages: %s", paste(package_versions(), collapse = ", ")),
    label("Threads: %s; locale: %s", read_threads(report$settings$threads),
      Sys.getlocale("LC_CTYPE"))
  )
}

package_versions <- function(names = c("cli", "ggplot2", "rlang", "rmarkdown", "scales")) {
  names <- names[vapply(names, rlang::is_installed, TRUE)]
  paste(names, vapply(names, \(name) as.character(utils::packageVersion(name)), ""))
}

judged_data <- function(report) {
  data <- attr(report$judged, "data")
  items <- sprintf("%s: %s (%s)", plain_text(data$condition), hash_code(data$sha256, report),
    ifelse(data$declared, label("as declared in the plan"), label("not declared in the plan")))
  c(
    "", paste("*", label("SHA-256 of the plan:"),
      hash_code(plan_hash(attr(report$judged, "plan")), report)),
    paste0("* ", label("SHA-256 of the data"), ", ", items), ""
  )
}

section_signatures <- function() {
  fields <- paste(words_for("heading")[c("name", "date", "signature")], strrep("_", c(14, 9, 14)))
  rep(c("", plain_text(paste(fields, collapse = "  ")), ""), 2)
}

report_sentence_plan <- function(decision, declared) {
  n <- as.list(table(factor(decision, decision_levels)))
  paste(
    say("verdict", list(decision = overall_decision(decision))),
    say("planned", c(list(declared = declared), n))
  )
}

# JSON of the arguments, in a script that browsers do not run.
asked_slot <- c("<script type=\"application/json\" id=\"calibrant-report\">", "</script>\n")

report_record <- function(asked, report) {
  known <- list(
    prior = if (!is.null(asked$prior)) I(asked$prior), about = as.list(asked$about),
    language = substr(say("report.lang"), 1, 2), machine = as.list(machine_lines(report)),
    sha256 = as.list(report_hashes(report$x, report$judged))
  )
  record <- c(asked[setdiff(names(asked), names(known))], known)
  paste0(asked_slot[1], json_in_script(record), asked_slot[2])
}

report_hashes <- function(x, plan) {
  if (inherits(plan, "validation_matrix")) plan <- attr(plan, "plan")
  fields <- c("value", "log_lik", "conclusion", "scale", "truth", "system", "weight", "source1",
    "source2", "id", "examiner", "item")
  fields <- Filter(Negate(is.null), unclass(x)[intersect(fields, names(x))])
  each <- vapply(fields, \(field) {
    hash_fields(list(field = if (is.double(field)) field else source_names(field)))
  }, "")
  c(each, data = data_hash(x), plan = if (!is.null(plan)) plan_hash(plan))
}

report_sentence_mislead <- function(rates, hypotheses) {
  clauses <- hypothesis_clauses(hypotheses)
  rate <- \(h) {
    row <- rates[rates$hypothesis == h, ]
    say("rate", list(rate = row$rate, rate_lower = row$lower, rate_upper = row$upper))
  }
  say("mislead", c(as.list(clauses), list(rate_h1 = rate("h1"), rate_h2 = rate("h2"))))
}

report_sentence_calibrated <- function(test, loss) {
  wrong <- !is.na(test$p_value) && test$p_value < 0.05 && nzchar(test$region)
  paste_said(
    say("calibrated", c(chance_facts(test$p_value), list(cllr_cal = loss$estimate), loss)),
    if (wrong) say("region", list(region = test$region))
  )
}

# p-value, and the number of tests in which one so small is expected.
chance_facts <- function(p) list(p_value = p, one_in = signif(1 / p, 2))
