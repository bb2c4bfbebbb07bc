# How often the test of calibration rejects: calibrated LRs as often as its level says, others as
# often as can be.
#   Rscript bench/calibration-test.R [sets per cell] [replicates]    writes bench/calibration-test.md
suppressMessages(library(calibrant))

arguments <- as.numeric(commandArgs(TRUE))
n_sets <- if (length(arguments) > 0) arguments[1] else 1000
n_replicates <- if (length(arguments) > 1) arguments[2] else 199
statistics <- c("cllr_cal", "dev_pav", "ece_gap")

reject <- function(n, s, slope, shift) {
  x <- simulate_lr(n[1], n[2], s)
  y <- lr_set(slope * x$value + shift / log(10), x$truth, scale = "log10")
  vapply(statistics, \(statistic) {
    test <- suppressWarnings(calibration_test(y, statistic,
      prior = c(0.01, 0.1, 0.5, 0.9, 0.99), replicates = n_replicates
    ))
    isTRUE(test$p.value <= 0.05)
  }, NA)
}

cells <- expand.grid(
  system = c("calibrated", "LLR x 1.3", "LLR x 1.7", "LLR + 1"), s = c(1, 2.5),
  n = c("30/30", "50/500", "200/200"), stringsAsFactors = FALSE
)
slopes <- c(calibrated = 1, "LLR x 1.3" = 1.3, "LLR x 1.7" = 1.7, "LLR + 1" = 1)
rows <- lapply(seq_len(nrow(cells)), \(i) {
  set.seed(i)
  cell <- cells[i, ]
  n <- as.numeric(strsplit(cell$n, "/")[[1]])
  shift <- if (cell$system == "LLR + 1") 1 else 0
  found <- replicate(n_sets, reject(n, cell$s, slopes[[cell$system]], shift))
  data.frame(n = cell$n, s = cell$s, system = cell$system, t(round(rowMeans(found), 3)))
})
rows <- do.call(rbind, rows)
writeLines(c(
  "# Level and power of `calibration_test()` at .05", "",
  sprintf("%d sets per cell, %d replicates, %s.", n_sets, n_replicates, R.version.string), "",
  paste0("| ", paste(names(rows), collapse = " | "), " |"),
  paste0("|", strrep("---|", ncol(rows))),
  do.call(paste, c(list("|"), unname(lapply(rows, paste, "|"))))
), "bench/calibration-test.md")
