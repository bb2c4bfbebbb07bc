# Jackknife: the bias of the whole, its standard error and degrees of freedom. By examiner and item,
# the two variances are added, and the variance of cells (one examiner on one item), which both
# contain, is subtracted (Cameron, Gelbach and Miller 2011). The sum is at least the larger of the
# two.
jackknife <- function(values, by) {
  sums <- lapply(values$parts, jackknife_sums)
  variance <- vapply(sums, `[[`, 0, "variance")
  own <- if (by == "both") c("examiner", "item") else by
  total <- max(variance[own])
  if (by == "both") total <- max(total, sum(variance[own]) - variance[["cell"]])
  list(
    bias = sums[[own[1]]][["bias"]], std_error = sqrt(total),
    by_trial = sqrt(variance[["trial"]]), df = min(vapply(sums[own], `[[`, 0, "df"))
  )
}

# Note below a table of jackknife intervals.
jackknife_note <- function(x) {
  how <- attr(x, "jackknife")
  if (!is.null(how)) {
    sprintf("\n%s %% intervals by %s (jackknife%s).\n", level_number(how$level),
      drawn_words[[how$by]], if (isTRUE(how$drawn)) ", and posterior of the counts" else "")
  }
}

# A stratum of one unit shows no spread.
jackknife_sums <- function(part) {
  strata <- split(seq_along(part$change), part$stratum)
  sums <- vapply(strata, \(i) {
    n <- sum(part$times[i])
    mean <- sum(part$change[i] * part$times[i]) / n
    squares <- sum(part$times[i] * (part$change[i] - mean)^2)
    c(bias = (n - 1) * mean, variance = (n - 1) / n * squares, df = n - 1)
  }, numeric(3))
  c(bias = sum(sums["bias", ]), variance = sum(sums["variance", ]), df = min(sums["df", ]))
}

drawn_words <- c(
  trial = "comparison", examiner = "examiner", item = "item", both = "examiner and item"
)
