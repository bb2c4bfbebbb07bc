test_that("buckets of equal width cover the range, and order is kept", {
  for (range in list(c(-3, 8), c(0, 0), c(NA, NA), c(5, 5 + 1e-12), c(-1e308, 1.7e308),
    c(-4e-310, 1e-310), c(1e9, 1e9 + 1))) {
    for (n in c(1, 1e4, 1e7, 1e12)) {
      map <- new_cells(range, bucket_number(n))
      expect_true(is.finite(map$lowest) && is.finite(map$width) && map$width > 0)
      expect_identical(log2(map$width), round(log2(map$width)))
      expect_lte(map$n, 2^22 + 4)
      ends <- bucket_of(c(-Inf, range, Inf), map)
      expect_identical(ends[c(1, 4)], c(0, map$n - 1))
      if (!anyNA(range)) expect_false(is.unsorted(ends))
    }
  }
  expect_identical(bucket_number(1e7), 2^20)
  expect_identical(bucket_number(1e11), 2^22)
})
