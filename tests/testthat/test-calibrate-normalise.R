cohorts <- function() {
  withr::local_seed(3)
  list(
    first = matrix(round(rnorm(60), 1), 3, dimnames = list(c("a", "b", "c"), NULL)),
    second = matrix(round(rnorm(40, 1), 1), 2, dimnames = list(c("x", "y"), NULL)),
    trials = expand.grid(source1 = c("c", "a", "b"), source2 = c("y", "x")),
    score = round(rnorm(6), 1)
  )
}

# Trial by trial.
literal <- function(given, side, top = Inf, what = \(s, v) (s - mean(v)) / sd(v)) {
  cohort <- given[[side]]
  source <- as.character(given$trials[[side]])
  mapply(\(s, item) {
    v <- sort(cohort[item, ], decreasing = TRUE)
    what(s, v[seq_len(min(top, length(v)))])
  }, given$score, source, USE.NAMES = FALSE)
}

normalise_given <- function(given, ...) {
  normalise_scores(
    given$score, given$trials$source1, given$trials$source2, given$first, given$second, ...
  )
}

test_that("each norm is what it says, trial by trial", {
  given <- cohorts()
  for (top in c(Inf, 5)) {
    z <- literal(given, 1, top)
    t <- literal(given, 2, top)
    number <- if (is.finite(top)) top
    expect_equal(normalise_given(given, method = "z", top = number), z)
    expect_equal(normalise_given(given, method = "t", top = number), t)
    expect_equal(normalise_given(given, top = number), (z + t) / 2)
  }
  share <- \(s, v) mean((v < s) + (v == s) / 2)
  expect_equal(
    normalise_given(given, method = "percentile"),
    (literal(given, 1, what = share) + literal(given, 2, what = share)) / 2
  )
})

test_that("what moves and stretches an item's scores leaves the z-norm as it is", {
  given <- cohorts()
  before <- normalise_given(given, method = "z")
  shift <- c(a = 5, b = -2, c = 0)
  given$score <- given$score * 3 + shift[as.character(given$trials$source1)]
  given$first <- given$first * 3 + shift[rownames(given$first)]
  expect_equal(normalise_given(given, method = "z"), unname(before))
})

test_that("cohorts that cannot be used are refused", {
  given <- cohorts()
  bad <- \(...) input_error(normalise_given(utils::modifyList(given, list(...))))
  bad(first = given$first[1:2, ])
  bad(first = unname(given$first))
  bad(first = given$first[, 1, drop = FALSE])
  named <- "numeric matrix with a named row"
  unnamed <- list(unname(given$first), as.data.frame(given$first), given$first > 0)
  for (first in unnamed) {
    changed <- replace(given, "first", list(first))
    expect_error(normalise_given(changed), named, class = "calibrant_error_input")
  }
  bad(second = given$second * 0)
  bad(score = c(NA, given$score[-1]))
  input_error(normalise_given(given, top = 1))
  input_error(normalise_given(given, method = "zt"))
  input_error(normalise_scores(1, "a", method = "percentile"))
})
