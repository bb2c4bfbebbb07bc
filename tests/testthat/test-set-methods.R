# A set of two systems of each kind.
sets_of_all_kinds <- function() {
  truth <- c(TRUE, FALSE, TRUE, FALSE)
  system <- c("a", "a", "b", "b")
  list(
    lr_set = lr_set(c(1, -1, 2, -2), truth, scale = "log10", system = system),
    loglik_set = loglik_set(cbind(x = c(2, 1, 2, 1), y = c(1, 2, 1, 2)), c("x", "y", "x", "y"),
      scale = "ln", system = system),
    conclusion_set = conclusion_set(c("id", "ex", "id", "ex"), truth, system = system)
  )
}

test_that("the three kinds of set share what a set of trials can do", {
  sets <- sets_of_all_kinds()
  expect_setequal(names(sets), trial_sets)
  for (kind in names(sets)) {
    x <- sets[[kind]]
    expect_s3_class(x, c(kind, "trial_set"), exact = TRUE)
    expect_length(x, 4)
    expect_identical(levels(x), c("a", "b"), info = kind)
    expect_length(x["b"], 2)
    expect_identical(x["b"], x[3:4], info = kind)
    expect_identical(x[], x, info = kind)
    expect_error(x[1, drop = TRUE], class = "calibrant_error_dots")
    joined <- rbind(x["a"], x["b"])
    expect_identical(as.data.frame(joined), as.data.frame(x), info = kind)
    levels(joined) <- c("c", "d")
    expect_identical(levels(joined), c("c", "d"), info = kind)
    expect_error(names(x) <- letters[1:4], class = "calibrant_error_input")
  }
})

test_that("a set that lost the common class by hand is damaged", {
  for (x in sets_of_all_kinds()) {
    stripped <- structure(x, class = class(x)[1])
    expect_error(as.data.frame(stripped), class = "calibrant_error_damaged")
  }
})
