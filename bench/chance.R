# Median processor time, on one thread, of 2000 draws from the distribution of Cllr_min for
# uninformative scores, and of the mean of this distribution.
#   Rscript bench/chance.R
suppressMessages(library(calibrant))

seconds <- function(call) {
  call <- substitute(call)
  median(replicate(5, sum(system.time(eval(call, parent.frame(2)))[1:2])))
}
package <- asNamespace("calibrant")
kinds <- package$kinds_at(package$measure_kinds["cllr_min"])
request <- package$wanted_statistics(kinds)
draw <- function(totals, group) {
  .Call(calibrant:::ffi_chance, list(
    totals = totals, group = group, draws = 2000, threads = 1, progress = NULL, llr = NULL,
    cut_h1 = NULL, cut_h2 = NULL
  ), request)
}
mean_of <- function(totals) .Call(calibrant:::ffi_chance_mean, totals, c(0.5, 0.5), 0L)

set.seed(1)
cat("| H1 and H2 trials | values | 2000 draws | mean |\n|---|---:|---:|---:|\n")
for (totals in list(c(37, 91), c(1e4, 1e4), c(1e6, 1e7), c(1e8, 1e9))) {
  for (values in c(NA, 7, 1000)) {
    if (!is.na(values) && values > sum(totals)) next
    group <- if (!is.na(values)) diff(floor(seq(0, sum(totals), length.out = values + 1)))
    cat(sprintf(
      "| %s | %s | %.3f | %s |\n", paste(format(totals, big.mark = " ", scientific = FALSE,
        trim = TRUE), collapse = ", "), if (is.na(values)) "no ties" else values,
      seconds(draw(totals, group)), if (is.na(values)) sprintf("%.3f", seconds(mean_of(totals))) else ""
    ))
  }
}
