# Every trial by a calibration of all trials with other sources, one at a time.
naive_leave_out <- function(x, ...) {
  trials <- as.data.frame(x)
  vapply(seq_along(x), \(t) {
    out <- c(trials$source1[t], trials$source2[t])
    keep <- which(!(trials$source1 %in% out | trials$source2 %in% out))
    predicted(suppressWarnings(calibrate(x[keep], ...)), x$value[t])
  }, 0)
}

glass <- function(items, model = "mvn") {
  few <- glass_lr[glass_lr$model == model & glass_lr$item1 %in% items & glass_lr$item2 %in% items, ]
  lr_set(same_source ~ log10_lr, data = few, scale = "log10",
    source1 = "item1", source2 = "item2")
}

test_that("leaving sources out equals the naive loop", {
  x <- glass(cases_of(30:49, 1:12))
  for (prior in c(0.5, 0.01)) {
    found <- cross_calibrate(x, folds = "source", prior = prior)
    expect_equal(found$value, naive_leave_out(x, prior = prior), tolerance = 1e-10)
  }
  shrunk <- cross_calibrate(x, folds = "source", penalty = 5)
  expect_equal(shrunk$value, naive_leave_out(x, penalty = 5), tolerance = 1e-10)
})

test_that("leaving sources out equals the naive loop on many trials", {
  x <- glass(1:100)
  found <- cross_calibrate(x, folds = "source")
  set.seed(1)
  trials <- as.data.frame(x)
  for (t in c(1, sample(length(x), 5))) {
    out <- c(trials$source1[t], trials$source2[t])
    keep <- which(!(trials$source1 %in% out | trials$source2 %in% out))
    expect_equal(found$value[t], predicted(calibrate(x[keep]), x$value[t]), tolerance = 1e-10)
  }
})

test_that("leaving sources out knows weights, infinities and sources in any order", {
  set.seed(2)
  pairs <- t(combn(letters[1:9], 2))[sample(36), ]
  pairs <- rbind(pairs, cbind(letters[1:9], letters[1:9]))
  flip <- seq_len(45) %% 2 == 0
  pairs[flip, ] <- pairs[flip, 2:1]
  truth <- pairs[, 1] == pairs[, 2]
  value <- rnorm(45, ifelse(truth, 0.7, -0.7))
  value[which(truth)[1]] <- Inf
  value[which(!truth)[1:2]] <- -Inf
  x <- lr_set(value, truth, "log10", source1 = pairs[, 1], source2 = pairs[, 2],
    weight = runif(45, 0.5, 2))
  found <- cross_calibrate(x, folds = "source")
  expect_equal(found$value, naive_leave_out(x), tolerance = 1e-10)
  expect_identical(found$value[is.infinite(value)], value[is.infinite(value)])
})

test_that("other methods leave sources out one by one", {
  x <- glass(30:41)
  for (method in c("gaussian", "beta", "kde")) {
    found <- suppressWarnings(
      cross_calibrate(x, method, folds = "source"), "calibrant_warning_extrapolation"
    )
    expect_equal(found$value, naive_leave_out(x, method), tolerance = 1e-8)
  }
})

test_that("a pair of sources is a fold, in whichever order", {
  x <- lr_set(rnorm(6), c(TRUE, FALSE, FALSE, TRUE, FALSE, TRUE), "ln",
    source1 = c("a", "a", "b", "b", "c", "d"), source2 = c("a", "b", "a", "b", "d", "d"))
  plan <- calibrant:::source_plan(calibrant:::item_names(x), x$truth)
  expect_identical(plan$fold[2], plan$fold[3])
  expect_identical(anyDuplicated(plan$fold[-3]), 0L)
  expect_identical(plan$train(1L), 4:6)
  expect_identical(plan$train(2:3), 5:6)
})

test_that("k folds are calibrated by each other", {
  set.seed(3)
  x <- overlapping_set(20, 50)
  for (method in c("logistic", "kde", "bigaussian", "spline")) {
    found <- suppressWarnings(
      cross_calibrate(x, method, folds = 4), "calibrant_warning_extrapolation"
    )
    for (fold in 1:4) {
      inside <- which(found$fold == fold)
      known <- predicted(calibrate(x[which(found$fold != fold)], method), x$value[inside])
      expect_equal(found$value[inside], known)
    }
  }
})

test_that("folds are of nearly equal size in both hypotheses, and follow the seed", {
  x <- overlapping_set(23, 58)
  set.seed(4)
  first <- cross_calibrate(x, folds = 5)
  set.seed(4)
  expect_identical(cross_calibrate(x, folds = 5)$value, first$value)
  expect_false(identical(cross_calibrate(x, folds = 5)$fold, first$fold))
  expect_lte(diff(range(table(first$fold))), 1)
  expect_lte(diff(range(table(first$fold[first$truth]))), 1)
})

test_that("systems on the same trials share their folds", {
  set.seed(5)
  x <- c(overlapping_set(system = "a"), overlapping_set(system = "b"))
  found <- cross_calibrate(x, folds = 3)
  expect_identical(found["a"]$fold, found["b"]$fold)
})

test_that("folds may be given", {
  set.seed(6)
  x <- overlapping_set(20, 50)
  groups <- rep(c("u", "v"), 35)
  found <- cross_calibrate(x, folds = groups)
  expect_identical(found$fold, match(groups, c("u", "v")))
  expect_equal(found$value[groups == "u"],
    predicted(calibrate(x[groups == "v"]), x$value[groups == "u"]))
  alone <- c(1, rep(2:3, length.out = 69))
  expect_equal(cross_calibrate(x, folds = alone)$value[1],
    predicted(calibrate(x[-1]), x$value[1]))
  expect_error(cross_calibrate(x, folds = groups[-1]), class = "calibrant_error_input")
  expect_error(cross_calibrate(x, folds = rep("u", 70)), class = "calibrant_error_input")
})

