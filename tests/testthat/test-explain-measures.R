test_that("a mark in the row of each unusual interval leads to its sentence", {
  withr::local_seed(1)
  x <- lr_set(c(rnorm(8, 1), Inf, rnorm(60, -1)), rep(1:0, c(9, 60)), scale = "ln")
  table <- measures(x, c("cllr", "cllr_min", "eer"), replicates = 20)
  expect_identical(table$note %in% "none wrong", c(TRUE, FALSE, FALSE))
  sentences <- words_for("note")
  expect_setequal(names(sentences), c(interval_notes, "few units", "closer"))
  for (note in names(sentences)) {
    table$note <- c(note, NA, note)
    shown <- capture.output(print(table))
    expect_identical(endsWith(trimws(shown[2:4]), "(a)"), c(TRUE, FALSE, TRUE))
    expect_true(paste("(a)", sentences[[note]]) %in% shown)
  }
  table$note <- c("few decide", NA, "none wrong")
  shown <- capture.output(print(table))
  expect_match(shown[2], "\\(a\\)$")
  expect_match(shown[4], "\\(b\\)$")
  expect_match(shown, "^\\(a\\) Ends may be too near", all = FALSE)
  expect_match(shown, "^\\(b\\) Ends hold only if", all = FALSE)
  table$note <- NA
  expect_no_match(capture.output(print(table)), "note|\\(a\\)")
})
