set.seed(6)
n <- 300
d <- data.frame(same = rep(c(TRUE, FALSE), n / 2), seconds = exp(runif(n, 1, 4)),
  channel = sample(c("gsm", "lan"), n, TRUE), own = sample(c(TRUE, FALSE), n, TRUE))
d$s <- rnorm(n, ifelse(d$same, 0.6 * log(d$seconds), 0))

test_that("calibrations under conditions come back from files", {
  file <- withr::local_tempfile(fileext = ".json")
  for (fit in list(
    calibrate(same ~ s | log(seconds) + channel + own, d, scale = "score"),
    calibrate(same ~ s | splines::ns(log(seconds), 3), d, scale = "ln"),
    fuse(same ~ s + I(s^2) | poly(seconds, 2) + channel:seconds, d)
  )) {
    write_calibration(fit, file)
    back <- read_calibration(file)
    expect_identical(suppressWarnings(predict(back, d, level = 0.9)),
      suppressWarnings(predict(fit, d, level = 0.9)))
    expect_error(predict(back, transform(d, seconds = 1e5)), class = "calibrant_error_conditions")
    expect_identical(capture.output(print(back))[1:4], capture.output(print(fit))[1:4])
  }
})

test_that("files cannot ask for more than arithmetic", {
  text <- write_calibration(calibrate(same ~ s | log(seconds) + channel, d, scale = "score"), NULL)
  file <- withr::local_tempfile(fileext = ".json")
  writeLines(gsub("log(seconds)", "unlink(seconds)", text, fixed = TRUE), file)
  expect_error(read_calibration(file), class = "calibrant_error_file")
  writeLines(gsub("\"channel\"", "\"channel(\"", text, fixed = TRUE), file)
  expect_error(read_calibration(file), class = "calibrant_error_file")
  writeLines(gsub("\"input_names\":[^]]*\\]", "\"input_names\": [\"t\"]", text), file)
  expect_error(read_calibration(file), class = "calibrant_error_file")
})
