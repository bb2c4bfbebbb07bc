skip_if_not_installed("jsonlite")

x <- withr::with_seed(1, c(
  a = simulate_lr(30, 60, s = 2, stretch = 2), b = simulate_lr(30, 60, s = 1)
))
file <- withr::local_tempfile(fileext = ".json", .local_envir = teardown_env())
there_and_back <- function(fit) {
  write_calibration(fit, file)
  read_calibration(file)
}

parsed <- function(fit) jsonlite::fromJSON(write_calibration(fit, NULL), FALSE)

test_that("every calibration predicts the same to the last bit when it comes back", {
  new <- c(-Inf, -3, -0.1, 0, 0.7, 12, Inf)
  for (method in calibration_method_names()) {
    fit <- suppressWarnings(calibrate(x["a"], method))
    back <- there_and_back(fit)
    apply <- \(fit) suppressWarnings(predict(fit, new))
    expect_identical(apply(back), apply(fit), info = method)
    expect_identical(coef(back), coef(fit), info = method)
    expect_identical(tidy(back), tidy(fit), info = method)
    expect_output(print(back), "lr_calibration")
  }
})

test_that("settings come back as they were", {
  for (bandwidth in list(0.5, c(0.5, 0.7))) {
    fit <- calibrate(x["a"], "kde", bandwidth = bandwidth)
    expect_identical(there_and_back(fit)$settings, fit$settings)
  }
})

test_that("several systems, scores and fusions come back as they were", {
  both <- there_and_back(calibrate(x, prior = 0.1, penalty = 1))
  expect_identical(coef(both), coef(calibrate(x, prior = 0.1, penalty = 1)))
  expect_identical(predict(both, 1, system = "b"),
    predict(calibrate(x, prior = 0.1, penalty = 1), 1, system = "b"))
  scores <- lr_set(x$a$value, x$a$truth, "score")
  expect_identical(predict(there_and_back(calibrate(scores)), 0.3),
    predict(calibrate(scores), 0.3))
  trials <- data.frame(truth = x$a$truth, face = x$a$value, voice = rev(x$b$value))
  fit <- fuse(truth ~ face + voice, trials)
  apply <- \(fit) suppressWarnings(predict(fit, trials))
  expect_identical(apply(there_and_back(fit)), apply(fit))
})

test_that("another program can apply what the file says", {
  fit <- calibrate(x["a"], "beta", prior = 0.2)
  record <- parsed(fit)
  f <- record$systems[[1]][["function"]]
  ln_lr <- 0.7 * log(10)
  p <- 1 / (1 + exp(-ln_lr - f$log_odds))
  expect_equal(f$a * log(p) - f$b * log(1 - p) + f$offset,
    predict(fit, 0.7, type = "ln"))
  kde <- calibrate(x["a"], "kde")
  g <- parsed(kde)$systems[[1]][["function"]]
  density <- \(h) {
    n <- unlist(h$n)
    sum(n * stats::dnorm(ln_lr / g$unit, unlist(h$at), h$bandwidth)) / sum(n)
  }
  expect_equal(log(density(g$h1) / density(g$h2)), predict(kde, 0.7, type = "ln"))
})

test_that("files of another kind are refused", {
  texts <- c(
    "no json", "{}", "3", "[1, 2]", "null",
    "{\"format\": \"calibrant calibration\", \"version\": 2}",
    "{\"format\": \"calibrant calibration\", \"version\": 1, \"method\": \"logistic\"}"
  )
  for (text in texts) {
    writeLines(text, file)
    expect_error(read_calibration(file), class = "calibrant_error_file")
  }
  expect_error(read_calibration(tempfile()), class = "calibrant_error_file")
  expect_error(read_calibration(1), class = "calibrant_error_file")
  expect_error(write_calibration(calibrate(x["a"]), 1), class = "calibrant_error_file")
  expect_error(write_calibration(1, file), class = "calibrant_error_input")
})
