# Writes results of R for some sets, to compare Python with. from_r.R FOLDER writes measures, and
# calibrations of all methods with their predictions; from_r.R FOLDER read predicts by the files
# that Python has written there; from_r.R FOLDER judge tells which files mutant-*.json are read, and
# what they predict.
suppressPackageStartupMessages(library(calibrant))
options(calibrant.sure = TRUE, warn = -1)
arguments <- commandArgs(TRUE)
out <- arguments[1]
# Earlier versions of the package have other names for these functions.
if (!exists("read_calibrant")) {
  read_calibrant <- \(file) (if (grepl("tally", file)) lr_tally else read_calibration)(file)
  write_calibrant <- write_calibration
}
digits <- \(x) sprintf("%.17g", x)
write_columns <- \(x, name) {
  columns <- lapply(as.data.frame(x), \(column) if (is.numeric(column)) digits(column) else column)
  write.csv(as.data.frame(columns), file.path(out, name), row.names = FALSE, quote = FALSE)
}
here <- getNamespace("calibrant")
new <- c(-Inf, -40, -3, -1.25, -0.1, 0, 0.3, 0.30001, 2, 2.5, 17, Inf)

judge <- \(file) {
  fit <- read_calibrant(file)
  inner <- if (inherits(fit, "lr_bound")) fit$calibration else fit
  inputs <- if (inherits(inner, "lr_fusion")) inner$terms else "x"
  x <- if (length(inputs) > 1) matrix(new[2:11], 10, length(inputs)) else new[2:11]
  system <- names(inner$transforms)[1]
  if (!is.null(inner$input_prior)) x <- stats::plogis(x)
  llr <- predict(fit, x, "log10", system = system)
  paste(digits(as.double(llr)), collapse = " ")
}
if (identical(arguments[2], "judge")) {
  files <- list.files(out, "^mutant-.*[.]json$")
  found <- vapply(file.path(out, files), \(file) {
    tryCatch(suppressWarnings(judge(file)),
      calibrant_error = \(cnd) paste("refused:", gsub("[\n,]", " ", conditionMessage(cnd))),
      error = \(cnd) paste("error:", gsub("[\n,]", " ", conditionMessage(cnd))))
  }, "")
  write.csv(data.frame(file = files, found = gsub("\"", "'", found)), file.path(out, "judged.csv"),
    row.names = FALSE, quote = FALSE)
  quit()
}

if (length(arguments) > 1) {
  for (name in list.files(out, "^python-.*[.]json$")) {
    fit <- read_calibrant(file.path(out, name))
    x <- if (inherits(fit, "lr_fusion")) matrix(new[2:11], 10, 2) else new
    write_columns(data.frame(log10_lr = predict(fit, x)), sub("json$", "csv", name))
  }
  if (file.exists(file.path(out, "tally.json"))) {
    tally <- read_calibrant(file.path(out, "tally.json"))
    write_columns(tally$cells, "tally-in-r.csv")
  }
  quit()
}

# A function for each measure, as in R/trust-certified.R.
sets <- here$read_certified("sets.csv")
sets <- sets[sets$kind == "two" & sets$set != "million", ]
measures_of <- function(name, scale) {
  x <- here$certified_set(name, "two", scale)
  blocks <- pav(x)
  found <- c(cllr_min = cllr_min(x), eer = eer(x), eer_steps = eer(x, "steps"), auc = auc(x),
    ece_min = cross_entropy_min(x, 0.1), dcf_min = dcf_min(x, 0.01, 10),
    n_blocks = nrow(blocks), level = sum(blocks$log10_lr_pav[is.finite(blocks$log10_lr_pav)]),
    if (scale != "score") c(cllr = cllr(x), ece = cross_entropy(x, 0.1), dcf = dcf(x, 0.01, 10)))
  data.frame(set = name, quantity = names(found), value = unname(found))
}
write_columns(do.call(rbind, Map(measures_of, sets$set, sets$scale)), "measures.csv")

