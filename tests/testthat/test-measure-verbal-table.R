test_that("spans lie on both sides of 1, as the table has them", {
  table <- read_verbal_scale(data.frame(lr_min = c(2, 10), level = c("weak", "strong")))
  spans <- verbal_spans(table)
  expect_equal(spans$from, c(log10(2), 1, -1, -Inf))
  expect_equal(spans$to, c(1, Inf, -log10(2), -1))
  expect_identical(spans$level, c("weak", "strong", "weak", "strong"))
  expect_identical(unique(table$border), "higher")
  expect_error(read_verbal_scale(data.frame(lr_min = c(10, 2), level = c("a", "b"))),
    class = "calibrant_error_input")
  expect_error(read_verbal_scale("zzz"), class = "calibrant_error_input")
})
