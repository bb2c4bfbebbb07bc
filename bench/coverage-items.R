# Coverage of 95 % intervals by source for the value of the population if items are few, and their
# median width, relative to that of the middle 95 % of the estimates. The quantities are mean costs,
# `auc`, corrected values of measures after PAV, two differences of systems, and a point of a
# Tippett band.
#   Rscript bench/coverage-items.R [sets per cell] [replicates] [names]
# writes bench/coverage-items.md. `names` is a regular expression for the populations; rows of
# others stay in the table.
suppressMessages(library(calibrant))
source("bench/coverage-table.R")

arguments <- commandArgs(TRUE)
n_sets <- if (length(arguments) > 0) as.numeric(arguments[1]) else 400
n_replicates <- if (length(arguments) > 1) as.numeric(arguments[2]) else 200
wanted <- if (length(arguments) > 2) arguments[3] else ""
which <- c("cllr", "cllr_min", "cllr_cal", "eer", "auc")

# One reference and some probes of each item, each reference with each probe. The effects of an item
# on the LLRs of its references and of its probes are correlated and differ in scale.
reference_probe <- function(items, probes = 1, scale = 0) {
  effects <- \(n) {
    a <- rnorm(n, 0, 0.7)
    list(reference = a, probe = 0.6 * a + 0.8 * rnorm(n, 0, 0.7), scale = exp(rnorm(n, 0, scale)))
  }
  llr <- \(same, from, to) {
    base <- ifelse(same, 2, -2) + from$reference + to$probe + rnorm(length(same))
    base * sqrt(from$scale * to$scale)
  }
  list(
    name = sprintf("reference x %d probe%s%s", probes, if (probes > 1) "s" else "",
      if (scale > 0) sprintf(", scales %g", scale) else ""),
    items = items,
    draw = \() {
      at <- expand.grid(reference = seq_len(items), probe = rep(seq_len(items), each = probes))
      of <- effects(items)
      pick <- \(i) lapply(of, `[`, i)
      same <- at$reference == at$probe
      lr_set(llr(same, pick(at$reference), pick(at$probe)), same, scale = "ln",
        source1 = at$reference, source2 = at$probe)
    },
    many = \(n) {
      one <- effects(n)
      list(llr(rep(TRUE, n), one, one), llr(rep(FALSE, n), effects(n), effects(n)))
    }
  )
}

# All pairs of some recordings of each item; `samples` are recycled over items.
recordings <- function(items, samples, said = sprintf("%d recordings each", samples)) {
  list(
    name = paste("all pairs of", said), items = items,
    draw = \() {
      pair <- t(utils::combn(rep(seq_len(items), rep_len(samples, items)), 2))
      same <- pair[, 1] == pair[, 2]
      effect <- rnorm(items, 0, 0.7)
      llr <- ifelse(same, 2, -2) + effect[pair[, 1]] + effect[pair[, 2]] +
        rnorm(nrow(pair), 0, 1.2)
      lr_set(llr, same, scale = "ln", source1 = pair[, 1], source2 = pair[, 2])
    },
    many = \(n) {
      own <- \() rnorm(n, 0, 1.2)
      list(2 + 2 * rnorm(n, 0, 0.7) + own(), -2 + rnorm(n, 0, 0.7) + rnorm(n, 0, 0.7) + own())
    }
  )
}

# The same items with twice the noise of single comparisons, for differences of systems.
noisier <- function(x) lr_set(x$value + rnorm(length(x$value)), x$truth, scale = "ln",
  source1 = x$source1, source2 = x$source2)

truth_of <- function(population, n = 5e5) {
  set.seed(1)
  llr <- population$many(n)
  set <- \(llr) lr_set(unlist(llr), rep(c(TRUE, FALSE), each = n), scale = "ln")
  values <- \(x) c(cllr(x), cllr_min(x), cllr_cal(x), eer(x), auc(x))
  one <- values(set(llr))
  two <- values(set(lapply(llr, \(x) x + rnorm(n))))
  c(one, (one - two)[c(1, 5)], mean(llr[[1]] > 0))
}

judge <- function(x) {
  one <- measures(x, which, replicates = n_replicates, by = "source")
  gap <- compare_systems(c(a = x, b = noisier(x)), c("cllr", "auc"), replicates = n_replicates,
    by = "source")
  band <- tippett_curve(x, level = 0.95, by = "source", replicates = n_replicates)
  band <- band[findInterval(0, band$log10_lr), ]
  c(
    one$corrected, gap$difference, band$h1, one$lower, gap$lower, band$h1_lower, one$upper,
    gap$upper, band$h1_upper
  )
}

cell <- function(population) {
  truth <- truth_of(population)
  m <- length(truth)
  set.seed(sum(utf8ToInt(population$name)) + population$items)
  found <- array(replicate(n_sets, suppressWarnings(judge(population$draw()))), c(m, 3, n_sets))
  value <- found[, 1, ]
  lower <- found[, 2, ]
  upper <- found[, 3, ]
  oracle <- apply(value, 1, \(v) diff(quantile(v, c(0.025, 0.975), na.rm = TRUE)))
  data.frame(
    population = population$name, items = as.character(population$items),
    measure = c(which, "cllr, difference", "auc, difference", "Tippett H1 at LR = 1"),
    truth = truth, mean = rowMeans(value, na.rm = TRUE),
    covered = rowMeans(lower <= truth & upper >= truth, na.rm = TRUE),
    too_high = rowMeans(lower > truth, na.rm = TRUE),
    too_low = rowMeans(upper < truth, na.rm = TRUE),
    width = apply(upper - lower, 1, median, na.rm = TRUE) / oracle, none = rowMeans(is.na(lower))
  )
}

populations <- c(
  lapply(c(8, 10, 15, 30, 100), reference_probe),
  list(
    reference_probe(10, 3, 0.3), reference_probe(15, 2, 0.3), reference_probe(30, 2, 0.5)
  ),
  Map(recordings, c(8, 10, 15, 20, 40), c(4, 4, 3, 4, 3)),
  list(
    recordings(12, 1:6, "1 to 6 recordings"), recordings(25, 1:5, "1 to 5 recordings"),
    recordings(20, c(8, 8, 8, rep(2, 17)), "2 recordings, of three items 8")
  )
)
rows <- if (nzchar(wanted)) read_rows("bench/coverage-items.md")
for (population in Filter(\(population) grepl(wanted, population$name), populations)) {
  new <- as_text(cell(population))
  new$sets <- as.character(n_sets)
  old <- paste(rows$population, rows$items) %in% paste(new$population, new$items)
  rows <- rbind(rows[!old, ], new)
  writeLines(c(
    "# Coverage of 95 % intervals by source with few items", "",
    sprintf("Made by bench/coverage-items.R with calibrant %s, %s;",
      packageVersion("calibrant"), R.version.string),
    sprintf("%d replicates. `mean` is that of the values, corrected where PAV flatters;", n_replicates),
    "`width` the median width over that of the middle 95 % of these values; `none` the share without",
    "an interval.", "", show(rows)
  ), "bench/coverage-items.md")
}
