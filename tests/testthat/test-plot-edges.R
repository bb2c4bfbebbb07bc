test_that("trials beyond the axis are counted at its ends", {
  x <- set_of(c(2, 1, Inf, Inf), c(-1, 0.5, -Inf, Inf))
  curve <- tippett_curve(x)
  rows <- beyond_rows(curve)
  expect_setequal(rows$end, c("low", "high"))
  expect_identical(rows$n_h1[rows$end == "high"], 2)
  expect_identical(rows$n_h2, c(1, 1)[match(rows$end, c("low", "high"))])
  expect_identical(rows$hjust, ifelse(rows$end == "low", 0, 1))
  expect_identical(rows$at, attr(curve, "window")[ifelse(rows$end == "low", 1, 2)])
  expect_match(beyond_note(curve), "LR = 0 and LR = Inf")
})

test_that("nothing is marked where nothing is beyond", {
  curve <- tippett_curve(set_of(c(2, 1), c(-1, 0.5)))
  expect_identical(nrow(beyond_rows(curve)), 0L)
  expect_null(edge_marks(beyond_rows(curve)))
  expect_null(beyond_note(curve))
  expect_null(show_window(curve))
})

test_that("labels begin beyond their triangle, on the side of the panel", {
  rows <- data.frame(end = c("low", "high"), label = c("3", "4"))
  expect_identical(edge_marks(rows)[[2]]$data$label, c("    3", "4    "))
})
