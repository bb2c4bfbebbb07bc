three <- function() pooled_gaussian(iris[1:2], iris$Species)

test_that("draws every trial", {
  drawn <- ggplot2::layer_data(autoplot(ternary(three(), method = "affine")), 3)
  expect_identical(nrow(drawn), 300L)
  expect_identical(length(unique(drawn$shape)), 3L)
})

test_that("borders need no trials", {
  for (rule in c("zero_one", "lre")) {
    bare <- ternary(c("A", "B", "C"), rule = rule)
    expect_identical(nrow(bare), 0L)
    expect_equal(attr(bare, "borders"), attr(ternary(three(), rule = rule), "borders"))
  }
  plot <- autoplot(ternary(c("A", "B", "C"), rule = "cost", eta = c(0.5, 0.3, 0.2)))
  expect_silent(ggplot2::ggplotGrob(plot))
  expect_match(ggplot2::get_alt_text(plot), "A, B, C")
  expect_error(ternary(c("A", "A", "C")), class = "calibrant_error_input")
})
