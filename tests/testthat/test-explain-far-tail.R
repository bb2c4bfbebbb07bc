test_that("prints sentences with an if, by system", {
  set <- \(...) withr::with_seed(3, simulate_lr(100, 10000, s = 3, ...))
  x <- c(a = set(), b = set(stretch = 1.5))
  text <- gsub("\\s+", " ", paste(capture.output(print(misleading(x, beyond = c(1e3, 1e6)))),
    collapse = " "))
  expect_match(text, "a: If the LRs are calibrated at this strength, which was checked up to a")
  expect_match(text, "LRs of 1 000 or more mislead in 89.3 of 1 million comparisons (95 % interval",
    fixed = TRUE)
  expect_match(text, "mislead in at most 36.9 of 1 billion comparisons", fixed = TRUE)
  expect_match(text, "b: LRs of 1 000 or more: no rate, because the numbers of misleading LRs")
  expect_output(print(misleading(x, beyond = 10)["rate"]), "rate")
})
