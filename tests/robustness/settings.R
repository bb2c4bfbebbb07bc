# Calls all verbs under options, variables and locales that a session may have. Fails if a value, a
# file or a picture differs from that of a session without them, or if a text differs by more than
# the setting allows. The last line counts the calls. Results that differ between two calls in one
# setting (the time, the process) are not compared, and are listed.
#   Rscript tests/robustness/settings.R             all settings; FILTER is a regular expression
#   Rscript tests/robustness/settings.R child NAME FILE    the results of a separate session
arguments <- commandArgs(trailingOnly = TRUE)

# `text` names the part of the printed text that may differ: the spelling of numbers, the line
# breaks, or all.
setting <- function(options = list(), env = character(), text = "same") {
  list(options = options, env = env, text = text)
}
hour_of_utc <- as.POSIXlt(Sys.time(), tz = "UTC")$hour
in_locale <- function(name) setting(env = c(LC_ALL = name, LANGUAGE = "en"), text = "signs")
settings <- list(
  again = setting(),
  scipen_least = setting(list(scipen = -999), text = "numbers"),
  scipen_low = setting(list(scipen = -4), text = "numbers"),
  scipen_high = setting(list(scipen = 999), text = "numbers"),
  decimal_comma = setting(list(OutDec = ","), text = "numbers"),
  digits_few = setting(list(digits = 2), text = "free"),
  digits_all = setting(list(digits = 22), text = "free"),
  width_least = setting(list(width = 10), text = "lines"),
  width_most = setting(list(width = 10000), text = "lines"),
  columns_few = setting(env = c(COLUMNS = "20"), text = "lines"),
  columns_many = setting(env = c(COLUMNS = "100000"), text = "lines"),
  print_little = setting(list(max.print = 20), text = "free"),
  contrasts = setting(list(contrasts = c("contr.sum", "contr.helmert"))),
  missing_fail = setting(list(na.action = "na.fail")),
  missing_kept = setting(list(na.action = "na.pass")),
  warnings_are_errors = setting(list(warn = 2)),
  partial_matches = setting(list(
    warn = 2, warnPartialMatchArgs = TRUE, warnPartialMatchDollar = TRUE,
    warnPartialMatchAttr = TRUE
  )),
  bounds = setting(list(warn = 2, check.bounds = TRUE)),
  quotes = setting(list(useFancyQuotes = FALSE)),
  factors = setting(list(ordered.factors = TRUE, factor.as.numeric = TRUE)),
  seconds = setting(list(digits.secs = 6)),
  source_kept = setting(list(keep.source = TRUE)),
  deparse = setting(list(deparse.max.lines = 1, deparse.cutoff = 20)),
  signs_plain = setting(list(cli.unicode = FALSE), text = "signs"),
  colours = setting(list(cli.num_colors = 256L), text = "signs"),
  threads = setting(list(calibrant.threads = 2)),
  no_home = setting(env = c(HOME = "/nonexistent")),
  # An hour far from that of UTC, on the same day.
  zone = setting(env = c(TZ = if (hour_of_utc < 9) "Etc/GMT-14" else "Etc/GMT+9")),
  folder = setting(env = c(TMPDIR = "folder")),
  # Not an option but the random number generator of old sessions, which the child process sets.
  rounding = setting(),
  locale_c = in_locale("C"),
  locale_turkish = in_locale("tr_TR.UTF-8"),
  locale_german = in_locale("de_DE.UTF-8"),
  locale_latin = in_locale("en_US.ISO-8859-1"),
  locale_czech = in_locale("cs_CZ.UTF-8"),
  locale_japanese = in_locale("ja_JP.UTF-8")
)

# grid itself draws nothing if R writes 4 as 4e+00.
without_pictures <- "scipen_least"

# The help of these functions says that they use the random numbers of the session.
draw_in_session <- "^(cross_calibrate|sample_trials|measures_like|monitor_scores)[(]"

# A child: the results of all calls, in a file. ----------------------------------------------------

# Calls that depend on the machine, or take long.
told_elsewhere <- c("qualify", "open_page", "validation_report", "theme_calibrant")

