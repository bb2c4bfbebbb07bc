slip_of <- function(...) {
  withr::local_options(calibrant.sure = NULL)
  cnd <- rlang::catch_cnd(lr_set(...), "calibrant_warning_slip")
  intersect(class(cnd), c("calibrant_warning_scale", "calibrant_warning_reversed"))
}

withr::with_seed(1, {
  h1 <- 10^rnorm(20, 1.5)
  h2 <- 10^rnorm(30, -1.5)
})

test_that("plain ratios given as logarithms are noticed", {
  for (scale in c("log10", "ln", "log2")) {
    expect_identical(slip_of(list(h1 = h1, h2 = h2), scale = scale), "calibrant_warning_scale")
    expect_identical(slip_of(list(h1 = log(h1), h2 = log(h2)), scale = scale), character())
  }
  expect_identical(slip_of(list(h1 = h1, h2 = h2), scale = "lr"), character())
  expect_identical(slip_of(list(h1 = c(0, 0, 0), h2 = c(0, 0, 0)), scale = "ln"), character())
})

test_that("posteriors given as ratios are noticed", {
  p <- list(h1 = h1 / (1 + h1), h2 = h2 / (1 + h2))
  expect_identical(slip_of(p, scale = "lr"), "calibrant_warning_scale")
  expect_identical(slip_of(p, scale = "prob", prior = 0.5), character())
})

test_that("labels the wrong way round are noticed, on every scale", {
  reversed <- list(h1 = h2, h2 = h1)
  expect_identical(slip_of(reversed, scale = "lr"), "calibrant_warning_reversed")
  expect_identical(slip_of(lapply(reversed, log), scale = "ln"), "calibrant_warning_reversed")
  expect_identical(slip_of(reversed, scale = "score"), "calibrant_warning_reversed")
  few <- list(h1 = c(-2, -1, -3, .1, -2), h2 = c(2, 3, 1, -.1, 2))
  expect_identical(slip_of(few, scale = "log10"), "calibrant_warning_reversed")
})

test_that("a useless system is not taken for a reversed one", {
  noticed <- withr::with_seed(2, replicate(300, {
    length(slip_of(list(h1 = rnorm(20), h2 = rnorm(40)), scale = "ln"))
  }))
  expect_lte(sum(noticed), 2)
})

test_that("rows in a pattern do not hide or make a reversal", {
  x <- rep(c(1, -1, 2, -2), 2000)
  truth <- rep(c(TRUE, FALSE), 4000)
  expect_identical(slip_of(x, truth, scale = "ln"), character())
  expect_identical(slip_of(x, !truth, scale = "ln"), "calibrant_warning_reversed")
})

test_that("a slip is confirmed by argument or option, and says so", {
  withr::local_options(calibrant.sure = NULL)
  reversed <- list(h1 = h2, h2 = h1)
  expect_warning(lr_set(reversed, scale = "lr"), "sure = TRUE", class = "calibrant_warning")
  expect_silent(lr_set(reversed, scale = "lr", sure = TRUE))
  withr::local_options(calibrant.sure = TRUE)
  expect_silent(lr_set(reversed, scale = "lr"))
})

test_that("the level that an error suggests is the likely one", {
  say <- \(...) rlang::cnd_message(rlang::catch_cnd(lr_set(...), "error"))
  values <- c(3, 2, 0.1, 0.2)
  truth <- c("same", "same", "different", "different")
  expect_match(say(values, truth, scale = "lr"), "h1 = \"same\"")
  expect_match(say(values, c("a", "a", "b", "b"), scale = "lr"), "h1 = \"a\".*larger")
  expect_match(say(values, c("b", "b", "a", "a"), scale = "lr"), "h1 = \"b\"")
  expect_match(say(values, c("non", "non", "tar", "tar"), scale = "lr"), "h1 = \"tar\"")
})

test_that("sets that are seen to be sound at a glance are those that are read with care", {
  x <- random_set(1, n_h1 = 700, n_h2 = 900)
  for (scale in c("log10", "ln", "log2", "lr", "score")) {
    value <- if (scale == "lr") exp(x$value) else x$value
    quick <- build_plain_set(value, x$truth, scale)
    expect_s3_class(quick, "lr_set")
    expect_identical(quick, lr_set(value, x$truth, scale, sure = TRUE))
    expect_identical(quick, lr_set(value, x$truth, scale))
  }
})

test_that("what needs a closer check is not taken at a glance", {
  h1 <- c(3, 2, 5)
  h2 <- c(-1, -2, -3)
  p <- c(0.9, 0.8, 0.7, 0.1, 0.2, 0.3)
  truth <- rep(c(TRUE, FALSE), each = 3)
  sees <- \(x, is_h1 = truth, scale = "ln") !is.null(build_plain_set(x, is_h1, scale))
  expect_true(sees(c(h1, h2)))
  expect_false(sees(c(h2, h1)))
  expect_false(sees(replace(c(h1, h2), 2, NaN)))
  expect_false(sees(c(h1, h2), replace(truth, 2, NA)))
  expect_false(sees(c(h1, h2), !logical(6)))
  expect_false(sees(c(h1, h2), truth[-1]))
  expect_false(sees(numeric(), logical()))
  expect_false(sees(rlang::set_names(c(h1, h2), letters[1:6])))
  expect_false(sees(c(4L, 5L, 6L, 1L, 2L, 3L)))
  expect_false(sees(c(h1, abs(h2) / 10)))
  expect_false(sees(c(h1, h2), scale = "lr"))
  expect_false(sees(p, scale = "lr"))
  expect_false(sees(p, scale = "prob"))
  expect_true(sees(p, scale = "score"))
})
