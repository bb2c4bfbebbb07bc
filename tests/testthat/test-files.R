# Reads every file of tests/files with R and the program for the shell, and compares it with its
# table; README.md there explains how to add one. `make files` prints the differences.

folder <- test_path("..", "files")
has_corpus <- file.exists(file.path(folder, "expected.tsv"))
if (has_corpus) {
  corpus <- new.env()
  for (part in c("oracle.R", "corpus.R")) sys.source(file.path(folder, part), corpus)
  cases <- corpus$read_corpus(folder)
}
skip_without_corpus <- function() {
  skip_if(!has_corpus, "tests/files is not beside tests/testthat")
}

# Only the listed files may be wrong, and no listed file may be right.
expect_as_listed <- function(name, asked = cases) {
  door <- corpus$corpus_doors[[name]]
  for (package in door$needs) skip_if_not_installed(package)
  found <- corpus$run_door(asked, door)
  open <- corpus$read_open(folder)
  open <- open[open$door == name & open$case %in% names(asked), ]
  expect_identical(setdiff(open$case, found$case), character())
  for (k in seq_len(nrow(found))) {
    listed <- open$outcome[open$case == found$case[k]]
    expect_identical(
      paste(found$case[k], found$outcome[k]), paste(found$case[k], c(listed, "right")[1]),
      info = found$today[k]
    )
  }
}

test_that("the table of the corpus is sound", {
  skip_without_corpus()
  expect_false(anyDuplicated(names(cases)) > 0)
  used <- unlist(lapply(cases, \(case) basename(c(case$paths, case$arguments$key))))
  own <- c("README.md", "corpus.R", "expected.tsv", "open.tsv", "oracle.R", "run.R")
  expect_setequal(c(used, own), list.files(folder))
  for (case in cases) {
    expect_true(nzchar(case$source), info = case$case)
    expect_true(case$becomes == "refused" || length(case$trials) > 0, info = case$case)
    n_items <- length(case$items)
    expect_true(n_items == 0 || n_items == length(unlist(case$trials)), info = case$case)
  }
})

test_that("the values of the table are those of the plain code", {
  skip_without_corpus()
  for (case in Filter(\(case) nzchar(case$value), cases)) {
    told <- corpus$told_values(case)
    values <- lapply(case$trials[[1]], corpus$oracle_ln, corpus$scale_of_case(case), NULL)
    # The plain code has no weights.
    weighted <- "weight" %in% names(case$arguments$columns)
    for (name in setdiff(names(told), if (weighted) "cllr")) {
      oracle <- get(paste0("oracle_", name), corpus)
      expect_equal(oracle(values$h1, values$h2), told[[name]], info = case$case)
    }
  }
})

test_that("R reads every file as its table says, or refuses it", {
  skip_without_corpus()
  expect_as_listed("R")
})

test_that("the program for the shell reads every file as its table says, or refuses it", {
  skip_without_corpus()
  expect_as_listed("shell", cases_of(cases, seq(1, length(cases), by = 3)))
})

# Every way into R, with each truncated file of the corpus.
test_that("what breaks off is refused by every reader and connection", {
  skip_without_corpus()
  broken <- paste0(c("half", "tail", "sum", "rest", "half", "half"), ".txt.",
    c("gz", "gz", "gz", "gz", "bz2", "xz"))
  whole <- file.path(folder, "whole.txt.gz")
  refused <- \(read, what) expect_error(read, class = "calibrant_error", info = what)
  for (name in broken) {
    file <- file.path(folder, name)
    refused(read_scores(file), name)
    refused(read_scores(whole, key = file), name)
    refused(read_scores(file, key = whole), name)
    refused(read_scores(c(a = whole, b = file)), name)
    refused(read_scores(genuine = file, impostor = whole), name)
    refused(read_scores(genuine = whole, impostor = file), name)
    refused(lr_set(lr_chunks(file), target ~ score, scale = "ln"), name)
    open <- if (grepl("gz$", name)) gzfile else if (grepl("bz2$", name)) bzfile else xzfile
    if (startsWith(name, "half")) refused(read_scores(open(file)), paste(name, "as a connection"))
  }
  skip_on_os("windows")
  # The commands are ours, and the file name is quoted.
  half <- shQuote(normalizePath(file.path(folder, "half.txt.gz")))
  commands <- c(paste("zcat", half, "2>/dev/null"), "echo 1 target; echo 0 nontarget; exit 3")
  for (command in commands) {
    refused(read_scores(pipe(command)), command) # nolint: undesirable_function_linter.
  }
})
