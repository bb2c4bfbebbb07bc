set_with_sources <- function(source1, source2, truth = source1 == source2, ...) {
  lr_set(seq_along(source1) / 10, truth, "ln", source1 = source1, source2 = source2, ...)
}

test_that("items are counted by hypothesis, and comparisons that share none", {
  # a, b, c with themselves; a-b, a-c, d-e.
  x <- set_with_sources(c("a", "b", "c", "a", "a", "d"), c("a", "b", "c", "b", "c", "e"))
  counts <- overlap_columns(x)
  expect_identical(unlist(counts[1:2]), c(n_sources_h1 = 3L, n_sources_h2 = 5L))
  expect_identical(unlist(counts[3:4]), c(n_disjoint_h1 = 3L, n_disjoint_h2 = 2L))
  # The shared item may be the second one: a-b, c-b, d-e.
  x <- set_with_sources(c("a", "c", "d"), c("b", "b", "e"), truth = c(FALSE, FALSE, TRUE))
  expect_identical(overlap_columns(x)$n_disjoint_h2, 1L)
})

test_that("comparisons of all pairs have half as many that share nothing as there are items", {
  pairs <- utils::combn(20, 2)
  x <- set_with_sources(c(1:20, pairs[1, ]), c(1:20, pairs[2, ]))
  expect_identical(unname(unlist(overlap_columns(x))), c(20L, 20L, 20L, 10L))
})

test_that("what is called disjoint is", {
  withr::local_seed(1)
  for (i in cases_of(1:20, 1:6)) {
    a <- sample(12, 30, replace = TRUE)
    b <- sample(12, 30, replace = TRUE)
    times <- tabulate(c(a, b[a != b]), 12)
    n <- count_disjoint(a, b, times)
    # The largest number is found by trying all sets with one comparison more; the largest sets are
    # few.
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
      # The search takes the first comparison, another one with one of its items, or none.
      others <- setdiff(fits[a[fits] %in% c(a[first], b[first]) | b[fits] %in% c(a[first],
        b[first])], first)
      max(taken, vapply(others, \(k) 1 + best(without(c(a[k], b[k]))), 0))
    }
    expect_lte(n, best(rep(TRUE, 12)))
    expect_gte(n, best(rep(TRUE, 12)) / 2)
  }
})

test_that("each system has its counts, and sets without items have none", {
  x <- set_with_sources(rep(c("a", "b", "a"), 2), rep(c("a", "b", "b"), 2),
    system = rep(c("p", "q"), each = 3))
  counts <- overlap_columns(x)
  expect_identical(counts$n_disjoint_h1, c(2L, 2L))
  expect_identical(counts$n_disjoint_h2, c(1L, 1L))
  expect_null(overlap_columns(set_of(1, 0)))
})
