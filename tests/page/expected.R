# Results of R for the sets on which the page is tested. Writes the files to upload and the numbers
# to find.
#   Rscript tests/page/expected.R FOLDER        all but the German sentences
#   Rscript tests/page/expected.R FOLDER de     these
suppressPackageStartupMessages(library(calibrant))
folder <- commandArgs(TRUE)[1]

set.seed(11)
some <- function(n1, n2, s = 1.5, stretch = 1) {
  truth <- rep(c("same", "different"), c(n1, n2))
  value <- stretch * (ifelse(truth == "same", 1, -1) * s^2 / 2 + s * rnorm(n1 + n2))
  data.frame(value = value, truth = truth)
}

awkward <- list(
  ties = transform(some(60, 140), value = round(value, 1)),
  infinite = rbind(some(40, 90), data.frame(
    value = c(Inf, Inf, -Inf, -Inf, -Inf),
    truth = c("same", "same", "different", "different", "same")
  )),
  right = rbind(some(40, 90), data.frame(
    value = c(Inf, -Inf, -Inf), truth = c("same", "different", "different")
  )),
  separated = data.frame(
    value = c(1, 2, 3, -1, -2, -3, -4), truth = rep(c("same", "different"), 3:4)
  ),
  apart = data.frame(value = c(1:12, -(1:20)) / 3, truth = rep(c("same", "different"), c(12, 20))),
  harmful = some(100, 300, stretch = 4),
  many = some(3000, 6000)
)

# So many that numbers in cells are drawn, with ties and certain LRs.
awkward$large <- some(5000, 12000)
awkward$large$value <- exp(round(awkward$large$value, 2))
awkward$large$value[1:3] <- Inf

cases <- list(
  glass = list(data = glass_lr[c("model", "same_source", "log10_lr")], lr = "log10_lr",
    truth = "same_source", h1 = "TRUE", system = "model", scale = "log10"),
  ties = list(data = awkward$ties, scale = "log10"),
  infinite = list(data = awkward$infinite, scale = "ln"),
  right = list(data = awkward$right, scale = "log2"),
  separated = list(data = awkward$separated, scale = "log10"),
  apart = list(data = awkward$apart, scale = "ln"),
  harmful = list(data = awkward$harmful, scale = "ln"),
  ratios = list(data = transform(awkward$ties, value = exp(value)), scale = "lr"),
  scores = list(data = awkward$ties, scale = "score"),
  many = list(data = awkward$many, scale = "ln"),
  large = list(data = awkward$large, scale = "lr"),
  posteriors = list(
    data = transform(awkward$ties, value = plogis(value + qlogis(0.2))), scale = "prob", prior = 0.2
  )
)

# Comparisons of 24 items, several of each pair; and weights.
set.seed(12)
pairs <- t(utils::combn(24, 2))
pairs <- rbind(pairs[sample.int(nrow(pairs), 200), ], cbind(1:24, 1:24), cbind(1:24, 1:24))
level <- rnorm(24)
of_pairs <- data.frame(
  value = 2 - 2 * abs(level[pairs[, 1]] - level[pairs[, 2]]) + rnorm(nrow(pairs)),
  truth = ifelse(pairs[, 1] == pairs[, 2], "same", "different"),
  item1 = paste0("i", pairs[, 1]), item2 = paste0("i", pairs[, 2])
)
of_pairs <- of_pairs[sample.int(nrow(of_pairs)), ]
weighted <- transform(some(50, 120), weight = round(rexp(170) + 0.1, 3))

cases <- c(cases, list(
  items = list(data = of_pairs, scale = "ln", source1 = "item1", source2 = "item2"),
  weights = list(data = weighted, scale = "ln", weight = "weight")
))

# The lines of print(summary(x)), without the words between numbers.
printed_summary <- function(x) {
  body <- quiet(calibrant:::summary_body(summary(x), 3))
  lapply(seq_len(nrow(body)), \(i) c(trimws(rownames(body)[i]), unname(body[i, ])))
}

quiet <- function(expr) suppressMessages(suppressWarnings(expr))

