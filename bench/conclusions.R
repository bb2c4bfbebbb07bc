# Coverage of the intervals of conclusions. Run from the package root, with the package installed:
#
#   Rscript bench/conclusions.R [sets] > bench/conclusions.md
#
# `sets` is the number of simulated studies of each kind, 300 by default. The first table needs no
# simulation: its numbers are sums over all counts.
library(calibrant)
sets <- as.integer(c(commandArgs(TRUE), 300)[1])
ratio_distribution <- calibrant:::ratio_distribution
percent <- function(x) sprintf("%.0f", 100 * x)
row <- function(...) cat("|", paste(c(...), collapse = " | "), "|\n")
head_row <- function(...) {
  row(...)
  row(rep("---", length(c(...))))
}

# Counts of one of five conclusions, with these expectations among 200 comparisons of a hypothesis.
exact_coverage <- function(expected1, expected2, alpha, n = 200, k = 5) {
  one <- function(expected) {
    p <- stats::dbinom(0:n, n, expected / n)
    at <- which(p > 1e-6) - 1
    list(count = at, p = p[at + 1])
  }
  first <- one(expected1)
  second <- one(expected2)
  true <- log(expected1 / expected2)
  inside <- outer(first$count, second$count, Vectorize(\(m, l) {
    at <- ratio_distribution(
      c(m + alpha, n - m + (k - 1) * alpha), c(l + alpha, n - l + (k - 1) * alpha)
    )(true)
    at > 0.025 && at < 0.975
  }))
  sum(outer(first$p, second$p) * inside)
}

cat("# Conclusions: how often intervals hold the truth\n\n")
cat(sprintf("calibrant %s, %s. Intervals aim at 95 %%.\n\n", packageVersion("calibrant"),
  R.version.string))
cat("## The LR of a conclusion, by comparison\n\n",
  "Exact coverage in per cent, with prior counts of 1/2. Rows and columns are the expected numbers of\n",
  "comparisons that end in the conclusion under H1 and H2, of 200 each, on a scale of five.\n\n",
  sep = "")
expected <- c(0.5, 1, 2, 5, 10, 20, 50)
head_row("H1 \\ H2", expected)
for (a in expected) {
  row(a, vapply(expected, \(b) if (b > a) "" else percent(exact_coverage(a, b, 0.5)), ""))
}

# A study in which `n_e` examiners conclude on all `n_i` items of each hypothesis, on a scale of
# four. Items and examiners vary with these standard deviations.
study <- function(n_e, n_i, sd_e, sd_i) {
  d <- expand.grid(examiner = seq_len(n_e), item = seq_len(2 * n_i))
  d$same <- d$item <= n_i
  strength <- rnorm(2 * n_i, 0, sd_i)[d$item] + rnorm(n_e, 0, sd_e)[d$examiner] +
    rnorm(nrow(d), ifelse(d$same, 1, -1))
  d$conclusion <- cut(strength, c(-Inf, cuts, Inf), letters[1:4], ordered_result = TRUE)
  conclusion_set(same ~ conclusion, d, examiner = "examiner", item = "item")
}
cuts <- c(-1.5, 0, 1.5)
truth_of <- function(sd_e, sd_i) {
  sd <- sqrt(1 + sd_e^2 + sd_i^2)
  p1 <- diff(pnorm(c(-Inf, cuts, Inf), 1, sd))
  p2 <- diff(pnorm(c(-Inf, cuts, Inf), -1, sd))
  list(
    log10_lr = log10(p1 / p2), information = 1 + sum(0.5 * c(p1 * log2(p1 / (p1 + p2)),
      p2 * log2(p2 / (p1 + p2)))),
    auc = sum(p1 * (cumsum(p2) - p2 / 2)), p1 = p1, p2 = p2
  )
}

holds <- function(x, true, by, monotone = FALSE) {
  lr <- conclusion_lr(x, by = by, monotone = monotone, replicates = 500)
  at <- match(lr$conclusion, letters)
  table <- measures(x, c("information", "auc"), by = by)
  goal <- c(true$information, true$auc)
  c(
    mean(lr$lower <= true$log10_lr[at] & true$log10_lr[at] <= lr$upper),
    table$lower <= goal & goal <= table$upper, table$estimate[1] - goal[1],
    table$corrected[1] - goal[1]
  )
}

cat("\n## Examiners and items\n\n",
  sprintf("%d studies each, in which all examiners conclude on all items, on a scale of four. Standard\n", sets),
  "deviations of examiners and items are in units of that of a comparison. Coverage in per cent; bias\n",
  "of the information in bits.\n\n", sep = "")
head_row("examiners", "items of each", "sd examiner, item", "by", "LRs", "information", "AUC",
  "bias", "bias corrected")
designs <- list(c(10, 20, 0, 0), c(10, 20, 0.5, 1), c(20, 20, 0.5, 1), c(40, 20, 0.5, 1),
  c(20, 60, 0.5, 1), c(8, 100, 1, 0.5))
set.seed(1)
for (design in designs) {
  true <- truth_of(design[3], design[4])
  found <- replicate(sets, {
    x <- study(design[1], design[2], design[3], design[4])
    rbind(trial = holds(x, true, "trial"), both = holds(x, true, "both"))
  })
  mean <- apply(found, 1:2, mean)
  for (by in rownames(mean)) {
    row(design[1], design[2], paste(design[3], design[4], sep = ", "), by, percent(mean[by, 1:3]),
      sprintf("%.3f", mean[by, 4:5]))
  }
}

cat("\n## Ordered conclusions, with monotone LRs\n\n",
  sprintf("%d sets each, by comparison, on the same scale; pooled LRs where counts contradict the order.\n\n",
    sets), sep = "")
head_row("H1/H2 comparisons", "plain", "monotone", "width of monotone to plain")
true <- truth_of(0.5, 1)
for (n in c(20, 50, 200)) {
  found <- replicate(sets, {
    counts <- cbind(same = rmultinom(1, n, true$p1)[, 1], different = rmultinom(1, n, true$p2)[, 1])
    rownames(counts) <- letters[1:4]
    x <- suppressWarnings(conclusion_set(counts, conclusions = letters[1:4]))
    tables <- lapply(c(FALSE, TRUE), \(mono) conclusion_lr(x, monotone = mono, replicates = 500))
    at <- match(tables[[1]]$conclusion, letters)
    inside <- vapply(tables, \(t) mean(t$lower <= true$log10_lr[at] & true$log10_lr[at] <= t$upper), 0)
    width <- vapply(tables, \(t) mean(t$upper - t$lower), 0)
    c(inside, width[2] / width[1])
  })
  row(paste(n, n, sep = "/"), percent(rowMeans(found)[1:2]), sprintf("%.2f", mean(found[3, ])))
}
