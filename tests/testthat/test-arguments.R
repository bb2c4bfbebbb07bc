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
