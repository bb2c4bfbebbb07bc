# Runs the tests on a build that counts lines, and writes those that none reached to coverage.txt.
# Functions in the help of cli and rlang that stop the session are not counted as reached.
coverage <- covr::package_coverage(type = "tests", quiet = TRUE)
lines <- covr::zero_coverage(coverage)
percent <- covr::percent_coverage(coverage)

ranges <- function(lines) {
  lines <- sort(unique(lines))
  runs <- split(lines, cumsum(c(1, diff(lines)) != 1))
  paste(vapply(runs, \(run) if (length(run) > 1) paste0(run[1], "-", run[length(run)]) else as.character(run), ""),
        collapse = ", ")
}

by_file <- split(lines$line, lines$filename)
report <- sprintf("%s: %s", names(by_file), vapply(by_file, ranges, ""))
writeLines(c(sprintf("%.2f %% of the lines are reached. Not reached:", percent), report), "coverage.txt")
writeLines(readLines("coverage.txt"))
