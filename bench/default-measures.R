# Time of all default measures with 1000 replicates by trial of 100 000 trials, on one thread and on
# two, side by side.
#   Rscript bench/default-measures.R [rounds]    writes bench/default-measures.md
suppressMessages(library(calibrant))
source("bench/coverage-table.R")

arguments <- as.numeric(commandArgs(TRUE))
rounds <- if (length(arguments) > 0) arguments[1] else 9
set.seed(1)
x <- simulate_lr(5e4, 5e4, s = 2)

# Processor time of the thread that R runs on (Linux): the time that it would take if each other
# thread had a processor. Other users of the machine disturb it less than the clock.
own_seconds <- function() {
  own <- file.path("/proc/self/task", Sys.getpid(), "stat")
  fields <- strsplit(sub(".*[)] ", "", readLines(own)), " ")[[1]]
  sum(as.numeric(fields[12:13])) / 100
}

# Elapsed seconds, those of all processors, and those of R's own thread.
seconds <- function(threads) {
  gc(FALSE)
  before <- own_seconds()
  took <- system.time(measures(x, replicates = 1000, threads = threads))
  c(
    elapsed = took[["elapsed"]], processor = sum(took[c("user.self", "sys.self")]),
    own = own_seconds() - before
  )
}

invisible(seconds(1))
timed <- replicate(rounds, vapply(1:2, seconds, c(elapsed = 0, processor = 0, own = 0)))
median_of <- \(what, threads) stats::median(timed[what, threads, ])
ratio <- \(what) stats::median(timed[what, 2, ] / timed[what, 1, ])
rows <- data.frame(
  threads = c("1", "2"), elapsed = c(median_of("elapsed", 1), median_of("elapsed", 2)),
  least = c(min(timed["elapsed", 1, ]), min(timed["elapsed", 2, ])),
  processor = c(median_of("processor", 1), median_of("processor", 2)),
  own = c(median_of("own", 1), median_of("own", 2))
)
writeLines(c(
  "# All default measures, 1000 replicates by trial of 100 000 trials", "",
  sprintf("Seconds, medians of %d rounds by turns, with the `least`; made by bench/default-measures.R",
    rounds),
  sprintf("with calibrant %s, %s, a machine of %d processors that others use as well.",
    packageVersion("calibrant"), R.version.string, parallel::detectCores()),
  "`processor`: of all threads; `own`: of R's thread alone, which waits for the others.",
  sprintf("Two threads take %.2f of the time of one by the clock, %.2f of its processor time on R's",
    ratio("elapsed"), ratio("own")),
  "thread (medians of the ratios).", "",
  show(as_text(rows))
), "bench/default-measures.md")
