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
    expect_equal(as.character(regions$action), as.character(bayes_decision(cost, middle)))
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
    best <- bayes_actions(cost, q, tolerance = 1e-9)
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

test_that("minimisers are those of a search over reports (eq. 3.26, 3.27)", {
  q <- (0:64) / 64
  for (eta in list(0.5, c(0.25, 0.5), c(0.125, 0.5, 0.75))) {
    rule <- scoring_rule("mixture", eta = eta)
    sets <- rule_minimisers(rule)
    for (p in c(0.0625, 0.25, 0.375, 0.5, 0.625, 0.75, 0.9375)) {
      cost <- expected_score(rule, q, p)
      found <- cost <= min(cost) + 1e-12
      row <- sets[(sets$p_min < p & p < sets$p_max) | (sets$p_min == p & sets$p_max == p), ]
      expect_equal(nrow(row), 1)
      expect_equal(found, q >= row$q_min & (q < row$q_max | row$q_max == 1))
    }
  }
  expect_true(attr(rule_minimisers("brier"), "strict"))
})

test_that("regions and minimisers are drawn as computed", {
  regions <- decision_regions(rbind(c(0, 50), c(10, 0), c(1, 1)))
  p <- autoplot(regions)
  expect_equal(ggplot2::layer_data(p, 1)$xintercept, regions$upper[1:2])
  expect_equal(ggplot2::layer_data(p, 3)$y, c(0, 1, 1, 0))
  three <- decision_regions(1 - diag(3))
  expect_equal(ggplot2::layer_data(autoplot(three), 1)$x, three$x)
  sets <- rule_minimisers(scoring_rule("mixture", eta = c(0.5, 0.55)))
  drawn <- ggplot2::layer_data(autoplot(sets), 1)
  expect_equal(drawn$xmax, c(0.5, 0.55, 1))
  expect_equal(drawn$ymin, c(0, 0.5, 0.55))
  expect_silent(ggplot2::ggplot_build(autoplot(rule_minimisers("log"))))
})
