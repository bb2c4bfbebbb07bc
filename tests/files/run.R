# Reads the corpus by all available ways and writes bench/files.md; with UPDATE=1 it writes
# tests/files/open.tsv as well. The last line counts the cases that are read as they must be. Run at
# the root of the sources: `make files`.
suppressMessages(library(calibrant))
folder <- file.path("tests", "files")
source(file.path(folder, "oracle.R"))
source(file.path(folder, "corpus.R"))
cases <- read_corpus(folder)

# A reader outside of R judges its own cases and prints a line for each: its name, the outcome and
# the present result.
outside <- list(
  Python = c("python3", "python/tests/corpus.py"), page = c("node", "tests/page/corpus.mjs")
)
judge_outside <- function(name) {
  command <- outside[[name]]
  lines <- suppressWarnings(system2(command[1], c(command[2], folder), stdout = TRUE,
    env = "PYTHONPATH=.build/python/installed"))
  if (length(lines) == 0) {
    return(NULL)
  }
  rows <- utils::read.delim(text = lines, header = FALSE, quote = "", colClasses = "character",
    col.names = c("case", "outcome", "today"))
  cbind(door = name, rows)
}

found <- do.call(rbind, c(
  lapply(names(corpus_doors), \(name) {
    rows <- run_door(cases, corpus_doors[[name]])
    cbind(door = name, rows[c("case", "outcome", "today")])
  }),
  lapply(names(outside), judge_outside)
))
doors <- unique(found$door)
open <- found[found$outcome != "right", c("case", "door", "outcome", "today")]
if (nzchar(Sys.getenv("UPDATE"))) {
  utils::write.table(open, file.path(folder, "open.tsv"), sep = "\t", quote = FALSE,
    row.names = FALSE)
}

table_row <- function(...) {
  paste0("| ", paste(gsub("|", "\\|", c(...), fixed = TRUE), collapse = " | "), " |")
}
table_head <- function(...) c(table_row(...), table_row(rep("---", length(c(...)))))
outcome_of <- function(case, door) {
  outcome <- found$outcome[found$case == case & found$door == door]
  if (length(outcome) == 0) "" else if (outcome == "right") "yes" else paste0("**", outcome, "**")
}
case_row <- function(case) {
  becomes <- if (case$may_refuse) "either" else "trials"
  if (case$becomes == "refused") becomes <- "refusal"
  table_row(case$case, case$source, becomes, vapply(doors, \(door) outcome_of(case$case, door), ""))
}

outcomes <- c("right", "words", "refused", "wrong", "broken")
counts <- table(factor(found$door, doors), factor(found$outcome, outcomes))
writeLines(c(
  "# File by door", "",
  "From `make files`: every case of `tests/files/`, by the door through which it goes. What the",
  "outcomes mean stands in `tests/files/README.md`; an empty cell is a door that has no such verb.",
  "",
  table_head("door", "cases", outcomes),
  vapply(doors, \(door) table_row(door, sum(counts[door, ]), counts[door, ]), ""),
  "",
  table_head("case", "what it is", "becomes", doors),
  vapply(cases, case_row, "")
), file.path("bench", "files.md"))

for (k in seq_len(nrow(open))) {
  cat(sprintf("%s by %s: %s; %s\n", open$case[k], open$door[k], open$outcome[k], open$today[k]))
}
n_wrong <- sum(open$outcome %in% c("wrong", "broken"))
cat(sprintf("%d passed, %d failed\n", nrow(found) - n_wrong, n_wrong))
quit(status = as.integer(n_wrong > 0))
