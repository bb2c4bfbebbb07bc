# Runs the tests on a build that counts lines, and lists the untested lines in coverage.txt.
# Failures do not matter on such a build, in which each line calls the counter.
run_tests <- bquote(testthat::test_dir(.(normalizePath(file.path("tests", "testthat"))),
  package = "calibrant", load_package = "installed", reporter = "summary", stop_on_failure = FALSE
))
coverage <- covr::package_coverage(type = "none", quiet = TRUE, code = deparse(run_tests))
lines <- covr::zero_coverage(coverage)
percent <- covr::percent_coverage(coverage)

range_text <- function(run) paste(unique(range(run)), collapse = "-")

ranges <- function(lines) {
  lines <- sort(unique(lines))
  runs <- split(lines, cumsum(c(1, diff(lines)) != 1))
  paste(vapply(runs, range_text, ""), collapse = ", ")
}

by_file <- split(lines$line, lines$filename)
report <- sprintf("%s: %s", names(by_file), vapply(by_file, ranges, ""))
head <- sprintf("%.2f %% of the lines are reached. Not reached:", percent)
writeLines(c(head, report), "coverage.txt")
writeLines(readLines("coverage.txt"))
