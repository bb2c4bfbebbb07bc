scores <- function(n_h1, n_h2) simulate_lr(n_h1, n_h2, s = 2, stretch = 2)

test_that("estimates are those of LRs calibrated on other trials", {
  set.seed(1)
  x <- scores(30, 60)
  fit <- calibrate(x)
  fold <- rep_len(1:5, length(x))
  ours <- measures(fit, folds = fold, replicates = 50, refits = 20)
  crossed <- measures(cross_calibrate(x, folds = fold), replicates = 0)
  expect_identical(ours$estimate, crossed$estimate)

  new <- scores(100, 100)
  ours <- measures(fit, newdata = new, which = "cllr", replicates = 50, refits = 20)
  expect_identical(ours$estimate, cllr(predict(fit, new)))
})

test_that("training on few trials widens the interval of many, but not of their ranks", {
  set.seed(2)
  fit <- calibrate(scores(25, 25))
  new <- scores(2000, 2000)
  which <- c("cllr", "auc")
  width <- \(table) table$upper - table$lower
  given <- width(measures(predict(fit, new), which, replicates = 300))
  chain <- width(measures(fit, newdata = new, which = which, replicates = 300, refits = 100))
  expect_gt(chain[1], 1.5 * given[1])
  expect_equal(chain[2], given[2], tolerance = 0.2)
})

test_that("what is added is what training again by hand does", {
  set.seed(3)
  x <- scores(30, 30)
  new <- scores(400, 400)
  fit <- calibrate(x)
  kinds <- kinds_at(measure_kinds["cllr"])
  shifts <- training_shifts(fit, new, kinds, 400, "trial")[[1]]
  truth <- x$truth
  by_hand <- replicate(400, {
    i <- c(sample(which(truth), replace = TRUE), sample(which(!truth), replace = TRUE))
    cllr(predict(calibrate(x[i]), new))
  })
  expect_equal(dim(shifts), c(1, 400))
  expect_gt(stats::ks.test(drop(shifts), by_hand)$p.value, 0.001)
})

test_that("several systems and fusions are judged too, across folds", {
  set.seed(5)
  a <- scores(40, 40)
  two <- c(a = a, b = lr_set(a$value + rnorm(80), a$truth, "log10"))
  found <- measures(calibrate(two), which = c("cllr", "eer"), replicates = 100, refits = 20)
  expect_identical(as.character(found$system), rep(c("a", "b"), each = 2))
  expect_true(all(found$lower < found$upper))
  fused <- measures(fuse(two), which = "cllr", replicates = 100, refits = 20)
  expect_identical(as.character(fused$system), "fusion")
  expect_lt(fused$lower, fused$upper)
})

test_that("draws that cannot be trained are left out, and too many of them leave no interval", {
  set.seed(6)
  apart <- lr_set(c(2:7, 1), rep(c(TRUE, FALSE), c(6, 1)) == TRUE, "score")
  fit <- calibrate(apart, penalty = 0.1)
  fit$settings$penalty <- 0
  fit <- remember_anew(fit, list(set = apart))
  kinds <- kinds_at(measure_kinds["cllr"])
  shifts <- suppressWarnings(training_shifts(fit, apart, kinds, 20, "trial"))
  expect_true(all(is.nan(shifts[[1]])))
})

test_that("the same seed gives the same table, and the table says how often was trained", {
  set.seed(7)
  fit <- calibrate(scores(30, 30))
  once <- \() {
    set.seed(8)
    measures(fit, which = "cllr", replicates = 50, refits = 20)
  }
  expect_identical(once(), once())
  expect_output(print(once()), "trained again on 20 draws")
})

test_that("estimates are corrected unless it is said otherwise", {
  x <- withr::with_seed(6, scores(20, 40))
  fit <- calibrate(x)
  judged <- \(...) {
    withr::with_seed(7, measures(fit, which = "cllr_min", replicates = 50, refits = 20, ...))
  }
  expect_identical(judged(), judged(corrected = TRUE))
  expect_false(isTRUE(all.equal(judged()$lower, judged(corrected = FALSE)$lower)))
})

test_that("a fusion of one input is judged as its calibration is", {
  x <- withr::with_seed(4, scores(20, 40))
  trials <- data.frame(truth = x$truth, a = x$value)
  judged <- \(fit) {
    withr::with_seed(5, measures(fit, which = "cllr", replicates = 50, refits = 20))[
      c("estimate", "lower", "upper")
    ]
  }
  expect_equal(
    judged(fuse(truth ~ a, trials)), judged(calibrate(truth ~ a, trials, scale = "score")),
    tolerance = 1e-6, ignore_attr = TRUE
  )
})

test_that("what cannot be judged is refused", {
  fit <- calibrate(scores(30, 30))
  expect_error(measures(fit, refits = 5), "at least 20", class = "calibrant_error_input")
  expect_error(measures(fit, newdata = 1:3), "before calibration", class = "calibrant_error_input")
  away <- fit
  away$memory <- NULL
  expect_error(measures(away), class = "calibrant_error_no_trials")
})

test_that("calibrations are trained again as often as the help says", {
  expect_identical(formals(measures.lr_calibration)$refits, 200)
})

test_that("intervals contain the performance of the procedure", {
  skip_unless_extended()
  set.seed(9)
  found <- replicate(200, {
    fit <- calibrate(scores(40, 40))
    one <- measures(fit,
      newdata = scores(400, 400), which = "cllr", replicates = 200, refits = 60
    )
    unlist(one[c("estimate", "lower", "upper")])
  })
  truth <- mean(found[1, ])
  covers <- mean(found[2, ] <= truth & found[3, ] >= truth)
  expect_gt(covers, 0.9)
  expect_lt(covers, 0.99)
})
