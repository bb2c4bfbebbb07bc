# Rejection rates of the test of calibration and of older tests. They should equal the level for
# calibrated LRs and be high for others. Also the coverage of the confidence region of slope and
# shift.
#   Rscript bench/calibration-test.R [sets per cell] [replicates]  writes bench/calibration-test.md
suppressMessages(library(calibrant))

arguments <- as.numeric(commandArgs(TRUE))
n_sets <- if (length(arguments) > 0) arguments[1] else 1000
n_replicates <- if (length(arguments) > 1) arguments[2] else 199
statistics <- c("omnibus", "likelihood", "cllr_cal", "dev_pav", "ece_gap")

# Calibrated LLRs of a class.
steps <- local({
  cuts <- c(-Inf, -4, -2, -0.7, 0.7, 2, 4, Inf)
  list(h1 = diff(pnorm(cuts, 2, 2)), h2 = diff(pnorm(cuts, -2, 2)))
})
populations <- list(
  "s = 1.5" = \(truth) rnorm(length(truth), ifelse(truth, 1, -1) * 1.5^2 / 2, 1.5),
  "s = 3" = \(truth) rnorm(length(truth), ifelse(truth, 1, -1) * 3^2 / 2, 3),
  "t3" = \(truth) {
    score <- rt(length(truth), 3) + ifelse(truth, 1, -1)
    dt(score - 1, 3, log = TRUE) - dt(score + 1, 3, log = TRUE)
  },
  "7 steps" = \(truth) {
    step <- ifelse(truth, sample(7, length(truth), TRUE, steps$h1),
      sample(7, length(truth), TRUE, steps$h2))
    log(steps$h1 / steps$h2)[step]
  }
)
systems <- list(
  calibrated = \(llr) llr, "LLR + .7" = \(llr) llr + 0.7, "LLR x 1.4" = \(llr) 1.4 * llr,
  "LLR x .6" = \(llr) 0.6 * llr,
  "tails x 2.2" = \(llr) ifelse(abs(llr) > 3, sign(llr) * (3 + 2.2 * (abs(llr) - 3)), llr)
)
right <- list(calibrated = 1:0, "LLR + .7" = c(1, -0.7), "LLR x 1.4" = c(1 / 1.4, 0),
  "LLR x .6" = c(1 / 0.6, 0), "tails x 2.2" = c(NA, NA))

# Cox 1958, Spiegelhalter 1986, Hosmer and Lemeshow 1980 of ten groups, at the share of H1 trials.
older <- function(llr, truth) {
  offset <- log(sum(truth) / sum(!truth))
  p <- plogis(llr + offset)
  fit <- suppressWarnings(glm(truth ~ llr, family = binomial))
  as_it_is <- -2 * sum(plogis(ifelse(truth, 1, -1) * (llr + offset), log.p = TRUE))
  z <- sum((truth - p) * (1 - 2 * p)) / sqrt(sum((1 - 2 * p)^2 * p * (1 - p)))
  group <- ceiling(10 * rank(llr, ties.method = "first") / length(llr))
  expected <- tapply(p, group, sum)
  size <- tabulate(group)
  square <- sum((tapply(truth, group, sum) - expected)^2 / (expected * (1 - expected / size)))
  c(
    cox = pchisq(as_it_is - fit$deviance, 2, lower.tail = FALSE),
    spiegelhalter = 2 * pnorm(-abs(z)),
    hosmer_lemeshow = pchisq(square, 10, lower.tail = FALSE)
  )
}

# All statistics from the same replicates; calibration_test() gives them one by one.
all_statistics <- function(x) {
  kinds <- calibrant:::calibration_statistics
  system <- calibrant:::systems_of(x)[[1]]
  ratio <- calibrant:::fit_density_ratio(system, qchisq(0.95, 1))
  prior <- c(0.01, 0.1, 0.5, 0.9, 0.99)
  if (is.infinite(ratio$likelihood)) {
    return(c(rep(0, 5), NA, NA, NA, NA))
  }
  drawn <- calibrant:::draw_consistent(system, n_replicates, 1L, qlogis(prior), TRUE, TRUE)
  even <- drawn
  even$gap <- drawn$gap[3, , drop = FALSE]
  p <- \(names) {
    observed <- vapply(kinds[names], \(kind) suppressWarnings(kind$observed(x, ratio, prior)), 1)
    one <- lapply(names, \(name) kinds[[name]]$drawn(if (name == "ece_gap") drawn else even))
    calibrant:::resampling_p(observed, do.call(rbind, one))
  }
  c(
    p(c("likelihood", "cllr_cal")), p("likelihood"), p("cllr_cal"), p("dev_pav"), p("ece_gap"),
    ratio$slope, ratio$shift
  )
}

