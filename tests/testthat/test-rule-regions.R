triangle_grid <- function(n = 12) {
  grid <- expand.grid(a = 0:n, b = 0:n)
  grid <- grid[grid$a + grid$b <= n, ]
  as.matrix(cbind(grid, n - grid$a - grid$b)) / n
}

# Is a point of the plane in a convex polygon, borders included?
in_polygon <- function(x, y, polygon) {
  after <- c(seq_len(nrow(polygon))[-1], 1)
  side <- (polygon$x[after] - polygon$x) * (y - polygon$y) -
    (polygon$y[after] - polygon$y) * (x - polygon$x)
  all(side >= -1e-12) || all(side <= 1e-12)
}

test_that("on the line, regions are where Bayes decisions take the action", {
  withr::local_seed(1)
  for (i in 1:20) {
    cost <- matrix(stats::rexp(12), 6)
    regions <- decision_regions(cost)
    expect_equal(c(regions$lower[1], regions$upper[nrow(regions)]), c(0, 1))
    expect_equal(regions$lower[-1], regions$upper[-nrow(regions)])
    middle <- (regions$lower + regions$upper) / 2
    expect_equal(as.character(regions$action), as.character(bayes_decision(middle, cost)))
  }
  one <- decision_regions(rbind("always this" = c(0, 0), never = c(1, 1)))
  expect_equal(as.character(one$action), "always this")
})

test_that("in the triangle, polygons hold the points where the action is best", {
  withr::local_seed(2)
  q <- triangle_grid()
  place <- in_triangle(q)
  for (i in 1:8) {
    cost <- matrix(stats::rexp(15), 5)
    regions <- decision_regions(cost)
    best <- bayes_decision(q, cost, tolerance = 1e-9, value = "best")
    for (action in levels(regions$action)) {
      polygon <- regions[regions$action == action, ]
      if (nrow(polygon) == 0) next
      inside <- vapply(seq_len(nrow(q)), \(t) in_polygon(place$x[t], place$y[t], polygon), TRUE)
      expect_equal(inside, unname(best[, action]))
    }
    areas <- vapply(split(regions, regions$action), \(p) polygon_area(as.matrix(p[3:5])), 0)
    expect_equal(sum(areas), sqrt(3) / 4)
  }
})

test_that("zero-one costs cut the triangle at its middle", {
  regions <- decision_regions(1 - diag(3))
  expect_equal(nrow(regions), 12)
  for (action in 1:3) {
    part <- as.matrix(regions[regions$action == action, 3:5])
    expect_true(any(rowSums(abs(part - 1 / 3)) < 1e-12))
  }
})

test_that("regions need finite costs of two or three classes", {
  expect_error(decision_regions(diag(4)), class = "calibrant_error_input")
  expect_error(decision_regions(rbind(c(0, Inf), 1:0)), class = "calibrant_error_input")
})

test_that("identical actions share one region", {
  regions <- decision_regions(rbind(a = c(0, 1, 1), b = c(0, 1, 1), c = c(1, 0, 0)))
  expect_equal(unique(as.character(regions$action)), c("a", "c"))
})
