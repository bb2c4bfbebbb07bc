# Facts of a report before wording: numbers and texts of all systems, and pictures.

report_facts <- function(x, judged, settings, words) {
  by <- drawn_by(x)
  which <- c("cllr", "cllr_min", "cllr_cal", "eer", "auc", "cross_entropy")
  report_step("Calibrating each comparison by others.")
  after <- calibrated_elsewhere(x, settings$seed)
  report_step("Drawing intervals.")
  bands <- read_bands(x, settings$level, "pointwise", by, settings$replicates)
  limits <- with_seed(settings$seed, explain_limits(x, c(0.5, settings$prior), bands))
  report <- list(
    x = x, judged = judged, settings = settings, by = by, sections = report_sections,
    brief = brief_findings, n_tests = test_replicates(x),
    measured = report_measures(x, which, settings, by), after = after,
    after_cllr = if (!is.null(after)) report_measures(after, "cllr", settings, by),
    misleading = with_seed(settings$seed, misleading(
      x, level = settings$level, by = by, replicates = settings$replicates
    )),
    bounds = report_bounds(x),
    proven = if (!is_weighted(x)) {
      suppressWarnings(lapply(c(2, 10), \(f) calibration_range(x, f, settings$level, by)))
    },
    tests = calibration_tests(x, settings, test_replicates(x), by = by, threads = settings$threads),
    facts = lapply(seq_along(systems_of(x)), \(k) add_limits(explain_facts(x, k, 0.5), limits, 1)),
    sentences = without_calls(explain_paragraphs(x, settings$prior, limits, 1))
  )
  report_step("Preparing the figures.")
  report$pictures <- report_pictures(report)
  c(report, report_head(words, judged))
}

# Shows the current step, if progress bars are shown.
report_step <- function(text, envir = rlang::caller_env()) {
  shown <- getOption("calibrant.progress", rlang::is_interactive())
  if (isTRUE(shown)) cli::cli_progress_step(text, .envir = envir)
}

report_head <- function(words, judged) {
  stated <- unique(c(setdiff(attr(judged, "plan")$method, "the method"), words$method))
  refuse_if(length(stated) > 1, "method_differs")
  list(
    title = words$title %||% say("report.title"), author = words$author, date = words$date,
    about = words$about %||% character(), count = rlang::new_environment(list(tables = 0)),
    method = stated
  )
}

report_measures <- function(x, which, settings, by) {
  measured_alone(x, settings, \(system) suppress_infinities(measures(
    system, which, settings$prior,
    replicates = settings$replicates, level = settings$level, by = by, threads = settings$threads
  )))
}

# Each system is drawn from the seed, as in a plan, so that both have the same limits.
measured_alone <- function(x, settings, measure) {
  tables <- lapply(system_names(x), \(one) with_seed(settings$seed, measure(take_system(x, one))))
  sharing <- vapply(tables, \(table) isTRUE(attr(table, "resampling")$sharing), NA)
  restore_curve(do.call(rbind, tables), tables[[which.max(sharing)]])
}

# Comparisons calibrated by others, or NULL if this is impossible.
calibrated_elsewhere <- function(x, seed) {
  smallest <- min(unlist(system_sizes(x)))
  folds <- if (drawn_by(x) == "source") "source" else min(10, smallest)
  tryCatch(
    with_seed(seed, suppressWarnings(cross_calibrate(x, folds = folds))),
    calibrant_error = \(cnd) NULL
  )
}

# A test on very many trials is slow: it uses fewer replicates, and LRs rounded to a thousandth of a
# power of ten, which changes none by more than 0.12 %.
is_huge <- function(x) sum(unlist(system_sizes(x))) > 2e5

test_replicates <- function(x) if (is_huge(x)) 199 else 999

tested_trials <- function(x) {
  if (!inherits(x, "lr_set") || !is_huge(x) || !has_trials(systems_of(x)[[1]])) return(x)
  value <- round(from_ln(to_ln(values_of(x), x$scale), "log10"), 3)
  with_values(x, value, "log10")
}

