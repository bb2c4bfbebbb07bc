test_that("who watches is told of the share that is done, and what works on it", {
  expect_null(withr::with_options(list(calibrant.progress = FALSE), progress_bar("Drawing")))
  expect_identical(progress_name("Drawing", "system"), "Drawing")
  expect_identical(progress_name("Drawing", c("a", "b")), "Drawing: a, b")
  expect_match(progress_name("Drawing", letters), "a, b, c and 23 more")
  withr::local_options(calibrant.progress = TRUE, cli.progress_show_after = 0)
  expect_true(is.function(progress_bar("Drawing")))
})

test_that("a watched bootstrap gives the same numbers", {
  x <- c(a = random_set(1), b = random_set(2))
  draw <- \(watched) {
    withr::local_options(calibrant.progress = watched)
    withr::local_seed(1)
    utils::capture.output(table <- measures(x, "cllr", replicates = 50), type = "message")
    table
  }
  expect_identical(draw(TRUE), draw(FALSE))
})

test_that("the share grows from 0, and an error on the way leaves nothing behind", {
  shares <- numeric()
  x <- random_set(1)
  watch <- \(share) shares <<- c(shares, share)
  withr::local_options(calibrant.progress = watch)
  measures(x, "cllr", replicates = 300)
  expect_identical(shares[1], 0)
  expect_true(all(shares >= 0 & shares < 1) && !is.unsorted(shares))
  shares <- numeric()
  cross_calibrate(x, folds = 4)
  expect_equal(shares, (0:3) / 4)
  withr::local_options(calibrant.progress = \(share) stop("enough"))
  expect_error(measures(x, "cllr", replicates = 50), "enough")
})

test_that("ranking for a DET curve tells how far it is, system by system", {
  x <- c(simulate_lr(20, 50, s = 2, system = "a"), simulate_lr(20, 50, s = 1, system = "b"))
  shares <- numeric()
  withr::local_options(calibrant.progress = \(share) shares <<- c(shares, share))
  det_curve(x)
  expect_identical(shares, c(0, 0.25, 0.5, 0.75))
})