set.seed(1)
truth <- rep(c(TRUE, FALSE), c(120, 200))
trials <- data.frame(a = round(rnorm(320, ifelse(truth, 1, -1), 1.5), 2),
  b = round(rnorm(320, ifelse(truth, 0.5, -0.5)), 2), truth = as.integer(truth))
write_columns(trials, "trials.csv")
for (scale in c("score", "log10")) {
  x <- lr_set(trials$a, truth, scale)
  for (method in calibrant:::calibration_method_names) {
    if (method == "beta" && scale == "score") next
    fit <- calibrate(x, method, prior = 0.3)
    name <- paste0("r-", method, "-", scale)
    write_calibrant(fit, file.path(out, paste0(name, ".json")))
    write_columns(data.frame(value = new, log10_lr = predict(fit, new),
      posterior = predict(fit, new, type = "posterior")), paste0(name, ".csv"))
  }
}
for (method in c("logistic", "pav")) {
  bound <- bound_lr(calibrate(x, method, prior = 0.3))
  name <- paste0("r-bounded-", method)
  write_calibrant(bound, file.path(out, paste0(name, ".json")))
  found <- predict(bound, new)
  write_columns(data.frame(value = new, log10_lr = found,
    posterior = here$from_log10(found, "prob", 0.3)), paste0(name, ".csv"))
}
shares <- stats::plogis(c(-40, -3, -1.25, -0.1, 0, 0.3, 0.30001, 2, 2.5, 17))
fit <- calibrate(lr_set(plogis(trials$a - 1), truth, "prob", prior = 0.2))
write_calibrant(fit, file.path(out, "r-logistic-prob.json"))
write_columns(data.frame(value = shares, log10_lr = predict(fit, shares, "log10"),
  posterior = predict(fit, shares)), "r-logistic-prob.csv")
fit <- fuse(as.matrix(trials[c("a", "b")]), truth, prior = 0.3)
write_calibrant(fit, file.path(out, "r-fusion-score.json"))
write_columns(data.frame(log10_lr = predict(fit, matrix(new[2:11], 10, 2))), "r-fusion-score.csv")

# Questions to one set, with the seed that gives Python the same replicates.
x <- lr_set(trials$a, truth, "ln")
shown <- c("posterior", "observed", "n_h1", "n_h2")
numbers <- c(
  bound_lr_elub = coef(bound_lr(x)), bound_lr_iv = coef(bound_lr(x, "iv")),
  threshold_dcf_min = threshold_at(x, prior = 0.2, c_fa = 3),
  threshold_eer = threshold_at(x, "eer"),
  threshold_p_fa = threshold_at(x, "p_fa", rate = 0.1),
  threshold_p_miss = threshold_at(x, "fnmr", rate = 0.05),
  bayes_error = bayes_error(x, 0.2), bayes_error_min = bayes_error_min(x, 0.2, normalised = TRUE),
  misleading = misleading(x),
  bins = unlist(as.data.frame(reliability_curve(x, 0.3))[shown]),
  pav = unlist(as.data.frame(reliability_curve(x, 0.3, "pav"))[shown[1:2]])
)
write_columns(data.frame(name = names(numbers), value = unname(numbers)), "numbers.csv")
set.seed(1)
seed <- floor(runif(2) * 2^32)
columns <- c("measure", "estimate", "std_error", "lower", "upper")
of <- c("cllr", "cllr_min", "cllr_cal", "eer", "auc", "cross_entropy")
write_intervals <- function(x, name) {
  set.seed(1)
  found <- measures(x, of, prior = 0.1, replicates = 300, level = 0.9, interval = "percentile",
    corrected = FALSE)
  write_columns(data.frame(as.data.frame(found)[columns], high = seed[1], low = seed[2]), name)
}
write_intervals(x, "intervals.csv")