numbers <- function(table) {
  table <- as.data.frame(table)
  table[] <- lapply(table, \(column) if (is.factor(column)) as.character(column) else column)
  table
}

explained <- function(x, prior) {
  set.seed(1)
  as.character(quiet(explain(x, prior = prior, replicates = 500)))
}

# The line above the paragraph, from the same facts.
headlines <- function(x, prior) {
  set.seed(1)
  limits <- if (!is.null(x$source1)) {
    bands <- calibrant:::read_bands(x, 0.95, "pointwise", "source", 500)
    quiet(calibrant:::explain_limits(x, prior, bands))
  }
  vapply(seq_along(systems(x)), \(k) quiet({
    fact <- calibrant:::explain_facts(x, k, prior, first = k == 1)
    if (!is.null(limits)) fact <- calibrant:::add_limits(fact, limits, 1)
    calibrant:::say("headline", fact)
  }), "")
}

attempt <- function(expr) quiet(tryCatch(expr, calibrant_error = \(cnd) class(cnd)[1]))

log10_lrs <- function(x) calibrant:::to_log10(x$value, x$scale)

# Calibration on the training trials, out of fold, and bounded.
repaired <- function(x, method) {
  attempt({
    fit <- calibrate(x, method = method)
    set.seed(1)
    held <- cross_calibrate(x, method = method)
    list(
      coef = if (method == "logistic") unname(lapply(fit$transforms, \(t) unname(t$coefficients))),
      log10_lr = log10_lrs(predict(fit, type = "log10")),
      out_of_fold = log10_lrs(held),
      cllr = unname(cllr(held)), cllr_min = unname(cllr_min(held)),
      elub = numbers(bound_lr(predict(fit, type = "log10"), method = "elub")$bounds),
      # 1.25 is no probability.
      case = attempt(unname(predict(fit, 1.25, system = if (nlevels(x$system) > 1) levels(x)[1]))),
      limits = if (method == "logistic" && is.null(x$source1)) {
        limits <- as.data.frame(predict(fit, type = "log10", level = 0.95, by = "trial"))
        list(lower = limits$lower, upper = limits$upper)
      }
    )
  })
}

door <- function(case) {
  h1 <- if (is.null(case$h1)) "same" else as.logical(case$h1)
  column <- \(what) if (!is.null(case[[what]])) case$data[[case[[what]]]]
  quiet(lr_set(case$data[[case$lr %||% "value"]], case$data[[case$truth %||% "truth"]], case$scale,
    h1 = h1, prior = case$prior, system = column("system"), weight = column("weight"),
    source1 = column("source1"), source2 = column("source2")))
}

# All bands of the page, drawn as there.
banded <- function(x) {
  by <- if (is.null(x$source1)) "trial" else "source"
  drawn <- function(curve, ...) {
    set.seed(1)
    attempt(numbers(curve(x, ..., level = 0.95, by = by, replicates = 500)))
  }
  out <- list(det = drawn(det_curve))
  if (x$scale == "score") return(out)
  at <- seq(-3, 3, by = 0.25)
  out$ece <- drawn(ece_curve, log10_prior_odds = at, corrected = FALSE)
  out$tippett <- drawn(tippett_curve)
  if (by == "source") out$reliability <- drawn(reliability_curve, prior = 0.01)
  if (is.null(x$weight)) {
    out$pav <- lapply(systems(x), \(one) {
      set.seed(1)
      numbers(calibration_band(one, replicates = 500))[c("log10_lr", "lower", "upper")]
    })
  }
  out
}

systems <- function(x) if (is.null(levels(x))) list(x) else lapply(levels(x), \(name) x[name])

`%||%` <- rlang::`%||%`

