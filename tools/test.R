# Runs all tests against the installed package. The last line counts the expectations.
Sys.setenv(NOT_CRAN = "true")
library(calibrant)

results <- testthat::test_dir(
  "tests/testthat",
  package = "calibrant",
  load_package = "installed",
  reporter = testthat::CheckReporter$new(),
  stop_on_failure = FALSE
)

counts <- as.data.frame(results)
failed <- sum(counts$failed) + sum(counts$error)
cat(sprintf("testthat: %d skipped, %d warnings\n", sum(counts$skipped), sum(counts$warning)))
cat(sprintf("%d passed, %d failed\n", sum(counts$passed), failed))
if (failed > 0) {
  quit(status = 1)
}
