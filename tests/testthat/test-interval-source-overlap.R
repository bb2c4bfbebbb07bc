set_with_sources <- function(source1, source2, truth = source1 == source2, ...) {
  lr_set(seq_along(source1) / 10, truth, "ln", source1 = source1, source2 = source2, ...)
}

test_that("counts comparisons, items and what they share", {
  # a, b, c with themselves; a-b, a-c, d-e.
  x <- set_with_sources(c("a", "b", "c", "a", "a", "d"), c("a", "b", "c", "b", "c", "e"))
  table <- source_overlap(x)
  expect_s3_class(table, "source_overlap")
  expect_identical(table$hypothesis, c("h1", "h2", "both"))
  expect_equal(table$n, c(3, 3, 6))
  expect_equal(table$n_sources, c(3, 5, 5))
  expect_equal(table$per_source, c(1, 1, 2))
  expect_equal(table$per_source_max, c(1, 2, 3))
  expect_equal(table$shared, c(0, 2 / 3, 5 / 6))
  expect_equal(table$n_disjoint, c(3, 2, 4))
  # The second item may be the one that is shared: a-b, c-b, d-e.
  x <- set_with_sources(c("a", "c", "d"), c("b", "b", "e"), truth = c(FALSE, FALSE, TRUE))
  expect_equal(source_overlap(x)$shared, c(0, 1, 2 / 3))
})

test_that("comparisons of all pairs have half as many that share nothing as there are items", {
  pairs <- utils::combn(20, 2)
  x <- set_with_sources(c(1:20, pairs[1, ]), c(1:20, pairs[2, ]))
  table <- source_overlap(x)
  expect_equal(table$n_disjoint, c(20, 10, 20))
  expect_equal(table$n_sources, c(20, 20, 20))
  expect_equal(table$shared, c(0, 1, 1))
})

test_that("what is called disjoint is", {
  withr::local_seed(1)
  for (i in cases_of(1:20, 1:6)) {
    a <- sample(12, 30, replace = TRUE)
    b <- sample(12, 30, replace = TRUE)
    times <- tabulate(c(a, b[a != b]), 12)
    n <- count_disjoint(a, b, times)
    # By trying all sets of one comparison more, few as they are at the top.
    expect_lte(n, length(unique(c(a, b))))
    expect_gte(n, 1)
    best <- function(free) {
      fits <- which(free[a] & free[b])
      if (length(fits) == 0) {
        return(0)
      }
      first <- fits[1]
      without <- \(items) replace(free, items, FALSE)
      taken <- 1 + best(without(c(a[first], b[first])))
      # Either the first comparison is taken, or another one with one of its items, or none.
      others <- setdiff(fits[a[fits] %in% c(a[first], b[first]) | b[fits] %in% c(a[first],
        b[first])], first)
      max(taken, vapply(others, \(k) 1 + best(without(c(a[k], b[k]))), 0))
    }
    expect_lte(n, best(rep(TRUE, 12)))
    expect_gte(n, best(rep(TRUE, 12)) / 2)
  }
})

test_that("has rows for each system, and needs sources", {
  x <- set_with_sources(rep(c("a", "b", "a"), 2), rep(c("a", "b", "b"), 2),
    system = rep(c("p", "q"), each = 3))
  table <- source_overlap(x)
  expect_identical(as.character(table$system), rep(c("p", "q"), each = 3))
  expect_equal(table$n_disjoint[1:3], table$n_disjoint[4:6])
  expect_error(source_overlap(set_of(1, 0)), class = "calibrant_error_source")
  expect_identical(source_overlap(c(1, 2), c(TRUE, FALSE), scale = "ln", source1 = 1:2,
    source2 = 1:2)$n, c(1L, 1L, 2L))
})