result_of <- function(form) {
  set.seed(1)
  tryCatch(
    withCallingHandlers(
      suppressMessages(settled(comparable(written(eval(form, new.env(parent = objects)))))),
      calibrant_warning = \(cnd) invokeRestart("muffleWarning")
    ),
    error = \(cnd) paste(class(cnd)[1], conditionMessage(cnd))
  )
}

# A file is compared by its lines.
written <- function(x) {
  if (rlang::is_string(x) && file.exists(x)) readLines(x, warn = FALSE) else x
}

# Names of temporary files, and addresses, differ between sessions.
settled <- function(x) {
  rapply(list(as_parts(x)), \(text) {
    text <- gsub(tempdir(), "", text, fixed = TRUE)
    gsub("file[0-9a-f]{8,}|0x[0-9a-f]{6,}", "", text, useBytes = TRUE)
  }, "character", how = "replace")[[1]]
}

# Functions and environments have no value of their own.
as_parts <- function(x) {
  if (is.environment(x) || is.language(x) || is.function(x) || typeof(x) == "externalptr") {
    return("...")
  }
  if (!is.list(x)) {
    return(x)
  }
  lapply(unclass(x), as_parts)
}

# R itself warns where it loads a library of C under `check.bounds`.
load_before <- c(
  "calibrant", "svglite", "jsonlite", "generics", "RSQLite", "dbplyr", "hdf5r", "Matrix", "ggplot2",
  "nanoparquet", "purrr", "tools", "withr"
)

child <- function(name, file) {
  if (name == "bounds") for (package in load_before) requireNamespace(package, quietly = TRUE)
  do.call(options, c(settings[[name]]$options, list(browser = \(url) NULL)))
  if (is.null(settings[[name]]$options$calibrant.threads)) options(calibrant.threads = 1)
  suppressMessages(library(calibrant))
  source(file.path("tests", "robustness", "forms.R"))
  source(file.path("tests", "robustness", "comparable.R"))
  if (name == "rounding") suppressWarnings(RNGkind(sample.kind = "Rounding"))
  wanted <- Filter(\(form) !head_of(form) %in% told_elsewhere, all_forms)
  saveRDS(list(results = lapply(wanted, result_of), calls = vapply(wanted, deparse1, "")), file)
}

# The parent: comparison of the results. -----------------------------------------------------------

# Compiles the locales whose sources this machine has, into a separate folder.
locales_folder <- function(names) {
  folder <- tempfile("locales")
  dir.create(folder)
  for (name in setdiff(names, "C")) {
    parts <- strsplit(name, ".", fixed = TRUE)[[1]]
    to <- c("-i", parts[1], "-f", parts[2], shQuote(file.path(folder, name)))
    suppressWarnings(system2("localedef", to, stdout = FALSE, stderr = FALSE))
  }
  folder
}

run_child <- function(name, folder) {
  env <- settings[[name]]$env
  if ("TMPDIR" %in% names(env)) {
    env[["TMPDIR"]] <- file.path(tempdir(), "a folder, \u00fcber 'all'")
    dir.create(env[["TMPDIR"]], showWarnings = FALSE)
  }
  file <- tempfile(fileext = ".rds")
  script <- c("tests/robustness/settings.R", "child", name, shQuote(file))
  withr::with_envvar(c(LOCPATH = folder, env), {
    system2(file.path(R.home("bin"), "Rscript"), script, stdout = FALSE, stderr = "")
  })
  if (file.exists(file)) readRDS(file)
}

# The part of a text that is compared under a setting.
spelled <- function(text, kind) {
  number <- "(?<![[:alnum:]])[-+]?[0-9]+([.,][0-9]+)?([eE][-+]?[0-9]+)?"
  switch(kind,
    same = text, free = "",
    signs = gsub("[^ -~]+|[*ix!-]", "", gsub("\033\\[[0-9;]*m", "", text), useBytes = TRUE),
    lines = {
      text <- gsub("\\[[0-9]+\\]", "", text)
      sort(unique(unlist(strsplit(text, "[[:space:]]+"))))
    },
    numbers = {
      text <- gsub("\\[[0-9]+\\]", "", paste(text, collapse = " "))
      at <- gregexpr(number, text, perl = TRUE)
      values <- regmatches(text, at)[[1]]
      regmatches(text, at) <- list(sprintf("%.3g", as.numeric(sub(",", ".", values, fixed = TRUE))))
      sort(unique(strsplit(text, "[[:space:]]+")[[1]]))
    }
  )
}

