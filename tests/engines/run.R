# Judges trials that lie in real databases, engine by engine, and writes the results to
# bench/engines.md. FILTER chooses test files, ENGINE engines; then nothing is written.
Sys.setenv(NOT_CRAN = "true")
library(calibrant)

env <- testthat::test_env("calibrant")
filter <- Sys.getenv("FILTER")
results <- testthat::test_dir(
  "tests/engines",
  package = "calibrant", env = env, filter = if (nzchar(filter)) filter,
  load_package = "none", reporter = testthat::MultiReporter$new(list(
    testthat::ProgressReporter$new(max_failures = Inf), testthat::ListReporter$new()
  )), stop_on_failure = FALSE
)
table <- as.data.frame(results)
failed <- sum(table$failed) + sum(table$error)
if (!nzchar(filter) && !nzchar(Sys.getenv("ENGINE"))) source("tests/engines/report.R", local = TRUE)
env$stop_servers()
cat(sprintf("%d passed, %d failed, %d skipped\n", sum(table$passed), failed, sum(table$skipped)))
quit(status = as.integer(failed > 0 || sum(table$passed) == 0))
