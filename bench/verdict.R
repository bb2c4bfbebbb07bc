# Priors at which explain() says that the LRs help or do harm: the rate of false statements at any
# prior; and the rate at which the interval at even odds alone lies below 1 bit for LRs that are as
# bad as none. Usage: Rscript bench/verdict.R > bench/verdict.md
library(calibrant)
options(calibrant.sure = TRUE)
set.seed(1)

pair <- \(h1, h2) lr_set(c(h1, h2), rep(c(TRUE, FALSE), c(length(h1), length(h2))), scale = "ln")
gaussian <- \(n, s = 2, slope = 1, shift = 0) {
  pair(slope * rnorm(n[1], s^2 / 2, s) + shift, slope * rnorm(n[2], -s^2 / 2, s) + shift)
}
tied <- \(n) pair(2 * round(rnorm(n[1], 1, sqrt(2))), 2 * round(rnorm(n[2], -1, sqrt(2))))
populations <- list(
  "calibrated" = gaussian, "three times too strong" = \(n) gaussian(n, sqrt(2), 3),
  "shifted by 2" = \(n) gaussian(n, shift = 2), "weak" = \(n) gaussian(n, 0.2), "tied" = tied
)
sizes <- list(c(5, 200), c(15, 200), c(20, 20), c(30, 300), c(100, 100), c(1000, 1000))
odds <- calibrant:::verdict_odds
prior <- plogis(odds * log(10))
none <- calibrant:::ece_null(odds * log(10))

# Ends of the spans in sentences are rounded, so the numbers behind them are used.
verdict <- function(x) {
  system <- calibrant:::systems_of(x)[[1]]
  counts <- calibrant:::explained_counts(system)
  ends <- vapply(prior, \(p) unlist(calibrant:::ece_interval(counts, p, TRUE)), c(0, 0))
  middle <- unname(cross_entropy(x, prior))
  by <- calibrant:::verdict_widening
  enough <- min(table(x$truth)) >= calibrant:::fewest_for_verdict
  list(
    helps = enough & middle + by * (ends[2, ] - middle) < none,
    harms = enough & middle + by * (ends[1, ] - middle) > none
  )
}

cat(
  "# Priors at which LRs help or do harm\n\n",
  "Share of 300 sets in which explain() names a prior falsely, of 25 that it looks at, and in\n",
  "parentheses the share of these priors that it names; by bench/verdict.R.\n\n",
  "| LRs | ", paste(vapply(sizes, paste, "", collapse = " + "), collapse = " | "), " |\n",
  "|---|", strrep("---|", length(sizes)), "\n", sep = ""
)
for (name in names(populations)) {
  help <- unname(cross_entropy(populations[[name]](c(4e5, 4e5)), prior)) < none
  cells <- vapply(sizes, \(n) {
    found <- replicate(300, {
      said <- verdict(populations[[name]](n))
      c(any(said$helps & !help | said$harms & help, na.rm = TRUE),
        mean(said$helps | said$harms, na.rm = TRUE))
    })
    sprintf("%.3f (%.2f)", mean(found[1, ]), mean(found[2, ], na.rm = TRUE))
  }, "")
  cat("|", name, "|", paste(cells, collapse = " | "), "|\n")
}

# LLRs with a Cllr of 1 bit: many mislead, or few, but strongly.
as_bad_as_none <- list(
  "three times too strong" = \(n) gaussian(n, sqrt(2), 2.86),
  "one in ten misleads" = \(n) {
    misleads <- \(k) ifelse(runif(k) < 0.1, -2, 1)
    pair(1.47 * rnorm(n[1], 2 * misleads(n[1])), -1.47 * rnorm(n[2], 2 * misleads(n[2])))
  }
)
set.seed(1)
few <- list(c(5, 5), c(5, 200), c(10, 10), c(14, 14), c(15, 15), c(30, 30))
cat(
  "\n## At even odds alone\n\n",
  "Share of 2000 sets of LRs with a Cllr of 1 bit whose interval lies below 1 bit. With fewer\n",
  "than ", calibrant:::fewest_for_verdict, " comparisons of a hypothesis explain() therefore calls ",
  "it not settled that such LRs help.\n\n",
  "| LRs | Cllr | ", paste(vapply(few, paste, "", collapse = " + "), collapse = " | "), " |\n",
  "|---|---|", strrep("---|", length(few)), "\n", sep = ""
)
for (name in names(as_bad_as_none)) {
  cells <- vapply(few, \(n) {
    mean(replicate(2000, {
      counts <- calibrant:::explained_counts(calibrant:::systems_of(as_bad_as_none[[name]](n))[[1]])
      isTRUE(calibrant:::ece_interval(counts, 0.5, TRUE)$upper < 1)
    }))
  }, 0)
  all <- cllr(as_bad_as_none[[name]](c(4e5, 4e5)))
  cat("|", name, "|", sprintf("%.3f", all), "|", paste(sprintf("%.3f", cells), collapse = " | "),
    "|\n")
}
