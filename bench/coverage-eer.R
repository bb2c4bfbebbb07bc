# Reasons for intervals of the EER that contain the truth too often with tied or flat scores: the
# spread of the estimates, the spread of the replicates, and the allowances of the intervals.
#   Rscript bench/coverage-eer.R [sets per cell]    writes bench/coverage-eer.md
suppressMessages(library(calibrant))
source("bench/coverage-populations.R")
source("bench/coverage-table.R")

n_sets <- as.numeric(c(commandArgs(TRUE), 400)[1])
wanted <- c("bi-Gaussian s = 2", "t, 3 degrees", "whole numbers", "halves", "unequal spreads")

# The spread of the two error rates at a fixed threshold. Times 0.95 it is the least spread of the
# `eer` (R/interval-limits.R).
fixed_spread <- function(x) {
  package <- asNamespace("calibrant")
  resampling <- list(replicates = 1, by = "trial", threads = 1, corrected = TRUE, exact = TRUE)
  kinds <- package$kinds_at(package$measure_kinds["eer"])
  one <- package$measure_systems(x, kinds, resampling)$systems[[1]]
  package$rate_spread(one[c("rates", "n")], resampling)
}

cell <- function(population, n) {
  set.seed(sum(n))
  found <- replicate(n_sets, {
    x <- population$draw(n[1], n[2])
    table <- measures(x, "eer", replicates = 300)
    c(table$corrected, table$std_error, fixed_spread(x), table$lower, table$upper)
  })
  truth <- population$truth[["eer"]]
  data.frame(
    population = population$name, n = paste0(n[1], "/", n[2]), estimates = sd(found[1, ]),
    replicates = mean(found[2, ]), fixed_threshold = mean(found[3, ]),
    interval = mean(found[5, ] - found[4, ]) / (2 * qnorm(0.975)),
    covered = mean(found[4, ] <= truth & truth <= found[5, ])
  )
}

chosen <- Filter(\(population) population$name %in% wanted, populations)
rows <- do.call(rbind, lapply(chosen, \(population) {
  do.call(rbind, lapply(list(c(50, 50), c(200, 200)), \(n) cell(population, n)))
}))
writeLines(c(
  "# How far the EER scatters, and what its intervals make room for", "",
  sprintf("Standard deviations in %d sets per cell, 300 replicates: of the `estimates`; of their",
    n_sets),
  "`replicates`, on average; of the error rates at a `fixed_threshold`; and that for which the 95 %",
  sprintf("`interval` is wide enough. Made by bench/coverage-eer.R with calibrant %s, %s.",
    packageVersion("calibrant"), R.version.string), "",
  show(as_text(rows))
), "bench/coverage-eer.md")