# p-value of each system, NA without a test, and its meaning for the LRs.
calibration_tests <- function(x, settings, n, ...) {
  rows <- lapply(system_names(x), \(system) {
    one <- tested_trials(take_system(x, system))
    test <- tryCatch(
      with_seed(settings$seed, calibration_test(one, replicates = n, ...)),
      calibrant_error = \(cnd) list(p.value = NA_real_)
    )
    data.frame(p_value = test$p.value, region = paste(test$region, collapse = "; "))
  })
  do.call(rbind, rows)
}

# Bounds by three methods, a row per system and method.
report_bounds <- function(x) {
  do.call(rbind, lapply(c("elub", "iv", "n_source"), \(method) {
    table <- tidy(bound_lr(x, method))
    lower <- table[table$term == "lower", ]
    upper <- table[table$term == "upper", ]
    data.frame(
      system = lower$system, method = method, lower = lower$estimate, upper = upper$estimate,
      n_beyond = lower$n_beyond + upper$n_beyond
    )
  }))
}

report_pictures <- function(report) {
  x <- report$x
  rows <- ceiling(length(systems_of(x)) / 3)
  tall <- 2.9 + 1.4 * rows
  pictures <- list(
    ece = list(plot = suppress_infinities(plot_ece(x)), height = tall),
    tippett = list(plot = autoplot(bound_lr(x)), height = tall),
    histogram = list(plot = plot_lr_histogram(x), height = tall),
    limits = limits_picture(x),
    pav = list(plot = plot_pav(x), height = tall + 0.3),
    det = list(plot = plot_det(x), height = 4.5),
    measures = list(plot = autoplot(report$measured), height = measures_height(report$measured)),
    calibrated = if (!is.null(report$after)) {
      list(plot = suppress_infinities(plot_ece(report$after)), height = tall)
    },
    matrix = matrix_picture(report)
  )
  Filter(Negate(is.null), pictures)
}

matrix_picture <- function(report) {
  if (is.null(report$judged)) return(NULL)
  plot <- autoplot(report$judged)
  # Panels of the same height; a row has two lines.
  rows <- table(plot$data$panel)
  list(plot = plot, height = 1.6 + length(rows) * (0.5 + 0.36 * max(rows)))
}

# Three panels side by side, each with a line per system below its strip.
measures_height <- function(measured) {
  rows <- ceiling(nrow(unique(measured[c("measure", "prior")])) / 3)
  1.2 + rows * (0.9 + 0.22 * length(unique(measured$system)))
}

# Sections of a report, in their order; other reports have some of their own.
report_sections <- list(
  front = \(report) section_front(report),
  conclusion = \(report) section_verdict(report),
  scope = \(report) section_scope(report),
  summary = \(report) section_summary(report),
  data = \(report) section_data(report),
  numbers = \(report) section_numbers(report),
  pictures = \(report) section_pictures(report),
  sentences = \(report) section_sentences(report),
  limits = \(report) section_limits(report),
  warnings = \(report) markdown_items(report_warnings(report)),
  matrix = \(report) section_matrix(report),
  all_numbers = \(report) section_all_numbers(report),
  method = \(report) section_method(report),
  standards = \(report) section_standards(report),
  signatures = \(report) section_signatures()
)

shared_sections <- report_sections[
  setdiff(names(report_sections), c("sentences", "limits", "warnings", "all_numbers"))
]

# Picture of the LRs of a set with their limits, from the least to the largest. LRs far beyond the
# verbal scale would leave no room for the others.
limits_picture <- function(x, most = 9, widest = 6) {
  if (is.null(told_limits(x))) return(NULL)
  cases <- verbal_scale(x)
  cases <- cases[!is.na(cases$lower), ]
  near <- abs(cases$log10_lr) <= widest
  cases <- cases[near | !any(near), ]
  cases <- cases[order(cases$log10_lr), ]
  cases <- cases[!duplicated(format_lr(cases$log10_lr)), ]
  cases <- cases[unique(round(seq(1, nrow(cases), length.out = most))), ]
  row.names(cases) <- format_lr(cases$log10_lr)
  list(plot = autoplot(cases), height = 1.6 + 0.28 * nrow(cases))
}
