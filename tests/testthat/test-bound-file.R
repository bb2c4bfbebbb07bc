skip_if_not_installed("jsonlite")

written <- function(bound) {
  file <- withr::local_tempfile(fileext = ".json", .local_envir = parent.frame())
  write_calibrant(bound, file)
  file
}

test_that("a bounded calibration is one file, with the same LRs and limits", {
  x <- withr::with_seed(1, simulate_lr(80, 120, s = 2))
  new <- c(-Inf, -6, -0.3, 0, 0.4, 6, Inf)
  for (method in c("elub", "iv", "n_source")) {
    bound <- bound_lr(calibrate(x), method)
    back <- read_calibrant(written(bound))
    expect_s3_class(back, "lr_bound")
    expect_identical(coef(back), coef(bound))
    expect_identical(predict(back, new), predict(bound, new))
    expect_identical(predict(back, new, level = 0.95), predict(bound, new, level = 0.95))
    expect_identical(write_calibrant(back, NULL), write_calibrant(bound, NULL))
    expect_output(print(back), "at the bound")
  }
  expect_error(predict(back, new, level = 0.7), "0.95", class = "calibrant_error_no_trials")
  expect_error(predict(back), class = "calibrant_error_no_trials")
  expect_error(ggplot2::autoplot(back), class = "calibrant_error_no_trials")
  expect_true(all(is.na(tidy(back)$n_beyond)))
  expect_error(write_calibrant(bound_lr(x), NULL), "follow a calibration",
    class = "calibrant_error_input")
})

test_that("several systems, probabilities, open bounds and conditions come back", {
  two <- withr::with_seed(2, c(a = simulate_lr(50, 60, s = 2), b = simulate_lr(50, 60, s = 3)))
  bound <- bound_lr(calibrate(two), "elub", step = 0.01)
  back <- read_calibrant(written(bound))
  expect_identical(predict(back, 6, system = "b"), predict(bound, 6, system = "b"))
  expect_identical(predict(back, two)$value, predict(bound, two)$value)
  prob <- lr_set(withr::with_seed(3, stats::runif(90)), rep(c(TRUE, FALSE, FALSE), 30),
    scale = "prob", prior = 0.3)
  bound <- bound_lr(calibrate(prob), "limits", limits = c(-Inf, 0.1))
  back <- read_calibrant(written(bound))
  expect_identical(coef(back), coef(bound))
  expect_identical(predict(back, c(0.001, 0.999)), predict(bound, c(0.001, 0.999)))
  cases <- withr::with_seed(4, data.frame(truth = rep(c(TRUE, FALSE), 60), long = runif(120)))
  cases$score <- withr::with_seed(5, rnorm(120, cases$truth))
  bound <- bound_lr(calibrate(truth ~ score | log(long), data = cases, scale = "score"))
  back <- read_calibrant(written(bound))
  new <- data.frame(score = c(-3, 0, 3), long = 0.5)
  expect_identical(predict(back, new, level = 0.9), predict(bound, new, level = 0.9))
})

test_that("damaged bounds are refused", {
  bound <- bound_lr(calibrate(withr::with_seed(1, simulate_lr(80, 120, s = 2))))
  record <- jsonlite::fromJSON(write_calibrant(bound, NULL), simplifyVector = FALSE)
  record$sha256 <- NULL
  read <- function(record) {
    file <- withr::local_tempfile(fileext = ".json")
    jsonlite::write_json(record, file, auto_unbox = TRUE, digits = NA, null = "null")
    suppressMessages(read_calibrant(file))
  }
  expect_equal(coef(read(record)), coef(bound))
  one <- record$bounds$systems[[1]]
  altered <- \(list, ...) replace(list, names(list(...)), list(...))
  changed <- \(...) altered(record, bounds = altered(record$bounds, ...))
  changed_one <- \(...) changed(systems = list(altered(one, ...)))
  limits <- \(...) changed(limits = lapply(record$bounds$limits, altered, ...))
  bad <- list(
    changed(method = "other"), changed(by = "item"), changed(step = -1), changed(systems = list()),
    changed(systems = list(one, one)), changed(systems = list(one, altered(one, system = "b"))),
    changed_one(lower = 1), changed_one(lower = -9), changed_one(upper = 0.1),
    changed_one(upper = 9),
    changed(limits = list()), changed(limits = record$bounds$limits[-1]),
    limits(of = "lower"), limits(level = 2), limits(system = "b"), limits(lower = -0.1),
    limits(upper = 0.1)
  )
  for (record in bad) expect_error(read(record), class = "calibrant_error_file")
  text <- write_calibrant(bound, NULL)
  file <- withr::local_tempfile(fileext = ".json")
  writeLines(sub("\"by\": \"trial\"", "\"by\": \"source\"", text), file)
  expect_error(read_calibrant(file), class = "calibrant_error_changed")
})
