test_that("the map is that of the paper", {
  # Tornetta (2021), eq. 4
  set.seed(53)
  p <- random_posteriors(30, 4)
  expect_equal(prob_complement(p), (1 / (1 - p)) / rowSums(1 / (1 - p)), tolerance = 1e-12)
})

test_that("(1/2, 1/2, 0, ..., 0) becomes (2, 2, 1, ..., 1) / (n + 2)", {
  for (n in 3:8) {
    p <- matrix(c(0.5, 0.5, rep(0, n - 2)), 1)
    expect_equal(prob_complement(p), matrix(c(2, 2, rep(1, n - 2)), 1) / (n + 2))
  }
})

test_that("the uniform distribution and the vertices are fixed, and nothing else is for n > 2", {
  expect_equal(prob_complement(matrix(1 / 5, 1, 5)), matrix(1 / 5, 1, 5))
  expect_identical(prob_complement(diag(4)), diag(4))
  set.seed(54)
  p <- random_posteriors(50, 3)
  expect_gt(min(apply(abs(prob_complement(p) - p), 1, max)), 0)
})

test_that("two classes stay as they are", {
  set.seed(55)
  p <- random_posteriors(20, 2)
  expect_equal(prob_complement(p), p, tolerance = 1e-14)
})

test_that("entropy never falls, decisions stay, and rows sum to one", {
  set.seed(56)
  for (k in c(3, 7)) {
    p <- random_posteriors(300, k, zeros = 150)
    q <- prob_complement(p)
    expect_true(all(slow_entropy(q) >= slow_entropy(p) - 1e-12))
    expect_lt(prob_entropy_score(q), prob_entropy_score(p))
    expect_identical(max.col(q, "first"), max.col(p, "first"))
    expect_equal(rowSums(q), rep(1, 300))
  }
})

test_that("the way to a vertex is continuous", {
  e <- 1e-18
  expect_equal(prob_complement(rbind(c(1, e, e)))[, 2], 2 * e)
})

test_that("names stay", {
  p <- matrix(c(0.2, 0.3, 0.5), 1, dimnames = list("t1", c("a", "b", "c")))
  expect_identical(dimnames(prob_complement(p)), dimnames(p))
})
