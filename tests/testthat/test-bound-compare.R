test_that("bounds of all methods stand side by side", {
  x <- c(name_system(random_set(1, 30, 40), "a"), name_system(random_set(2, 25, 60), "b"))
  table <- compare_bounds(x, n_sources = 20)
  expect_identical(as.character(table$system), rep(c("a", "b"), each = 3))
  for (method in c("elub", "iv")) {
    bounds <- bound_lr(x, method = method)$bounds
    expect_equal(table$lower[table$method == method], bounds$lower)
    expect_equal(table$upper[table$method == method], bounds$upper)
  }
  expect_equal(table$upper[table$method == "n_source"], rep(log10(20), 2))
  a <- to_log10(random_set(1, 30, 40)$value, random_set(1, 30, 40)$scale)
  expect_equal(table$n_above[1], sum(a > table$upper[1]))
  expect_equal(compare_bounds(x["a"])$upper[3], log10(41))
})

test_that("the picture has a line per method, and one of the LRs", {
  x <- random_set(1, 30, 40)
  table <- compare_bounds(x)
  drawn <- ggplot2::layer_data(autoplot(table), 2)
  expect_setequal(drawn$xend, c(table$upper, max(to_log10(x$value, x$scale))))
  expect_error(compare_bounds(1:3, c(TRUE, FALSE, TRUE), scale = "score"),
    class = "calibrant_error_score")
})
