full_set <- function() {
  lr_set(c(1.5, -0.25, Inf, -Inf, 0.1, -3),
    truth = c("s", "d", "s", "d", "s", "d"), h1 = "s", scale = "log10",
    system = c("A", "A", "B", "B", "B", "B"), weight = c(1, 2, 0.5, 1, 1, 1 / 3),
    source1 = 1:6, source2 = letters[1:6]
  )
}

rebuild <- function(x) {
  data <- as.list(as.data.frame(x))
  lr_set(data[[1]],
    truth = data$truth, scale = x$scale, system = data$system, weight = data$weight,
    source1 = data$source1, source2 = data$source2
  )
}

test_that("goes to a data frame and back without loss", {
  awkward <- c(0.1 + 0.2, 1 / 3, 5e-324, .Machine$double.xmax, Inf, 0)
  truth <- rep(c(TRUE, FALSE), 3)
  for (scale in c("log10", "ln", "log2", "lr", "score")) {
    x <- lr_set(awkward, truth, scale = scale)
    expect_identical(as.data.frame(x)[[1]], awkward)
    expect_identical(as.data.frame(rebuild(x)), as.data.frame(x))
    name <- if (scale %in% c("lr", "score")) scale else paste0(scale, "_lr")
    expect_named(as.data.frame(x), c(name, "truth"))
  }
  x <- full_set()
  expect_identical(as.data.frame(rebuild(x)), as.data.frame(x))
})

test_that("subsets trials by number, sign and flag with all that belongs to them", {
  x <- full_set()
  data <- as.data.frame(x)
  same <- \(kept, rows) {
    expected <- droplevels(data[rows, ])
    rownames(expected) <- NULL
    expect_identical(as.data.frame(kept), expected)
  }
  same(x[3:4], 3:4)
  same(x[-(1:2)], 3:6)
  same(x[data$source1 > 2], 3:6)
  same(x[c(6, 5, 5)], c(6, 5, 5))
  same(x[], 1:6)
  expect_equal(x[3:4]$labels, x$labels)
})

test_that("subsets systems by name", {
  x <- full_set()
  expect_equal(levels(x["B"]), "B")
  expect_length(x["B"], 4)
  expect_equal(x["B"]$source1, 3:6)
  expect_equal(levels(x[c("B", "A")]), c("A", "B"))
  expect_error(x["C"], "\"C\".*\"A\".*\"B\"", class = "calibrant_error_input")
})

test_that("refuses subsets that cannot be judged", {
  x <- full_set()
  expect_error(x[c(1, 3)], class = "calibrant_error_one_class")
  expect_error(x[1:3], class = "calibrant_error_one_class")
  expect_error(x[7], class = "calibrant_error_input")
  expect_error(x[integer()], class = "calibrant_error_input")
})

test_that("combines trials of sets without systems", {
  x <- set_of(c(1, 2), -1)
  y <- set_of(0.5, c(-2, 0))
  expect_error(c(x, y), class = "calibrant_error_pool")
  expect_equal(c(x, y, pool = TRUE)$value, c(1, 2, -1, 0.5, -2, 0))
  expect_equal(cllr(c(x, y, pool = TRUE)), cllr(set_of(c(1, 2, 0.5), c(-1, -2, 0))))
  expect_identical(as.data.frame(c(x)), as.data.frame(x))
})

test_that("combines systems, and joins those of one name", {
  x <- full_set()
  expect_identical(as.data.frame(c(x["A"], x["B"])), as.data.frame(x))
  expect_error(c(x["B"], x["A"], x["B"]), class = "calibrant_error_pool")
  both <- c(x["B"], x["A"], x["B"], pool = TRUE)
  expect_equal(levels(both), c("B", "A"))
  expect_length(both["B"], 8)
  expect_equal(cllr(both["A"]), cllr(x["A"]))
})

