# A database must compute the same as predict().

test_that("LRs on any scale are read", {
  withr::local_seed(1)
  x <- simulate_lr(50, 150, s = 2, stretch = 2)
  value <- c(-30, -1, 0, 2, 30)
  for (scale in c("log10", "ln", "log2", "lr")) {
    y <- lr_set(from_ln(to_ln(x$value, x$scale), scale), x$truth, scale = scale)
    fit <- calibrate(y)
    given <- if (scale == "lr") c(0, exp(value), Inf) else value
    expect_equal(
      in_table(fit, given, column = value_column(scale)),
      suppressWarnings(predict(fit, given)), tolerance = 1e-13
    )
  }
})

test_that("each system has its transformation, and NULL stays NULL", {
  skip_if_not_installed("dplyr")
  x <- c(a = scores(), b = scores(600))
  fit <- calibrate(x)
  trials <- data.frame(score = c(1, 1, NA), system = c("a", "b", "a"))
  found <- dplyr::collect(predict(fit, sqlite_table(trials)))$.log10_lr
  expect_equal(
    found[1:2], suppressWarnings(predict(fit, c(1, 1), system = c("a", "b"))), tolerance = 1e-13
  )
  expect_true(is.na(found[3]))
  expect_error(
    predict(fit, sqlite_table(trials["score"])), class = "calibrant_error_input"
  )
  steps <- suppressWarnings(calibrate(scores(), method = "pav"))
  expect_true(is.na(in_table(steps, c(1, NA))[2]))
})

test_that("other methods and wrong columns are refused", {
  fit <- calibrate(scores(), method = "kde")
  table <- sqlite_table(data.frame(score = 1, llr = 2))
  expect_error(predict(fit, table), class = "calibrant_error_lazy")
  other <- dplyr::select(table, "llr")
  expect_error(predict(calibrate(scores()), other), class = "calibrant_error_input")
})

test_that("a database computes every type of number", {
  fit <- calibrate(scores())
  value <- c(-40, -1, 0, 0.5, 40)
  for (type in c("log10", "ln", "lr", "prob")) {
    given <- c(list(type = type), if (type == "prob") list(prior = 0.2))
    expect_equal(
      do.call(in_table, c(list(fit, value), given)),
      suppressWarnings(do.call(predict, c(list(fit, value), given))), tolerance = 1e-12
    )
  }
})

test_that("costs after a line are those of the trials, wherever these lie", {
  x <- scores()
  trials <- data.frame(same = as.integer(x$truth), score = x$value)
  read <- 0
  chunks <- lr_chunks(
    \() if ((read <<- read + 1) <= 3) trials[(read - 1) * 100 + 1:100, ],
    rewind = \() read <<- 0
  )
  for (from in list(sqlite_table(trials), chunks)) {
    far <- lr_set(from, same ~ score, scale = "score")
    for (method in c("logistic", "gaussian")) {
      costs <- c("cllr", "cllr_min", "objective")
      expect_equal(glance(calibrate(far, method))[costs], glance(calibrate(x, method))[costs])
    }
    for (method in c("beta", "kde")) expect_output(print(calibrate(far, method)), "cost at")
  }
})

test_that("ends of ranges are finite in a database that knows no others", {
  skip_if_not_installed("dbplyr")
  engine <- new_engine(dbplyr::simulate_mysql())
  ends <- vapply(c(-Inf, -3, Inf), \(x) as.numeric(gsub("[()]", "", engine$end(x))), 0)
  expect_identical(ends, c(-1, 0, 1) * .Machine$double.xmax + c(0, -3, 0))
})

test_that("no infinite LR is asked of a database that has none", {
  skip_if_not_installed("dbplyr")
  table <- dbplyr::lazy_frame(score = 1, con = dbplyr::simulate_mysql())
  fit <- suppressWarnings(calibrate(scores(), method = "pav"))
  expect_error(predict(fit, table), class = "calibrant_error_lazy")
  for (infinite in c("clip", "add_misleading")) {
    fit <- calibrate(scores(), method = "pav", infinite = infinite)
    expect_no_match(as.character(dbplyr::sql_render(predict(fit, table))), "Infinity")
  }
  fit <- calibrate(scores())
  expect_no_match(as.character(dbplyr::sql_render(predict(fit, table, type = "lr"))), "Infinity")
  # The curve of Gaussian LRs has neither floor nor ceiling.
  x <- withr::with_seed(2, simulate_lr(500, 1500))
  fit <- calibrate(lr_set(x$value, x$truth, scale = "score"), method = "four_parameter")
  expect_identical(fit$transforms[[1]]$ends, c(-Inf, Inf))
  expect_no_match(as.character(dbplyr::sql_render(predict(fit, table))), "Infinity")
})
