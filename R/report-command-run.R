# Commands of the program: what each prints, and its exit status.

judge_command <- function(files, options) {
  x <- command_set(files, options)
  drawn <- given_options(options, c("which", "prior", "c-miss", "c-fa", "level", "replicates", "by",
    "threads"))
  found <- suppress_infinities(rlang::exec(measures, x, !!!drawn))
  save_plots(x, options$plot)
  trials <- trial_table(x)
  command_output(
    options,
    list(
      calibrant = as.character(utils::packageVersion("calibrant")), scale = x$scale,
      trials = json_rows(trials), measures = json_rows(as.data.frame(found))
    ),
    {
      cat(sprintf("%s: %s H1 and %s H2 trials\n", trials$system, plain_count(trials$n_h1),
        plain_count(trials$n_h2)), "\n", sep = "")
      print(found)
    }
  )
}

trial_table <- function(x) {
  data.frame(system = system_names(x), n_h1 = system_sizes(x)$h1, n_h2 = system_sizes(x)$h2)
}

# `texts` are such as det=det.png.
save_plots <- function(x, texts) {
  known <- c("ape", "bayes_error", "cost", "det", "ece", "lr_histogram", "pav", "reliability",
    "roc", "tippett")
  for (text in texts) {
    name <- sub("=.*$", "", text)
    file <- sub("^[^=]*=?", "", text)
    check_choice(name, known, "plot")
    file_type(file, c("png", "pdf", "svg"))
    picture <- get(paste0("plot_", name))(x)
    ggplot2::ggsave(file, picture, width = 6, height = 5, device = if (grepl("pdf$", file)) {
      pdf_device()
    })
  }
}

calibrate_command <- function(files, options) {
  x <- command_set(files, options)
  fit_output(rlang::exec(calibrate, x, !!!given_options(options, c("method", "prior", "penalty"))),
    options)
}

fuse_command <- function(files, options) {
  x <- if (length(files) == 1) fused_columns(files, options) else command_set(files, options)
  fit_output(rlang::exec(fuse, x, !!!given_options(options, c("prior", "penalty"))), options)
}

# The systems are columns of one table.
fused_columns <- function(file, options) {
  stop_if(
    length(options$score) < 2,
    "There must be several files, or several columns of one: {.code --score a,b}."
  )
  if (file == "-") file <- list(read_bytes(input_of(file)))
  sets <- lapply(rlang::set_names(options$score), \(score) {
    read_scores(
      file, scale = options$scale %||% "score", h1 = options$h1, na = missing_option(options),
      columns = options_column(options, score)
    )
  })
  withCallingHandlers(
    rlang::exec(c, !!!sets), calibrant_message_order = \(cnd) rlang::cnd_muffle(cnd)
  )
}

# A calibration as JSON, or in a file and told of.
fit_output <- function(fit, options) {
  if (is.null(options$output)) {
    return(list(text = write_calibration(fit, NULL)))
  }
  write_calibration(fit, options$output)
  command_output(
    options,
    list(
      output = options$output, coefficients = json_rows(tidy(fit)), fit = json_rows(glance(fit))
    ),
    print(fit)
  )
}

apply_command <- function(files, options) {
  stop_if(
    length(files) < 2, "There must be a calibration and a file: {.code apply FIT.json FILE}."
  )
  fit <- read_calibration(files[1])
  cases <- casework_lines(files[-1], options)
  found <- predicted_cases(fit, cases$values, options)
  if (options$json) {
    table <- if (nrow(cases$items) > 0) cbind(cases$items, found) else found
    return(list(text = canonical_json(json_rows(table))))
  }
  list(text = lines_with(cases, found))
}

predicted_cases <- function(fit, values, options) {
  there <- stats::complete.cases(values)
  newdata <- if (inherits(fit, "lr_fusion")) values[there, , drop = FALSE] else values[there, 1]
  found <- rlang::exec(predict, fit, newdata, !!!given_options(options, c("level", "system")))
  if (!is.data.frame(found)) found <- data.frame(log10_lr = found)
  found[match(seq_along(there), which(there)), , drop = FALSE]
}

# The lines as they were, with the columns of a table behind.
lines_with <- function(cases, table) {
  separator <- if (cases$layout$separator == 0) " " else intToUtf8(cases$layout$separator)
  cells <- lapply(table, \(column) {
    text <- ifelse(is.na(column), "NA", gsub("\"", "", json_numbers(column), fixed = TRUE))
    if (cases$layout$comma) sub(".", ",", text, fixed = TRUE) else text
  })
  header <- if (length(cases$header) > 0) paste(c(cases$header, names(table)), collapse = separator)
  lines <- do.call(paste, c(list(cases$lines), unname(cells), sep = separator))
  paste0(c(header, lines), "\n")
}

