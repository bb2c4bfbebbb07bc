# Coverage of the intervals of random effects over laboratories, and the share of sets in which a
# test rejects one of ten calibrated groups.
#   Rscript bench/between.R [sets] [tests]
# Laboratories are bi-Gaussian and calibrated; their Cllr is normal with mean .5 bits and the
# standard deviation of the first column (kept within .2 and .8), each with 60 H1 and 200 H2
# comparisons.
suppressPackageStartupMessages(library(calibrant))
arguments <- as.numeric(commandArgs(trailingOnly = TRUE))
sets <- c(arguments, 100)[1]
tests <- c(arguments[-1], 100)[1]

grid <- seq(0.5, 5, length.out = 200)
s_of <- splinefun(vapply(grid, \(s) cllr(gaussian_system(s)), 1), grid)

one_study <- function(k, between) {
  truth <- pmin(pmax(rnorm(k + 1, 0.5, between), 0.2), 0.8)
  labs <- lapply(s_of(truth[-1]), \(s) simulate_lr(60, 200, s = s))
  laboratory <- rep(seq_len(k), each = 260)
  table <- measures_by(
    do.call(c, c(labs, pool = TRUE)), laboratory, c("cllr", "cllr_min"),
    replicates = 200, random = TRUE
  )
  vapply(c("cllr", "cllr_min"), \(measure) {
    rows <- table[table$measure == measure, ]
    at <- \(what) rows[match(what, rows$condition), ]
    holds <- \(what, value) isTRUE(at(what)$lower <= value && value <= at(what)$upper)
    own <- rows[seq_len(k), ]
    c(
      mean = holds("mean", 0.5), new = holds("new", truth[1]),
      between = at("between")$lower %in% NA || holds("between", between),
      shrunken = mean(own$shrunken_lower <= truth[-1] & truth[-1] <= own$shrunken_upper),
      error = sqrt(mean((own$corrected - truth[-1])^2)),
      error_shrunken = sqrt(mean((own$shrunken - truth[-1])^2))
    )
  }, numeric(6))
}

set.seed(1)
cells <- expand.grid(k = c(5, 8, 20), between = c(0, 0.05, 0.1))
rows <- lapply(seq_len(nrow(cells)), \(i) {
  found <- replicate(sets, one_study(cells$k[i], cells$between[i]))
  means <- apply(found, 1:2, mean)
  data.frame(sd_between = cells$between[i], laboratories = cells$k[i], measure = colnames(means), t(means))
})
table <- do.call(rbind, rows)
table[-(1:3)] <- round(table[-(1:3)], 3)

accused <- replicate(tests, {
  p <- replicate(10, calibration_test(simulate_lr(40, 40, s = 2))$p.value)
  c(any(p <= 0.05), any(p.adjust(p, "holm") <= 0.05))
})

writeLines(c(
  "# Random effects over laboratories", "",
  sprintf("Shares of %d studies in which the 95 %% intervals of `measures_by(random = TRUE)` held: of the", sets),
  "mean, of one more laboratory, of the standard deviation between, and of the laboratories drawn to the",
  "mean; and the root mean square error of the measure of a laboratory as it is and drawn to the mean.", "",
  knitr::kable(table, row.names = FALSE), "",
  "## Ten calibrated groups", "",
  sprintf("Of %d studies of ten calibrated groups of 40 + 40 comparisons, `calibration_test()` at .05 accused at", tests),
  sprintf("least one in %.0f %%, and after `p.adjust(method = \"holm\")` in %.0f %%.", 100 * mean(accused[1, ]), 100 * mean(accused[2, ]))
), "bench/between.md")
