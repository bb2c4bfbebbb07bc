# Time of the functions that go beyond the papers, as multiples of cllr_min(lr_set()) of the same
# trials in the same run. Rounds alternate between the two, so that other load of the machine
# affects both.
#   Rscript bench/beyond.R    writes bench/beyond.md
suppressMessages(library(calibrant))
source("bench/timing.R")
options(calibrant.sure = TRUE, calibrant.threads = 1)

data_of <- function(n) {
  set.seed(1)
  x <- simulate_lr(n / 2, n / 2, s = 2)
  classes <- factor(rep_len(1:3, n))
  loglik <- matrix(stats::rnorm(3 * n), n)
  own <- cbind(seq_len(n), as.integer(classes))
  loglik[own] <- loglik[own] + 2
  classes <- loglik_set(loglik, classes, "ln")
  certain <- lr_set(replace(x$value, n, Inf), x$truth, "ln")
  list(x = x, value = x$value, truth = x$truth, classes = classes, fit = calibrate(classes),
    certain = certain, four = calibrate(certain, "four_parameter"))
}

rule <- scoring_rule("dirichlet", gamma = 1, classes = 3)
jobs <- list(
  "law without information, 2000 draws" =
    \(d) measures(d$x, "cllr_min", replicates = 0, chance = 1999),
  "bits claimed and delivered" = \(d) effective_information(d$x, prior = 0.5, claimed = TRUE),
  "Dirichlet rule of three classes, risk" = \(d) rule_risk(d$classes, rule),
  "training by the Dirichlet rule, from a fit" = \(d) retrain(d$fit, rule, d$classes),
  "rates beyond 1000" = \(d) misleading(d$x, beyond = 1000),
  "area below the ECE" = \(d) rule_risk(d$x, "area", prior = 0.5),
  "area, after PAV" = \(d) rule_risk(d$x, "area", prior = 0.5, part = "min"),
  "four-parameter logistic, fit" = \(d) calibrate(d$certain, "four_parameter"),
  "four-parameter logistic, limits of ten LRs" = \(d) predict(d$four, d$value[1:10], level = 0.95),
  "logarithmic risk of three classes" = \(d) rule_risk(d$classes, "log"),
  "logistic calibration, fit" = \(d) calibrate(d$x)
)
unit <- \(d) cllr_min(lr_set(d$value, d$truth, "ln"))

# Median of the ratios of the rounds.
ratio_of <- function(job, d) {
  once <- seconds(job, d, 1)
  message(signif(once, 2), " s")
  times <- c(if (once > 0.5) 1 else calls_to_time(job, d), calls_to_time(unit, d))
  rounds <- if (once > 0.5) 1 else 7
  median(replicate(rounds, seconds(job, d, times[1]) / seconds(unit, d, times[2])))
}

sizes <- c(300, 1000)
found <- vapply(sizes, \(n) {
  d <- data_of(n)
  vapply(jobs, \(job) ratio_of(job, d), 0)
}, numeric(length(jobs)))
units <- vapply(lapply(sizes, data_of), \(d) 1000 * seconds(unit, d, 50), 0)

cells <- matrix(formatC(found, digits = 3, format = "fg", big.mark = " "), nrow(found))
rows <- sprintf("| %s | %s |", names(jobs), apply(cells, 1, paste, collapse = " | "))
writeLines(c(
  "# Time of what the papers leave open", "",
  "Made by `bench/beyond.R`: processor time of one thread, as multiples of `cllr_min(lr_set())` of",
  "the same trials in the same run, medians of rounds that alternate (one above half a second).",
  "Others worked on the machine at the same time, so read a ratio to a factor of one and a half.",
  "Half of the trials are of H1.", "",
  sprintf("| job | %s |", paste(format(sizes, big.mark = " ", scientific = FALSE, trim = TRUE),
    "trials", collapse = " | ")),
  sprintf("|---|%s|", paste(rep("---:", length(sizes)), collapse = "|")), rows, "",
  sprintf("The unit took %s ms.", paste(signif(units, 2), collapse = " and "))
), "bench/beyond.md")
