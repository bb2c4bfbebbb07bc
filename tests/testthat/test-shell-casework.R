rows_of <- function(text, ...) {
  file <- withr::local_tempfile()
  writeBin(charToRaw(text), file)
  read_casework(list(file), ...)
}

test_that("each row knows its line", {
  quoted <- rows_of("\"case\",\"score\"\n\"A\",\"2\"\n\"\",\"\"\n\"B\",\"-2\"\n\n,\r\"C\",\"0\"\n")
  expect_equal(quoted$values[, 1], c(2, -2, 0))
  expect_equal(quoted$line, c(2, 4, 7))
  expect_identical(quoted$text, c("\"A\",\"2\"", "\"B\",\"-2\"", "\"C\",\"0\""))
  expect_identical(quoted$header, "\"case\",\"score\"")
  expect_identical(quoted$items$id, c("A", "B", "C"))
  comments <- rows_of("# of today\nA 2,5\n# more\nB -1,5\n")
  expect_equal(comments$values[, 1], c(2.5, -1.5))
  expect_equal(comments$line, c(2, 4))
  expect_identical(comments[c("separator", "dec")], list(separator = " ", dec = ","))
  expect_null(comments$header)
})

test_that("cells of aligned columns keep their blanks", {
  aligned <- rows_of("case       score\nJones, A.    1.5\nB             -2\n")
  expect_equal(aligned$values[, 1], c(1.5, -2))
  expect_identical(aligned$items$id, c("Jones, A.", "B"))
  expect_identical(aligned$separator, "  ")
})

test_that("one column of numbers is casework", {
  expect_equal(rows_of("score\n1.5\n2\n")$values[, 1], c(1.5, 2))
  expect_equal(rows_of("1,5\n-0,25\n")$values[, 1], c(1.5, -0.25))
})

test_that("several columns and several files are several systems", {
  two <- rows_of("case,a,b\nx,1,2\ny,3,4\n", columns = c(score = "b", score = "a"))
  expect_identical(two$values, matrix(c(2, 4, 1, 3), 2, dimnames = list(NULL, c("b", "a"))))
  first <- withr::local_tempfile()
  second <- withr::local_tempfile()
  writeLines(c("m1 s1 1", "m1 s2 2"), first)
  writeLines(c("m1 s2 20", "m1 s1 10"), second)
  both <- read_casework(list(A = first, B = second))
  expect_identical(both$values, matrix(c(1, 2, 10, 20), 2, dimnames = list(NULL, c("A", "B"))))
  expect_identical(both$items, data.frame(source1 = c("m1", "m1"), source2 = c("s1", "s2")))
})
