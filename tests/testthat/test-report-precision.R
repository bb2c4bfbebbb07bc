# Three LRs of each of 40 comparisons, with a standard deviation of 0.2 within and of 1 between
repeated <- function(n = 40, m = 3, within = 0.2) {
  truth <- rep(rep(c(TRUE, FALSE), each = n / 2), m)
  centre <- rep(rnorm(n, rep(c(1, -1), each = n / 2)), m)
  x <- lr_set(centre + rnorm(n * m, sd = within), truth, scale = "log10")
  list(set = x, comparison = rep(seq_len(n), m))
}

set.seed(11)
three <- repeated()
found <- lr_precision(three$set, three$comparison)

test_that("the sentence has the numbers of the row", {
  said <- explain(found)
  both <- found[found$hypothesis == "both", ]
  expect_match(said, "40 comparisons were measured 120 times in all.", fixed = TRUE)
  expect_match(said, paste("standard deviation of", format_number(both$within)), fixed = TRUE)
  expect_match(said, paste("a factor of", format_number(10^both$repeatability)), fixed = TRUE)
  expect_match(said, paste("Cllr of", format_number(both$cost)), fixed = TRUE)
})