# Trials of two items, of one, and of two lists of items.
names <- data.frame(first = sample(12, 320, TRUE), second = sample(9, 320, TRUE) + 5)
write_columns(names, "sources.csv")
write_intervals(lr_set(trials$a, truth, "ln", source1 = names$first), "intervals-one.csv")
write_intervals(lr_set(trials$a, truth, "ln", source1 = names$first, source2 = names$second),
  "intervals-two.csv")

# Trials of many kinds with their intervals, their bounds and their fits.
mixed <- trials[order(names$first, trials$b), ]
mixed <- transform(mixed, truth = truth == 1, weight = 1, first = rep(1:32, each = 10))
mixed$second <- names$second + ifelse(mixed$truth, 0, 3)
weight <- round(rexp(320)^2 + 0.001, 3)
scarce <- c(head(which(mixed$truth), 4), head(which(!mixed$truth), 5))
kinds <- list(
  plain = mixed,
  scarce = mixed[scarce, ],
  alone = mixed[scarce[4:9], ],
  tied = transform(mixed, a = round(a)),
  equal = transform(mixed, a = 0.5),
  weighted = transform(mixed, weight = weight),
  heavy = transform(mixed, weight = weight * 1e6),
  one_counts = transform(mixed, weight = ifelse(seq_along(a) == scarce[1], 1e4, weight)),
  certain = transform(mixed, a = ifelse(truth & a > 2, Inf, a)),
  certain_weighted = transform(mixed, a = ifelse(!truth & a < -2, -Inf, a), weight = weight),
  wrong = transform(mixed, a = replace(a, scarce[c(1, 9)], c(-Inf, Inf))),
  separated = transform(mixed, a = ifelse(truth, 1, -1) * (abs(a) + 0.1)),
  uneven = transform(mixed, first = pmax(first, 14), second = pmin(second, 4)),
  huge = transform(mixed, a = a * 1e154)
)
ends <- c("estimate", "std_error", "lower", "upper")
numbers_of_kind <- function(trials) {
  weight <- if (any(trials$weight != 1)) trials$weight
  set <- function(...) lr_set(trials$a, trials$truth, "ln", weight = weight, ...)
  one <- function(name, value) data.frame(name = name, value = unname(value))
  drawn <- function(how, x) {
    set.seed(1)
    found <- measures(x, c(of, "cross_entropy_min"), prior = 0.1, replicates = 100, level = 0.9,
      interval = "percentile", corrected = FALSE)
    names <- outer(as.character(found$measure), ends, \(measure, end) paste(how, measure, end))
    one(as.vector(names), unlist(as.data.frame(found)[ends]))
  }
  fitted <- function(name, fit) {
    numbers <- tryCatch(c(coef(fit), vcov(fit)), calibrant_error = \(cnd) NULL)
    if (!is.null(numbers)) one(paste(name, seq_along(numbers)), numbers)
  }
  inputs <- as.matrix(trials[c("a", "b")])
  rbind(
    drawn("trial", set()), drawn("first", set(source1 = trials$first)),
    drawn("both", set(source1 = trials$first, source2 = trials$second)),
    one(c("elub lower", "elub upper"), coef(bound_lr(set()))),
    one(c("iv lower", "iv upper"), coef(bound_lr(set(), "iv"))),
    fitted("free", calibrate(set(), prior = 0.3)),
    fitted("penalty", calibrate(set(), prior = 0.3, penalty = 2)),
    fitted("fusion", fuse(inputs, trials$truth, weight = weight, prior = 0.3, penalty = 2))
  )
}
for (kind in names(kinds)) {
  write_columns(transform(kinds[[kind]], truth = as.integer(truth)), paste0("kind-", kind, ".csv"))
  write_columns(numbers_of_kind(kinds[[kind]]), paste0("kind-", kind, "-in-r.csv"))
}
writeLines(digits(seed), file.path(out, "seed.txt"))
