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
