test_that("scores that change are found, and others are not", {
  known <- withr::with_seed(1, stats::rnorm(200))
  m <- monitor_scores(known)
  same <- update(m, withr::with_seed(2, stats::rnorm(200)))
  expect_null(monitor_facts(same)$alarm)
  expect_false(is.null(monitor_facts(update(m, withr::with_seed(2, stats::rnorm(100, 1))))$alarm))
  wide <- update(m, withr::with_seed(2, stats::rnorm(100, 0, 3)))
  expect_false(is.null(monitor_facts(wide)$alarm))
  expect_output(print(same), "200 scores")
  again <- monitor(same)
  expect_identical(again$state$known, same$state$known)
  expect_true(all(again$state$capital == 0))
})

test_that("the first score is bet on by its place", {
  known <- c(1:9, 10)
  m <- update(monitor_scores(known), 3.5)
  n <- 11
  place <- (2 * 3 + 1) / n - 1
  far <- place^2 - mean(((2 * (0:10) + 1) / n - 1)^2)
  stakes <- c(-0.8, -0.4, -0.15, 0.15, 0.4, 0.8)
  bets <- c(1 + stakes * place, 1 + stakes * far / ifelse(stakes > 0, 1 / 3, 2 / 3))
  expect_equal(m$entries[[2]]$log_e$total, log(mean(bets)))
})

test_that("a reference can be taken at another share", {
  x <- withr::with_seed(1, simulate_lr(200, 200, s = 3))
  m <- withr::with_seed(1, monitor_scores(x, prior = 0.1))
  h1 <- x$value[x$truth]
  expect_lt(mean(m$state$known %in% h1), 0.2)
  expect_true(all(m$state$known %in% x$value))
  expect_length(monitor_scores(x)$state$known, 400)
})

test_that("what is no reference and no score is refused", {
  x <- withr::with_seed(1, simulate_lr(20, 20, s = 3))
  expect_error(monitor_scores(1:5), class = "calibrant_error_input")
  expect_error(monitor_scores(1:20, prior = 0.5), class = "calibrant_error_input")
  expect_error(update(monitor_scores(1:20), x), class = "calibrant_error_input")
  expect_error(update(monitor_scores(1:20), "a"), class = "calibrant_error_input")
  expect_error(update(monitor_scores(1:20), numeric()), class = "calibrant_error_input")
})
