# Coverage of the bands of calibration_range() for all true LRs, and the ranges proven by the bands.
#   Rscript bench/calibration-range.R [sets per cell]    writes bench/calibration-range.md
suppressMessages(library(calibrant))

n_sets <- as.numeric(c(commandArgs(TRUE), 200)[1])

gaussian <- function(s) {
  below <- \(mean) \(q) pnorm(q * log(10), mean, s)
  list(
    name = sprintf("bi-Gaussian, s = %g", s), h1 = below(s^2 / 2), h2 = below(-s^2 / 2),
    draw = \(n) list(h1 = rnorm(n[1], s^2 / 2, s), h2 = rnorm(n[2], -s^2 / 2, s))
  )
}

# Bands must also hold for populations whose LRs are wrong.
wrong <- function() {
  right <- gaussian(2)
  move <- \(q) (q - 0.5) / 1.7
  list(
    name = "s = 2, LLR x 1.7 and LR x 3.2", h1 = \(q) right$h1(move(q)), h2 = \(q) right$h2(move(q)),
    draw = \(n) lapply(right$draw(n), \(llr) 1.7 * llr + 0.5 * log(10))
  )
}

scale_of <- function() {
  steps <- c(-2, -1, -0.3, 0.3, 1, 2)
  # Calibrated, since h1 and h2 are mirror images of each other.
  h2 <- c(1, 2, 3, 3, 2, 1) * 10^(-steps / 2)
  h2 <- h2 / sum(h2)
  h1 <- h2 * 10^steps
  below <- \(p) stepfun(steps, c(0, cumsum(p)))
  draw <- \(n, p) sample(steps, n, TRUE, p) * log(10)
  list(
    name = "six steps", h1 = below(h1), h2 = below(h2),
    draw = \(n) list(h1 = draw(n[1], h1), h2 = draw(n[2], h2))
  )
}

set_by_trial <- function(population, n) {
  llr <- population$draw(n)
  lr_set(llr, scale = "ln")
}

# Items with effects of their own. The LLR of a comparison is bi-Gaussian with s = 1.5 for all
# items; `share` of the variance is due to the items.
set_by_source <- function(pairs, share) {
  items <- unique(unlist(pairs[c("a", "b")]))
  effect <- rnorm(length(items))
  of <- \(item) effect[match(item, items)]
  moved <- if (pairs$one_kind[1]) {
    ifelse(pairs$a == pairs$b, of(pairs$a), (of(pairs$a) + of(pairs$b)) / sqrt(2))
  } else {
    of(pairs$b)
  }
  llr <- 1.5 * (sqrt(share) * moved + sqrt(1 - share) * rnorm(nrow(pairs)))
  llr <- llr + ifelse(pairs$truth, 1.125, -1.125)
  lr_set(llr, pairs$truth, "ln", source1 = pairs$a, source2 = pairs$b)
}

designs <- list(
  `20 items, two recordings, all pairs` = \() {
    pair <- combn(40, 2)
    item <- (pair + 1) %/% 2
    data.frame(a = item[1, ], b = item[2, ], truth = item[1, ] == item[2, ], one_kind = TRUE)
  },
  `8 probes, 80 references` = \() {
    pairs <- expand.grid(a = 101:180, b = 1:8)
    data.frame(pairs, truth = pairs$b == 1 + pairs$a %% 8, one_kind = FALSE)
  },
  `1000 items, each with itself and with five others` = \() {
    a <- 1:1000
    others <- data.frame(a = rep(a, 5), b = 1 + (rep(a, 5) + rep(0:4, each = 1000)) %% 1000)
    data.frame(
      rbind(data.frame(a = a, b = a), others), truth = rep(c(TRUE, FALSE), c(1000, 5000)),
      one_kind = TRUE
    )
  },
  `60 items, all pairs of other items, 60 pairs of the same` = \() {
    pair <- combn(60, 2)
    data.frame(
      a = c(pair[1, ], 1:60), b = c(pair[2, ], 1:60), truth = rep(c(FALSE, TRUE), c(1770, 60)),
      one_kind = TRUE
    )
  }
)

true_lrs <- function(band, population) {
  mass <- \(below) below(band$log10_lr_max) - below(band$log10_lr_min)
  log10(mass(population$h1) / mass(population$h2))
}

# The share of sets whose band contains all true LRs, and the mean number of proven powers of ten.
judged <- function(draw, population, factor, ...) {
  found <- vapply(seq_len(n_sets), \(i) {
    range <- suppressWarnings(calibration_range(draw(), factor, ...))
    band <- attr(range, "band")
    truth <- true_lrs(band, population)
    held <- band$lower <= truth + 1e-9 & truth - 1e-9 <= band$upper
    c(all(held, na.rm = TRUE), sum(range$log10_lr_max - range$log10_lr_min))
  }, numeric(2))
  c(held = mean(found[1, ]), proven = mean(found[2, ]))
}

factors <- c(2, 3, 10)
row_of <- function(label, draw, population, ...) {
  set.seed(1)
  cells <- vapply(factors, \(factor) judged(draw, population, factor, ...), numeric(2))
  texts <- sprintf("%.3f / %s", cells["held", ], format(round(cells["proven", ], 2), nsmall = 2))
  paste0("| ", paste(c(label, trimws(texts)), collapse = " | "), " |")
}

sizes <- list(
  c(20, 20), c(100, 100), c(100, 1000), c(300, 300), c(1000, 1000), c(1e4, 1e4), c(1e5, 1e5)
)
populations <- c(lapply(1:3, gaussian), list(scale_of(), wrong()))
by_trial <- unlist(lapply(populations, \(population) {
  vapply(sizes, \(n) {
    label <- paste(population$name, paste(format(n, scientific = FALSE, trim = TRUE),
      collapse = "/"), sep = " | ")
    row_of(label, \() set_by_trial(population, n), population)
  }, "")
}))

by_source <- unlist(lapply(names(designs), \(name) {
  pairs <- designs[[name]]()
  vapply(c(0.2, 0.9), \(share) {
    draw <- \() set_by_source(pairs, share)
    at <- vapply(c("source", "trial"), \(by) {
      row_of(paste(name, share, by, sep = " | "), draw, gaussian(1.5), by = by)
    }, "")
    paste(at, collapse = "\n")
  }, "")
}))

heading <- \(columns) c(
  paste0("| ", paste(c(columns, paste("factor", factors)), collapse = " | "), " |"),
  paste0("|", strrep("---|", length(columns) + length(factors)))
)
writeLines(c(
  "# Bands of calibration_range(): do they hold, and what do they prove?", "",
  sprintf("%d sets per cell, level .95. In each cell the share of sets in which the band holds the",
    n_sets),
  "true LRs of all cells (.95 or more is guaranteed), and how many powers of ten of LRs are proven",
  "right to the factor, on average.",
  sprintf("Made by bench/calibration-range.R with calibrant %s, %s.", packageVersion("calibrant"),
    R.version.string), "",
  "## By trial", "", heading(c("LRs", "H1/H2")), by_trial, "",
  "## By source", "",
  "Bi-Gaussian LLRs, s = 1.5, of which a share of the variance belongs to items (of pairs, to both).",
  "By trial the comparisons are taken as independent, which they are not.", "",
  heading(c("comparisons", "share of items", "by")), by_source
), "bench/calibration-range.md")
