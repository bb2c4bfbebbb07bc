# Coverage of the limits that predict(fit, level = .95) gives to an LR, for the true LR of its
# score. Populations are known, and so is the LR of a score; limits are computed at 1/10 000, 1/100,
# 1, 100 and 10 000.
#   Rscript bench/coverage-lr.R [sets per cell] [methods ...]
# prints a table per method; `source` among the methods stands for trials that share items.
suppressMessages(library(calibrant))
# Turns off the warnings about slips, which simulated LRs may cause.
options(calibrant.sure = TRUE)

asked <- c(-4, -2, 0, 2, 4)
sizes <- list(c(30, 30), c(50, 500), c(200, 200), c(2000, 2000))

# Functions that draw scores under H1 and H2, and the scores with the given log LRs.
population <- function(h1, h2, llr, range) {
  at <- vapply(asked, \(x) {
    beyond <- \(s) llr(s) - x * log(10)
    if (beyond(range[1]) * beyond(range[2]) > 0) NA else uniroot(beyond, range, tol = 1e-10)$root
  }, 0)
  list(h1 = h1, h2 = h2, at = at)
}

populations <- list(
  normal = population(\(n) rnorm(n, 1.25), \(n) rnorm(n, -1.25), \(s) 2.5 * s, c(-50, 50)),
  gamma = population(
    \(n) rgamma(n, 2, 0.4), \(n) rgamma(n, 2, 2), \(s) 2 * log(0.4 / 2) + 1.6 * s, c(0, 50)
  ),
  "unequal variances" = population(
    \(n) rnorm(n, 1.5, 1), \(n) rnorm(n, -1, 1.3),
    \(s) dnorm(s, 1.5, 1, TRUE) - dnorm(s, -1, 1.3, TRUE), c(-6, 4.6)
  ),
  logistic = population(
    \(n) rlogis(n, 4), \(n) rlogis(n, -4),
    \(s) dlogis(s, 4, log = TRUE) - dlogis(s, -4, log = TRUE), c(-60, 60)
  ),
  "beta of LRs" = population(
    \(n) qlogis(rbeta(n, 2.2, 0.7)), \(n) qlogis(rbeta(n, 0.9, 1.6)),
    \(s) dbeta(plogis(s), 2.2, 0.7, log = TRUE) - dbeta(plogis(s), 0.9, 1.6, log = TRUE),
    c(-30, 30)
  )
)

trials <- function(population, n, ...) {
  lr_set(c(population$h1(n[1]), population$h2(n[2])), rep(c(TRUE, FALSE), n), "score")
}

# Items with an effect on all their comparisons, half of the variance: three comparisons of each
# item with itself, and one of each two items.
shared_trials <- function(n_items, distance = 2.5) {
  effect <- rnorm(n_items)
  own <- rep(seq_len(n_items), each = 3)
  pairs <- t(combn(n_items, 2))
  noise <- \(n) rnorm(n, sd = sqrt(0.5))
  lr_set(
    c(distance / 2 + sqrt(0.5) * effect[own] + noise(length(own)),
      0.5 * (effect[pairs[, 1]] + effect[pairs[, 2]]) - distance / 2 + noise(nrow(pairs))),
    rep(c(TRUE, FALSE), c(length(own), nrow(pairs))), "score",
    source1 = c(own, pairs[, 1]), source2 = c(own, pairs[, 2])
  )
}

# Flags the limits that contain the true LR, and gives half the width at 100 in powers of ten; NULL
# without a calibration.
covers <- function(x, method, at) {
  known <- !is.na(at)
  found <- tryCatch(
    suppressMessages(suppressWarnings(predict(calibrate(x, method), at[known], level = 0.95))),
    calibrant_error = \(cnd) NULL
  )
  if (is.null(found)) {
    return(NULL)
  }
  holds <- rep(NA, 5)
  holds[known] <- found$lower <= asked[known] & asked[known] <= found$upper
  c(holds, ((found$upper - found$lower) / 2)[asked[known] == 2])
}

row_of <- function(name, size, sets, one) {
  set.seed(1)
  found <- do.call(rbind, lapply(seq_len(sets), \(i) one()))
  coverage <- sub("^NaN$", "", format(round(colMeans(found)[1:5], 2)))
  cat(sprintf("| %s | %s | %d |", name, size, NROW(found)), sprintf(" %s |", c(
    sub("NA", "", coverage), format(round(median(found[, 6]), 2))
  )), "\n", sep = "")
}

heading <- function(title, first) {
  cat("\n## ", title, "\n\n| ", first, " | size | sets |", sprintf(" 10^%g |", asked), " width |\n",
    "|---|---|---|", rep("---:|", 6), "\n", sep = "")
}

arguments <- commandArgs(TRUE)
sets <- if (length(arguments) > 0) as.integer(arguments[1]) else 200
methods <- if (length(arguments) > 1) arguments[-1] else
  c("logistic", "gaussian", "beta", "bigaussian", "kde", "pav", "spline", "source")
for (method in setdiff(methods, "source")) {
  heading(method, "population")
  for (name in names(populations)) {
    for (n in sizes) {
      one <- populations[[name]]
      row_of(name, paste(n, collapse = "/"), sets, \() covers(trials(one, n), method, one$at))
    }
  }
}
if ("source" %in% methods) {
  heading("by source, normal scores, items with half of the variance", "method")
  for (method in c("logistic", "gaussian", "pav", "kde", "spline")) {
    for (n in c(10, 20, 40)) {
      row_of(method, paste(n, "items"), sets, \() {
        covers(shared_trials(n), method, populations$normal$at)
      })
    }
  }
}
