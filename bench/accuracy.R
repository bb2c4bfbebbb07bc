# How far the measures are from a reference of 200 bits or more, on sets that include extremes.
# Writes bench/accuracy.md. Needs Rmpfr, which no target of the Makefile installs.
suppressPackageStartupMessages({
  library(calibrant)
  library(Rmpfr)
})

# Reference -----------------------------------------------------------------------------------
# Everything from the doubles that the user gave, without rounding in between. The numbers of the
# smallest LLRs need more bits where they are compared with one.
bits <- 200

exact <- function(x) mpfr(x, precBits = bits)

exact_ln <- function(value, scale) {
  switch(scale,
    ln = exact(value),
    log10 = exact(value) * log(exact(10)),
    log2 = exact(value) * log(exact(2)),
    lr = log(exact(value))
  )
}

softplus_exact <- function(x) {
  positive <- x
  positive[x < 0] <- 0
  positive + log1p(exp(-abs(x)))
}

# Weighted mean over the trials there are; what is absent costs nothing even where the cost is
# infinite.
mean_exact <- function(cost, llr, n) {
  sum(cost(llr[n > 0]) * n[n > 0]) / sum(exact(n))
}

# Both halves of the cross-entropy at exact log-odds h, in nats.
halves_exact <- function(points, h) {
  list(
    h1 = mean_exact(\(llr) softplus_exact(-(llr + h)), points$llr, points$n_h1),
    h2 = mean_exact(\(llr) softplus_exact(llr + h), points$llr, points$n_h2)
  )
}

ece_exact <- function(points, prior) {
  prior <- exact(prior)
  costs <- halves_exact(points, log(prior) - log1p(-prior))
  (prior * costs$h1 + (1 - prior) * costs$h2) / log(exact(2))
}

null_exact <- function(prior) {
  prior <- exact(prior)
  -(prior * log(prior) + (1 - prior) * log1p(-prior)) / log(exact(2))
}

# Distinct values and what falls on them, without the package.
count_exact <- function(x) {
  weight <- if (is.null(x$weight)) rep(1, length(x$value)) else x$weight
  value <- sort(unique(x$value))
  at <- match(x$value, value)
  add <- function(of) {
    out <- numeric(length(value))
    sums <- rowsum(weight[of], at[of])
    out[as.integer(rownames(sums))] <- sums
    out
  }
  list(llr = exact_ln(value, x$scale), value = value, n_h1 = add(x$truth), n_h2 = add(!x$truth))
}

# PAV with a stack, on whole numbers whose products are exact.
pav_exact <- function(counts) {
  n <- length(counts$n_h1)
  first <- m1 <- m2 <- numeric(n)
  top <- 0
  for (i in seq_len(n)) {
    top <- top + 1
    first[top] <- i
    m1[top] <- counts$n_h1[i]
    m2[top] <- counts$n_h2[i]
    while (top > 1 && m1[top - 1] * m2[top] >= m1[top] * m2[top - 1]) {
      m1[top - 1] <- m1[top - 1] + m1[top]
      m2[top - 1] <- m2[top - 1] + m2[top]
      top <- top - 1
    }
  }
  keep <- seq_len(top)
  llr <- log(exact(m1[keep])) - log(exact(m2[keep])) -
    (log(sum(exact(m1[keep]))) - log(sum(exact(m2[keep]))))
  list(first = first[keep], last = c(first[keep][-1] - 1, n), n_h1 = m1[keep], n_h2 = m2[keep],
    llr = llr)
}

dev_pav_exact <- function(counts, blocks) {
  finite <- which(blocks$n_h1 > 0 & blocks$n_h2 > 0)
  corners <- c(rbind(blocks$first[finite], blocks$last[finite]))
  x <- counts$llr[corners] / log(exact(10))
  d <- blocks$llr[rep(finite, each = 2)] / log(exact(10)) - x
  n <- length(x)
  left <- abs(d[-n])
  right <- abs(d[-1])
  across <- d[-n] * d[-1] < 0
  height <- (left + right) / 2
  height[across] <- ((left^2 + right^2) / (2 * (left + right)))[across]
  sum(height * (x[-1] - x[-n])) / (x[n] - x[1])
}

# Distance of h from the next zero of ECE - ECE_null, by one Newton step.
root_error <- function(points, h) {
  excess <- function(h) {
    costs <- halves_exact(points, h)
    (costs$h1 - softplus_exact(-h)) / (1 + exp(-h)) +
      (costs$h2 - softplus_exact(h)) / (1 + exp(h))
  }
  here <- excess(h)
  step <- exact(2)^-80
  here * step / (excess(h + step) - here)
}

# Errors --------------------------------------------------------------------------------------
priors <- c(
  "1e-12" = 1e-12, "0.001" = 0.001, "0.3" = 0.3, "0.5" = 0.5, "0.9" = 0.9, "1 - 1e-12" = 1 - 1e-12
)

