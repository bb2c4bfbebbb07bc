test_that("names missing values by their number and the first position", {
  check <- \(x) check_no_missing(x, "arg", rlang::current_env())
  expect_silent(check(c(1, Inf)))
  expect_error(check(c(1, NA, 3, NaN)), "2 of 4.*missing, the first at position 2")
  expect_error(check(c("a", NA)), "1 of 2.*missing, the first at position 2")
})

test_that("accepts counts that are whole and at least 1", {
  for (n in list(1, 30L, 1e9)) expect_silent(check_count(n, "n"))
  for (n in list(0, -1, 1.5, NA, NaN, Inf, "1", TRUE, NULL, 1:2)) {
    expect_error(check_count(n, "n"), class = "calibrant_error_input")
  }
})

test_that("accepts numbers between limits, ends excluded", {
  expect_silent(check_number(0.5, "x", above = 0, below = 1))
  for (x in list(0, 1, -3, NA, "0.5", c(0.2, 0.3), NULL)) {
    expect_error(check_number(x, "x", above = 0, below = 1), class = "calibrant_error_input")
  }
})

test_that("accepts probabilities, ends included", {
  expect_silent(check_prior(c(0, 0.3, 1)))
  for (prior in list(c(0, 1.01), -1e-9, NA_real_, "a", NULL)) {
    expect_error(check_prior(prior), class = "calibrant_error_input")
  }
})

test_that("accepts one of the choices", {
  expect_silent(check_choice("a", c("a", "b"), "x", rlang::current_env()))
  for (x in list("c", c("a", "b"), 1, NULL, NA_character_)) {
    expect_error(check_choice(x, c("a", "b"), "x", rlang::current_env()),
      class = "calibrant_error_input"
    )
  }
})
