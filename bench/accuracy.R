# Compares the measures with a reference of 200 bits or more, on sets that include extremes. Writes
# bench/accuracy.md, and fails if an error passes its bound. `make accuracy` installs Rmpfr. The
# last line counts the bounds.
suppressPackageStartupMessages({
  library(calibrant)
  library(Rmpfr)
})

for (part in c("reference", "sets", "errors", "decisions", "rules", "fits")) {
  source(sprintf("bench/accuracy-%s.R", part))
}
source("bench/shapes.R")
source("bench/accuracy-curve.R")

columns <- c(
  ece = "`cross_entropy()`", ece_kept = "the same, all LLRs kept",
  ece_min = "`cross_entropy_min()`", information = "`effective_information()`",
  cllr = "`cllr()`", cllr_h1 = "`cllr_h1()`", cllr_h2 = "`cllr_h2()`", cllr_min = "`cllr_min()`",
  cllr_cal = "`cllr_cal()`", useful = "`useful_range()`", dev_pav = "`dev_pav()`",
  pav = "`predict(pav())`"
)

# Bounds in units of the last place. Measures of counts alone are right to the last digit or nearly
# so; a prior near 0 or 1 adds ten units, see below.
bounds <- c(
  ece = 16, ece_kept = 16, ece_min = 16, information = 16, cllr = 4, cllr_h1 = 4, cllr_h2 = 4,
  cllr_min = 4, cllr_cal = 4, useful = 16, dev_pav = 4, pav = 4, eer = 2, prbep = 2, auc = 2,
  dcf = 2, dcf_min = 2, bayes_error = 2, bayes_error_min = 2, tippett = 1, misleading = 1,
  lr_moments = 4, risk_log = 8, risk_brier = 8, risk_boost = 8, risk_beta = 8, risk_cost = 8,
  least_log = 8, least_brier = 8, least_boost = 8, least_beta = 8, least_cost = 8
)
single_bound <- 4
curve_bound <- 1e-14

labels <- c(
  columns,
  eer = "`eer()`", prbep = "`prbep()`", auc = "`auc()`, steps and hull", dcf = "`dcf()`",
  dcf_min = "`dcf_min()`", bayes_error = "`bayes_error()`", bayes_error_min = "`bayes_error_min()`",
  tippett = "`tippett_curve()`", misleading = "`misleading()`", lr_moments = "`measures()`, moments",
  risk_log = "`rule_risk()`, log", risk_brier = "`rule_risk()`, brier",
  risk_boost = "`rule_risk()`, boost",
  risk_beta = "`rule_risk()`, beta with gamma = 2",
  risk_cost = "`rule_risk()`, cost with eta = 0.2",
  least_log = "least risk, log", least_brier = "least risk, brier",
  least_boost = "least risk, boost", least_beta = "least risk, beta with gamma = 2",
  least_cost = "least risk, cost with eta = 0.2"
)

digits <- \(x) ifelse(is.na(x), "", formatC(x, format = "f", digits = 1))

table_of <- function(head, body) {
  rule <- c("---", rep("--:", length(head) - 1))
  apply(rbind(head, rule, body), 1, \(row) paste0("| ", paste(row, collapse = " | "), " |"))
}

results <- do.call(rbind, Map(measure_set, sets, names(sets)))
stopifnot("each measure has a bound" = setequal(names(bounds), names(results)[-(1:2)]))
singles <- single_errors()
curves <- curve_errors()

worst <- vapply(results[names(bounds)], max, 0, na.rm = TRUE)
largest <- data.frame(
  what = c(labels[names(bounds)], names(singles)),
  error = c(worst, singles),
  set = c(vapply(results[names(bounds)], \(e) results$set[which.max(e)], ""),
    rep("", length(singles))),
  bound = c(bounds, rep(single_bound, length(singles)))
)

main_table <- table_of(
  c("set", "distinct LRs", columns),
  cbind(results$set, results$distinct, vapply(results[names(columns)], digits, results$set))
)
worst_table <- table_of(
  c("what", "largest error", "bound", "set"),
  cbind(largest$what, digits(largest$error), largest$bound, largest$set)
)
curve_table <- table_of(
  c("data", "relative error"), cbind(names(curves), formatC(curves, format = "e", digits = 1))
)

writeLines(c(
  "# Accuracy",
  "",
  "Written by `make accuracy`, which fails where an error passes its bound. The largest error of",
  sprintf("each measure against a reference of %d bits (Rmpfr %s).", bits, packageVersion("Rmpfr")),
  "",
  "The unit is one unit in the last place of the reference (2.2e-16 relative, or less), or, where",
  "that is more, what a change of the LLRs and of the prior log-odds by half such a unit does to",
  "the result: no algorithm that starts from doubles can promise less. `cllr_cal()`, a difference,",
  "is measured in units of `cllr()`, coefficients in units of the largest. `useful_range()` is the",
  "distance to the root of the reference, relative to the root or to one, whichever is larger.",
  "",
  sprintf(
    "calibrant %s, %s, %s.",
    packageVersion("calibrant"), R.version.string, R.version$platform
  ),
  "",
  worst_table,
  "",
  "## By set",
  "",
  sprintf("Over the priors %s.", paste(names(priors), collapse = ", ")),
  "",
  main_table,
  "",
  "What takes a prior shows about ten units at 1e-12 and 1 - 1e-12: it goes by the log-odds, and",
  "a log-odds of 27.6 is only known to 1.8e-15, so that the odds are known to 1.8e-15 relative. At",
  "the other priors of the list it is at most six units.",
  "",
  "## The ECE over prior log-odds from -25 to 25",
  "",
  sprintf("Relative to the ECE itself; the bound is %s.", curve_bound),
  "",
  curve_table
), "bench/accuracy.md")

met <- c(largest$error <= largest$bound, curves <= curve_bound)
met[is.na(met)] <- FALSE
for (i in which(!met)) cat("beyond its bound:", c(largest$what, names(curves))[i], "\n")
cat(sprintf("%d passed, %d failed\n", sum(met), sum(!met)))
quit(status = as.integer(!all(met)))
