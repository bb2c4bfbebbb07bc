# Commands of the program: the output of each, its exit status, and the file that it saves.

judge_command <- function(files, options) {
  x <- command_set(files, options, items = !identical(ask_option(options, "replicates"), 0))
  asked <- judged_options(x, options)
  found <- suppress_infinities(rlang::exec(measures, x, !!!asked))
  units <- cost_units(found, asked$c_miss %||% 1, asked$c_fa %||% 1)
  costs <- c("estimate", "corrected", "std_error", "lower", "upper")
  found[costs] <- lapply(found[costs], `/`, units)
  sizes <- system_sizes(x)
  trials <- data.frame(system = system_names(x), n_h1 = sizes$h1, n_h2 = sizes$h2)
  rows <- as.data.frame(found)
  if (any(units != 1)) rows$unit <- units
  plots <- ask_option(options, "plot")
  check_plots(plots)
  command_output(
    options,
    canonical_json(list(
      calibrant = as.character(utils::packageVersion("calibrant")), scale = given_scale(x),
      trials = json_rows(trials), measures = json_rows(rows)
    )),
    {
      cat(sprintf("%s: %s H1 and %s H2 trials\n", trials$system, plain_count(trials$n_h1),
        plain_count(trials$n_h2)), "\n", sep = "")
      print(found)
      if (any(units != 1)) cat("dcf, dcf_min: 1 is the cost of deciding by the prior alone.\n")
    },
    save = lapply(plots, \(text) \() save_plot(x, text))
  )
}

# Options of a measure that is not requested, and of intervals if none are drawn, would have no
# effect.
judged_options <- function(x, options) {
  asked <- ask_options(options, c("which", "replicates"))
  at <- vapply(read_kinds(asked$which, x), `[[`, "", "at")
  names <- c(
    if (any(at %in% c("prior", "costs")) && given_scale(x) != "prob") "prior",
    if (any(at == "costs")) c("c-miss", "c-fa"),
    if (!identical(asked$replicates, 0)) c("level", "by", "threads", "seed")
  )
  asked <- c(asked, ask_options(options, names))
  asked[names(asked) != "seed"]
}

# The cost of deciding by the prior alone is the unit of detection costs.
cost_units <- function(found, c_miss, c_fa) {
  units <- pmin(found$prior * c_miss, (1 - found$prior) * c_fa)
  units[!found$measure %in% c("dcf", "dcf_min")] <- 1
  stop_if(any(units == 0), "The priors of {.val dcf} and {.val dcf_min} must lie inside (0, 1).")
  units
}

# `texts` are strings such as det=det.png.
check_plots <- function(texts) {
  known <- sub("=", "", strsplit(command_book()$options["plot", "Choices"], " ")[[1]])
  for (text in texts) {
    kind <- sub("=.*$", "", text)
    stop_if(kind == text, "A picture and its file are joined: {.code --plot det=det.png}.")
    check_choice(kind, known, "plot")
    type <- file_type(sub("^[^=]*=", "", text), c("png", "pdf", "svg"))
    if (type == "svg") check_package("svglite", "to save SVG pictures")
  }
}

save_plot <- function(x, text) {
  picture <- get(paste0("plot_", sub("=.*$", "", text)))(x)
  save_picture(picture, sub("^[^=]*=", "", text), width = 6, height = 5)
}

explain_command <- function(files, options) {
  x <- command_set(files, options)
  drawn <- ask_options(options, c("level", "by"))
  by <- drawn_by(x, drawn$by)
  if (!is.null(drawn$level) || by == "source") {
    drawn <- c(drawn, ask_options(options, "replicates"))
    ask_option(options, "seed")
  }
  prior <- if (given_scale(x) != "prob") ask_option(options, "prior", 0.5) else own_prior(x, 0.5)
  said <- in_language(options, rlang::exec(explain, x, prior = prior, !!!drawn))
  rows <- expand.grid(prior = prior, system = system_names(x))[2:1]
  command_output(
    options, canonical_json(json_rows(cbind(rows, text = as.character(said)))), print(said)
  )
}

in_language <- function(options, code) with_words_of(ask_option(options, "language"), code)

conclusions_command <- function(files, options) {
  x <- conclusions_of(files, options)
  drawn <- ask_options(options, c("prior-counts", "monotone", "level", "by"))
  found <- rlang::exec(conclusion_lr, x, !!!drawn)
  if (ask_option(options, "sentences", FALSE)) {
    said <- in_language(options, explain(found))
    return(command_output(options, canonical_json(as.list(said)), print(said)))
  }
  errors <- tryCatch(
    rlang::exec(error_rates, x, !!!drawn[intersect(names(drawn), c("level", "by"))]),
    calibrant_error_order = \(cnd) tell_of("unordered")
  )
  tables <- Filter(Negate(is.null), list(conclusions = found, error_rates = errors))
  command_output(options, canonical_json(lapply(tables, \(one) json_rows(as.data.frame(one)))), {
    print(found)
    if (!is.null(errors)) {
      cat("\n")
      print(errors)
    }
  })
}

