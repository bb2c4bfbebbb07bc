# Runs the tests against the installed package: all, or those whose file matches the regular
# expression in the variable FILTER, or does not match that in WITHOUT. The last line counts the
# expectations.
Sys.setenv(NOT_CRAN = Sys.getenv("NOT_CRAN", "true"))
library(calibrant)

# Two processes share all the files; for a few files, starting them would take too long.
if (!nzchar(Sys.getenv("FILTER"))) Sys.setenv(TESTTHAT_PARALLEL = "TRUE", TESTTHAT_CPUS = "2")

filter <- Sys.getenv("FILTER")
without <- Sys.getenv("WITHOUT")
chosen <- if (nzchar(without)) without else if (nzchar(filter)) filter
results <- testthat::test_dir(
  "tests/testthat", package = "calibrant", filter = chosen, invert = nzchar(without),
  load_package = "installed", reporter = testthat::CheckReporter$new(), stop_on_failure = FALSE
)

counts <- as.data.frame(results)
# A warning that no test expects counts as a failure, since users would see it.
failed <- sum(counts$failed) + sum(counts$error) + sum(counts$warning)
cat(sprintf("testthat: %d skipped, %d warnings\n", sum(counts$skipped), sum(counts$warning)))
cat(sprintf("%d passed, %d failed\n", sum(counts$passed), failed))
if (identical(Sys.getenv("CALIBRANT_EXTENDED"), "true") && is.null(chosen)) {
  writeLines(c(
    "# Extended tests", "",
    "From `make test EXTENDED=1`, which runs what takes long as well: every case, damage",
    "of each part, pictures of all sets. `.ci/run` leaves that out.", "",
    sprintf(
      "%s, %s, version %s: %d expectations passed, %d failed, %d tests skipped.", Sys.Date(),
      R.version.string, utils::packageVersion("calibrant"), sum(counts$passed), failed,
      sum(counts$skipped)
    )
  ), "bench/extended.md")
}
quit(status = as.integer(failed > 0 || sum(counts$passed) == 0))
