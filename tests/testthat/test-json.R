test_that("what is written is read back to the last bit", {
  things <- list(
    a = 1 / 3, b = I(c(0.1, -Inf, NA, Inf, 1e-300)), text = "a \"quote\", a \\ and\na line",
    deep = list(list(x = TRUE, y = NULL), list(x = FALSE)), names = I(c("u", "v")), one = I(2),
    empty = list()
  )
  back <- from_json(to_json(things))
  expect_identical(back$a, things$a)
  expect_identical(back$b, c(0.1, -Inf, NA, Inf, 1e-300))
  expect_identical(back$text, things$text)
  expect_identical(back$deep[[1]]$x, TRUE)
  expect_true(is.na(back$deep[[1]]$y))
  expect_identical(back$names, c("u", "v"))
  expect_length(back$empty, 0)
  withr::with_seed(1, x <- stats::rnorm(50) * 10^(-25:24))
  expect_identical(from_json(to_json(I(x))), x)
})

test_that("it is JSON to others as well", {
  skip_if_not_installed("jsonlite")
  text <- to_json(list(a = I(c(1, 2.5)), b = list(c = "x\ty", d = FALSE)))
  expect_equal(jsonlite::fromJSON(text), list(a = c(1, 2.5), b = list(c = "x\ty", d = FALSE)))
  theirs <- jsonlite::toJSON(list(a = 1:3, b = list(c = "\u00e9")), auto_unbox = TRUE)
  expect_identical(from_json(theirs), list(a = c(1, 2, 3), b = list(c = "\u00e9")))
})

test_that("what is no JSON is NULL", {
  for (text in c("", "{", "[1,", "{\"a\" 1}", "nonsense", "{\"a\": 1} 2", "[1 2]", "{\"a\": }")) {
    expect_null(from_json(text))
  }
})