# A list is a value and its print; the rest are pictures, files and errors.
differs <- function(a, b, kind) {
  if (is.list(a) != is.list(b)) return("one is an error")
  if (!is.list(a) || !is.list(b)) {
    words <- if (kind == "same") identity else \(x) spelled(words_drawn(x), kind)
    return(if (!identical(words(a), words(b))) "what is drawn, written or said")
  }
  # Values that are sentences have the chosen decimal mark.
  if (!identical(a[[1]], b[[1]]) && !(kind == "numbers" && identical(said(a[[1]]), said(b[[1]])))) {
    return("the value")
  }
  if (!identical(spelled(a[[2]], kind), spelled(b[[2]], kind))) "the text"
}

said <- function(value) {
  rapply(list(value), spelled, "character", kind = "numbers", how = "replace")
}

# Pictures are compared by their words, as longer labels move everything beside them.
words_drawn <- function(x) {
  if (any(startsWith(x, "<svg"))) gsub("<[^>]*>", "", grep("<text", x, value = TRUE)) else x
}

first_difference <- function(a, b) {
  a <- utils::capture.output(utils::str(a, digits.d = 17, vec.len = 50, nchar.max = 2000))
  b <- utils::capture.output(utils::str(b, digits.d = 17, vec.len = 50, nchar.max = 2000))
  at <- which(c(a, rep("", length(b)))[seq_along(b)] != b)[1]
  substr(paste0("\n    ", a[at], "\n    ", b[at]), 1, 500)
}

parent <- function() {
  wanted <- grep(Sys.getenv("FILTER"), names(settings), value = TRUE)
  locales <- unlist(lapply(settings[wanted], \(setting) setting$env["LC_ALL"]))
  folder <- locales_folder(stats::na.omit(locales))
  missing <- vapply(settings[wanted], \(setting) {
    name <- setting$env["LC_ALL"]
    !name %in% c(NA, "C") && !file.exists(file.path(folder, name))
  }, NA)
  for (name in wanted[missing]) cat(name, "cannot be made here\n")
  all <- union("again", wanted[!missing])
  given <- parallel::mclapply(stats::setNames(nm = c("usual", all)), \(name) {
    run_child(if (name == "usual") "again" else name, folder)
  }, mc.cores = 2, mc.preschedule = FALSE)
  if (nzchar(Sys.getenv("KEEP"))) saveRDS(given, Sys.getenv("KEEP"))
  report(given, all)
}

report <- function(given, all) {
  calls <- given$usual$calls
  given <- lapply(given, `[[`, "results")
  steady <- mapply(identical, given$usual, given$again)
  cat(sprintf("not compared: %s\n", calls[!steady]), sep = "")
  bad <- vapply(setdiff(all, "again"), \(name) {
    if (is.null(given[[name]])) {
      cat(name, "gave no result\n")
      return(sum(steady))
    }
    drawn <- vapply(given$usual, \(x) !is.list(x) && any(startsWith(x, "<svg")), NA)
    compared <- which(
      steady & !(drawn & name %in% without_pictures) &
        !(name == "rounding" & grepl(draw_in_session, calls))
    )
    sum(vapply(compared, \(k) tell(name, calls[k], given$usual[[k]], given[[name]][[k]]), NA))
  }, 0)
  cat(sprintf("%d passed, %d failed\n", length(bad) * sum(steady) - sum(bad), sum(bad)))
  quit(status = as.integer(sum(bad) > 0))
}

tell <- function(name, call, usual, other) {
  what <- differs(usual, other, settings[[name]]$text)
  if (!is.null(what)) {
    cat(name, ": ", call, ": ", what, first_difference(usual, other), "\n", sep = "")
  }
  !is.null(what)
}

if (identical(arguments[1], "child")) child(arguments[2], arguments[3]) else parent()
