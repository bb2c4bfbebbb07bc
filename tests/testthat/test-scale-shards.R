test_that("shards are counted in each and added", {
  set.seed(5)
  trials <- draw_trials("spread")
  half <- seq_len(nrow(trials)) <= 7000
  x <- c(pushed(trials[half, ]), pushed(trials[!half, ]), pool = TRUE)
  expected <- only_system(in_memory(trials))
  expect_same_system(only_system(x), expected)
  expect_same_costs(only_system(x), expected)
})