judge <- function(n, population, system) {
  truth <- rep(c(TRUE, FALSE), n)
  llr <- systems[[system]](populations[[population]](truth))
  found <- all_statistics(lr_set(llr, truth, scale = "ln"))
  p <- c(rlang::set_names(found[1:5], statistics), older(llr, truth))
  holds <- found[c(6, 8)] <= right[[system]] & right[[system]] <= found[c(7, 9)]
  c(ifelse(is.na(p), 0, p <= 0.05), holds_slope = holds[1], holds_shift = holds[2])
}

# Items that are compared with each other, each with a common part of its LLRs: references with
# probes, or each item with all others and itself.
by_source <- function(n_items, design, system) {
  pairs <- expand.grid(a = seq_len(n_items), b = seq_len(n_items))
  one <- design == "all pairs"
  if (one) pairs <- pairs[pairs$a <= pairs$b, ]
  truth <- pairs$a == pairs$b
  part <- matrix(rnorm(2 * n_items), ncol = 2)
  noise <- sqrt(0.3) * (part[pairs$a, 1] + part[pairs$b, if (one) 1 else 2])
  if (one) noise[truth] <- sqrt(0.6) * part[pairs$a[truth], 2]
  llr <- ifelse(truth, 1, -1) * 2 + 2 * (noise + sqrt(0.4) * rnorm(length(truth)))
  name <- \(i, what) paste0(if (!one) what, i)
  test <- calibration_test(systems[[system]](llr), truth,
    scale = "ln", source1 = name(pairs$a, "r"), source2 = name(pairs$b, "p")
  )
  limits <- test$conf.int
  if (is.null(limits)) {
    return(c(p = test$p.value <= 0.05, holds_slope = NA, holds_shift = NA))
  }
  limits["shift", ] <- limits["shift", ] * log(10)
  holds <- limits[, "lower"] <= right[[system]] & right[[system]] <= limits[, "upper"]
  c(p = test$p.value <= 0.05, holds_slope = holds[[1]], holds_shift = holds[[2]])
}

table_lines <- function(rows) {
  c(
    paste0("| ", paste(names(rows), collapse = " | "), " |"),
    paste0("|", strrep("---|", ncol(rows))),
    do.call(paste, c(list("|"), unname(lapply(rows, paste, "|"))))
  )
}

cells <- rbind(
  expand.grid(
    system = names(systems), population = c("s = 1.5", "s = 3", "t3"),
    n = c("30/30", "50/500", "200/200"), stringsAsFactors = FALSE
  ),
  expand.grid(
    system = "calibrated", population = c("s = 1.5", "s = 3", "t3"), n = c("20/20", "20/200"),
    stringsAsFactors = FALSE
  ),
  expand.grid(
    system = "calibrated", population = "7 steps", n = c("20/20", "30/30", "50/500", "200/200"),
    stringsAsFactors = FALSE
  )
)
cell_row <- function(cell, found) {
  data.frame(cell, t(sprintf("%.3f", rowMeans(found, na.rm = TRUE)))) |>
    rlang::set_names(c(names(cell), rownames(found)))
}
rows <- lapply(seq_len(nrow(cells)), \(i) {
  set.seed(i)
  cell <- cells[i, c("n", "population", "system")]
  n <- as.numeric(strsplit(cell$n, "/")[[1]])
  cell_row(cell, replicate(n_sets, judge(n, cell$population, cell$system)))
})
source_cells <- expand.grid(
  system = c("calibrated", "LLR + .7", "LLR x 1.4", "LLR x .6"),
  design = c("reference x probe", "all pairs"), items = c(8, 15, 30), stringsAsFactors = FALSE
)
source_rows <- lapply(seq_len(nrow(source_cells)), \(i) {
  set.seed(i)
  cell <- source_cells[i, 3:1]
  cell_row(cell, replicate(n_sets, by_source(cell$items, cell$design, cell$system)))
})
writeLines(c(
  "# Level and power of `calibration_test()` at .05", "",
  sprintf("%d sets per cell, %d replicates, %s.", n_sets, n_replicates, R.version.string),
  "The last columns are how often the 95 % limits hold the right slope and the right shift.", "",
  table_lines(do.call(rbind, rows)), "",
  "By source, each of so many items compared with all:", "",
  table_lines(do.call(rbind, source_rows))
), "bench/calibration-test.md")
