# The report on recognisers of many classes: its facts and the sections that differ from those of
# two hypotheses. See validation_report().

class_report_facts <- function(x, judged, settings, words) {
  prior <- settings$prior
  losses <- suppress_multiclass(class_losses(x, prior))
  measured <- measured_alone(x, settings, \(system) suppress_multiclass(measures(
    system, prior = prior, replicates = settings$replicates, level = settings$level
  )))
  tall <- 2.5 + 0.5 * n_systems(x)
  report <- list(
    x = x, judged = judged, settings = settings, by = "trial", measured = measured,
    sections = class_report_sections, n_tests = 999,
    brief = \(report, k) report$sentences[[k]],
    tests = calibration_tests(x, settings, 999, prior = prior),
    sentences = with_seed(settings$seed, suppress_multiclass(unclass(
      explain(x, prior, settings$level, settings$replicates)
    )))
  )
  report$pictures <- Filter(Negate(is.null), list(
    losses = list(plot = autoplot(losses), height = tall),
    reliability = list(plot = autoplot(reliability_curve(x, prior)), height = 5),
    measures = list(plot = autoplot(measured), height = tall),
    matrix = matrix_picture(report)
  ))
  c(report, report_head(words, judged))
}

class_report_sections <- utils::modifyList(shared_sections, list(
  summary = \(report) section_class_summary(report),
  data = \(report) section_class_data(report),
  numbers = \(report) measured_lines(report, numbers_table(report, words_for("class_measure")))
))

section_class_summary <- function(report) {
  plan <- attr(report$judged, "plan")
  each <- lapply(seq_along(report$sentences), \(k) {
    answers <- c(
      tested = report$sentences[[k]],
      calibrated = say("class_calibrated", chance_facts(report$tests$p_value[k])),
      plan = if (!is.null(plan)) report_sentence_plan(judged_of(report, k)$decision, plan$declared)
    )
    table <- data.frame(question = words_for("question")[names(answers)], answer = answers)
    c(system_heading(report, k), markdown_table(with_headings(table), c(1, 3.2)))
  })
  c(plain_text(say("class_reading")), unlist(each))
}

section_class_data <- function(report) {
  x <- report$x
  cells <- do.call(rbind, lapply(numbers_at(x, seq_along(x$truth)), plain_counts))
  out <- data.frame(set_classes(x), cells)
  names(out) <- c(label("Trials of class"), number_headings(report))
  c(markdown_table(out, c(2, rep(1, ncol(cells)))), fingerprint_lines(report))
}
