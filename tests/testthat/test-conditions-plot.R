condition_trials <- function(n = 400) {
  withr::local_seed(1)
  d <- data.frame(same = rep(c(TRUE, FALSE), n / 2), seconds = exp(runif(n, log(3), log(60))))
  d$channel <- sample(c("telephone", "microphone"), n, TRUE)
  d$score <- rnorm(n, ifelse(d$same, 0.6 * log(d$seconds), 0))
  d
}

test_that("a line is drawn for each of three durations, with limits", {
  d <- condition_trials()
  fit <- calibrate(same ~ score | log(seconds) + channel, data = d, scale = "score")
  p <- autoplot(fit)
  curve <- p$data
  expect_length(levels(curve$system), 3)
  case <- data.frame(
    score = curve$input[c(1, 150, 303)], channel = "microphone",
    seconds = rep(range(d$seconds)[1] + c(0, 0.5, 1) * diff(range(d$seconds)), each = 101)[
      c(1, 150, 303)
    ]
  )
  expect_equal(curve$log10_lr[c(1, 150, 303)], unname(suppressWarnings(predict(fit, case))))
  expect_true(all(curve$lower <= curve$log10_lr & curve$log10_lr <= curve$upper))
  expect_match(p$labels$caption, "Other conditions: channel microphone")
  expect_null(autoplot(fit, level = NULL)$data$lower)
})

test_that("conditions may be given, and what was never seen is refused", {
  fit <- calibrate(same ~ score | log(seconds) + channel, data = condition_trials(),
    scale = "score")
  two <- data.frame(seconds = 10, channel = c("microphone", "telephone"))
  expect_identical(
    levels(autoplot(fit, conditions = two)$data$system),
    c("channel microphone", "channel telephone")
  )
  two$seconds <- 600
  expect_error(autoplot(fit, conditions = two), class = "calibrant_error_conditions")
  expect_error(autoplot(fit, conditions = 1), class = "calibrant_error_input")
  expect_error(autoplot(fit, bins = 3), class = "calibrant_error_dots")
})

test_that("levels vary where they change most, and fusions are drawn as before", {
  d <- condition_trials()
  d$score <- rnorm(400, ifelse(d$same, ifelse(d$channel == "telephone", 0.5, 3), 0))
  d$other <- rnorm(400, d$same)
  fit <- calibrate(same ~ score, data = d, scale = "score", conditions = ~channel)
  expect_identical(levels(autoplot(fit)$data$system), c("channel microphone", "channel telephone"))
  fused <- fuse(same ~ score + other, data = d, conditions = ~channel)
  expect_s3_class(autoplot(fused), "ggplot")
})
