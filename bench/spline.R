# Quality of LRs of new trials after calibration by a monotone spline and by other methods.
#   Rscript bench/spline.R [sets per cell]
# prints a table of the mean Cllr, in bits, of 40 000 new trials with known LRs.
suppressMessages(library(calibrant))
options(calibrant.sure = TRUE)

spread <- \(n, share, ...) ifelse(runif(n) < share, ...)
population <- function(h1, h2, d1, d2) list(h1 = h1, h2 = h2, llr = \(x) log(d1(x)) - log(d2(x)))
populations <- list(
  "normal" = population(\(n) rnorm(n, 2), rnorm, \(x) dnorm(x, 2), dnorm),
  "unequal variances" = population(
    \(n) rnorm(n, 2.5, 0.7), \(n) rnorm(n, 0, 1.3), \(x) dnorm(x, 2.5, 0.7), \(x) dnorm(x, 0, 1.3)
  ),
  "t, 3 degrees" = population(\(n) 2.5 + rt(n, 3), \(n) rt(n, 3), \(x) dt(x - 2.5, 3), \(x) dt(x, 3)),
  "mixture" = population(
    \(n) rnorm(n, ifelse(runif(n) < 0.7, 3, 0.5)), rnorm,
    \(x) 0.7 * dnorm(x, 3) + 0.3 * dnorm(x, 0.5), dnorm
  ),
  "shares" = population(
    \(n) rbeta(n, 3, 0.8), \(n) rbeta(n, 0.8, 2), \(x) dbeta(x, 3, 0.8), \(x) dbeta(x, 0.8, 2)
  ),
  "exponential" = population(rexp, \(n) rexp(n, 6), dexp, \(x) dexp(x, 6))
)
sizes <- list(c(30, 30), c(100, 100), c(50, 500), c(1000, 1000))
methods <- c("logistic", "beta", "bigaussian", "kde", "pav", "spline")

# NA where the method cannot be trained.
cost_of <- function(training, other, method) {
  # The blocks of PAV at either end are certain, and wrong for some new trial.
  infinite <- if (method == "pav") "add_misleading"
  tryCatch(
    suppressMessages(suppressWarnings(
      unname(cllr(predict(calibrate(training, method, infinite = infinite), other)))
    )),
    calibrant_error = \(cnd) NA
  )
}

drawn <- function(one, n) {
  lr_set(c(one$h1(n[1]), one$h2(n[2])), rep(c(TRUE, FALSE), n), "score")
}

row_of <- function(name, n, sets) {
  one <- populations[[name]]
  set.seed(1)
  other <- drawn(one, c(20000, 20000))
  truth <- cllr(lr_set(one$llr(other$value), other$truth, "ln"))
  found <- vapply(seq_len(sets), \(i) {
    training <- drawn(one, n)
    vapply(methods, \(method) cost_of(training, other, method), 0)
  }, numeric(length(methods)))
  trained <- colSums(is.na(found)) == 0
  cat(sprintf(
    "| %s | %s | %d | %.3f |%s\n", name, paste(n, collapse = "/"), sum(trained), truth,
    paste0(sprintf(" %.3f |", rowMeans(found[, trained, drop = FALSE])), collapse = "")
  ))
}

sets <- c(as.integer(commandArgs(trailingOnly = TRUE)), 100)[1]
cat(
  "| population | size | sets | true |", sprintf(" %s |", methods), "\n",
  "|---|---|---|", rep("---:|", length(methods) + 1), "\n", sep = ""
)
for (name in names(populations)) for (n in sizes) row_of(name, n, sets)