calibrate_command <- function(files, options) {
  x <- command_set(files, options)
  names <- c("method", "penalty", if (given_scale(x) != "prob") "prior")
  fit <- rlang::exec(calibrate, x, !!!ask_options(options, names))
  fit_output(add_bounds(fit, options), options)
}

fuse_command <- function(files, options) {
  x <- suppressMessages(command_set(files, options), classes = "calibrant_message_order")
  refuse_if(n_systems(x) < 2, "several_files")
  names <- c("penalty", if (given_scale(x) != "prob") "prior")
  fit <- rlang::exec(fuse, x, !!!ask_options(options, names))
  fit_output(add_bounds(fit, options), options)
}

# The fit, with the bounds that its training trials support.
add_bounds <- function(fit, options) {
  bounds <- ask_option(options, "bounds")
  if (is.null(bounds)) return(fit)
  bound_lr(fit, check_choice(bounds, c("elub", "iv", "n_source")))
}

calibration_within <- \(fit) if (inherits(fit, "lr_bound")) fit$calibration else fit

# Prints the calibration as JSON, or writes it to a file and reports it.
fit_output <- function(fit, options) {
  file <- ask_option(options, "output")
  if (is.null(file)) {
    ask_option(options, "json")
    return(list(text = write_calibrant(fit, NULL)))
  }
  command_output(
    options,
    canonical_json(c(
      list(output = file, coefficients = json_rows(tidy(calibration_within(fit)))),
      list(fit = json_rows(glance(calibration_within(fit)))),
      if (inherits(fit, "lr_bound")) list(bounds = json_rows(fit$bounds))
    )),
    print(fit),
    save = list(\() write_calibrant(fit, file))
  )
}

apply_command <- function(files, options) {
  exchanged <- grepl("[.]json$", files[2]) && !grepl("[.]json$", files[1])
  refuse_if(length(files) < 2 || exchanged, "apply_files")
  known <- c("lr_calibration", "loglik_calibration", "lr_bound")
  fit <- read_kind(files[1], known, "a calibration")
  trained <- calibration_within(fit)$input$columns
  cases <- casework_of(files[-1], options, if (length(files) == 2) trained)
  found <- predicted_cases(fit, cases$values, options)
  if (ask_option(options, "json", FALSE)) {
    table <- if (nrow(cases$items) > 0) cbind(cases$items, found) else found
    return(list(text = canonical_json(json_rows(table))))
  }
  list(text = lines_with(cases, found))
}

read_kind <- function(file, class, what) {
  x <- read_calibrant(file)
  stop_file_if(!inherits(x, class), "{.file {file}} must have {what}.")
  x
}

predicted_cases <- function(fit, values, options) {
  there <- stats::complete.cases(values)
  inner <- calibration_within(fit)
  fused <- inherits(inner, "lr_fusion")
  stop_if(!fused && ncol(values) > 1, "The calibration takes one score for each case.")
  newdata <- if (fused) as.data.frame(values)[there, , drop = FALSE] else values[there, 1]
  names <- c("level", if (!fused && length(inner$transforms) > 1) "system")
  found <- rlang::exec(predict, fit, newdata, type = "log10", !!!ask_options(options, names))
  if (!is.data.frame(found)) found <- data.frame(log10_lr = found)
  found[match(seq_along(there), which(there)), , drop = FALSE]
}

# The original lines, with the columns of a table appended.
lines_with <- function(cases, table) {
  cells <- lapply(table, \(column) {
    text <- ifelse(is.na(column), "NA", gsub("\"", "", json_scalars(column), fixed = TRUE))
    text <- sub(".", cases$dec, text, fixed = TRUE)
    if (cases$dec == cases$separator) paste0("\"", text, "\"") else text
  })
  header <- if (!is.null(cases$header)) {
    paste(c(cases$header, names(table)), collapse = cases$separator)
  }
  lines <- do.call(paste, c(list(cases$text), unname(cells), sep = cases$separator))
  paste0(c(header, lines), "\n")
}

report_command <- function(files, options) {
  file <- ask_option(options, "output")
  stop_if(is.null(file), "{.code --output} must name the report, such as report.html.")
  x <- command_set(files, options)
  plan <- ask_option(options, "plan")
  threads <- ask_option(options, "threads")
  found <- if (!is.null(plan)) validation_run(plan, x, threads = threads)
  words <- ask_options(options, c("title", "author", "language", "level", "replicates", "seed"))
  words$method <- ask_option(options, "method-name")
  decision <- if (!is.null(found)) overall_decision(found$decision)
  command_output(
    options, canonical_json(list(output = file, decision = decision)),
    cat(file, if (!is.null(decision)) paste0("the plan: ", decision), sep = "\n"),
    status = plan_status(decision),
    save = list(\() rlang::exec(validation_report, x, file, found, threads = threads, !!!words))
  )
}

