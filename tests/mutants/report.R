# Writes tests/mutants/results.md from the verdicts and the reasons that are there.
#   Rscript tests/mutants/report.R
source("tests/mutants/verdicts.R")

# Exact limits of Clopper and Pearson.
rate <- function(noticed, judged) {
  if (judged == 0) return("")
  limits <- 100 * stats::binom.test(noticed, judged)$conf.int
  sprintf("%.1f %% (%.1f to %.1f)", 100 * noticed / judged, limits[1], limits[2])
}

row_of <- function(rows, kind) {
  first <- first_verdicts(rows)
  last <- last_verdicts(rows)
  judged <- sum(first$verdict != "does not compile")
  equivalent <- sum(is_equivalent(first, kind) & first$verdict == "not noticed")
  noticed <- c(sum(first$verdict == "noticed"), sum(last$verdict == "noticed"))
  sprintf("| %s | %s | %d | %d | %d | %d | %d | %s | %s |", kinds[[kind]], first$seed[1], nrow(first),
          nrow(first) - judged, noticed[1], equivalent, judged - equivalent - noticed[2],
          rate(noticed[1], judged - equivalent), rate(noticed[2], judged - equivalent))
}

rows_of <- function(kind) {
  rows <- read_verdicts(kind)
  if (is.null(rows)) return(NULL)
  vapply(unname(split(rows, rows$seed)), row_of, "", kind)
}

open_of <- function(kind) {
  rows <- read_verdicts(kind)
  if (is.null(rows)) return(NULL)
  rows <- last_verdicts(rows)
  rows <- rows[rows$verdict == "not noticed" & !is_equivalent(rows, kind), ]
  sprintf("* %s", describe(rows))
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
    "Written by `make mutants` from the verdicts beside this file: changes of the code at random, one at",
    "a time, each judged by the kernel tests and by the test files in R whose names are nearest, so that",
    "rates are lower bounds. A change is equivalent if it changes nothing that a test could ask for; the",
    "rates are of those that are not, with exact intervals of 95 %: as first judged, and now, with the",
    "tests that were added for what had not been noticed. The first rate of a seed that came after these",
    "tests is the one to trust.",
    "",
    paste("| part | seed | changes | do not compile | noticed at first | equivalent | open",
          "| rate at first | rate now |"),
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    unlist(lapply(names(kinds), rows_of)),
    listed("Not noticed:", unlist(lapply(names(kinds), open_of))),
    listed("Equivalent:", unlist(lapply(names(kinds), equivalent_of)))
  ),
  "tests/mutants/results.md"
)