report_command <- function(files, options) {
  stop_if(
    is.null(options$output), "{.code --output} must name the report, such as report.html."
  )
  x <- command_set(files, options)
  found <- if (!is.null(options$plan)) validation_run(options$plan, x, threads = options$threads)
  words <- given_options(options, c("title", "author", "language", "level", "replicates", "threads",
    "seed"))
  rlang::exec(validation_report, x, options$output, found, method = options[["method-name"]],
    !!!words)
  decision <- if (!is.null(found)) overall_decision(found$decision)
  command_output(
    options, list(output = options$output, decision = decision),
    cat(options$output, if (!is.null(decision)) paste0("the plan: ", decision), sep = "\n"),
    status = plan_status(decision)
  )
}

plan_status <- function(decision) if (identical(decision %||% "pass", "pass")) 0L else 1L

plan_command <- function(files, options) {
  if (length(files) == 0) {
    return(declared_plan(options))
  }
  named <- named_files(files[-1])
  sets <- Map(command_set, named, list(options))
  if (length(sets) == 1 && names(named) == "") sets <- sets[[1]]
  found <- validation_run(files[1], sets, threads = options$threads)
  if (!is.null(options$output)) write_validation(found, options$output)
  status <- plan_status(overall_decision(found$decision))
  if (options$json) {
    return(list(text = matrix_json(found), status = status))
  }
  command_output(options, NULL, print(found), status = status)
}

# Without files a plan is declared.
declared_plan <- function(options) {
  asked <- given_options(options, c(characteristic_options, "level", "replicates", "seed"))
  method <- options[["method-name"]] %||% "the method"
  plan <- rlang::exec(validation_plan, method = method, !!!asked)
  if (is.null(options$output)) {
    return(list(text = plan_text(plan)))
  }
  write_validation(plan, options$output)
  command_output(options, plan_record(plan), print(plan))
}

monitor_command <- function(files, options) {
  stop_if(
    !length(files) %in% 1:2,
    "There must be the file of a monitor, and one of trials to add: {.code STATE.json FILE}."
  )
  watched <- if (file.exists(files[1])) read_monitor(files[1]) else begun_monitor(options)
  if (length(files) == 2) {
    watched <- stats::update(watched, command_set(files[2], options))
    write_monitor(watched, files[1])
  }
  now <- monitor_facts(watched)
  command_output(
    options,
    list(
      method = watched$settings$method, period = now$period, since = now$since, n_h1 = now$n_h1,
      n_h2 = now$n_h2, log10_e = from_ln(now$log_e, "log10"),
      highest = from_ln(now$highest, "log10"), limit = alarm_limit(watched), alarm = now$alarm,
      alarm_date = now$alarm_date
    ),
    print(watched),
    status = if (is.null(now$alarm)) 0L else 1L
  )
}

begun_monitor <- function(options) {
  asked <- given_options(options, c("prior", "auc", "level"))
  rlang::exec(monitor, method = options[["method-name"]] %||% "the system", !!!asked)
}

# Trials are counted, and tallies added.
tally_command <- function(files, options) {
  check_some_files(files)
  is_tally <- grepl("[.]json$", files, ignore.case = TRUE)
  tallies <- lapply(files[is_tally], lr_tally)
  counted <- lapply(files[!is_tally], \(file) {
    rlang::exec(lr_tally, command_set(file, options), !!!given_options(options, "width"))
  })
  tally <- rlang::exec(c, !!!tallies, !!!counted)
  if (!is.null(options$output)) write_tally(tally, options$output)
  found <- tally_measures(tally)
  record <- list(
    output = options$output, scale = tally$scale, width = tally$width,
    n_h1 = sum(tally$cells$n_h1), n_h2 = sum(tally$cells$n_h2), measures = json_rows(found)
  )
  command_output(options, record, {
    print(tally)
    print(found, row.names = FALSE)
  })
}

# What its counts tell without a second round, proven to lie between two numbers.
tally_measures <- function(tally) {
  x <- lr_set(tally)
  exact <- if (!is.null(tally$points)) cllr(x)
  ranges <- rbind(cllr_min(x, exact = FALSE), auc(x, exact = FALSE))[c("lower", "upper")]
  rbind(
    if (!is.null(exact)) data.frame(measure = "cllr", lower = unname(exact), upper = unname(exact)),
    data.frame(measure = c("cllr_min", "auc"), ranges)
  )
}
