# Runs the tests against the installed package: all, or those whose file matches the regular
# expression in the variable FILTER, or does not match that in WITHOUT. The last line counts the
# expectations.
Sys.setenv(NOT_CRAN = Sys.getenv("NOT_CRAN", "true"))
library(calibrant)

# All files are shared between two processes; one file, or a few, would wait for their start.
if (!nzchar(Sys.getenv("FILTER"))) Sys.setenv(TESTTHAT_PARALLEL = "TRUE", TESTTHAT_CPUS = "2")

filter <- Sys.getenv("FILTER")
without <- Sys.getenv("WITHOUT")
results <- testthat::test_dir(
  "tests/testthat",
  package = "calibrant",
  filter = if (nzchar(without)) without else if (nzchar(filter)) filter,
  invert = nzchar(without),
  load_package = "installed",
  reporter = testthat::CheckReporter$new(),
  stop_on_failure = FALSE
)

counts <- as.data.frame(results)
failed <- sum(counts$failed) + sum(counts$error)
cat(sprintf("testthat: %d skipped, %d warnings\n", sum(counts$skipped), sum(counts$warning)))
cat(sprintf("%d passed, %d failed\n", sum(counts$passed), failed))
quit(status = as.integer(failed > 0 || sum(counts$passed) == 0))
