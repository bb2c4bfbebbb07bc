# Calls every exported function and the main methods with every bad value for every argument, then
# with several bad arguments at random, and without any argument. Writes a table of the outcomes.
# Fails on errors and warnings that are not this package's own, on calls that take too long, and on
# exports that no call reaches. The last line counts the calls.
#   Rscript tests/robustness/sweep.R [share] [table.tsv]
# `share` of the calls are made, drawn with a fixed seed; 1 makes them all, 50 000 of them at
# random; every export is called without arguments at any share. SEED draws others, and FILTER is
# a regular expression for the calls to be swept, all by default. A sweep of all leaves the numbers
# of outcomes in bench/sweep.md.
suppressMessages(library(calibrant))
for (file in c("forked", "outcomes", "values", "forms", "arguments")) {
  source(file.path("tests", "robustness", paste0(file, ".R")))
}

arguments <- commandArgs(trailingOnly = TRUE)
share <- if (length(arguments) > 0) as.numeric(arguments[1]) else 1
table_file <- if (length(arguments) > 1) arguments[2] else ""
limit_seconds <- 5
is_wanted <- \(form) grepl(Sys.getenv("FILTER"), deparse1(form))

# R's own c() evaluates an argument that is a call or a symbol before any method sees it.
joins <- vapply(all_forms, \(form) identical(head_of(form), "c"), NA)
form_arguments <- lapply(all_forms, arguments_of)
wanted <- which(vapply(all_forms, is_wanted, NA) & lengths(form_arguments) > 0)

# A call with arguments replaced: the number of the form, and the name of a bad value for each.
new_case <- function(form, values) list(form = form, values = values)

single_cases <- function(form) {
  pairs <- expand.grid(
    value = names(bad_values), argument = form_arguments[[form]], stringsAsFactors = FALSE
  )
  if (joins[form]) pairs <- pairs[!pairs$value %in% c("call", "symbol"), ]
  one <- \(value, argument) new_case(form, stats::setNames(value, argument))
  Map(one, pairs$value, pairs$argument)
}

random_case <- function(form) {
  arguments <- form_arguments[[form]]
  n <- min(sample(2:4, 1), length(arguments))
  known <- if (joins[form]) setdiff(names(bad_values), c("call", "symbol")) else names(bad_values)
  chosen <- arguments[sample.int(length(arguments), n)]
  new_case(form, stats::setNames(sample(known, n, replace = TRUE), chosen))
}

set.seed(as.integer(Sys.getenv("SEED", "1")))
cases <- unlist(unname(lapply(wanted, single_cases)), recursive = FALSE)
if (share < 1) cases <- cases[sort(sample(length(cases), ceiling(share * length(cases))))]
several <- wanted[lengths(form_arguments[wanted]) > 1]
drawn <- several[sample.int(length(several), ceiling(share * 5e4), replace = TRUE)]
cases <- c(cases, lapply(drawn, random_case))

# An export without any argument is no call that works. A generic of another package finds no method
# then, unless there is a default one of ours.
right_forms <- all_forms
reached <- Filter(\(name) {
  is_ours(name) || exists(paste0(name, ".default"), asNamespace("calibrant"), inherits = FALSE)
}, exports)
bare <- lapply(reached, \(name) as.call(list(as.name(name))))
all_forms <- c(all_forms, bare)
cases <- c(cases, lapply(length(all_forms) - rev(seq_along(bare)) + 1, new_case, character()))
cases <- Filter(\(case) is_wanted(all_forms[[case$form]]), cases)

# The bad value is a variable, as a user's would be, so that symbols and calls come as they are.
call_of <- function(case, env) {
  form <- all_forms[[case$form]]
  attributes(form) <- list(names = names(form))
  names <- sprintf("bad_value%d", seq_along(case$values))
  for (k in seq_along(names)) {
    form[[names(case$values)[k]]] <- as.name(names[k])
    assign(names[k], bad_values[[case$values[[k]]]], env)
  }
  form
}

