# Tests whether plan_size() finds sizes at which studies reach the target: at the size that it
# names, studies are drawn anew and judged by the functions of the package with 1000 replicates.
# Half-widths are compared on average, and the share of studies that reach the target with the
# assurance. Studies of items are drawn here in another way, as means of effects.
#   Rscript bench/plan-size.R [studies per assurance]    writes bench/plan-size.md
# A mean half-width needs a quarter of the studies that a share needs.
suppressMessages(library(calibrant))

arguments <- as.numeric(commandArgs(TRUE))
n_sets <- if (length(arguments) > 0) arguments[1] else 1000

independent <- \(s, ratio = 1, stretch = 1, shift = 0) {
  \(n) simulate_lr(n, ratio * n, s = s, stretch = stretch, shift = shift)
}

# All pairs of items, or references and probes: LLRs of variance s^2, with a share due to the items.
of_items <- function(s, share, all_pairs) {
  \(n) {
    effect <- rnorm(n, sd = s * sqrt(share / 2))
    at <- expand.grid(one = seq_len(n), two = seq_len(n))
    at <- at[if (all_pairs) at$one <= at$two else TRUE, ]
    same <- at$one == at$two
    own <- rnorm(nrow(at), sd = s * sqrt(1 - share))
    alone <- rnorm(n, sd = s * sqrt(share))
    items <- ifelse(same, alone[at$one], effect[at$one] + effect[at$two])
    lr_set(ifelse(same, 1, -1) * s^2 / 2 + items + own, same, scale = "ln",
      source1 = at$one, source2 = at$two, sure = TRUE)
  }
}

cells <- list(
  list("cllr", 1, half_width = 0.1, draw = independent(1)),
  list("cllr", 2, half_width = 0.05, draw = independent(2)),
  list("cllr", 3, half_width = 0.05, ratio = 10, draw = independent(3, 10)),
  list("cllr_min", 2, half_width = 0.08, draw = independent(2)),
  list("eer", 2, half_width = 0.05, draw = independent(2)),
  list("auc", 2, half_width = 0.04, draw = independent(2)),
  list("misleading_h2", 2, half_width = 0.04, draw = independent(2)),
  list("cllr", 2, half_width = 0.16, design = "all_pairs", item_share = 0.5,
    draw = of_items(2, 0.5, TRUE)),
  list("auc", 2, half_width = 0.05, design = "reference_probe", item_share = 0.5,
    draw = of_items(2, 0.5, FALSE)),
  list("cllr", 2, half_width = 0.06, assurance = 0.9, draw = independent(2)),
  list("cllr < 0.6", 2, draw = independent(2)),
  list("cllr < 0.6", 2, ratio = 10, draw = independent(2, 10)),
  list("eer < 0.22", 2, draw = independent(2)),
  list("misleading_h1 < 0.22", 2, draw = independent(2)),
  list("cllr < 0.8", 2, design = "all_pairs", item_share = 0.5, draw = of_items(2, 0.5, TRUE)),
  list("calibration_test", 2, stretch = 1.6, draw = independent(2, 1, 1.6)),
  list("calibration_test", 1.5, shift = 0.3, draw = independent(1.5, 1, 1, 0.3)),
  list("bound_lr", 3, reach = 30, draw = independent(3)),
  list("calibration_range(3)", 2, reach = 5, draw = independent(2))
)

judge <- function(set, cell, target) {
  measure <- sub(" <.*", "", target)
  if (target == "calibration_test") {
    return(c(NA, calibration_test(set)$p.value <= 0.05))
  }
  if (target == "bound_lr") {
    return(c(NA, bound_lr(set)$bounds$upper >= log10(cell$reach)))
  }
  if (grepl("range", target)) {
    return(c(NA, any(calibration_range(set, 3)$log10_lr_max >= log10(cell$reach))))
  }
  found <- measures(set, measure, replicates = 1000)
  half <- (found$upper - found$lower) / 2
  met <- if (grepl("<", target)) found$upper < as.numeric(sub(".*< ", "", target)) else
    half <= cell$half_width
  c(half, met)
}

run <- function(cell) {
  target <- cell[[1]]
  arguments <- cell[setdiff(names(cell), c("", "draw"))]
  set.seed(1)
  took <- system.time(plan <- do.call(plan_size, c(
    list(gaussian_system(cell[[2]]), target), arguments
  )))[["user.self"]]
  answer <- attr(plan, "facts")$answer
  if (is.na(answer)) {
    return(sprintf("| `%s` | %g | | none | | | | | %.1f |", target, cell[[2]], took))
  }
  row <- plan[plan$answer, ]
  is_width <- is.na(row$assurance)
  n_drawn <- if (is_width) ceiling(n_sets / 4) else n_sets
  set.seed(2)
  found <- vapply(seq_len(n_drawn), \(k) judge(cell$draw(answer), cell, target), c(0, 0))
  described <- unlist(lapply(names(arguments), \(name) paste(name, arguments[[name]])))
  said <- if (is.na(row$assurance)) row$half_width else row$assurance
  values <- found[if (is_width) 1 else 2, ]
  row <- sprintf(
    "| `%s` | %g | %s | %d | %s | %.3f | %.3f (%.3f) | %.2f | %.1f |", target, cell[[2]],
    paste(described, collapse = ", "), answer, if (is_width) "half-width" else "assurance", said,
    mean(values), sd(values) / sqrt(n_drawn), mean(values) / said, took)
  message(row)
  row
}

rows <- vapply(cells, run, "")
writeLines(c(
  "# Sizes of validations, planned and simulated", "",
  sprintf("By `Rscript bench/plan-size.R %d`, calibrant %s, R %s. At the planned size %d studies",
    n_sets, packageVersion("calibrant"), getRversion(), n_sets),
  "(of half-widths a quarter) were drawn anew and judged with 1000 replicates (999 of the test).",
  "Simulated: with its standard error. Studies of items are drawn by another way than",
  "`plan_size()` draws them. A size that comes from drawn studies is random: with the 100 studies",
  "of the default the probability that is reached there has a standard error of two to three",
  "percentage points.", "",
  "| target | s | with | size | what | planned | simulated | ratio | seconds |",
  "|---|---|---|---|---|---|---|---|---|", rows
), "bench/plan-size.md")
