test_that("systems are in one panel only where there are several, and that is asked for", {
  one <- data.frame(system = factor("a"))
  both <- data.frame(system = factor(c("a", "b")))
  expect_false(is_overlay(one, "overlay"))
  expect_false(is_overlay(both, "facet"))
  expect_true(is_overlay(both, "overlay"))
  expect_null(facet_systems(one))
  expect_s3_class(facet_systems(both), "FacetWrap")
  expect_error(is_overlay(both, "both"), class = "calibrant_error_input")
})

test_that("strips have the name of their system and what is noted of it", {
  words <- strip_words(c("a", "b"), c("n = 3", "n = 4"), identity)
  expect_identical(words, c(a = "a\nn = 3", b = "b\nn = 4"))
})

test_that("columns become rows, with their limits where they have any", {
  data <- data.frame(at = 1:2, h1 = c(0.1, 0.2), h2 = c(0.3, 0.4), h1_lower = 0, h1_upper = 1)
  both <- stack_hypotheses(data, "at")
  expect_identical(both$value, c(0.1, 0.2, 0.3, 0.4))
  expect_identical(both$at, c(1L, 2L, 1L, 2L))
  stacked <- stack_columns(data, "at", c(h1 = "first", h2 = "second"))
  expect_identical(stacked$value, both$value)
  expect_identical(stacked$lower, c(0, 0, NA, NA))
  expect_identical(levels(stacked$curve), c("first", "second"))
})

test_that("steps that are too fine to be seen are left out, and the ends are not", {
  expect_identical(visible_steps(1:10, 1:10 / 10), 1:10)
  x <- seq(0, 1, length.out = 1e5)
  shown <- visible_steps(x, x, cells = 50)
  expect_lt(length(shown), 300)
  expect_identical(range(shown), c(1L, 100000L))
  expect_lt(max(diff(x[shown])), 2 / 50)
})
