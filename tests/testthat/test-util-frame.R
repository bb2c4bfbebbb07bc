# The call in the header of an error must be that of the function that the user called.
header <- function(code) {
  deparse(rlang::catch_cnd(code, "calibrant_error")$call[[1]])
}

test_that("an error shows the call that the user wrote, however deep it comes about", {
  expect_identical(header(cllr(c(1, 2, 3), c(TRUE, NA, FALSE), scale = "ln")), "cllr")
  expect_identical(header(lr_set(1:3, c(TRUE, NA, FALSE), scale = "ln")), "lr_set")
  x <- lr_set(c(1, 2, 3, 0), c(TRUE, FALSE, TRUE, FALSE), scale = "ln")
  expect_identical(header(measures(x, level = 2)), "measures")
  expect_identical(header(predict(calibrate(x), "a")), "predict")
})

test_that("an argument that fails is shown by its own call", {
  expect_identical(header(cllr(lr_set(1:3, c(TRUE, NA, FALSE), scale = "ln"))), "lr_set")
})

test_that("functions that are handed to others are found too", {
  expect_identical(header(lapply(list("a"), cllr)), "FUN")
  expect_match(header(do.call(cllr, list("a"))), "UseMethod(\"cllr\")", fixed = TRUE, all = FALSE)
})

test_that("an internal function that is called by itself shows no call", {
  expect_null(rlang::catch_cnd(stop_input("No."), "calibrant_error")$call)
})

test_that("an error in what an ended call had promised ends, too", {
  asked <- function(x) function() x
  late <- asked(calibrant:::stop_input("Late."))
  expect_error(late(), "Late", class = "calibrant_error_input")
})

test_that("a warning shows the call that rlang would show, of a generic for its methods", {
  x <- simulate_lr(20, 20, s = 6)
  warned <- function(code) {
    found <- rlang::catch_cnd(code, "calibrant_warning_infinite")
    rlang::expr_deparse(conditionCall(found)[[1]])
  }
  expect_identical(warned(calibrate(x, "pav")), "calibrate")
  expect_identical(warned(calibrant::calibrate(x, "pav")), "calibrant::calibrate")
  expect_identical(warned(predict(calibrate(x, "pav"), 0)), "calibrate")
  expect_identical(warned(lapply(list(x), calibrate, "pav")), "FUN")
  expect_identical(warned(update(suppressWarnings(calibrate(x, "pav")), prior = 0.1)), "update")
})
