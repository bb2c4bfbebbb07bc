# Runs tests; valgrind.sh watches. By default those of what C computes, with the argument `all`
# every one that does not start processes of its own. What the tests expect is not judged here:
# valgrind rounds long doubles, with which R takes means.
library(calibrant)

quick <- paste(
  "auc", "bigaussian", "complement", "counts", "cross-entropy", "eer", "entropy-score",
  "error-rates", "isotonic", "kde", "pav", "posterior", "score", "unsorted", "vector-path",
  sep = "|"
)
stems <- sub("^test-(.*)[.]R$", "\\1", list.files("tests/testthat", "^test-"))
wanted <- if ("all" %in% commandArgs(trailingOnly = TRUE)) {
  setdiff(stems, c("callables", "interrupt", "long-vectors"))
} else {
  grep(paste0("^(", quick, ")$"), stems, value = TRUE)
}

# The short run, as on CRAN: fewer seeds.
Sys.unsetenv("NOT_CRAN")
results <- as.data.frame(testthat::test_dir(
  "tests/testthat",
  filter = paste0("^(", paste(wanted, collapse = "|"), ")$"), package = "calibrant",
  load_package = "installed", reporter = "minimal", stop_on_failure = FALSE
))
cat(sprintf("\n%d files, %d expectations\n", length(unique(results$file)), sum(results$nb)))
