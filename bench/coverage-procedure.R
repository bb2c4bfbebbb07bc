# Coverage, for the performance of the calibration procedure, of the intervals of measures() of a
# calibration, and of intervals that take the calibration as given.
#   Rscript bench/coverage-procedure.R [sets per cell]    writes bench/coverage-procedure.md
suppressMessages(library(calibrant))
source("bench/coverage-table.R")

n_sets <- as.numeric(c(commandArgs(TRUE), 200)[1])
which <- c("cllr", "cllr_cal", "cross_entropy")

gaussian <- \(n1, n2) simulate_lr(n1, n2, s = 2, stretch = 2)
heavy <- \(n1, n2) {
  truth <- rep(c(TRUE, FALSE), c(n1, n2))
  lr_set(ifelse(truth, 2, -2) + 1.5 * rt(n1 + n2, 3), truth, "score")
}
# One reference and one probe of each item, with effects of the item on both sides, all compared.
items <- \(k, ...) {
  reference <- rnorm(k)
  probe <- 0.7 * reference + 0.7 * rnorm(k)
  pair <- expand.grid(i = seq_len(k), j = seq_len(k))
  effect <- 0.7 * (reference[pair$i] + probe[pair$j])
  score <- ifelse(pair$i == pair$j, 2.2, -2.2) + effect + rnorm(k^2)
  lr_set(score, pair$i == pair$j, "score", source1 = pair$i, source2 = pair$j)
}

# `judged` is the size of the trials to be judged, or NULL to judge across folds.
cell <- function(name, draw, n, judged = NULL, method = "logistic", folds = 10) {
  set.seed(1)
  one <- \() {
    fit <- calibrate(draw(n[1], n[2]), method = method)
    new <- if (!is.null(judged)) draw(judged[1], judged[2])
    set.seed(sample.int(1e6, 1))
    chain <- measures(fit, new, which, folds, prior = 0.1, replicates = 300, refits = 100)
    given <- if (is.null(new)) cross_calibrate(fit, folds) else predict(fit, new)
    given <- measures(given, which, prior = 0.1, replicates = 300)
    rbind(chain$estimate, chain$corrected, chain$lower, chain$upper, given$lower, given$upper)
  }
  # A set with separated hypotheses in a fold cannot be judged.
  found <- replicate(n_sets, tryCatch(suppressWarnings(one()), calibrant_error_input = \(cnd) NULL),
    simplify = FALSE)
  found <- simplify2array(Filter(Negate(is.null), found))
  do.call(rbind, lapply(seq_along(which), \(k) {
    of <- found[, k, ]
    best <- of[if (anyNA(of[2, ])) 1 else 2, ]
    truth <- mean(best)
    oracle <- diff(quantile(best, c(0.025, 0.975)))
    covers <- \(low, high) mean(of[low, ] <= truth & of[high, ] >= truth, na.rm = TRUE)
    width <- \(low, high) median(of[high, ] - of[low, ], na.rm = TRUE) / oracle
    data.frame(
      trained_and_judged = name, sets = dim(found)[3], measure = which[k], performance = truth,
      procedure = covers(3, 4), its_width = width(3, 4), given = covers(5, 6), width = width(5, 6)
    )
  }))
}

rows <- rbind(
  cell("Gaussian 30/30, on 500/500", gaussian, c(30, 30), c(500, 500)),
  cell("Gaussian 100/100, on 500/500", gaussian, c(100, 100), c(500, 500)),
  cell("Gaussian 50/50, beta, on 300/300", gaussian, c(50, 50), c(300, 300), "beta"),
  cell("Gaussian 50/50, kde, on 500/500", gaussian, c(50, 50), c(500, 500), "kde"),
  cell("t 3 degrees, 50/200, on 1000/1000", heavy, c(50, 200), c(1000, 1000)),
  cell("Gaussian 50/50, across folds", gaussian, c(50, 50)),
  cell("t 3 degrees, 30/200, across folds", heavy, c(30, 200)),
  cell("30 items, leaving out items", items, c(30, 0), folds = "source")
)
writeLines(c(
  "# Intervals of a procedure of calibration", "",
  sprintf("%d sets per cell, each trained and judged; 300 replicates, 100 refits, 95 %%.", n_sets),
  "`performance` is the mean of the best guesses, over training and judged trials. Shares of",
  "intervals that hold it: of the `procedure` (`measures()` of the calibration), and with the",
  "calibration taken as `given` (`measures()` of the calibrated LRs); and median widths in units of",
  "the distance of the 2.5 % and 97.5 % points of the best guesses.",
  sprintf("Made by bench/coverage-procedure.R with calibrant %s.", packageVersion("calibrant")), "",
  show(as_text(rows))
), "bench/coverage-procedure.md")
