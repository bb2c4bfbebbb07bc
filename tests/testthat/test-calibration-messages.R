`%||%` <- rlang::`%||%`

said <- function(expr) {
  text <- NULL
  withCallingHandlers(
    tryCatch(expr, calibrant_error_input = \(cnd) text <<- conditionMessage(cnd)),
    calibrant_warning = \(cnd) {
      text <<- conditionMessage(cnd)
      rlang::cnd_muffle(cnd)
    }
  )
  text
}

test_that("messages name the system that they are about, or none", {
  x <- lr_set(c(1, 0, 2, 1, 3, 2, 0, 1), rep(c(TRUE, FALSE), 4), "score",
    system = rep(c("alpha", "beta"), each = 4))
  expect_match(said(calibrate(x)), "system \"alpha\"", fixed = TRUE)
  falling <- lr_set(c(0, 1, 2, 1, 2, 3), rep(c(TRUE, FALSE), each = 3), "score")
  expect_match(said(calibrate(falling)), "The scores do not grow", fixed = TRUE)
  named <- lr_set(falling$value, falling$truth, "score", system = rep("beta", 6))
  expect_match(said(calibrate(named)), "of system \"beta\" do not grow", fixed = TRUE)
  for (method in calibrant:::calibration_method_names) {
    expect_no_match(said(calibrate(falling, method)) %||% "", "system", fixed = TRUE)
  }
  expect_match(said(cross_calibrate(named, folds = c(1, 2, 1, 2, 1, 2))),
    "of system \"beta\" without fold", fixed = TRUE)
})
