test_that("as many trials of each hypothesis are drawn as asked for, or all", {
  set.seed(1)
  x <- simulate_lr(50, 400, s = 2)
  y <- sample_trials(x, c(h1 = 100, h2 = 60))
  expect_equal(c(sum(y$truth), sum(!y$truth)), c(50, 60))
  expect_true(all(y$value[!y$truth] %in% x$value[!x$truth]))
  both <- c(a = x, b = simulate_lr(80, 20, s = 2))
  z <- sample_trials(both, 30)
  expect_equal(as.vector(table(z$system, z$truth)), c(30, 20, 30, 30))
  draw <- \() withr::with_seed(3, sample_trials(x, 9))
  expect_identical(draw(), draw())
})

test_that("every trial is as likely to be drawn", {
  set.seed(2)
  value <- seq_len(20)
  x <- lr_set(value, rep(c(TRUE, FALSE), 10), scale = "score", sure = TRUE)
  drawn <- unlist(replicate(2000, sample_trials(x, 5)$value, simplify = FALSE))
  expect_gt(stats::chisq.test(table(factor(drawn, value)))$p.value, 1e-4)
})

test_that("a database draws from its trials, per system", {
  set.seed(3)
  trials <- data.frame(
    llr = rnorm(6000), same = rep(c(TRUE, FALSE, FALSE), 2000),
    model = rep(c("a", "b"), c(4500, 1500))
  )
  x <- lr_set(sqlite_table(trials), same ~ llr | model, scale = "ln", way = "push", sure = TRUE)
  y <- sample_trials(x, c(h1 = 200, h2 = 2000))
  expect_equal(as.vector(table(y$system, y$truth)), c(2000, 1000, 200, 200))
  key <- \(value, truth, system) paste(sprintf("%.17g", value), truth, system)
  expect_true(all(
    key(y$value, y$truth, y$system) %in% key(trials$llr, trials$same, trials$model)
  ))
  expect_false(anyDuplicated(y$value) > 0)
})

test_that("shards are drawn from in proportion, mixed with memory", {
  set.seed(4)
  h1 <- rep(c(TRUE, FALSE), 500)
  first <- data.frame(llr = runif(1000), same = h1)
  x <- lr_set(sqlite_table(first), same ~ llr, scale = "ln", way = "push", sure = TRUE)
  y <- lr_set(runif(500) + 2, as.integer(h1[1:500]), scale = "ln", sure = TRUE)
  both <- c(x, y, pool = TRUE)
  # The database has its own random numbers, hence forty draws of 600, and five standard errors.
  drawn <- replicate(40, {
    z <- sample_trials(both, 300)
    expect_equal(c(sum(z$truth), sum(!z$truth)), c(300, 300))
    sum(z$value < 1)
  })
  expect_lt(abs(mean(drawn) / 600 - 2 / 3), 5 * sqrt(2 / 9 / (40 * 600)))
})

test_that("other numbers are refused", {
  x <- simulate_lr(5, 5, s = 1)
  for (n in list(0, -1, 1.5, "a", 1:3, c(h1 = 1, h3 = 2), NA, Inf, NULL)) {
    expect_error(sample_trials(x, n), class = "calibrant_error_input")
  }
})
