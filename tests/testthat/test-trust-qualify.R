all_checks <- qualification_checks
quick_checks <- function() all_checks()[c("files", "arithmetic", "costs", "bounds")]

test_that("an installation is qualified, and says what it ran on", {
  local_replaced(qualification_checks = quick_checks)
  found <- qualify(language = "en")
  expect_s3_class(found, "qualification")
  expect_identical(found$check, c("files", "arithmetic", "costs", "bounds"))
  expect_true(all(found$passed))
  expect_true(R.version.string %in% attr(found, "machine")$statement)
  expect_output(print(found), "pass costs +374 values.*All 4 tests pass")
})

test_that("who waits for a qualification is told for what", {
  local_replaced(qualification_checks = quick_checks)
  withr::local_options(calibrant.progress = TRUE)
  told <- testthat::capture_messages(qualify(language = "en"))
  steps <- c("certified sets", "files", "arithmetic", "costs", "bounds")
  at <- vapply(steps, \(step) match(TRUE, grepl(step, told)), 1L)
  expect_false(anyNA(at))
  expect_false(is.unsorted(at))
})

test_that("the stored report has the sentences of today", {
  found <- check_report()
  expect_true(found$passed, info = found$found)
})

test_that("all tests of an installation pass", {
  skip_unless_extended()
  found <- qualify()
  expect_identical(found$check[!found$passed], character())
})

test_that("limits from a seed are those that are stored", {
  expect_true(check_seeds()$passed)
  right <- seeded_limits
  local_replaced(seeded_limits = \(threads) replace(right(threads), 3, right(threads)[3] + 1e-8))
  expect_false(check_seeds()$passed)
})

test_that("a changed byte of the sets is seen", {
  folder <- withr::local_tempdir()
  file.copy(certified_file(), folder, recursive = TRUE)
  folder <- file.path(folder, "certified")
  file <- file.path(folder, "trials.csv")
  bytes <- readBin(file, raw(), file.size(file))
  bytes[20] <- xor(bytes[20], as.raw(1))
  writeBin(bytes, file)
  local_replaced(certified_file = \(...) {
    if (...length() == 0) folder else file.path(folder, ...)
  })
  expect_identical(check_certified_files()[["passed"]], FALSE)
  expect_match(check_certified_files()$found, "trials.csv", fixed = TRUE)
})

test_that("a patched computation is seen", {
  exact <- cross_entropy_of
  local_replaced(cross_entropy_of = \(...) exact(...) * (1 + 1e-12))
  judged <- judge_certified()
  expect_false(check_digits(judged, c("cllr", "ece"))$passed)
  expect_true(check_digits(judged, "auc")$passed)
})

test_that("a test that breaks has failed", {
  local_replaced(
    qualification_checks = \() list(a = list(requirement = "r", test = "t", run = \(x) stop("no"))),
    judge_certified = \() stop("no sets")
  )
  found <- qualify(language = "en")
  expect_identical(found$passed, FALSE)
  expect_identical(found$found, "no")
  expect_output(print(found), "FAIL a.*must not be used")
  expect_false(check_digits("no sets", "cllr")$passed)
})

test_that("a wrong exponential of the machine is seen", {
  skip_on_os(c("windows", "mac", "solaris"))
  skip_if(!nzchar(Sys.which("cc")), "no compiler")
  folder <- withr::local_tempdir()
  writeLines(c(
    "#define _GNU_SOURCE", "#include <dlfcn.h>", "double exp(double x) {",
    "  double (*right)(double) = (double (*)(double))dlsym(RTLD_NEXT, \"exp\");",
    "  return right(x) * (1 + 1e-14);", "}"
  ), file.path(folder, "wrong.c"))
  library <- file.path(folder, "wrong.so")
  built <- system2("cc", c("-shared", "-fPIC", "-o", library, file.path(folder, "wrong.c"), "-ldl"))
  skip_if(built != 0, "no shared library")
  code <- shQuote("cat(calibrant:::check_arithmetic()$passed)")
  said <- withr::with_envvar(
    c(LD_PRELOAD = library, R_LIBS = paste(.libPaths(), collapse = ":"), ASAN_OPTIONS = ""),
    system2(file.path(R.home("bin"), "Rscript"), c("-e", code), stdout = TRUE, stderr = FALSE)
  )
  expect_identical(said, "FALSE")
})

test_that("a report has requirements, tests, the machine, and lines to sign", {
  skip_if_not_installed("rmarkdown")
  skip_if_not(rmarkdown::pandoc_available("2.0"))
  local_replaced(qualification_checks = quick_checks)
  file <- withr::local_tempfile(fileext = ".html")
  found <- qualify(file, author = "A. Person", language = "en")
  expect_s3_class(found, "qualification")
  html <- text_of_html(paste(readLines(file, encoding = "UTF-8", warn = FALSE), collapse = " "))
  parts <- c("A. Person", "Requirement", "Costs of LRs are right", "Signature", R.version.string)
  for (part in parts) {
    expect_match(html, part, fixed = TRUE)
  }
  expect_error(qualify("a.txt"), class = "calibrant_error_file")
})

test_that("the machine is told without packages that only reports need, and in German", {
  expect_match(package_versions(c("cli", "no.such.package")), "^cli [0-9.]+$")
  machine <- with_words_of("de", machine_facts())
  expect_true(all(c("Rechner", "Betriebssystem", "SHA-256 des R-Codes") %in% machine$item))
  expect_match(machine$statement[machine$item == "Plattform"], .Platform$endian)
  sums <- machine$statement[grepl("SHA-256", machine$item)]
  expect_match(sums[3], certified_sums)
})
