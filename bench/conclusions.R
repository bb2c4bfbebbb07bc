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
cat(sprintf("calibrant %s, %s. Intervals aim at 95 %%. Made on %s.\n\n",
  packageVersion("calibrant"), R.version.string, Sys.Date()))
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

# Costs of log10 LRs in the population.
cost_of <- function(log10_lr, true) {
  cost <- \(p, x) sum(p[p > 0] * log2(1 + 10^x[p > 0]))
  (cost(true$p1, -log10_lr) + cost(true$p2, log10_lr)) / 2
}

# LRs that overstate, and prefer H1.
stated_lr <- \(true) stats::setNames(1.2 * 10^(1.3 * true$log10_lr), letters[seq_along(true$p1)])

# Costs and misleading rates are those of the LRs of this study in the population.
holds <- function(x, true, by) {
  lr <- conclusion_lr(x, by = by)
  at <- match(lr$conclusion, letters)
  own <- replace(numeric(length(true$p1)), at, lr$log10_lr)
  stated <- stated_lr(true)
  table <- measures(x, c("information", "auc", "cllr", "cllr_cal", "misleading_h1"), by = by)
  costs <- measures(x, c("cllr", "cllr_cal"), by = by, lr = stated)
  loss <- \(log10_lr) cost_of(log10_lr, true) - c(0, 1 - true$information)
  goal <- c(true$information, true$auc, loss(own), sum(true$p1[own < 0]), loss(log10(stated)))
  both <- rbind(table, costs)
  c(
    mean(lr$lower <= true$log10_lr[at] & true$log10_lr[at] <= lr$upper),
    both$lower <= goal & goal <= both$upper, table$estimate[1] - goal[1],
    table$corrected[1] - goal[1]
  )
}

# In which measures do two equal systems differ?
differ <- function(x, y, true, by) {
  both <- suppressWarnings(c(a = x, b = y))
  gaps <- rbind(
    compare_systems(both, c("information", "auc", "cllr", "cllr_cal", "misleading_h1"), by = by),
    compare_systems(both, c("cllr", "cllr_cal"), by = by, lr = stated_lr(true))
  )
  gaps$lower > 1e-12 | gaps$upper < -1e-12
}

# The units that vary, as users should draw them.
unit_of <- function(design) {
  c("trial", "examiner", "item", "both")[1 + (design[3] > 0) + 2 * (design[4] > 0)]
}
measured <- c("information", "AUC", "Cllr", "Cllr_cal", "misleading H1", "Cllr, stated",
  "Cllr_cal, stated")
cat("\n## Examiners and items\n\n",
  sprintf("%d studies each, in which all examiners conclude on all items, on a scale of four. Standard\n", sets),
  "deviations of examiners and items are in units of that of a comparison. Coverage in per cent; bias\n",
  "of the information in bits. Costs and misleading rates are those of the LRs of each study in the\n",
  "population, or of stated LRs, which overstate.\n\n", sep = "")
head_row("examiners", "items of each", "sd examiner, item", "by", "LRs", measured, "bias",
  "bias corrected")
designs <- list(c(10, 20, 0, 0), c(4, 20, 0, 1), c(8, 50, 0, 1), c(20, 40, 0, 1.5),
  c(10, 20, 0.5, 0), c(30, 10, 1, 0), c(10, 20, 0.5, 1), c(20, 20, 0.5, 1), c(20, 60, 0.5, 1),
  c(8, 100, 1, 0.5))
set.seed(1)
for (design in designs) {
  true <- truth_of(design[3], design[4])
  units <- unique(c("trial", unit_of(design)))
  found <- replicate(sets, {
    x <- study(design[1], design[2], design[3], design[4])
    t(vapply(units, \(by) holds(x, true, by), numeric(10)))
  })
  found <- array(found, c(length(units), 10, sets))
  mean <- apply(found, 1:2, mean)
  for (i in seq_along(units)) {
    row(design[1], design[2], paste(design[3], design[4], sep = ", "), units[i],
      percent(mean[i, 1:8]), sprintf("%.3f", mean[i, 9:10]))
  }
}

cat("\n## Two equal systems\n\n",
  sprintf("How often `compare_systems()` finds a difference, in per cent of %d pairs of studies of the same\n", sets),
  "kinds, with examiners and items of the same names.\n\n", sep = "")
head_row("examiners", "items of each", "sd examiner, item", "by", measured)
for (design in designs[1:7]) {
  true <- truth_of(design[3], design[4])
  draw <- \() study(design[1], design[2], design[3], design[4])
  found <- replicate(sets, differ(draw(), draw(), true, unit_of(design)))
  row(design[1], design[2], paste(design[3], design[4], sep = ", "), unit_of(design),
    percent(rowMeans(found)))
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
