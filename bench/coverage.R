# Coverage of intervals for the value of the population, and the distance of estimates from it.
#   Rscript bench/coverage.R [sets per cell] [replicates] [names] [measures] [since] [sizes]
# writes bench/coverage.md. `names`, `measures` and `sizes` are regular expressions for the
# populations, the measures and the sizes (as "50/2000"); cells of others stay in the table. Cells
# made on the day `since` or later stay, too, so that a run that was stopped goes on where it was.
# Cells are independent: each has a seed of its own, so a run with more sets begins with the same.
suppressMessages(library(calibrant))
source("bench/coverage-populations.R")
source("bench/coverage-table.R")
source("bench/coverage-reasons.R")

arguments <- commandArgs(TRUE)
n_sets <- if (length(arguments) > 0) as.numeric(arguments[1]) else 500
n_replicates <- if (length(arguments) > 1) as.numeric(arguments[2]) else 1000
wanted <- if (length(arguments) > 2) arguments[3] else ""
measured <- if (length(arguments) > 3) arguments[4] else ""
since <- if (length(arguments) > 4) arguments[5] else "9999-12-31"
sized <- if (length(arguments) > 5) arguments[6] else ""

# The population with the requested measures.
only_measured <- function(population) {
  population$which <- grep(measured, population$which, value = TRUE)
  kept <- sub(" at .*", "", names(population$truth)) %in% population$which
  population$truth <- population$truth[kept]
  population
}

# Results of measures() for one set of a population: a row per measure.
judge <- function(population, n, by) {
  x <- population$draw(n[1], n[2])
  found <- if (isTRUE(population$difference)) compare_systems else measures
  table <- suppressWarnings(
    found(x, population$which, prior = population$prior, replicates = n_replicates, by = by)
  )
  names(table)[names(table) == "difference"] <- "estimate"
  c(
    estimate = table$estimate, corrected = table$corrected, lower = table$lower, upper = table$upper,
    noted = !is.na(if (is.null(table$note)) rep(NA, nrow(table)) else table$note)
  )
}

cell <- function(population, n, by = "trial") {
  set.seed(sum(utf8ToInt(population$name)) + 1000 * n[1] + n[2])
  truth <- population$truth
  m <- length(truth)
  found <- vapply(seq_len(n_sets), \(i) judge(population, n, by), numeric(5 * m))
  part <- \(k) found[(k - 1) * m + seq_len(m), , drop = FALSE]
  lower <- part(3)
  upper <- part(4)
  given <- !is.na(lower)
  data.frame(
    population = population$name, n = paste0(n[1], "/", n[2]), by = by, measure = names(truth),
    truth = truth, estimate = rowMeans(part(1)), corrected = rowMeans(part(2)),
    sd = apply(part(2), 1, sd),
    covered = rowMeans(lower <= truth + 1e-9 & upper >= truth - 1e-9, na.rm = TRUE),
    too_high = rowMeans(lower > truth + 1e-9, na.rm = TRUE),
    too_low = rowMeans(upper < truth - 1e-9, na.rm = TRUE),
    width = rowMeans(upper - lower, na.rm = TRUE),
    over_oracle = apply(upper - lower, 1, median, na.rm = TRUE) / apply(part(2), 1, oracle),
    none = rowMeans(!given), noted = rowMeans(part(5)),
    sets = as.character(n_sets), replicates = as.character(n_replicates),
    made = format(Sys.Date())
  )
}

# The width of an interval from the known distribution of the estimates.
oracle <- \(estimate) diff(quantile(estimate, c(0.025, 0.975), na.rm = TRUE))

# The number of cells that reach their level, and the number of others in the printed row.
held <- function(rows) {
  given <- rows[rows$noted != "" & as.numeric(rows$none) < 1, ]
  covered <- as.numeric(given$covered)
  told <- as.numeric(given$noted) > 0.5
  c(
    sprintf("%d of the cells have intervals: %d cover .92 to .99, %d cover more, %d cover .90 to .92.",
      nrow(given), sum(covered >= 0.92 & covered <= 0.99), sum(covered > 0.99),
      sum(covered >= 0.9 & covered < 0.92)),
    sprintf("Of %d that cover less, most sets have a note in the printed row in %d, not in %d.",
      sum(covered < 0.9), sum(covered < 0.9 & told), sum(covered < 0.9 & !told))
  )
}

# The number of cells in which corrected values are nearer to the truth on average, for measures
# with optimism due to PAV.
nearer <- function(rows) {
  flattered <- grepl("^(cllr_min|cllr_cal|eer|cross_entropy_min|bayes_error_min)", rows$measure) &
    rows$population != "difference"
  off <- \(column) abs(as.numeric(rows[[column]]) - as.numeric(rows$truth))[flattered]
  sprintf("In %d of %d cells of what PAV flatters, the mean of the `corrected` values is",
    sum(off("corrected") < off("estimate") - 1e-9), sum(flattered))
}

write_report <- function(rows, told = NULL) {
  writeLines(c(
    "# Coverage of 95 % intervals", "",
    sprintf("Made by bench/coverage.R with calibrant %s, %s. A share of",
      packageVersion("calibrant"), R.version.string),
    ".95 has a standard error of .007 in 1000 sets, .015 in 200, .022 in 100. Differences are those of",
    "two systems on the same trials. `at .1`: at a prior probability of .1, others of these at even",
    "odds; with equal costs `dcf` and `dcf_min` are `bayes_error` and `bayes_error_min`. `by` says what",
    "was drawn, `none` is the share of sets without an interval. An infinite `width`: intervals without",
    "an upper limit, as moments have where they hang on one LR. `over_oracle`: the median width over",
    "the distance of the 2.5 and 97.5 % points of the estimates. `noted`: the share of sets whose",
    "printed row has a note. `made`: the day of the run.", "",
    held(rows), "",
    nearer(rows), "nearer to the truth than that of the values as they are (`estimate`).", "",
    if (!is.null(told)) c(told, ""), show(rows)
  ), "bench/coverage.md")
}

# `key` selects the cells to compute anew.
key <- function(rows) paste(rows$population, rows$n, rows$by, rows$measure)

sizes <- list(c(30, 30), c(50, 50), c(200, 200), c(50, 2000), c(1000, 1000))
rows <- read_rows("bench/coverage.md")
chosen <- Filter(\(population) grepl(wanted, population$name), populations)
chosen <- Filter(\(population) length(population$which) > 0, lapply(chosen, only_measured))

# Were all rows of a cell made since the requested day?
is_recent <- function(population, n, by) {
  wanted <- data.frame(
    population = population$name, n = paste0(n[1], "/", n[2]), by = by,
    measure = names(population$truth)
  )
  all(key(wanted) %in% key(rows[rows$made >= since, ]))
}

for (population in chosen) {
  for (n in if (is.null(population$sizes)) sizes else population$sizes) {
    if (!grepl(sized, paste0(n[1], "/", n[2]))) next
    for (by in population$by) {
      if (is_recent(population, n, by)) next
      new <- as_text(cell(population, n, by))
      same <- match(key(rows), key(new))
      rows <- rbind(rows[is.na(same), names(new)], new)
      write_report(rows)
    }
  }
}
write_report(rows, told_reasons(rows, populations))
