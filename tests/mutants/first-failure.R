# Runs test files up to the first failure, those first whose name is most like the stem given.
#   Rscript tests/mutants/first-failure.R STEM [FILE]
# The functions in FILE take the place of those of the installed package.
suppressMessages(library(calibrant))
arguments <- commandArgs(trailingOnly = TRUE)
stem <- arguments[1]

replace_functions <- function(file) {
  namespace <- asNamespace("calibrant")
  exported <- as.environment("package:calibrant")
  changed <- new.env(parent = namespace)
  sys.source(file, changed)
  for (name in ls(changed, all.names = TRUE)) {
    value <- changed[[name]]
    if (is.function(value)) environment(value) <- namespace
    for (place in list(namespace, exported)) put(name, value, place)
  }
  # Methods are dispatched from tables of their own.
  methods <- as.data.frame(getNamespaceInfo(namespace, "S3methods"))
  for (i in which(methods[[3]] %in% ls(changed, all.names = TRUE))) {
    registerS3method(methods[[1]][i], methods[[2]][i], namespace[[methods[[3]][i]]], namespace)
  }
}

put <- function(name, value, place) {
  if (!exists(name, place, inherits = FALSE)) return()
  unlockBinding(name, place)
  assign(name, value, place)
  lockBinding(name, place)
}

if (length(arguments) > 1) replace_functions(arguments[2])

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
  if (sum(results$failed) + sum(results$error) > 0) {
    cat(test, "fails\n")
    quit(status = 1)
  }
}
