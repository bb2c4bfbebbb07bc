# Every function for users, called as somebody does who does not know it yet.
functions <- Filter(is.function, mget(
  sort(getNamespaceExports("calibrant")), asNamespace("calibrant"), inherits = TRUE
))
# Generics of other packages, with methods here.
functions <- functions[vapply(functions, \(one) {
  identical(environment(one), asNamespace("calibrant"))
}, NA)]

# NULL if a call gives a result or an error of our classes, else the message of its error.
refusal <- function(...) {
  withr::local_options(warn = 0)
  said <- rlang::catch_cnd(utils::capture.output(suppressWarnings(suppressMessages(...))), "error")
  if (!is.null(said) && !inherits(said, "calibrant_error")) conditionMessage(said)
}

test_that("a call without arguments is answered, or refused in our words", {
  expect_gt(length(functions), 100)
  for (name in names(functions)) expect_null(refusal(functions[[name]]()), info = name)
})

test_that("a call with nothing but trials is answered, or refused in our words", {
  sets <- list(
    lr_set(c(2, 1, 0.5, 1, -1, -2, 0.3, -0.4), rep(c(TRUE, FALSE), each = 4), scale = "log10"),
    loglik_set(log(prop.table(matrix(1:12, 6), 1)), factor(rep(c("a", "b"), 3))), 1, "a", NULL, NA
  )
  # qualify() would look for, or write, a file of this name.
  for (name in setdiff(names(functions), "qualify")) {
    for (x in sets) expect_null(refusal(functions[[name]](x)), info = name)
  }
})

# Methods of a class get that far by its first argument; the next ones may be lost.
test_that("a method without an argument that it needs says which", {
  registered <- getNamespaceInfo("calibrant", "S3methods")
  own <- registered[registered[, 1] %in% names(functions), ]
  lost <- 0
  for (i in seq_len(nrow(own))) {
    method <- getS3method(own[i, 1], own[i, 2], envir = asNamespace("calibrant"))
    needed <- setdiff(names(Filter(rlang::is_missing, formals(method))), "...")
    lost <- lost + length(needed)
    if (grepl("check_given", deparse1(body(method)))) {
      expect_error(method(), class = "calibrant_error_not_given", info = own[i, 2])
    }
  }
  expect_gt(lost, 100)
})

test_that("verbs of several arguments say that the second is lost", {
  x <- lr_set(c(2, 1, 0.5, 1, -1, -2, 0.3, -0.4), rep(c(TRUE, FALSE), each = 4), scale = "log10")
  fit <- calibrate(x, penalty = 0.1)
  watch <- monitor(groups = "a")
  lost <- list(
    \() information(), \() retrain(), \() retrain(fit), \() lr_chunks(), \() update(watch),
    \() update(watch, 1), \() update(watch, 1, TRUE), \() lr_chunks(\() NULL)
  )
  for (call in lost) expect_null(refusal(call()), info = deparse1(call))
  expect_error(retrain(fit), "rule", class = "calibrant_error_not_given")
  expect_error(lr_chunks(\() NULL), "rewind", class = "calibrant_error_not_given")
})

test_that("a level that leaves nothing for the ends is refused by every verb", {
  x <- lr_set(c(2, 1, 0.5, 1, -1, -2, 0.3, -0.4), rep(c(TRUE, FALSE), each = 4), scale = "log10")
  fit <- calibrate(x, penalty = 0.1)
  for (level in c(1 - 2^-53, 1)) {
    asked <- list(
      \() confint(fit, level = level), \() rule_of_30(level = level),
      \() rule_of_30(level = c(0.5, level)), \() predict(fit, 1, level = level),
      \() measures(x, level = level), \() lr_precision(x, level = level),
      \() calibration_range(x, level = level), \() validation_plan("cllr < 1", level = level)
    )
    for (call in asked) {
      expect_error(suppressWarnings(call()), class = "calibrant_error_input", info = deparse1(call))
    }
  }
  expect_true(is.finite(rule_of_30(level = 1 - 2^-52)))
})
