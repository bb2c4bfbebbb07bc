x <- lr_set(
  c(2, -1, 3, -2), rep(c(TRUE, FALSE), 2), scale = "ln", system = rep(c("a", "b"), each = 2)
)

test_that("levels name and rename systems", {
  y <- x
  levels(y) <- c("Normal", "Kernel")
  expect_identical(levels(y), c("Normal", "Kernel"))
  expect_equal(unname(cllr(y)), unname(cllr(x)))
  plain <- set_of(1, -1)
  levels(plain) <- "A"
  expect_identical(levels(plain), "A")
  for (value in list("one", c("a", "a"), 1:2, c("a", NA), NULL)) {
    expect_error(levels(y) <- value, class = "calibrant_error_input")
  }
  expect_error(names(y) <- letters[1:4], "id", class = "calibrant_error_input")
})

test_that("head, tail, rev, sort, is.na, and vectors of text behave", {
  expect_identical(head(x, 2), as.data.frame(x)[1:2, ])
  expect_identical(tail(x, 1), as.data.frame(x)[4, ])
  expect_identical(rev(x)$value, rev(x$value))
  expect_identical(rev(x)$truth, rev(x$truth))
  expect_identical(sort(x)$value, sort(x$value))
  expect_identical(sort(x, decreasing = TRUE)$value, sort(x$value, decreasing = TRUE))
  expect_identical(is.na(x), rep(FALSE, 4))
  expect_false(anyNA(x))
  expect_identical(as.character(x), format(x))
})

test_that("what makes no sense of a set says so", {
  for (call in list(
    \() x + 1, \() -x, \() log(x), \() max(x), \() range(x), \() mean(x), \() median(x),
    \() quantile(x), \() t(x), \() unique(x), \() duplicated(x), \() as.numeric(x),
    \() as.integer(x), \() x == 1, \() round(x), \() cumsum(x), \() hist(x), \() density(x),
    \() within(x, a <- 1), \() cut(x, 3), \() scale(x)
  )) {
    expect_error(call(), "as.data.frame", class = "calibrant_error_verb")
  }
})

test_that("how many trials and which order must be said in numbers and flags", {
  for (n in list("a", NA, c(1, 2), NULL)) {
    expect_error(head(x, n = n), class = "calibrant_error_input")
    expect_error(tail(x, n = n), class = "calibrant_error_input")
  }
  expect_identical(head(x, -3), as.data.frame(x)[1, ])
  expect_error(sort(x, decreasing = NA), class = "calibrant_error_input")
})

test_that("a set is indexed by numbers, flags and names of systems", {
  expect_identical(x[factor("b")]$value, c(3, -2))
  for (i in list(list(1), 1i, mean, NULL, as.raw(1))) {
    expect_error(x[i], class = "calibrant_error_input")
  }
  expect_error(x[1:2, 1], class = "calibrant_error_input")
})

test_that("sets of each kind refuse verbs that would lose their scale or truth", {
  sets <- list(
    lr_set = lr_set(c(1, 2, -1, -2), rep(c(TRUE, FALSE), each = 2), "log10"),
    loglik_set = loglik_set(matrix(log(c(0.5, 0.5, 0.2, 0.8)), 2, dimnames = list(NULL, 1:2)), 1:2),
    conclusion_set = conclusion_set(factor(c("a", "b", "a", "b"), ordered = TRUE),
      c(TRUE, TRUE, FALSE, FALSE))
  )
  for (x in sets) {
    expect_error(x$truth <- TRUE, "in place", class = "calibrant_error_input")
    expect_error(x[["truth"]] <- TRUE, "in place", class = "calibrant_error_input")
    expect_error(x[1] <- 1, "in place", class = "calibrant_error_input")
  }
  own <- subset(verb_table(),
    Kinds == "trial_set" & Method == "refuse_verb" & !has_own(Verbs, "lr_set"))
  verbs <- sub(".*::", "", setdiff(own$Verbs, c("Ops", "Math", "Summary")))
  for (class in names(sets)) {
    for (verb in c(verbs, "sum", "range", "exp", "+", "==")) {
      refuse <- \() do.call(verb, list(sets[[class]]))
      expect_error(refuse(), class, class = "calibrant_error_verb", info = paste(verb, class))
    }
  }
})
