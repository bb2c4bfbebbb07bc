test_that("mean and median are those of the trials", {
  set.seed(1)
  for (n in c(7, 8)) {
    h1 <- round(rnorm(n, 1), 1)
    h2 <- round(rnorm(n + 5, -1), 1)
    found <- lr_strength(lr_set(list(h1 = h1, h2 = h2), scale = "log10"))
    expect_equal(found$n, c(n, n + 5))
    expect_equal(found$mean, c(mean(abs(h1)), mean(abs(h2))))
    expect_equal(found$median, c(median(abs(h1)), median(abs(h2))))
    weight <- rep_len(1:3, 2 * n + 5)
    x <- lr_set(c(h1, h2), rep(c(TRUE, FALSE), c(n, n + 5)), "log10", weight = weight)
    expect_equal(lr_strength(x)$median[1], median(abs(rep(h1, weight[seq_len(n)]))))
  }
})

test_that("infinite LRs are infinitely strong, and better systems give stronger LRs", {
  x <- lr_set(list(h1 = c(Inf, 10, 100), h2 = c(0, 0, 0.1)), scale = "lr")
  expect_equal(lr_strength(x)$mean, c(Inf, Inf))
  expect_equal(lr_strength(x)$median, c(2, Inf))
  # Ramos 2013, section 5: S1 discriminates better than S2.
  set.seed(2)
  sets <- c(simulate_lr(200, 200, s = 2.005, system = "S1"),
    simulate_lr(200, 200, s = 0.585, system = "S2"))
  strength <- lr_strength(sets)
  expect_true(all(strength$mean[1:2] > strength$mean[3:4]))
  expect_error(lr_strength(c(1, 2), c(TRUE, FALSE), scale = "score"),
    class = "calibrant_error_input")
})
