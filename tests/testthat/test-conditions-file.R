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
    write_calibrant(fit, file)
    back <- read_calibrant(file)
    expect_identical(suppressWarnings(predict(back, d, level = 0.9)),
      suppressWarnings(predict(fit, d, level = 0.9)))
    expect_error(predict(back, transform(d, seconds = 1e5)), class = "calibrant_error_conditions")
    expect_identical(capture.output(print(back))[1:4], capture.output(print(fit))[1:4])
  }
})

test_that("files cannot ask for more than arithmetic", {
  fit <- calibrate(same ~ s | log(seconds) + channel, d, scale = "score")
  text <- unsealed(write_calibrant(fit, NULL))
  file <- withr::local_tempfile(fileext = ".json")
  writeLines(gsub("log(seconds)", "unlink(seconds)", text, fixed = TRUE), file)
  expect_error(read_quietly(file), class = "calibrant_error_file")
  writeLines(gsub("\"channel\"", "\"channel(\"", text, fixed = TRUE), file)
  expect_error(read_quietly(file), class = "calibrant_error_file")
  writeLines(gsub("\"input_names\":[^]]*\\]", "\"input_names\": [\"t\"]", text), file)
  expect_error(read_quietly(file), class = "calibrant_error_file")
})

# The first variable of the formula is `of`, and its text is `text`.
asking_for <- function(of, text = of, d = d) {
  fit <- calibrate(same ~ s | log(seconds), d, scale = "score")
  record <- jsonlite::fromJSON(unsealed(write_calibrant(fit, NULL)), FALSE)
  record$conditions$formula$variables <- list(of)
  record$conditions$formula$text <- text
  file <- withr::local_tempfile(fileext = ".json")
  jsonlite::write_json(record, file, auto_unbox = TRUE, digits = NA, null = "null")
  read_quietly(file)
}

test_that("files cannot ask for more memory or time than a formula needs", {
  many <- paste(sprintf("x%d", 1:40), collapse = " + ")
  hostile <- c(
    "exp(1:3e9)", "log(1e9:1)", "c(1:(3e9))", "exp(-1:3e9)", "exp(1:seconds)", "numeric(3e9)",
    "exp(numeric(1e10))", "poly(seconds, 1e9)", "poly(seconds, degree = 1e9)",
    "poly(degree = 1e9, seconds)", "poly(1e9, x = seconds)", "poly(seconds, 9^9)",
    "poly(seconds, 1e3, raw = TRUE)", "poly(seconds, I(seconds * 0 + 3e9), degree = 2)",
    "poly(a, b, c, d, e, f, degree = 50)", "poly(poly(seconds, 50), degree = 50)",
    "splines::ns(seconds, 1e8)", "splines::ns(seconds, df = 1e8)",
    "splines::ns(seconds, knots = seconds)",
    "splines::bs(seconds, degree = 1e7)", "splines::bs(seconds, deg = 1e7)",
    "splines::bs(seconds, knots = 1:900)", "factor(seconds, levels = 1:3e9)",
    paste0("log(", strrep("(", 5000), "seconds", strrep(")", 5000), ")"),
    paste0("exp(", strrep("-", 1e5), "seconds)"), strrep("a", 2e5), "structure(1, class = \"x\")"
  )
  refused <- \(...) {
    took <- system.time(expect_error(asking_for(...), class = "calibrant_error_file", info = ..1))
    expect_lt(took[["elapsed"]], 20)
  }
  for (text in of_turn(hostile, 3)) refused(text, d = d)
  terms <- c(
    paste0("(", many, ")^20"), paste0("(", many, ")^", many), gsub("+", "*", many, fixed = TRUE),
    "(((((a * b)^9)^9)^9)^9)^9", "(a + b)^1e9"
  )
  for (text in of_turn(terms, 2)) refused("log(seconds)", text, d = d)
})

test_that("every basis that a fit may have is read again", {
  for (f in list(
    same ~ s | splines::bs(seconds), same ~ s | splines::bs(seconds, df = 5),
    same ~ s | poly(seconds, 3), same ~ s | poly(seconds, s, degree = 2), same ~ s | scale(seconds),
    same ~ s | splines::ns(seconds, 4) * channel, same ~ s | (seconds + channel)^2
  )) {
    fit <- suppressWarnings(calibrate(f, d, scale = "score"))
    file <- withr::local_tempfile(fileext = ".json")
    write_calibrant(fit, file)
    expect_identical(suppressWarnings(predict(read_calibrant(file), d)),
      suppressWarnings(predict(fit, d)))
  }
})
