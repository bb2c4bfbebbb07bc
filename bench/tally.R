# A 1:N evaluation that is counted where it is computed. Workers tally, R adds and judges, workers
# return the values of a few cells, and R replaces the brackets by exact values. Measures time,
# processor time, bytes and widths of brackets.
#   Rscript bench/tally.R [comparisons, 1e9] [workers, 8]
# writes bench/tally.md.
suppressMessages(library(calibrant))
arguments <- as.numeric(commandArgs(trailingOnly = TRUE))
total <- c(arguments, 1e9)[1]
workers <- c(arguments[-1], 8)[1]
width <- 2^-10
here <- tempfile("tally-")
dir.create(here)
program <- file.path(here, "tally")
stopifnot(system2("cc", c("-std=c99", "-O2", "bench/tally.c", "-lm", "-o", program)) == 0)

file_of <- \(part, worker) file.path(here, sprintf("%s-%d.csv", part, worker))
each <- total / workers

# Runs all workers at once; returns the elapsed seconds and those of processors.
work <- function(parts, input = "/dev/null") {
  commands <- vapply(seq_len(workers), \(k) paste(
    program, format((k - 1) * each, scientific = FALSE), format(each, scientific = FALSE), width,
    paste(file_of(parts, k), collapse = " "), "<", input
  ), "")
  script <- file.path(here, "work.sh")
  lines <- c("set -e", paste(commands, "&"), "for job in $(jobs -p); do wait $job; done")
  writeLines(lines, script)
  before <- proc.time()
  stopifnot(system2("bash", script) == 0)
  spent <- proc.time() - before
  c(elapsed = spent[["elapsed"]], cpu = sum(spent[c("user.child", "sys.child")]))
}

read_part <- \(part) lapply(seq_len(workers), \(k) utils::read.csv(file_of(part, k)))
kilobytes <- \(part) sum(file.size(file_of(part, seq_len(workers)))) / 1e3
clock <- \(expr) system.time(expr)[["elapsed"]]

first <- work(c("cells", "moments"))
add_seconds <- clock(tally <- do.call(c, Map(
  \(cells, moments) lr_tally(cells, width, moments = moments), read_part("cells"),
  read_part("moments")
)))
x <- lr_set(tally)
judge_seconds <- clock({
  whole <- cllr(x)
  bracket <- cllr_min(x, exact = FALSE)
})
wanted <- cells_wanted(tally)
wanted_file <- file.path(here, "wanted")
writeLines(format(wanted$from, digits = 17), wanted_file)
second <- work("values", wanted_file)
close_seconds <- clock({
  exact <- lr_set(tally, values = do.call(rbind, read_part("values")))
  closed <- c(cllr_min(exact), eer(exact))
})
theory <- cllr(gaussian_system(sqrt(18)))
stopifnot(bracket$lower <= closed[1], closed[1] <= bracket$upper)

number <- \(x, digits = 3) format(signif(x, digits), big.mark = " ", scientific = FALSE)
hours <- \(cpu) number(cpu * 1e12 / total / 3600)
rows <- list(
  c("counting, all workers", number(first[["elapsed"]]), number(first[["cpu"]])),
  c("reading and adding tallies", number(add_seconds), ""),
  c("Cllr, and Cllr_min as an interval", number(judge_seconds), ""),
  c("values of the cells that are wanted, all workers", number(second[["elapsed"]]),
    number(second[["cpu"]])),
  c("exact Cllr_min and EER", number(close_seconds), "")
)
writeLines(c(
  "# Tallies of a 1:N evaluation",
  "",
  sprintf(
    "Written by `Rscript bench/tally.R %s %d`: %s comparisons, one of 10 000 mated, that follow",
    format(total), workers, number(total)
  ),
  sprintf(
    "from their numbers; %d processes on %d cores; cells of 2^-10 (ln), with moments.",
    workers, parallel::detectCores()
  ),
  "",
  "| step | seconds | of processors |", "|---|---:|---:|",
  vapply(rows, \(row) sprintf("| %s |", paste(row, collapse = " | ")), ""),
  "",
  "| result | |", "|---|---:|",
  sprintf("| Cllr (the law of the LRs has %.6f) | %.6f |", theory, whole),
  sprintf("| Cllr_min from cells alone | %.8f to %.8f |", bracket$lower, bracket$upper),
  sprintf("| Cllr_min, exact | %.15f |", closed[1]),
  sprintf("| EER, exact | %.15f |", closed[2]),
  sprintf("| cells, and those wanted | %s, %s |", number(nrow(tally$cells), 7),
    number(nrow(wanted), 7)),
  sprintf("| kB of counts and moments from a worker | %s |",
    number((kilobytes("cells") + kilobytes("moments")) / workers)),
  sprintf("| kB of values from all workers | %s |", number(kilobytes("values"))),
  "",
  "## A thousand times as many",
  "",
  sprintf(
    "At this rate 10^12 comparisons take %s hours of a core to make and count, and %s to make",
    hours(first[["cpu"]]), hours(second[["cpu"]])
  ),
  "again for the second round, which is needed for exact values alone: cells give Cllr, error",
  "rates at thresholds on their edges, and Cllr_min to the interval above. Nothing need be stored:",
  "an engine counts while it compares. The bytes of a tally are those of its cells and do not grow",
  "with the trials but by the range of LRs; what comes back in the second round grows with the",
  "comparisons in cells where both hypotheses lie close together. Two passes, or one and the",
  "interval; a tree of adders joins any number of workers, as counts add in any order."
), "bench/tally.md")
unlink(here, recursive = TRUE)
