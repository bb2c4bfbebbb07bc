# Median processor time of the limits of LRs, on one thread.
#   Rscript bench/limits-speed.R
suppressMessages(library(calibrant))
options(calibrant.sure = TRUE, calibrant.threads = 1)

seconds <- function(call) {
  call <- substitute(call)
  median(replicate(3, sum(system.time(suppressWarnings(eval(call, parent.frame(2))))[1:2])))
}
row <- function(what, n, time) cat(sprintf("| %s | %s | %.2f |\n", what, format(n, big.mark = " ",
  scientific = FALSE), time))

set.seed(1)
x <- simulate_lr(1000, 1000, s = 2)
fit <- calibrate(x)
new <- rnorm(1e6)
cat("| what | LRs or trials | seconds |\n|---|---:|---:|\n")
row("predict(fit, new)", 1e6, seconds(predict(fit, new)))
row("predict(fit, new, level = .95), logistic", 1e6, seconds(predict(fit, new, level = 0.95)))
row("predict(fit, new, integrated = TRUE), logistic", 1e6,
  seconds(predict(fit, new, integrated = TRUE)))
kde <- calibrate(x, "kde")
row("predict(fit, new, level = .95), kde", 1e6, seconds(predict(kde, new, level = 0.95)))
pav <- suppressWarnings(calibrate(x, "pav"))
row("predict(fit, new, level = .95), pav", 1e6, seconds(predict(pav, new, level = 0.95)))
classes <- loglik_set(matrix(rnorm(5e3), 1000), factor(rep(1:5, 200)), "ln")
five <- calibrate(classes, penalty = 0.1)
w <- matrix(rnorm(1e6), ncol = 5)
row("the same of five classes, affine", 1e6, seconds(predict(five, w, level = 0.95)))

large <- simulate_lr(5e4, 5e4, s = 2)
one <- calibrate(large)
refit <- seconds(calibrant:::drawn_transforms(one, 1, 50, "trial", NULL)) / 50
row("1000 draws of the training trials with their logistic regressions", 1e5, 1000 * refit)
