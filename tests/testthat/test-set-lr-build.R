test_that("a missing scale is refused, however plain the trials are", {
  # Scores in either direction: the AUC is above or below one half.
  for (sign in c(-1, 1)) {
    expect_error(
      lr_set(sign * c(2, 1, -1, -2), c(TRUE, TRUE, FALSE, FALSE), NA_character_),
      "must be one of",
      class = "calibrant_error_input"
    )
  }
})

test_that("names of hypotheses are not run as code where trials are left out", {
  truth <- c("{stop('run')}", "b", "{stop('run')}", "b")
  expect_message(
    lr_set(c(NA, 1, 2, -1), truth, scale = "ln", h1 = "b", na = "drop"), "is.*[{]stop",
    class = "calibrant_message_dropped"
  )
})