test_that("gives trials without weights the weight one", {
  x <- set_of(c(1, 2), -1)
  y <- set_of(c(1, 2), -1, weight = c(2, 3, 4))
  expect_equal(c(x, y, pool = TRUE)$weight, c(1, 1, 1, 2, 3, 4))
  expect_null(c(x, x, pool = TRUE)$weight)
})

test_that("refuses to combine what does not belong together", {
  x <- set_of(1, -1)
  refuses <- function(y, message) {
    expect_error(c(x, y, pool = TRUE), message, class = "calibrant_error_input")
  }
  refuses(set_of(1, -1, scale = "score"), "[Ss]core")
  refuses(lr_set(1:2, c("a", "b"), h1 = "a", scale = "ln"), "labels")
  refuses(set_of(1, -1, system = c("a", "a")), "system")
  refuses(set_of(1, -1, source1 = 1:2), "source1")
  refuses(1:2, "lr_set")
})

test_that("does not let a set be changed in place", {
  x <- set_of(1, -1)
  read_only <- \(object) expect_error(object, "in place", class = "calibrant_error_input")
  read_only(x$value <- 1:2)
  read_only(x[["truth"]] <- c(FALSE, TRUE))
  read_only(x[1] <- 3)
  expect_equal(x$value, c(1, -1))
})

test_that("counts trials and names systems", {
  expect_length(full_set(), 6)
  expect_equal(levels(full_set()), c("A", "B"))
})

test_that("formats each trial with its hypothesis", {
  expect_match(format(set_of(c(1.5, Inf), -0.25)), "^ *(1.50|Inf|-0.25) \\((H1|H2)\\)$")
  expect_length(format(full_set()), 6)
})

test_that("prints on one screen what was read", {
  x <- full_set()
  output <- capture.output(shown <- withVisible(print(x)))
  expect_identical(shown$value, x)
  expect_false(shown$visible)
  expect_lt(length(output), 20)
  text <- paste(output, collapse = "\n")
  for (phrase in c("6 log10 likelihood ratios", "H1: truth is s", "H2: truth is d", "A", "B",
    "-0.25", "-Inf to -3", "0.1 to Inf")) {
    expect_match(text, phrase, fixed = TRUE)
  }
  expect_output(print(lr_set(1:2, c(TRUE, FALSE), scale = "score")), "scores")
})

test_that("prints as few trials as asked for", {
  x <- set_of(c(1.125, 2.125), -1.125)
  one <- capture.output(print(x, n = 1))
  expect_match(one, "1.12 (H1)", fixed = TRUE, all = FALSE)
  expect_false(any(grepl("(H2)", one, fixed = TRUE)))
})

test_that("keeps what was derived from a set away from its subsets", {
  x <- random_set(1)
  before <- cllr(x)
  half <- x[c(1:8, 16:30)]
  expect_equal(cllr(half), cllr_reference(h1_of(half), h2_of(half)))
  expect_equal(cllr(x), before)
})

test_that("what a set does not have is an error, and what it may have is NULL", {
  x <- lr_set(c(1, 2, -1, -2), c(TRUE, TRUE, FALSE, FALSE), scale = "ln")
  expect_null(x$weight)
  expect_null(x[["source1"]])
  expect_error(x$foo, "foo", class = "calibrant_error_input")
  expect_error(x[["mvk"]], "mvk", class = "calibrant_error_input")
  expect_error(c(A = x, B = x)$a, "mean \"A\"", class = "calibrant_error_input")
  expect_error(x$foo <- 1, class = "calibrant_error_input")
  expect_error(x[["foo"]] <- 1, class = "calibrant_error_input")
})

test_that("exchanged arguments are noticed", {
  truth <- c(TRUE, TRUE, FALSE, FALSE)
  for (x in list(truth, c("a", "a", "b", "b"), factor(truth))) {
    for (scale in c("ln", "score")) {
      expect_error(lr_set(x, c(1, 2, -1, -2), scale), "swapped", class = "calibrant_error_input")
    }
  }
  expect_length(lr_set(truth, c(1, 0, 1, 0), scale = "score"), 4)
})
