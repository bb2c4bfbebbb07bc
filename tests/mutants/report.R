# Writes tests/mutants/results.md from the verdicts and the reasons that are there.
#   Rscript tests/mutants/report.R
source("tests/mutants/verdicts.R")

# Exact limits of Clopper and Pearson.
rate <- function(noticed, judged) {
  if (judged == 0) return("")
  limits <- 100 * stats::binom.test(noticed, judged)$conf.int
  sprintf("%.1f %% (%.1f to %.1f)", 100 * noticed / judged, limits[1], limits[2])
}

count <- function(rows, verdict) sum(rows$verdict == verdict)

row_of <- function(rows, kind, seed = rows$seed[1]) {
  first <- first_verdicts(rows)
  last <- last_verdicts(rows)
  equivalent <- sum(is_equivalent(first, kind) & first$verdict == "not noticed")
  judged <- nrow(first) - count(first, "does not compile") - equivalent
  left <- judged - count(last, "gone")
  numbers <- c(seed, nrow(first), count(first, "does not compile"), equivalent,
               count(first, "noticed"), judged - count(first, "noticed"), count(last, "gone"),
               left - count(last, "noticed"))
  rates <- c(rate(count(first, "noticed"), judged), rate(count(last, "noticed"), left))
  paste("|", paste(c(kinds[[kind]], numbers, rates), collapse = " | "), "|")
}

rows_of <- function(kind) {
  rows <- read_verdicts(kind)
  if (is.null(rows)) return(NULL)
  by_seed <- split(rows, factor(rows$seed, unique(rows$seed)))
  c(vapply(unname(by_seed), row_of, "", kind), row_of(rows, kind, "all"))
}

open_of <- function(kind) {
  if (is.null(read_verdicts(kind))) return(NULL)
  sprintf("* %s", describe(open_verdicts(kind)))
}

# The reasons, with the changes that they are about.
equivalent_of <- function(kind) {
  reasons <- read_equivalents(kind)
  if (is.null(reasons)) return(NULL)
  rows <- last_verdicts(read_verdicts(kind))
  rows <- rows[match(key_of(reasons), key_of(rows)), ]
  sprintf("* %s: %s", describe(rows), reasons$reason)
}

listed <- function(title, items) c("", title, "", if (length(items) > 0) items else "* none")

writeLines(
  c(
    "# Mutants",
    "",
    "Written by `make mutants` from the verdicts beside this file: changes of the code at",
    "random, one at a time. A change of a kernel is judged by the tests in C that reach its",
    "line, and what these do not notice by tests in R only where `FILES` is not 0; a change in",
    "R by the quick tests that reach its statement, those of seed 2027 only by tests whose files",
    "have the nearest names. So rates are lower bounds. A change is equivalent if it changes",
    "nothing that a test could ask for. Rates are of the others, with exact intervals of 95 %:",
    "as first judged, and now, with the tests that were added for what had not been noticed,",
    "without changes whose line is gone since. Seeds are in the order in which they were judged:",
    "the first rate of one that came after such tests is the one to trust.",
    "",
    paste("| part | seed | changes | do not compile | equivalent | noticed at first | not noticed",
          "| line gone | open now | rate at first | rate now |"),
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    unlist(lapply(names(kinds), rows_of)),
    listed("Not noticed:", unlist(lapply(names(kinds), open_of))),
    listed("Equivalent:", unlist(lapply(names(kinds), equivalent_of)))
  ),
  "tests/mutants/results.md"
)
