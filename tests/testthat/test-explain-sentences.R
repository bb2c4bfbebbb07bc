set.seed(1)
x <- overlapping_set()

test_that("explain() says in words what was done to whom", {
  text <- unclass(explain(calibrate(x, prior = 0.1, penalty = 2)))
  expect_match(text, "40 comparisons in which H1 is true and 90", fixed = TRUE)
  expect_match(text, "2 pseudo-comparisons", fixed = TRUE)
  expect_match(text, "Before calibration Cllr was")
  scores <- lr_set(x$value, x$truth, "score")
  expect_false(grepl("Before calibration", unclass(explain(calibrate(scores, "kde")))))
  for (rule in c("clip", "add_misleading")) {
    expect_match(unclass(explain(calibrate(x, "pav", infinite = rule))),
      c(clip = "most extreme", add_misleading = "misleading comparison")[[rule]])
  }
  both <- c(overlapping_set(system = "a"), overlapping_set(system = "b"))
  expect_match(unclass(explain(calibrate(both))), "of system [ab]", all = TRUE)
})
