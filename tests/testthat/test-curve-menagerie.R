# Eight items, compared with themselves and with each other; scores are sums of what is theirs.
zoo_set <- function(own = c(9, 8, 3, 4, 5, 6, 1, 2), lift = c(1, 9, 8, 4, 5, 6, 2, 3), ...) {
  pairs <- utils::combn(8, 2)
  value <- c(own, lift[pairs[1, ]] + lift[pairs[2, ]])
  lr_set(value, rep(c(TRUE, FALSE), c(8, 28)), "score",
    source1 = letters[c(1:8, pairs[1, ])], source2 = letters[c(1:8, pairs[2, ])], sure = TRUE, ...
  )
}

test_that("items have the means of their comparisons, and the corners their names", {
  zoo <- menagerie(zoo_set())
  expect_identical(zoo$source, letters[1:8])
  expect_equal(zoo$mean_h1, c(9, 8, 3, 4, 5, 6, 1, 2))
  expect_equal(zoo$n_h2, rep(7, 8))
  lift <- c(1, 9, 8, 4, 5, 6, 2, 3)
  expect_equal(zoo$mean_h2, (6 * lift + sum(lift)) / 7)
  # Highest under H1: a, b; lowest: g, h. Highest under H2: b, c; lowest: a, g.
  expect_identical(as.character(zoo$group), c("dove", "chameleon", NA, NA, NA, NA, "phantom", NA))
  groups <- attr(zoo, "groups")
  expect_equal(groups$n, c(1, 1, 1, 0))
  expect_equal(groups$expected, rep(0.5, 4))
  expect_equal(attr(zoo, "borders")$h1, c(2.5, 7))
})

test_that("p-values are those of all ways to put one quarter into the other", {
  ways <- utils::combn(8, 3)
  inside <- colSums(ways <= 4)
  for (k in 0:3) {
    both <- 2 * min(mean(inside <= k), mean(inside >= k))
    expect_equal(count_p_value(k, 4, 8, 3), min(1, both))
  }
})

test_that("sides, weights, and items without comparisons", {
  first <- menagerie(zoo_set(), side = "first")
  second <- menagerie(zoo_set(), side = "second")
  expect_equal(first$n_h2, 7:0)
  expect_equal(second$n_h2, 0:7)
  expect_identical(is.na(first$mean_h2), first$n_h2 == 0)
  expect_equal(first$n_h2 + second$n_h2, menagerie(zoo_set())$n_h2)
  weighted <- zoo_set(weight = c(rep(1, 8), 3, rep(1, 27)))
  # a with b counts three times.
  expect_equal(menagerie(weighted)$mean_h2[1], (3 * 10 + 9 + 5 + 6 + 7 + 3 + 4) / 9)
  few <- lr_set(c(1, -1), c(TRUE, FALSE), "ln", source1 = 1:2, source2 = c(1, 3))
  expect_true(all(is.na(menagerie(few)$group)))
  expect_equal(attr(menagerie(few), "groups")$expected, rep(0, 4))
  expect_equal(menagerie(few)$mean_h1[1], 1 / log(10))
})

test_that("sets without items are refused", {
  expect_error(menagerie(set_of(1, 0)), class = "calibrant_error_source")
  expect_error(menagerie(zoo_set(), side = "left"), class = "calibrant_error_input")
})
