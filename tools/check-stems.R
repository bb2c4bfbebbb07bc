# Fails if the name of a file lacks the stem of its subject. Each subject has one stem everywhere:
#   src/kernels/<folder>/<stem>.c   has a header of the same stem, and no other folder has the stem
#   src/ffi-<stem>.c                has a kernel or an R file of the stem, or R/<family>-<stem>.R
#   tests/kernels/test-<stem>.c     has a kernel of the stem
#   tests/fuzz/fuzz-<stem>.c        has a kernel of the stem
#   tests/testthat/test-<stem>.R    has an R file, a data set or a kernel of the stem
# and conversely:
#   src/kernels/<folder>/<stem>.c   has a kernel test of the stem
#   R/<stem>.R                      has a test of the stem or of its first words, if it has a
#                                   function that branches, loops or calls C
# `Rscript tools/check-stems.R tests` looks for the tests of R files, and for nothing else. The
# exceptions, each with its reason.
plumbing <- c(
  "class-trials" = "decodes the trials of many classes", "host" = "lends kernels rooms and a pulse",
  "memory" = "keeps beside a set what is derived from it",
  "trials" = "decodes the trials that entry points share"
)
across <- c(
  "block-llr" = "the LLR of a block, which pav.c finds",
  "calibration-messages" = "the words of calibrations, system by system",
  "cases" = "what people asked in public, with the right values", "help" = "its words",
  "callables" = "another package calls kernels",
  "figures" = "every figure of the papers is drawn", "gallery" = "pictures look as they did",
  "heeded" = "arguments", "hostile" = "texts of users never run", "intact" = "altered objects",
  "identities" = "relations between measures", "readme" = "its code runs",
  "interrupt" = "long jobs stop", "files" = "every file that people have, by every door",
  "lessons" = "the solutions of the lessons run, and give the numbers that the lessons state",
  "long-vectors" = "more than 2^31 trials", "ends" = "the largest and smallest numbers",
  "messages" = "the words of errors", "arguments" = "every exported function, and its arguments",
  "oracles" = "published numbers", "paper-numbers" = "what the five papers state in numbers",
  "pieces" = "work in pieces gives what work at once gives",
  "properties" = "relations on random sets", "one-name-one-number" = "whoever tells it",
  "two-and-many" = "the same verbs on sets of two and of many classes"
)
stems <- function(folder, pattern) {
  files <- list.files(folder, pattern, recursive = TRUE)
  sub(pattern, "\\1", basename(files))
}

kernels <- stems("src/kernels", "^(.*)[.]c$")
headers <- stems(c("src/kernels", "inst/include/calibrant"), "^(.*)[.]h$")
r_files <- stems("R", "^(.*)[.]R$")
members <- sub("^[a-z]+-", "", r_files)
data_sets <- gsub("_", "-", stems("data", "^(.*)[.]rda$"))
tests <- stems("tests/testthat", "^test-(.*)[.]R$")
stopifnot("no kernel was found" = length(kernels) > 0, "no test was found" = length(tests) > 0)

# Does a file have code to test, and does it have a test?
has_logic <- function(stem) {
  code <- parse(file.path("R", paste0(stem, ".R")), keep.source = FALSE)
  is_function <- vapply(code, \(expr) is.call(expr) && is.call(expr[[length(expr)]]) &&
    identical(expr[[length(expr)]][[1]], as.name("function")), NA)
  any(c("if", "for", "while", "switch", ".Call") %in% unlist(lapply(code[is_function], all.names)))
}
has_test <- function(stem) {
  words <- strsplit(stem, "-")[[1]]
  starts <- vapply(seq_along(words), \(n) paste(words[seq_len(n)], collapse = "-"), "")
  any(starts %in% tests)
}

problems <- list(
  "kernel without a test of its stem" =
    setdiff(kernels, stems("tests/kernels", "^test-(.*)[.]c$")),
  "R file without a test of its stem" =
    Filter(\(stem) has_logic(stem) && !has_test(stem), r_files),
  "kernel without a header of its stem" = setdiff(kernels, headers),
  "kernel in two folders" = kernels[duplicated(kernels)],
  "bridge without a kernel or an R file of its stem" =
    setdiff(stems("src", "^ffi-(.*)[.]c$"), c(kernels, headers, r_files, members, names(plumbing))),
  "kernel test without its kernel" =
    setdiff(stems("tests/kernels", "^test-(.*)[.]c$"), c(kernels, headers, names(across))),
  "fuzz target without its kernel" =
    setdiff(stems("tests/fuzz", "^fuzz-(.*)[.]c$"), c(kernels, headers)),
  "test without its R file" =
    setdiff(tests, c(r_files, headers, data_sets, names(across))),
  "on a list in tools/check-stems.R, and not there" =
    setdiff(names(across), c(tests, stems("tests/kernels", "^test-(.*)[.]c$")))
)
of_r <- "R file without a test of its stem"
problems <- problems[xor(identical(commandArgs(TRUE), "tests"), names(problems) != of_r)]
writeLines(sprintf("%s: %s", rep(names(problems), lengths(problems)), unlist(problems)))
quit(status = as.integer(any(lengths(problems) > 0)))
