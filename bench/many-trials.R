# Median processor time of calibration and prediction with many trials, on one thread, in multiples
# of that of cllr_min(lr_set()) with a million trials in the same session.
#   Rscript bench/many-trials.R
suppressMessages(library(calibrant))
options(calibrant.sure = TRUE, calibrant.threads = 1)

seconds <- function(call, times = 5) {
  call <- substitute(call)
  median(replicate(times, sum(system.time(suppressWarnings(eval(call, parent.frame(2))))[1:2])))
}

set.seed(1)
trials <- simulate_lr(5e5, 5e5, s = 2)
one <- seconds(cllr_min(lr_set(trials$value, trials$truth, "ln")), 25)
cat("| method | trials | calibrate() | predict() of a million values |\n|---|---:|---:|---:|\n")
for (method in c("logistic", "pav", "kde", "spline")) {
  for (n in c(1e3, 1e5, 1e6)) {
    x <- if (n < 1e6) simulate_lr(n / 2, n / 2, s = 2) else trials
    fit <- suppressWarnings(calibrate(x, method))
    times <- c(
      seconds(calibrate(x, method), if (n < 1e5) 25 else 5), seconds(predict(fit, trials$value))
    )
    cat(sprintf("| %s | %s | %.3g | %.3g |\n", method,
      format(n, big.mark = " ", scientific = FALSE), times[1] / one, times[2] / one))
  }
}
cat(sprintf("\n%.1f ms\n", 1e3 * one))
