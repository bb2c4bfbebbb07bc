some_counts <- function(seed = 1, n = 200) {
  withr::local_seed(seed)
  value <- c(-Inf, sort(unique(round(rnorm(n), 2))), Inf)
  list(value = value, n_h1 = rpois(length(value), 2) + 0, n_h2 = rpois(length(value), 3) + 0)
}

test_that("trials below cuts and between ends are those that a loop finds", {
  counts <- some_counts()
  cuts <- sort(c(counts$value[c(1:9, 50)], -0.555, 0, 1.005, Inf))
  found <- below_in_counts(counts, cuts)
  expect_identical(found$n_h1, vapply(cuts, \(cut) sum(counts$n_h1[counts$value < cut]), 0))
  expect_identical(found$n_h2, vapply(cuts, \(cut) sum(counts$n_h2[counts$value < cut]), 0))
  from <- c(-1, 0.2, 1)
  to <- c(-0.5, 0.2, Inf)
  inside <- vapply(counts$value, \(value) any(value >= from & value <= to), NA)
  expect_identical(between_in_counts(counts, from, to), lapply(counts, `[`, inside))
})

test_that("an affine transformation of LRs keeps what lies on them, in order", {
  counts <- c(some_counts(2), scale = "log10")
  for (slope in c(2, -2)) {
    found <- transformed_counts(counts, slope, 1)
    expect_false(is.unsorted(found$llr))
    at <- match(slope * counts$value * log(10) + 1, found$llr)
    expect_equal(found$n_h1[at], counts$n_h1)
    expect_equal(found$n_h2[at], counts$n_h2)
  }
})

test_that("points of several parts are put in order", {
  parts <- list(
    list(llr = c(-1, 2), n_h1 = c(1, 2), n_h2 = c(3, 4)), list(llr = 0, n_h1 = 5, n_h2 = 6)
  )
  expect_identical(
    join_points(parts), list(llr = c(-1, 0, 2), n_h1 = c(1, 5, 2), n_h2 = c(3, 6, 4))
  )
})

test_that("limits of the memory may be set one by one", {
  usual <- stream_limits()
  withr::local_options(calibrant.stream_limits = list(values = 7))
  expect_identical(stream_limits(), utils::modifyList(usual, list(values = 7)))
})

test_that("as many are drawn as asked for, or all", {
  withr::local_seed(1)
  expect_identical(draw_from(c(5, 7), 2), c(5, 7))
  expect_identical(draw_from(9, 3), 9)
  drawn <- draw_from(1:100, 10)
  expect_length(unique(drawn), 10)
  expect_true(all(drawn %in% 1:100))
})
