# Prints the number of functions, files and entry points that everyday calls pass through, with 10
# 000 trials. A return is a call into a file that was left before.
#   Rscript tools/calls.R          prints the table
#   Rscript tools/calls.R check    and fails where a limit is broken or CONTRIBUTING.md differs
source("tools/sandbox.R")

definitions <- function(file) {
  heads <- grep("^([A-Za-z0-9._]+|`[^`]+`) <- ", readLines(file), value = TRUE)
  names <- gsub("`", "", sub(" <- .*", "", heads))
  stats::setNames(rep(basename(file), length(names)), names)
}
file_of <- unlist(lapply(list.files("R", "[.]R$", full.names = TRUE), definitions))

entered <- called <- character()
note_call <- function(name, call) {
  called <<- c(called, name)
  call()
}
sandbox <- new_sandbox(note_call, \(name) entered <<- c(entered, name))
here <- new.env(parent = sandbox)

set.seed(1)
here$truth <- rep(c(TRUE, FALSE), each = 5000)
here$llr <- stats::rnorm(10000, ifelse(here$truth, 2, -2), 2)
everyday <- expression(
  "lr_set(llr, truth)" = set <- lr_set(llr, truth, scale = "ln"), "cllr_min(set)" = cllr_min(set),
  "cllr_min(set), again" = cllr_min(set), "cllr(set)" = cllr(set),
  "calibrate(set)" = fit <- calibrate(set), "predict(fit, set)" = predict(fit, set),
  "plot_ece(set)" = plot_ece(set), "measures(set)" = measures(set), "explain(set)" = explain(set)
)
most_calls <- c("plot_ece(set)" = 110, "measures(set)" = 195, "explain(set)" = 336)
most_returns <- c("plot_ece(set)" = 53, "measures(set)" = 71, "explain(set)" = 123)

measured <- function(name) {
  entered <<- called <<- character()
  suppressMessages(suppressWarnings(eval(everyday[[name]], here)))
  files <- unname(file_of[entered])
  files <- files[!is.na(files)]
  list(calls = length(entered), functions = length(unique(entered)), files = length(unique(files)),
    c_calls = length(called), entries = length(unique(called)),
    returns = length(rle(files)$lengths) - length(unique(files)))
}

failed <- FALSE
cat("| call | R calls | functions | files | C calls (entry points) | returns |\n|---|---|---|---|---|---|\n")
for (name in names(everyday)) {
  row <- measured(name)
  line <- sprintf("| `%s` | %d | %d | %d | %d (%d) | %d |", name, row$calls, row$functions,
    row$files, row$c_calls, row$entries, row$returns)
  writeLines(line)
  many <- isTRUE(row$calls > most_calls[name] || row$returns > most_returns[name])
  failed <- failed || many || !line %in% readLines("CONTRIBUTING.md")
}
if (identical(commandArgs(trailingOnly = TRUE), "check")) quit(status = as.integer(failed))
