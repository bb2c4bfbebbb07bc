test_that("errors share their classes and name the function the user called", {
  x <- set_of(1, -1)
  scores <- set_of(1, -1, scale = "score")
  calls <- list(
    lr_set = \() lr_set(1:2, c(TRUE, NA), scale = "ln"),
    cllr = \() cllr(scores),
    cllr_h2 = \() cllr_h2(scores),
    cross_entropy_null = \() cross_entropy_null(2),
    ece_curve = \() ece_curve(x, Inf),
    tippett_curve = \() tippett_curve(x, style = "none"),
    useful_range = \() useful_range(scores),
    dev_pav = \() dev_pav(scores),
    misleading = \() misleading(x, level = 2),
    lr_histogram = \() lr_histogram(x, bins = 0),
    isotonic = \() isotonic(NA_real_),
    explain = \() explain(x, prior = 0),
    simulate_lr = \() simulate_lr(0, 1, s = 1),
    `[` = \() x[1]
  )
  for (name in names(calls)) {
    error <- rlang::catch_cnd(calls[[name]](), "error")
    expect_s3_class(error, "calibrant_error_input")
    expect_s3_class(error, "calibrant_error")
    expect_match(as.character(error$call[[1]]), name, fixed = TRUE, info = name)
  }
})

test_that("warnings share their classes and name the function the user called", {
  wrong <- set_of(c(-Inf, 1), -1)
  measures <- c("cllr", "cllr_h1", "cross_entropy", "effective_information", "ece_curve", "summary")
  for (f in measures) {
    warning <- rlang::catch_cnd(do.call(f, list(quote(wrong))), "warning")
    expect_s3_class(warning, "calibrant_warning_infinite")
    expect_s3_class(warning, "calibrant_warning")
    expect_match(as.character(warning$call[[1]]), f, fixed = TRUE)
  }
  undefined <- rlang::catch_cnd(dev_pav(set_of(1, -1)), "warning")
  expect_s3_class(undefined, "calibrant_warning")
})

test_that("errors say what to do", {
  expect_error(lr_set(c(1, NA), c(TRUE, FALSE), scale = "ln"), "Drop those trials")
  expect_error(lr_set(1:2, c("a", "b"), scale = "ln"), "h1 = \"b\"", fixed = TRUE)
  expect_error(cross_entropy_null(3), "3 / (1 + 3)", fixed = TRUE)
})

test_that("bad input leaves what exists untouched", {
  x <- random_set(1)
  before <- as.data.frame(x)
  try(x[1], silent = TRUE)
  try(cross_entropy(x, 7), silent = TRUE)
  try(x$value <- 0, silent = TRUE)
  expect_identical(as.data.frame(x), before)
})

test_that("memory that is not to be had is an error of its own", {
  expect_error(stop_memory(5e5), "500 000", class = "calibrant_error_memory")
})
