# Times calls on a thousand trials in R and in Python beside scikit-learn and lir, with the same
# trials, in alternating turns. Writes bench/small.md.
#   PYTHON=... LIR=CLONE Rscript bench/small.R [turns, 5]
# PYTHON has calibrant (.build/python/installed), numpy and scikit-learn; lir needs Python 3.12.
suppressMessages(library(calibrant))
source("bench/timing.R")
source("bench/report.R")

turns <- if (length(commandArgs(TRUE)) > 0) as.integer(commandArgs(TRUE)[1]) else 5
python <- Sys.getenv("PYTHON", "/usr/bin/python3")
file <- tempfile(fileext = ".csv")
set.seed(1)
x <- unclass(simulate_lr(500, 500, s = 2))
d <- list(value = log(10) * x$value, truth = x$truth)
write.table(data.frame(d$value, as.integer(d$truth)), file, sep = ",", row.names = FALSE,
  col.names = FALSE)

quiet <- \(call) \(d) suppressWarnings(call(d), classes = "calibrant_warning")
set_of <- \(d) lr_set(d$value, d$truth, "ln")
probabilities <- \(d) stats::plogis(d$value)
calls <- lapply(list(
  "isotonic, fit and apply" = \(d) predict(calibrate(set_of(d), "pav"), d$value),
  "logistic, fit and apply" = \(d) predict(calibrate(set_of(d)), d$value),
  "area under the ROC curve" = \(d) auc(set_of(d)),
  "Brier score" = \(d) rule_risk(lr_set(probabilities(d), d$truth, "prob", prior = 0.5), "brier"),
  "Cllr" = \(d) cllr(set_of(d)),
  "Cllr_min" = \(d) cllr_min(set_of(d)),
  "devPAV" = \(d) dev_pav(set_of(d)),
  "ECE" = \(d) ece_curve(set_of(d)),
  "ELUB" = \(d) bound_lr(set_of(d), "elub")
), quiet)

in_r <- function() {
  data.frame(call = names(calls), who = "R", ms = vapply(calls, \(call) {
    times <- calls_to_time(call, d)
    1000 * stats::median(replicate(9, seconds(call, d, times)))
  }, 0))
}
in_python <- function() {
  said <- system2(python, c("bench/small.py", shQuote(file)), stdout = TRUE)
  utils::read.csv(text = said, header = FALSE, col.names = c("call", "who", "ms"))
}
found <- do.call(rbind, lapply(seq_len(turns), \(turn) rbind(in_r(), in_python())))
median_of <- tapply(found$ms, list(factor(found$call, names(calls)), found$who), stats::median)
columns <- intersect(c("R", "calibrant for Python", "scikit-learn", "lir"), colnames(median_of))
shown <- median_of[, columns, drop = FALSE]
text <- ifelse(is.na(shown), "", formatC(shown, digits = 3, format = "fg", flag = "#"))
versions <- unique(found$call[found$who == "version"])
writeLines(c(
  "# Calls on a thousand trials", "",
  "Made by bench/small.R: milliseconds of processor time of one thread for a call that starts",
  sprintf("from the vectors, medians of nine rounds in each of %d turns of R and Python.", turns),
  "", paste0("Beside ", paste(versions, collapse = ", "), "."), "",
  markdown_table(data.frame(call = rownames(shown), text, check.names = FALSE))
), "bench/small.md")
