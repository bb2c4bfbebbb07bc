# The test of the form of a calibration, on which the limits of its LRs depend: its rejection rates
# for calibrations of the right form and of a wrong one. Usage: Rscript bench/form.R > bench/form.md
library(calibrant)
options(calibrant.sure = TRUE)
set.seed(1)

score_set <- function(h1, h2) {
  lr_set(c(h1, h2), rep(c(TRUE, FALSE), c(length(h1), length(h2))), scale = "score")
}

normal <- \(sd) \(n) score_set(rnorm(n[1], 2), rnorm(n[2], 0, sd))
heavy <- \(n) score_set(rt(n[1], 3) + 3, rt(n[2], 3))
shares <- \(n) {
  x <- score_set(qlogis(rbeta(n[1], 3, 1.5)), qlogis(rbeta(n[2], 1.5, 3)))
  lr_set(x$value, x$truth, scale = "ln")
}
fused <- \(n) {
  truth <- rep(c(TRUE, FALSE), n)
  fuse(matrix(rnorm(3 * sum(n)), ncol = 3) + outer(truth, c(1.2, 0.8, 0.3)), truth)
}
by <- \(method, draw) \(n) calibrate(draw(n), method = method)

cases <- list(
  "right: logistic" = by("logistic", normal(1)), "right: gaussian" = by("gaussian", normal(1)),
  "right: bigaussian" = by("bigaussian", normal(1)), "right: beta" = by("beta", shares),
  "right: fusion of 3" = fused, "wrong: logistic, spreads 1 and 1.5" = by("logistic", normal(1.5)),
  "wrong: logistic, t with 3 degrees" = by("logistic", heavy)
)
sizes <- list(c(30, 30), c(100, 100), c(50, 500), c(200, 200), c(1000, 1000))
draws <- 500

contradicted <- function(fit, n) {
  p <- replicate(draws, calibrant:::form_p_value(fit(n), 1))
  sprintf("%.3f", mean(p < 0.01, na.rm = TRUE))
}

cat(
  "# The form of a calibration\n\n",
  "Share of ", draws, " sets whose training trials contradict the form of the calibration at .01,\n",
  "by bench/form.R. `right` are calibrations of the form that the populations have.\n\n",
  "| calibration | ", paste(vapply(sizes, paste, "", collapse = " + "), collapse = " | "), " |\n",
  "|---|", strrep("---|", length(sizes)), "\n", sep = ""
)
for (case in names(cases)) {
  row <- vapply(sizes, \(n) contradicted(cases[[case]], n), "")
  cat("|", case, "|", paste(row, collapse = " | "), "|\n")
}
