
test_that("counts in a data frame may have their thousands apart", {
  d <- data.frame(conclusion = c("no", "yes"), same = c("1 200", "3"), different = c(1, 20))
  x <- conclusion_set(d, h1 = "same")
  expect_equal(conclusion_lr(x)$n_h1, c(1200, 3))
  expect_error(
    conclusion_set(data.frame(conclusion = c("no", "yes"), same = c("1 20", "3"), other = 1:2)),
    class = "calibrant_error_input"
  )
})

test_that("labels of a file name the hypotheses", {
  file <- withr::local_tempfile(
    lines = c("Wahrheit;Urteil;PR\u00dcFER", "gleich;A;a", "verschieden;B;b")
  )
  x <- suppressMessages(conclusion_set(file))
  expect_identical(x$labels, c(h1 = "gleich", h2 = "verschieden"))
  expect_identical(as.character(x$examiner), c("a", "b"))
})

test_that("conclusions in two spellings, and a title above the table, are named", {
  lines <- c("truth;conclusion", "same;ID", "different;Id", "same;Out", "different;Out")
  file <- withr::local_tempfile(lines = lines)
  expect_error(suppressMessages(conclusion_set(file)), "\"I[Dd]\" and \"I[Dd]\"",
    class = "calibrant_error_input")
  titled <- withr::local_tempfile(lines = c("Test 2025;;", ";;", paste0("a;", lines)))
  expect_error(conclusion_set(titled), "titles above", class = "calibrant_error_file")
})