run_case <- function(i) {
  env <- new.env(parent = objects)
  call <- call_of(cases[[i]], env)
  # A bad value may be the name of a file to be written.
  withr::local_dir(tempdir())
  set.seed(1)
  fields <- outcome_of(\() eval(call, env), limit_seconds)
  paste(fields, collapse = "\t")
}

write_report <- function(counts) {
  meaning <- c(
    accepted = "an answer", classed = "an error of this package, by its class",
    nan = "an answer with NaN in it, where a measure has no value",
    base = "an error of R or of another package", slow = "no end within five seconds",
    crash = "the end of R", hang = "no answer, not even to an interrupt",
    no_method = "no method for the object"
  )
  of <- counts[intersect(names(meaning), names(counts))]
  absent <- setdiff(names(meaning), names(of))
  of <- c(of, rlang::set_names(rep(0L, length(absent)), absent))
  writeLines(c(
    "# Bad arguments",
    "",
    sprintf(
      "Written by `make sweep`: %d calls of %d functions, each with one argument or, in 50 000 of",
      sum(counts), length(exports)
    ),
    "them, two to four that have a value for which they have no use, or without any argument.",
    "Only the first three outcomes may come, and no warning of others.",
    "",
    "| outcome | what came of the call | calls |",
    "|---|---|---:|",
    sprintf("| %s | %s | %d |", names(meaning), meaning, of[names(meaning)])
  ), "bench/sweep.md")
}

# Does a call fail for a reason other than a missing package?
fails <- function(code) {
  found <- try(suppressWarnings(suppressMessages(finish(code))), silent = TRUE)
  inherits(found, "try-error") &&
    !inherits(attr(found, "condition"), "calibrant_error_missing_package")
}

grDevices::pdf(NULL)
options(calibrant.threads = 1, browser = \(url) NULL)
broken <- Filter(\(form) {
  fails(eval(form, objects))
}, right_forms)
started <- Sys.time()
rows <- run_forked(length(cases), run_case, seconds = 30 * limit_seconds)
# Workers share a folder, in which rmarkdown removes files that another worker is about to read, and
# a machine that may be busy. So a call that failed beside others is made once more alone.
strange <- which(vapply(rows, \(row) row[1], "") %in% c("base", "slow"))
rows[strange] <- run_forked(
  length(strange), \(i) run_case(strange[i]), seconds = 30 * limit_seconds, cores = 1
)
columns <- c("outcome", "class", "message", "warning")
rows <- t(vapply(rows, \(row) c(row, rep("", 4))[1:4], character(4)))
table <- data.frame(
  call = vapply(cases, \(case) deparse1(all_forms[[case$form]]), ""),
  argument = vapply(cases, \(case) toString(names(case$values)), ""),
  value = vapply(cases, \(case) toString(case$values), ""),
  stats::setNames(as.data.frame(rows), columns)
)
if (nzchar(table_file)) {
  utils::write.table(table, table_file, sep = "\t", quote = FALSE, row.names = FALSE)
}

is_bad <- table$outcome %in% c("base", "slow", "crash", "hang", "no_method") |
  grepl("^broken", table$outcome) | nzchar(table$warning)
missed <- setdiff(exports, vapply(right_forms, head_of, ""))

for (i in which(is_bad)) {
  cat(sprintf("%s: %s = <%s>: %s: %s\n", table$call[i], table$argument[i], table$value[i],
              table$outcome[i], paste(table$message[i], table$warning[i])))
}
for (name in missed) cat(name, "is swept by no row of tests/robustness/forms.R\n")
for (form in broken) cat(deparse1(form), "is to be a call that works, and fails\n")
counts <- c(table(table$outcome))
cat(sprintf("sweep: %d %s\n", counts, names(counts)), sep = "")
cat(sprintf("sweep: %.0f s\n", as.numeric(difftime(Sys.time(), started, units = "secs"))))
if (share == 1 && !nzchar(Sys.getenv("FILTER"))) write_report(counts)
n_bad <- sum(is_bad) + length(missed) + length(broken)
cat(sprintf("%d passed, %d failed\n", sum(!is_bad), n_bad))
quit(status = as.integer(n_bad > 0))
