# Coverage of the limits of LRs by predict(bound_lr(calibrate(x)), level = .95). The truth is the
# true LR of a score, moved within the true bounds: those of the criterion with the true shares of
# true LRs beyond each threshold. LRs are evaluated from a tenth of the upper bound to 1000 times
# the bound.
#   Rscript bench/coverage-bounds.R [sets per cell] > bench/coverage-bounds.md
suppressMessages(library(calibrant))
# Turns off the warnings about slips, which simulated LRs may cause.
options(calibrant.sure = TRUE, warn = -1)

asked <- log10(c(0.1, 0.5, 1, 2, 10, 1000))
sizes <- list(c(30, 30), c(100, 100), c(300, 300), c(30, 300), c(300, 30), c(50, 2000))

# Scores with a logistic distribution in the mixture, whose log LR is twice the score.
logistic_scores <- function(n, h1) {
  found <- numeric(0)
  while (length(found) < n) {
    score <- rlogis(4 * n + 100)
    keep <- runif(length(score)) < plogis(if (h1) 2 * score else -2 * score)
    found <- c(found, score[keep])
  }
  found[seq_len(n)]
}
logistic_share <- function(h1) {
  density <- \(s) 2 * dlogis(s) * plogis(if (h1) 2 * s else -2 * s)
  at <- seq(-30, 30, by = 0.005)
  above <- rev(cumsum(rev(density(at)))) * 0.005
  approxfun(at, above, rule = 2)
}

populations <- list(
  "normal, 2 apart" = list(
    draw = \(n, h1) rnorm(n, 2 * h1), ln_lr = \(s) 2 * s - 2,
    h1 = \(s) pnorm(s, 2, lower.tail = FALSE), h2 = \(s) pnorm(s, lower.tail = FALSE)
  ),
  "normal, 4 apart" = list(
    draw = \(n, h1) rnorm(n, 4 * h1), ln_lr = \(s) 4 * s - 8,
    h1 = \(s) pnorm(s, 4, lower.tail = FALSE), h2 = \(s) pnorm(s, lower.tail = FALSE)
  ),
  "log of gamma" = list(
    draw = \(n, h1) log(rgamma(n, if (h1) 4 else 1.5)),
    ln_lr = \(s) 2.5 * s + lgamma(1.5) - lgamma(4),
    h1 = \(s) pgamma(exp(s), 4, lower.tail = FALSE),
    h2 = \(s) pgamma(exp(s), 1.5, lower.tail = FALSE)
  ),
  logistic = list(
    draw = logistic_scores, ln_lr = \(s) 2 * s, h1 = logistic_share(TRUE),
    h2 = logistic_share(FALSE)
  )
)

# The ln LR of the bound, and the scores at which LRs are evaluated.
true_bound <- function(population, n, bound) {
  added <- list(elub = c(0, 1), iv = c(0.5, 0.5))[[bound]]
  score <- seq(-30, 30, by = 0.001)
  llr <- population$ln_lr(score)
  most <- (n[2] + 1) / (n[1] + 1) *
    (n[1] * population$h1(score) + added[1]) / (n[2] * population$h2(score) + added[2])
  most <- llr[which(llr >= 0 & llr > log(most))[1]]
  list(most = most / log(10), score = approx(llr, score, most + asked * log(10))$y)
}

cell <- function(name, n, bound, method, sets) {
  true <- true_bound(populations[[name]], n, bound)
  target <- pmin(true$most + asked, true$most)
  found <- replicate(sets, simplify = FALSE, {
    score <- c(populations[[name]]$draw(n[1], TRUE), populations[[name]]$draw(n[2], FALSE))
    x <- lr_set(score, rep(c(TRUE, FALSE), n), "score")
    fit <- tryCatch(calibrate(x, method), calibrant_error_separable = \(cnd) NULL)
    if (!is.null(fit)) {
      known <- bound_lr(fit, bound)
      list(
        now = predict(known, true$score, level = 0.95, type = "log10"),
        own = predict(fit, true$score, level = 0.95), most = coef(known)[["upper"]]
      )
    }
  })
  found <- Filter(Negate(is.null), found)
  holds <- \(one) one$lower <= target + 1e-9 & target <= one$upper + 1e-9
  capped <- lapply(found, \(one) lapply(one$own[c("lower", "upper")], pmin, one$most))
  share <- \(held) sprintf("%.2f", rowMeans(do.call(cbind, held)))
  width <- vapply(found, \(one) (one$now$upper - one$now$lower)[6], 0)
  cat("|", paste(c(
    name, method, bound, paste(n, collapse = "/"), length(found),
    share(lapply(found, \(one) holds(one$now))),
    paste(range(as.numeric(share(lapply(capped, holds)))), collapse = " to "), sprintf("%.2f", median(width))
  ), collapse = " | "), "|\n")
}

sets <- c(as.integer(commandArgs(TRUE)), 60)[1]
cat("# Coverage of the limits of bounded LRs\n
Share of sets in which the 95 % limits of `predict(bound_lr(fit), level = 0.95)` contained the true LR of a
score, within the bounds that the criterion gives for the true shares of the true LRs. Scores have a tenth of
the LR at the upper bound, half of it, the same, twice, ten and 1000 times as much. `moved` has the least and
the greatest share of the six for the limits of the calibration, moved to the bound as it was found; `width`
is the median of the width at the last LR, in powers of ten. `Rscript bench/coverage-bounds.R", sets,
"> bench/coverage-bounds.md`\nprints this table.\n\n")
cat("| population | method | bound | size | sets | 1/10 | 1/2 | 1 | 2 | 10 | 1000 | moved | width |\n")
cat("|---|---|---|---|---|---:|---:|---:|---:|---:|---:|---|---:|\n")
set.seed(1)
for (name in names(populations)) {
  for (n in sizes) for (bound in c("elub", "iv")) cell(name, n, bound, "logistic", sets)
}
for (method in c("pav", "kde", "spline")) {
  for (n in sizes[c(1, 3, 4)]) {
    for (bound in c("elub", "iv")) cell("log of gamma", n, bound, method, sets %/% 3)
  }
}