# In units of the last place of the reference, or of `inherent` where that is larger.
ulps <- function(found, reference, inherent = 0) {
  if (length(found) == 0) {
    return(NA)
  }
  error <- abs(exact(found) - reference)
  unit <- exact(2)^(floor(log2(abs(reference))) - 52)
  unit[unit < inherent] <- inherent[unit < inherent]
  out <- asNumeric(error / unit)
  out[asNumeric(reference) == found] <- 0
  max(out)
}

# By how much the ECE moves, in bits, when all LLRs and the prior log-odds move by half a unit in
# the last place, in the direction that hurts most: no algorithm that starts from LLRs can be
# expected to do better.
inherent_ece <- function(points, prior) {
  h <- stats::qlogis(prior)
  llr <- asNumeric(points$llr)
  moved <- (abs(ifelse(is.finite(llr), llr, 0)) + abs(h)) * 2^-53
  slope_h1 <- stats::plogis(-(llr + h)) * points$n_h1 / sum(points$n_h1)
  slope_h2 <- stats::plogis(llr + h) * points$n_h2 / sum(points$n_h2)
  (prior * sum(slope_h1 * moved) + (1 - prior) * sum(slope_h2 * moved)) / log(2)
}

over_priors <- function(f) do.call(c, lapply(unname(priors), f))

# LRs are recalibrated to the ratio of their block.
predict_error <- function(x, blocks) {
  if (x$scale != "log10") {
    return(NA)
  }
  found <- pav(x)
  finite <- which(is.finite(found$log10_lr_pav))
  middle <- found$log10_lr_min[finite]
  ulps(stats::predict(found, middle), blocks$llr[finite] / log(exact(10)))
}

useful_error <- function(x, points) {
  ends <- unlist(useful_range(x)[c("log10_prior_odds_min", "log10_prior_odds_max")])
  ends <- ends[is.finite(ends)]
  if (length(ends) == 0) {
    return(NA)
  }
  errors <- lapply(ends, \(end) {
    h <- exact(end) * log(exact(10))
    asNumeric(abs(root_error(points, h)) / max(1, abs(asNumeric(h)))) * 2^52
  })
  max(unlist(errors))
}

# Compressed sets once more with every LLR kept.
uncompressed <- function(x, points) {
  kept <- list(llr = calibrant:::to_ln(points$value, x$scale), n_h1 = points$n_h1,
    n_h2 = points$n_h2, totals = c(sum(points$n_h1), sum(points$n_h2)))
  calibrant:::ece(kept, stats::qlogis(priors))
}

measure_set <- function(x, name) {
  points <- count_exact(x)
  blocks <- pav_exact(points)
  halves <- halves_exact(points, exact(0))
  ece <- over_priors(\(p) ece_exact(points, p))
  least <- over_priors(\(p) ece_exact(blocks, p))
  even <- which(priors == 0.5)[[1]]
  inherent <- vapply(priors, \(p) inherent_ece(points, p), 0)
  data.frame(
    set = name,
    distinct = length(points$value),
    ece = ulps(cross_entropy(x, priors), ece, inherent),
    ece_kept = if (length(points$value) > 4096) ulps(uncompressed(x, points), ece, inherent) else NA,
    ece_min = ulps(cross_entropy_min(x, priors), least),
    information = ulps(effective_information(x, priors), null_exact(priors) - ece, inherent),
    cllr = ulps(cllr(x), ece[even], inherent[even]),
    cllr_h1 = ulps(cllr_h1(x), halves$h1 / (2 * log(exact(2))), inherent[even]),
    cllr_h2 = ulps(cllr_h2(x), halves$h2 / (2 * log(exact(2))), inherent[even]),
    cllr_min = ulps(cllr_min(x), least[even]),
    cllr_cal = ulps(cllr_cal(x), ece[even] - least[even], asNumeric(ece[even]) * 2^-52),
    useful = useful_error(x, points),
    dev_pav = suppressWarnings(if (is.finite(dev_pav(x))) {
      ulps(dev_pav(x), dev_pav_exact(points, blocks))
    } else {
      NA
    }),
    pav = predict_error(x, blocks)
  )
}

# Sets ----------------------------------------------------------------------------------------
two_gaussians <- function(n_h1, n_h2, s, digits = 17) {
  truth <- rep(c(TRUE, FALSE), c(n_h1, n_h2))
  list(llr = round(stats::rnorm(n_h1 + n_h2, ifelse(truth, 1, -1) * s^2 / 2, s), digits),
    truth = truth)
}

as_set <- function(trials, scale, ...) lr_set(trials$llr, trials$truth, scale = scale, ...)