expected <- function(case) {
  x <- door(case)
  is_lr <- case$scale != "score"
  out <- list(
    columns = case[intersect(names(case), c("weight", "source1", "source2"))], bands = banded(x),
    lr = case$lr %||% "value", truth = case$truth %||% "truth", h1 = case$h1 %||% "same",
    system = case$system,
    scale = case$scale, prior = case$prior,
    summary = numbers(quiet(summary(x))), printed = printed_summary(x),
    eer = unname(eer(x)), auc = unname(auc(x)),
    det = numbers(det_curve(x)), pav = numbers(pav(x)), histogram = numbers(lr_histogram(x))
  )
  if (is_lr) {
    out$ece <- numbers(quiet(ece_curve(x)))
    out$tippett <- numbers(tippett_curve(x))
    set.seed(1)
    out$reliability <- numbers(reliability_curve(x, prior = 0.01, replicates = 500))
    out$useful <- numbers(quiet(useful_range(x)))
    out$explain <- lapply(c(0.01, 0.3), \(p) explained(x, p))
    out$headline <- lapply(c(0.01, 0.3), \(p) headlines(x, p))
  }
  out$logistic <- repaired(x, "logistic")
  out$pav_fit <- repaired(x, "pav")
  out
}

write_json <- function(x, name) {
  json <- jsonlite::toJSON(x, digits = I(17), auto_unbox = TRUE, na = "string", null = "null")
  writeLines(json, file.path(folder, paste0(name, ".json")), useBytes = TRUE)
}

# A session speaks one language.
if (identical(commandArgs(TRUE)[2], "de")) {
  Sys.setenv(LANGUAGE = "de")
  lrs <- Filter(\(case) case$scale != "score", cases)
  write_json(lapply(lrs, \(case) explained(door(case), 0.01)), "german")
  quit()
}

Sys.setenv(LANGUAGE = "en")
for (name in names(cases)) {
  data <- cases[[name]]$data
  # Seventeen digits, as the page writes them.
  columns <- lapply(data, \(column) {
    if (is.double(column)) sprintf("%.17g", column) else as.character(column)
  })
  lines <- c(paste(names(data), collapse = ","), do.call(paste, c(unname(columns), sep = ",")))
  writeLines(lines, file.path(folder, paste0(name, ".csv")))
  write_json(expected(cases[[name]]), name)
}

set.seed(5)
simulated <- simulate_lr(50, 80, s = 1.7, stretch = 1.3, shift = 0.4)
write_json(list(log10_lr = as.data.frame(simulated)$log10_lr), "simulated")

counts <- list(
  prints = data.frame(
    conclusion = c("Exclusion", "Inconclusive", "Individualization"), mated = c(450, 1856, 3663),
    nonmated = c(3622, 455, 6)
  ),
  never = data.frame(
    conclusion = c("no", "perhaps", "yes"), different = c(60, 40, 0), same = c(5, 15, 80)
  )
)
case_by_case <- list(
  counted = "tests/files/conclusions-counted.csv", each = "tests/files/conclusions.csv",
  scale = "tests/files/conclusions-scale.txt"
)
write_json(lapply(c(counts, case_by_case), \(table) {
  is_file <- is.character(table)
  h1 <- if (is_file) NULL else if ("same" %in% names(table)) "same" else "mated"
  x <- suppressMessages(conclusion_set(table, h1 = h1))
  found <- conclusion_lr(x, by = "trial")
  worth <- as.data.frame(found)
  lines <- if (is_file) {
    readLines(table)
  } else {
    c(paste(names(table), collapse = "\t"), do.call(paste, c(table, sep = "\t")))
  }
  list(
    text = paste(lines, collapse = "\n"),
    rows = worth[c("conclusion", "log10_lr", "lower", "upper", "counts_log10_lr")],
    said = as.vector(explain(found))
  )
}), "conclusions")

sizes <- lapply(list(c(2, 1, 0), c(1, 1.3, 0.2), c(3, 0.7, -0.3)), \(at) {
  system <- gaussian_system(at[1], stretch = at[2], shift = at[3])
  found <- plan_size(system, "cllr", half_width = 0.07, ratio = 4, sizes = 50)
  list(s = at[1], stretch = at[2], shift = at[3], half = found$half_width,
    size = attr(found, "facts")$answer)
})
write_json(sizes, "sizes")
