test_that("a new frame is what data.frame() makes", {
  named <- c(first = 1.5, second = 2)
  one <- factor("a", levels = c("b", "a"))
  rows <- data.frame(x = 1:2, y = c("p", "q"))
  expect_identical(
    new_frame(
      system = one, value = named, NULL, rows, n = 3L,
      list(z = 4:5, when = as.Date("2026-01-02"))
    ),
    data.frame(
      system = one, value = unname(named), rows, n = 3L, z = 4:5, when = as.Date("2026-01-02")
    )
  )
  expect_identical(new_frame(cbind(p = 1:2, q = 3:4)), data.frame(p = 1:2, q = 3:4))
  expect_identical(new_frame(x = character(), y = 1), data.frame(x = character(), y = double()))
})

test_that("names of columns are kept, and those of rows and elements are not", {
  taken <- data.frame(`a b` = 1:4, check.names = FALSE)[c(2, 4), , drop = FALSE]
  expect_identical(
    new_frame(taken, `c d` = c(x = 1, y = 2)),
    data.frame(`a b` = c(2L, 4L), `c d` = c(1, 2), check.names = FALSE)
  )
})