test_that("a fit is calibrated again in the same way, fusions too", {
  set.seed(7)
  x <- overlapping_set(30, 60)
  folds <- rep(1:3, 30)
  fit <- calibrate(x, prior = 0.2, penalty = 1)
  expect_identical(cross_calibrate(fit, folds)$value,
    cross_calibrate(x, folds = folds, prior = 0.2, penalty = 1)$value)

  data <- data.frame(truth = x$truth, a = x$value, b = rnorm(90, x$truth))
  found <- cross_calibrate(fuse(truth ~ a + b, data), folds)
  for (fold in 1:3) {
    known <- fuse(truth ~ a + b, data[folds != fold, ])
    expect_equal(found$value[folds == fold], predicted(known, data[folds == fold, ]))
  }
  expect_identical(levels(found), "fusion")
})

test_that("the fold travels with the trials", {
  set.seed(8)
  x <- overlapping_set(20, 50, system = "a")
  found <- cross_calibrate(x, folds = 4)
  expect_identical(as.data.frame(found)$fold, found$fold)
  expect_identical(found[c(3, 60)]$fold, found$fold[c(3, 60)])
  expect_identical(c(found, found, pool = TRUE)$fold, rep(found$fold, 2))
  expect_null(c(x, found, pool = TRUE)$fold)
})

test_that("folds that cannot be are refused", {
  x <- overlapping_set(5, 5)
  for (folds in list(1, 2.5, NA, "item", Inf)) {
    expect_error(cross_calibrate(x, folds = folds), class = "calibrant_error_input")
  }
  expect_error(cross_calibrate(x, folds = "source"), class = "calibrant_error_source")
  expect_error(suppressWarnings(cross_calibrate(ln_trials(c(1, 2), 0), folds = 3, penalty = 1)),
    class = "calibrant_error_one_class")
  few <- ln_trials(c(1, 2, 0), c(0, 1), source1 = c(1, 2, 3, 1, 1), source2 = c(1, 2, 3, 2, 3))
  expect_error(cross_calibrate(few, folds = "source"), class = "calibrant_error_input")
})

test_that("the same warning is given once", {
  set.seed(9)
  warned <- 0
  withCallingHandlers(
    cross_calibrate(overlapping_set(30, 40), "pav", folds = 4),
    calibrant_warning_infinite = \(cnd) {
      warned <<- warned + 1
      rlang::cnd_muffle(cnd)
    }
  )
  expect_identical(warned, 1)
})

test_that("the fast way is the one that is taken", {
  x <- glass(1:95)
  plan <- calibrant:::source_plan(calibrant:::item_names(x), x$truth)
  guess <- predicted(calibrate(x), type = "ln")$value
  problem <- calibrant:::leave_out_problem(
    x, guess, plan, list(prior = 0.5, settings = list(penalty = 0))
  )
  expect_lt(length(problem$points$llr), 1000)
  some <- plan$pairs[seq(1, nrow(plan$pairs), by = 50), ]
  found <- .Call(calibrant:::ffi_leave_out, problem, lapply(some, \(source) source - 1L))
  expect_true(all(is.finite(found)))
})

test_that("numbers behind the bar are conditions, as in calibrate()", {
  set.seed(6)
  d <- data.frame(same = rep(c(TRUE, FALSE), 60), far = rexp(120) + 1)
  d$score <- rnorm(120, d$same / log(1 + d$far))
  expect_error(calibrate(same ~ score | log(far), d), "scale", class = "calibrant_error_input")
  fit <- calibrate(same ~ score | log(far), d, scale = "score")
  known <- withr::with_seed(1, cross_calibrate(fit, folds = 3))
  for (found in list(
    withr::with_seed(1, cross_calibrate(same ~ score | log(far), d, scale = "score", folds = 3)),
    withr::with_seed(1, cross_calibrate(d, same ~ score | log(far), scale = "score", folds = 3))
  )) expect_equal(found$value, known$value)
  plain <- withr::with_seed(1, cross_calibrate(same ~ score, d, scale = "score", folds = 3))
  of_set <- lr_set(same ~ score, d, scale = "score")
  expect_equal(plain$value, withr::with_seed(1, cross_calibrate(of_set, folds = 3))$value)
  expect_error(predict(calibrate(of_set), 1, system = "nonsense"), "nonsense",
    class = "calibrant_error_input")
})

test_that("items named by their categories leave the categories of both out", {
  withr::local_seed(2)
  kind1 <- sample(letters[1:5], 300, TRUE)
  kind2 <- ifelse(stats::runif(300) < 0.5, kind1, sample(letters[1:5], 300, TRUE))
  same <- kind1 == kind2 & stats::runif(300) < 0.7
  score <- stats::rnorm(300, ifelse(same, 1, -1))
  x <- lr_set(score, same, scale = "score", source1 = kind1, source2 = kind2)
  plain <- lr_set(score, same, scale = "score")
  known <- vapply(seq_along(score), \(i) {
    own <- c(kind1[i], kind2[i])
    fit <- calibrate(plain[!(kind1 %in% own | kind2 %in% own)])
    suppressWarnings(suppressMessages(predict(fit, score[i])))
  }, 0)
  expect_equal(cross_calibrate(x, folds = "source")$value, known, tolerance = 1e-10)
})