set.seed(20)
large <- two_gaussians(2e4, 8e4, 2)
medium <- two_gaussians(4e3, 8e3, 2)
small <- two_gaussians(100, 150, 2)
cauchy <- list(llr = stats::rcauchy(1e4, rep(c(1, -1), 5e3)), truth = rep(c(TRUE, FALSE), 5e3))
alternating <- rep(c(TRUE, FALSE), 100)
wide <- rep(c(-1, 1), 100) * 10^seq(-300, 300, length.out = 200)

sets <- list(
  "one trial per class" = lr_set(c(0.7, -0.3), c(TRUE, FALSE), scale = "log10"),
  "one trial per class, misleading" = lr_set(c(-30, 30), c(TRUE, FALSE), scale = "log10"),
  "one trial per class, tied" = lr_set(c(2, 2), c(TRUE, FALSE), scale = "log10"),
  "250 trials, ln" = as_set(small, "ln"),
  "250 trials, log10" = as_set(small, "log10"),
  "250 trials, LRs" = lr_set(exp(small$llr), small$truth, scale = "lr"),
  "250 trials, rounded" = lr_set(round(small$llr), small$truth, scale = "log2"),
  "250 trials and right infinities" = lr_set(
    c(small$llr, Inf, -Inf), c(small$truth, TRUE, FALSE), scale = "log10"
  ),
  "250 trials, LLRs near zero" = lr_set(small$llr * 1e-10, small$truth, scale = "log10"),
  "250 trials, weighted" = as_set(small, "ln", weight = rep(c(0.5, 1, 3.25, 2, 8), 50)),
  "LRs of 1e-300 to 1e300" = lr_set(
    10^seq(-300, 300, length.out = 200), alternating, scale = "lr"
  ),
  "LLRs of 1e-300 to 1e300, both signs" = lr_set(wide, alternating, scale = "ln"),
  "LLRs of 700, right" = lr_set(700 * ifelse(alternating, 1, -1), alternating, scale = "ln"),
  "1e5 trials" = as_set(large, "log10"),
  "1e5 trials, rounded" = lr_set(round(large$llr, 2), large$truth, scale = "log10"),
  "12000 trials, weak" = lr_set(medium$llr / 50, medium$truth, scale = "ln"),
  "12000 trials, overconfident" = lr_set(medium$llr * 8, medium$truth, scale = "ln"),
  "12000 trials, strong" = as_set(two_gaussians(6e3, 6e3, 8), "ln"),
  "10000 trials, Cauchy" = as_set(cauchy, "ln")
)

# Report --------------------------------------------------------------------------------------
columns <- c(
  ece = "`cross_entropy()`", ece_kept = "the same, all LLRs kept",
  ece_min = "`cross_entropy_min()`", information = "`effective_information()`",
  cllr = "`cllr()`", cllr_h1 = "`cllr_h1()`", cllr_h2 = "`cllr_h2()`", cllr_min = "`cllr_min()`",
  cllr_cal = "`cllr_cal()`", useful = "`useful_range()`", dev_pav = "`dev_pav()`",
  pav = "`predict(pav())`"
)

table_rows <- function(results) {
  cell <- \(x) ifelse(is.na(x), "", formatC(x, format = "f", digits = 1))
  body <- cbind(results$set, results$distinct, vapply(results[names(columns)], cell, results$set))
  head <- c("set", "distinct LRs", columns)
  rule <- c("---", rep("--:", length(head) - 1))
  apply(rbind(head, rule, body), 1, \(row) paste0("| ", paste(row, collapse = " | "), " |"))
}

results <- do.call(rbind, Map(\(x, name) {
  message(name)
  measure_set(x, name)
}, sets, names(sets)))

intro <- c(
  "# Accuracy",
  "",
  "Written by `bench/accuracy.R`. The largest error of each measure against a reference of",
  sprintf("%d bits (Rmpfr %s), over the priors %s.", bits, packageVersion("Rmpfr"),
    paste(names(priors), collapse = ", ")),
  "",
  "The unit is one unit in the last place of the reference (2.2e-16 relative, or less), or, where",
  "that is more, what a change of the LLRs and of the prior log-odds by half such a unit does to",
  "the result: no algorithm that starts from doubles can promise less. `cllr_cal()`, a difference,",
  "is measured in units of `cllr()`. `useful_range()` is the distance to the root of the reference,",
  "relative to the root or to one, whichever is larger.",
  "",
  "What takes a prior shows about ten units at 1e-12 and 1 - 1e-12: it goes by the log-odds, and",
  "a log-odds of 27.6 is only known to 1.8e-15, so that the odds are known to 1.8e-15 relative. At",
  "the other priors of the list it is at most six units.",
  "",
  sprintf("calibrant %s, %s, %s.", packageVersion("calibrant"), R.version.string, R.version$platform),
  ""
)
writeLines(c(intro, table_rows(results)), "bench/accuracy.md")
