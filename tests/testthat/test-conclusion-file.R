file_of <- function(...) {
  file <- withr::local_tempfile(.local_envir = parent.frame())
  writeLines(c(...), file)
  file
}
rows <- c("truth,conclusion,examiner", "same,yes,E1", "same,perhaps,E2", "different,no,E1",
  "different,perhaps,E2")

test_that("a file gives the set of its columns", {
  expected <- conclusion_set(
    c("yes", "perhaps", "no", "perhaps"), c(TRUE, TRUE, FALSE, FALSE),
    examiner = c("E1", "E2", "E1", "E2")
  )
  expect_message(x <- conclusion_set(file_of(rows)), "conclusion: column 2")
  expect_equal(as.data.frame(x), as.data.frame(expected))
  connection <- file(file_of(rows))
  expect_message(x <- conclusion_set(connection), class = "calibrant_message_read")
  expect_equal(as.data.frame(x), as.data.frame(expected))
})

test_that("counts in a file are those of a matrix", {
  file <- file_of("conclusion;hits;misses", "no;1;2.000", "yes;3 500;4")
  counts <- matrix(c(1, 3500, 2000, 4), 2, dimnames = list(c("no", "yes"), c("hits", "misses")))
  expect_identical(
    data_hash(conclusion_set(file, h1 = "hits")), data_hash(conclusion_set(counts, h1 = "hits"))
  )
})

test_that("rows that lack something are named, or left out", {
  file <- file_of(rows, "same,,E1")
  expect_error(conclusion_set(file), "Line 6", class = "calibrant_error_file")
  expect_message(x <- suppressMessages(conclusion_set(file, na = "drop"),
    "calibrant_message_read"), "1 of 5")
  expect_length(x, 4)
  expect_length(suppressMessages(conclusion_set(file, no_value = "")), 4)
})

test_that("roles that conclusions do not have are refused", {
  expect_error(
    conclusion_set(file_of(rows), columns = c(score = 1)), class = "calibrant_error_input"
  )
  expect_error(
    conclusion_set(file_of(rows), columns = c(conclusion = "none")), "none",
    class = "calibrant_error_file"
  )
  expect_error(conclusion_set("nowhere.csv"), "nowhere", class = "calibrant_error_file")
})

test_that("counts stand below the hypotheses in aligned columns", {
  file <- withr::local_tempfile(lines = c(
    "  Conclusion              same source   different source",
    "  Support for different            40              1 250",
    "  Inconclusive                    120                300",
    "  Support for same              1 840                  7"
  ))
  counts <- conclusion_lr(conclusion_set(file))
  expect_identical(counts$conclusion,
    c("Support for different", "Inconclusive", "Support for same"))
  expect_equal(counts$n_h1, c(40, 120, 1840))
  expect_equal(counts$n_h2, c(1250, 300, 7))
})

test_that("a conclusion has one row of counts", {
  expect_error(
    conclusion_set(data.frame(what = c("a", "a"), same = 1:2, different = 2:1)), "The name \"a\"",
    class = "calibrant_error_input"
  )
})

test_that("arguments that mean nothing are refused beside a file", {
  file <- withr::local_tempfile(lines = c("conclusion,truth", "ID,same", "EX,different"))
  for (odd in list(quote(a), sum, y ~ x, NA, c("error", "drop"), 1i)) {
    refuse <- \(name) {
      do.call(conclusion_set, c(list(file), rlang::set_names(list(odd), name)), quote = TRUE)
    }
    for (name in c("na", "no_value", "h1", "columns")) {
      expect_error(refuse(name), class = "calibrant_error", info = paste(name, class(odd)))
    }
  }
})

test_that("an argument that the file decides is refused in our words", {
  file <- withr::local_tempfile()
  lines <- c("truth,conclusion,n,examiner", "same,ID,3,a", "same,EX,2,b", "different,EX,5,a")
  writeLines(lines, file)
  read <- \(...) suppressMessages(conclusion_set(file, ...))
  expect_identical(nrow(as.data.frame(read())), 10L)
  for (given in c("count", "examiner", "n", "data")) {
    expect_error(do.call(read, rlang::set_names(list("n"), given)), class = "calibrant_error")
  }
  table <- matrix(c(3, 2, 1, 5), 2, dimnames = list(c("EX", "ID"), c("same", "different")))
  for (given in c("count", "truth")) {
    expect_error(do.call(conclusion_set, rlang::set_names(list(table, "n"), c("", given))),
      class = "calibrant_error"
    )
  }
  expect_error(read(count = "n"), "must come from the file", class = "calibrant_error")
})
