test_that("predict() says so, also of a saved calibration and of half the trials", {
  withr::local_options(rlib_message_verbosity = "verbose")
  x <- withr::with_seed(1, simulate_lr(40, 80, s = 2))
  other <- withr::with_seed(2, simulate_lr(40, 80, s = 2))
  for (method in c("logistic", "pav", "kde")) {
    fit <- suppressWarnings(calibrate(x, method))
    file <- withr::local_tempfile(fileext = ".json")
    write_calibrant(fit, file)
    for (read in list(fit, unserialize(serialize(fit, NULL)), read_calibrant(file))) {
      expect_message(own <- suppressWarnings(predict(read, x)),
        class = "calibrant_message_training")
      expect_true(is_own_training(own))
      expect_message(after <- suppressWarnings(predict(read, other)), NA)
      expect_false(is_own_training(after))
    }
    part <- c(1:20, 41:80)
    expect_message(suppressWarnings(predict(fit, x[part])), class = "calibrant_message_training")
  }
})

test_that("few values that come up again are no one's own trials", {
  steps <- function(seed) {
    withr::with_seed(seed, lr_set(as.double(sample(-2:2, 60, TRUE)), rep(c(TRUE, FALSE), 30),
      scale = "log10", sure = TRUE
    ))
  }
  expect_false(is_own_training(suppressMessages(predict(calibrate(steps(1)), steps(2)))))
})

test_that("calibrations of many classes know their trials", {
  withr::local_options(rlib_message_verbosity = "verbose")
  draw <- function(seed) {
    withr::with_seed(seed, {
      truth <- factor(rep(c("a", "b", "c"), 20))
      w <- matrix(rnorm(180), 60, dimnames = list(NULL, levels(truth)))
      w[cbind(1:60, as.integer(truth))] <- w[cbind(1:60, as.integer(truth))] + 2
      loglik_set(w, truth)
    })
  }
  fit <- calibrate(draw(1))
  expect_message(own <- predict(fit, draw(1)), class = "calibrant_message_training")
  expect_match(explain(own), "on these very comparisons")
  expect_output(print(own), "same trials that are judged")
  expect_message(predict(fit, draw(2)), NA)
})

test_that("the calibration of one system is noticed on another", {
  withr::local_options(rlib_message_verbosity = "verbose")
  x <- withr::with_seed(1, simulate_lr(40, 80, s = 2))
  y <- withr::with_seed(2, simulate_lr(40, 80, s = 2))
  levels(x) <- "A"
  fit <- calibrate(x)
  expect_message(predict(fit, `levels<-`(y, "B")), "trained on system \"A\"",
    class = "calibrant_message_system")
  expect_message(predict(fit, `levels<-`(y, "A")), NA)
})
