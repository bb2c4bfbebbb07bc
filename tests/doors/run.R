# Tests all input and output of the package: bytes that become trials, results that become files,
# options, threads. Each part is a file of this folder that ends in
# `doors_part <- function(short, seed)`, which prints what broke and gives a data frame with a row
# per door and kind: `door`, `what`, how many were `tried`, `done` as they should be, `refused`
# though they could be done, `not_to_do` and refused, and `broke`. The rows go to
# bench/doors-held.md; the last line counts what held and what broke. The section `By hand` stays.
# Run at the root of the sources: `make doors`, with SHORT=1 in seconds, with SEED=7 others;
# KEEP=folder leaves the files of the readers there.
suppressMessages(library(calibrant))
parts <- c("readers", "processes", "bounded", "writers")
short <- nzchar(Sys.getenv("SHORT"))
seed <- as.integer(Sys.getenv("SEED", "1"))

run_part <- function(part) {
  space <- new.env()
  shared <- file.path("tests", "files", c("oracle.R", "corpus.R"))
  own <- file.path("tests", "doors", c("dialects.R", "damage.R", "plain.R", paste0(part, ".R")))
  for (file in c(shared, own)) sys.source(file, space)
  space$doors_part(short, seed)
}
held <- do.call(rbind, lapply(parts, run_part))

if (!short) {
  row <- \(cells) paste0("| ", paste(cells, collapse = " | "), " |")
  lines <- apply(held, 1, \(cells) row(trimws(cells)))
  file <- file.path("bench", "doors-held.md")
  before <- readLines(file)
  by_hand <- before[cumsum(before == "## By hand") > 0]
  writeLines(c(
    "# Doors that held", "",
    "From `make doors`. Readers get files in random dialects, half of them damaged; each must",
    "become the trials that a plain reader finds, who is told how the file was written, or be",
    "refused.",
    "`done` are those that were read, `refused` those that have a right reading and were not,",
    "`not_to_do` those without one. `broke` counts other trials, and errors that are not ours.", "",
    sprintf("Seed %d, calibrant %s.", seed, utils::packageVersion("calibrant")), "",
    row(names(held)), row(rep("---", ncol(held))), lines, "",
    by_hand
  ), file)
}
broken <- held[held$broke > 0, ]
said <- sprintf("%s, %s: %d of %d broke\n", broken$door, broken$what, broken$broke, broken$tried)
cat(said, sep = "")
cat(sprintf("%d passed, %d failed\n", sum(held$tried - held$broke), sum(held$broke)))
quit(status = as.integer(sum(held$broke) > 0))
