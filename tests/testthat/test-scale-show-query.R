# The numbers are those in the table of ?databases.
test_that("verbs make as many queries as the help says", {
  withr::local_options(calibrant.most_pulled = 1000)
  withr::local_seed(1)
  table <- sqlite_table(draw_trials("spread", 3000))
  asked_by <- function(x, verb) {
    before <- length(ask(only_system(x), "asked"))
    verb(x)
    length(ask(only_system(x), "asked")) - before
  }
  fresh <- \() without_few(lr_set(table, same ~ llr, scale = "ln", way = "push", sure = TRUE))
  known <- fresh()
  verbs <- list(cllr, \(x) dcf(x, 0.01), cllr_min, ece_curve, lr_histogram)
  some <- of_turn(seq_along(verbs), 5)
  alone <- vapply(verbs[some], \(verb) asked_by(fresh(), verb), 0)
  together <- vapply(verbs, \(verb) asked_by(known, verb), 0)
  expect_identical(alone, c(1, 1, 2, 3, 6)[some])
  expect_identical(together, c(1, 1, 2, 0, 5))
  expect_output(dplyr::show_query(known), "-- 1, 2 rows came back\nSELECT")
  parts <- c(fresh(), fresh(), pool = TRUE)
  cllr(parts)
  expect_length(ask(only_system(parts), "asked"), 4)
  near <- lr_set(c(1, 2), c(TRUE, FALSE), scale = "ln")
  expect_error(dplyr::show_query(near), class = "calibrant_error_input")
})

test_that("LRs far from 1 are asked for where there are some", {
  table <- sqlite_table(data.frame(llr = c(2000, 1, -1, 2), same = c(1, 1, 0, 0)))
  x <- without_few(lr_set(table, same ~ llr, scale = "ln", way = "push", sure = TRUE))
  expect_equal(cllr(x), cllr(lr_set(c(2000, 1, -1, 2), c(TRUE, TRUE, FALSE, FALSE), scale = "ln")))
  expect_length(ask(only_system(x), "asked"), 3)
})