plan_status <- function(decision) +!identical(decision %||% "pass", "pass")

# Declares a plan if there are no files.
plan_command <- function(files, options) {
  file <- ask_option(options, "output")
  if (length(files) == 0) return(declared_plan(file, options))
  named <- named_files(files[-1])
  sets <- Map(command_set, named, list(options))
  if (length(sets) == 1 && names(named) == "") sets <- sets[[1]]
  found <- validation_run(files[1], sets, threads = ask_option(options, "threads"))
  if (grepl("csv$", file %||% "")) check_replaced(file, "validation matrix", "system,")
  command_output(
    options, write_calibrant(found, NULL), print(found),
    status = plan_status(overall_decision(found$decision)),
    save = if (!is.null(file)) list(\() write_calibrant(found, file))
  )
}

declared_plan <- function(file, options) {
  characteristics <- gsub("_", "-", names(characteristic_roles))
  asked <- ask_options(options, c(characteristics, "level", "replicates", "seed"))
  data <- ask_option(options, "data")
  if (!is.null(data)) asked$data <- split(sub("^[^=]*=", "", data), sub("=.*$", "", data))
  method <- ask_option(options, "method-name", "the method")
  plan <- rlang::exec(validation_plan, method = method, !!!asked)
  if (is.null(file)) {
    ask_option(options, "json")
    return(list(text = plan_text(plan)))
  }
  command_output(options, plan_text(plan), print(plan),
    save = list(\() write_calibrant(plan, file)))
}

monitor_command <- function(files, options) {
  refuse_if(!length(files) %in% 1:2, "monitor_files")
  state <- files[1]
  new <- ask_option(options, "new", FALSE)
  stop_if(new && file.exists(state), "{.file {state}} exists: {.code --new} would overwrite it.")
  refuse_if(!new && !file.exists(state), "no_monitor")
  watched <- if (new) begun_monitor(options) else read_kind(state, "lr_monitor", "a monitor")
  if (length(files) == 2) watched <- stats::update(watched, command_set(files[2], options))
  now <- monitor_facts(watched)
  command_output(
    options,
    canonical_json(list(
      method = watched$settings$method, period = now$period, since = now$since, n_h1 = now$n_h1,
      n_h2 = now$n_h2, log10_e = from_ln(now$log_e, "log10"),
      highest = from_ln(now$highest, "log10"), limit = now$alarm_log10, alarm = now$alarm,
      alarm_date = now$alarm_date
    )),
    print(watched),
    status = +!is.null(now$alarm),
    save = if (new || length(files) == 2) list(\() write_calibrant(watched, state))
  )
}

begun_monitor <- function(options) {
  asked <- ask_options(options, c("prior", "auc", "level"))
  rlang::exec(monitor, method = ask_option(options, "method-name", "the system"), !!!asked)
}

# Trials are counted, and tallies added.
tally_command <- function(files, options) {
  check_some_files(files)
  is_tally <- grepl("[.]json$", files, ignore.case = TRUE)
  tallies <- lapply(files[is_tally], read_kind, "lr_tally", "a tally")
  counted <- lapply(files[!is_tally], \(file) {
    rlang::exec(lr_tally, command_set(file, options, FALSE), !!!ask_options(options, "width"))
  })
  tally <- rlang::exec(c, !!!tallies, !!!counted)
  file <- ask_option(options, "output")
  found <- tally_measures(tally)
  command_output(
    options,
    canonical_json(list(
      output = file, scale = tally$scale, width = tally$width, n_h1 = sum(tally$cells$n_h1),
      n_h2 = sum(tally$cells$n_h2), measures = json_rows(found)
    )),
    {
      print(tally)
      print(found, row.names = FALSE)
    },
    save = if (!is.null(file)) list(\() write_calibrant(tally, file))
  )
}

# Measures from the counts of a tally without a second round, with proven limits.
tally_measures <- function(tally) {
  x <- lr_set(tally)
  ranges <- rbind(cllr_min(x, exact = FALSE), auc(x, exact = FALSE))[c("lower", "upper")]
  found <- data.frame(measure = c("cllr_min", "auc"), ranges)
  if (is.null(tally$points)) return(found)
  rbind(data.frame(measure = "cllr", lower = unname(cllr(x)), upper = unname(cllr(x))), found)
}

# The report of a qualification goes into a file.
qualify_command <- function(files, options) {
  stop_if(length(files) > 0, "{.code --output} must name the report of the tests.")
  file <- ask_option(options, "output")
  found <- rlang::exec(
    qualify, file, !!!ask_options(options, c("language", if (!is.null(file)) "author"))
  )
  tables <- lapply(list(tests = as.data.frame(found), machine = attr(found, "machine")), json_rows)
  command_output(options, canonical_json(tables), print(found), status = +!all(found$passed))
}
