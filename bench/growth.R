# Growth of the most used calls with the number of trials: processor time, memory and the exponent,
# beside peers that can do the job, in one process of one thread. Writes bench/growth.md.
#   Rscript bench/growth.R [largest number of trials, 1e8]
suppressMessages(library(calibrant))
source("bench/timing.R")
source("bench/report.R")
`%||%` <- rlang::`%||%`
options(calibrant.sure = TRUE, calibrant.threads = 1)

largest <- if (length(commandArgs(TRUE)) > 0) as.numeric(commandArgs(TRUE)[1]) else 1e8
sizes <- Filter(\(n) n <= largest, c(300, 10^(3:8)))

data_of <- function(n) {
  set.seed(1)
  x <- simulate_lr(n / 2, n / 2, s = 2)
  truth <- x$truth
  if (n > 1e7) return(list(n = n, value = x$value, truth = truth))
  other <- lr_set(0.8 * x$value + 0.5 * stats::rnorm(n), truth, "ln")
  groups <- rep(letters[1:4], length.out = n)
  classes <- factor(rep_len(1:6, n))
  loglik <- matrix(stats::rnorm(6 * n), n)
  own <- cbind(seq_len(n), as.integer(classes))
  loglik[own] <- loglik[own] + 2
  list(
    n = n, x = x, value = x$value, truth = truth, other = other, both = c(a = x, b = other),
    groups = groups, classes = loglik_set(loglik, classes, "ln"),
    table = data.frame(truth = classes, loglik),
    fit = calibrate(x), pav_fit = suppressWarnings(calibrate(x, "pav"))
  )
}

draw <- function(picture) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  print(picture)
}

report <- function(d) validation_report(d$x, tempfile(fileext = ".html"))

# `limit`: the longest time of one call with `at` trials, in multiples of cllr_min(lr_set()) of a
# million trials, or in milliseconds if `at` is a thousand. `up_to`: the largest number of trials to
# time, 1e7 if not given.
calls <- list(
  list("cllr_min(lr_set())", \(d) cllr_min(lr_set(d$value, d$truth, "ln")), up_to = 1e8),
  list("cllr()", \(d) cllr(lr_set(d$value, d$truth, "ln")), up_to = 1e8),
  list("eer()", \(d) eer(lr_set(d$value, d$truth, "ln")), up_to = 1e8),
  list("auc()", \(d) auc(lr_set(d$value, d$truth, "ln")), up_to = 1e8),
  list("dcf_min()",
    \(d) dcf_min(lr_set(d$value, d$truth, "ln"), prior = 0.1), up_to = 1e8),
  list("cross_entropy()",
    \(d) cross_entropy(lr_set(d$value, d$truth, "ln"), prior = 0.1), up_to = 1e8),
  list("dev_pav()", \(d) dev_pav(lr_set(d$value, d$truth, "ln")), up_to = 1e8),
  list("misleading()", \(d) misleading(d$x)),
  list("pav()", \(d) pav(lr_set(d$value, d$truth, "ln")), up_to = 1e8),
  list("summary()", \(d) summary(lr_set(d$value, d$truth, "ln"))),
  list("explain()", \(d) explain(lr_set(d$value, d$truth, "ln")), limit = 60, at = 1e6),
  list("measures(), 1000 replicates", \(d) measures(d$x, replicates = 1000), limit = 500, at = 1e6),
  list("compare_systems(), 1000 replicates", \(d) compare_systems(d$both, replicates = 1000),
    up_to = 1e6),
  list("measures_by(), 4 groups", \(d) measures_by(d$x, d$groups, replicates = 200)),
  list("calibration_test()", \(d) calibration_test(d$x), limit = 400, at = 1e6),
  list("ece_curve()", \(d) ece_curve(d$x), limit = 0.5, at = 1e3),
  list("ece_curve(level = .95)", \(d) ece_curve(d$x, level = 0.95), limit = 400, at = 1e6),
  list("plot_ece(), drawn", \(d) draw(plot_ece(d$x))),
  list("plot_tippett(), drawn", \(d) draw(plot_tippett(d$x)), limit = 100, at = 1e6),
  list("plot_det(), drawn", \(d) draw(plot_det(d$x))),
  list("plot_pav(), drawn", \(d) draw(plot_pav(d$x))),
  list("calibrate() and predict()", \(d) predict(calibrate(d$x), d$value), limit = 2, at = 1e3),
  list("calibrate(\"pav\") and predict()", \(d) predict(calibrate(d$x, "pav"), d$value), limit = 1,
    at = 1e3),
  list("calibrate(\"kde\")", \(d) calibrate(d$x, "kde"), limit = 300, at = 1e6),
  list("calibrate(\"spline\")", \(d) calibrate(d$x, "spline"), limit = 200, at = 1e6),
  list("predict(level = .95)", \(d) predict(d$fit, d$value, level = 0.95), limit = 40, at = 1e6),
  list("cross_calibrate()", \(d) cross_calibrate(d$x)),
  list("bound_lr(\"elub\")", \(d) bound_lr(d$x, "elub"), limit = 20, at = 1e6),
  list("bound_lr(\"iv\")", \(d) bound_lr(d$x, "iv"), limit = 30, at = 1e6),
  list("calibrate(), six classes", \(d) calibrate(d$classes), limit = 200, at = 1e6, up_to = 1e6),
  list("validation_report()", report)
)

