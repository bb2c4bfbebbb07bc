# Runs test files up to the first failure, in the order of the similarity of their names to the
# given stem.
#   Rscript tests/mutants/first-failure.R STEM
suppressMessages(library(calibrant))
stem <- commandArgs(trailingOnly = TRUE)

tests <- sub("^test-(.*)[.]R$", "\\1", list.files("tests/testthat", "^test-.*[.]R$"))
left_out <- "^(interrupt|callables|long-vectors|plot-.*)$"
tests <- grep(left_out, tests, value = TRUE, invert = TRUE)
words <- strsplit(stem, "-")[[1]]
likeness <- vapply(strsplit(tests, "-"), \(x) mean(words %in% x) + mean(x %in% words), 0)
broad <- tests %in% c("identities", "properties", "oracles")
n_files <- as.integer(Sys.getenv("MUTANT_FILES", "1000"))
tests <- utils::head(tests[order(-likeness, !broad)], n_files)

for (test in tests) {
  results <- as.data.frame(testthat::test_dir(
    "tests/testthat",
    package = "calibrant", filter = paste0("^", test, "$"), load_package = "installed",
    reporter = "silent", stop_on_failure = FALSE
  ))
  if (sum(results$failed) + sum(results$error) + sum(results$warning) > 0) {
    cat(test, "fails\n")
    quit(status = 1)
  }
}