peers <- list(
  list("pROC::ci.auc(), DeLong", "measures(interval = \"delong\")", 1e5, \(d) {
    pROC::ci.auc(pROC::roc(d$truth, d$value, quiet = TRUE))
  }, \(d) measures(d$x, "auc", interval = "delong")),
  list("pROC::roc.test(), DeLong", "compare_systems(interval = \"delong\")", 1e5, \(d) {
    pROC::roc.test(pROC::roc(d$truth, d$value, quiet = TRUE),
      pROC::roc(d$truth, d$other$value, quiet = TRUE))
  }, \(d) compare_systems(d$both, "auc", interval = "delong")),
  list("rms::val.prob()", "calibration_measures()", 1e5, \(d) {
    rms::val.prob(stats::plogis(d$value), d$truth, pl = FALSE)
  }, \(d) calibration_measures(d$x)),
  list("stats::glm(), logistic", "calibrate()", 1e5, \(d) {
    stats::glm(d$truth ~ d$value, family = stats::binomial())
  }, \(d) calibrate(d$x)),
  list("nnet::multinom(), six classes", "calibrate()", 1e4, \(d) {
    nnet::multinom(truth ~ ., d$table, trace = FALSE)
  }, \(d) calibrate(d$classes))
)

milliseconds <- function(f, d) {
  quiet <- \(d) suppressMessages(suppressWarnings(f(d)))
  first <- seconds(quiet, d, 1)
  if (first > 2) return(1000 * first)
  times <- max(1, min(200, floor(0.02 / max(first, 1e-4))))
  1000 * stats::median(vapply(seq_len(if (first > 0.2) 3 else 7), \(i) seconds(quiet, d, times), 0))
}

# The largest growth of R's heap, in megabytes.
megabytes <- function(f, d) {
  before <- sum(gc(reset = TRUE)[, 2])
  suppressMessages(suppressWarnings(f(d)))
  sum(gc()[, 6]) - before
}

time <- memory <- matrix(NA_real_, length(calls), length(sizes))
for (k in seq_along(sizes)) {
  d <- data_of(sizes[k])
  for (i in seq_along(calls)) {
    if (sizes[k] > (calls[[i]]$up_to %||% 1e7)) next
    time[i, k] <- milliseconds(calls[[i]][[2]], d)
    memory[i, k] <- megabytes(calls[[i]][[2]], d)
  }
}
one <- time[1, match(1e6, sizes)]

# The slope of the last three sizes on logarithmic axes.
exponent <- apply(time, 1, \(t) {
  last <- utils::tail(which(!is.na(t)), 3)
  stats::coef(stats::lm(log(t[last]) ~ log(sizes[last])))[[2]]
})
figure <- \(x) ifelse(is.na(x), "", formatC(x, digits = 3, format = "fg", flag = "#"))
count <- \(n) format(n, big.mark = " ", scientific = FALSE, trim = TRUE)
growth <- data.frame(vapply(calls, `[[`, "", 1), apply(time, 2, figure), sprintf("%.2f", exponent),
  figure(memory[, match(1e6, sizes)]))
names(growth) <- c("call", count(sizes), "exponent", "MB at 1e6")

limited <- Filter(\(i) (calls[[i]]$at %||% Inf) <= largest, seq_along(calls))
against <- do.call(rbind, lapply(limited, \(i) {
  call <- calls[[i]]
  is <- time[i, match(call$at, sizes)] / (if (call$at < 1e6) 1 else one)
  data.frame(call = call[[1]], trials = count(call$at), is = figure(is), `at most` = call$limit,
    unit = if (call$at < 1e6) "ms" else "calls", met = if (is <= call$limit) "yes" else "no",
    check.names = FALSE)
}))

beside <- do.call(rbind, lapply(peers, \(peer) {
  d <- data_of(peer[[3]])
  t <- c(milliseconds(peer[[4]], d), milliseconds(peer[[5]], d))
  data.frame(peer = peer[[1]], ours = peer[[2]], trials = count(peer[[3]]),
    `peer ms` = figure(t[1]), `ours ms` = figure(t[2]), ratio = figure(t[1] / t[2]),
    check.names = FALSE)
}))

writeLines(c(
  "# Growth with the number of trials", "",
  "Made by bench/growth.R: milliseconds of processor time of one thread, medians of seven (three",
  "above .2 seconds, one above two). The exponent is the slope of the last three sizes on",
  "logarithmic axes: 0 is flat, 1 linear. Megabytes are the highest that R's heap reached",
  "beyond the data.", "",
  markdown_table(growth), "",
  sprintf("## Limits, in calls of cllr_min(lr_set()) of a million trials (%.1f ms) or in ms", one),
  "",
  markdown_table(against), "", "## Peers", "", markdown_table(beside)
), "bench/growth.md")
