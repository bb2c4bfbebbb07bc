# Is each corner on the lower left convex hull of all?
on_hull_reference <- function(corners) {
  vapply(seq_len(nrow(corners)), \(i) {
    others <- corners[-i, , drop = FALSE]
    pairs <- expand.grid(a = seq_len(nrow(others)), b = seq_len(nrow(others)))
    from <- others[pairs$a, , drop = FALSE]
    to <- others[pairs$b, , drop = FALSE]
    # A point on or above a line between two others is not a corner.
    left <- from[, "p_fa"] <= corners[i, "p_fa"] & to[, "p_fa"] >= corners[i, "p_fa"] &
      from[, "p_fa"] < to[, "p_fa"]
    along <- (corners[i, "p_fa"] - from[, "p_fa"]) / (to[, "p_fa"] - from[, "p_fa"])
    height <- from[, "p_miss"] + along * (to[, "p_miss"] - from[, "p_miss"])
    below <- left & height <= corners[i, "p_miss"] + 1e-12
    same <- others[, "p_fa"] == corners[i, "p_fa"] & others[, "p_miss"] < corners[i, "p_miss"]
    end <- corners[i, "p_fa"] == 0 && corners[i, "p_miss"] == 1
    end || !(any(below) || any(same))
  }, logical(1))
}

test_that("has a corner for every distinct value", {
  for (seed in 1:4) {
    x <- tied_set(seed, weights = seed > 2)
    curve <- det_curve(x)
    corners <- corners_reference(x)
    expect_equal(curve$p_miss, unname(corners[, "p_miss"]))
    expect_equal(curve$p_fa, unname(corners[, "p_fa"]))
  }
})

test_that("its thresholds give its rates", {
  x <- tied_set(5)
  curve <- det_curve(x)
  reachable <- !is.na(curve$threshold)
  rates <- error_rates(x, curve$threshold[reachable])
  expect_equal(rates$p_miss, curve$p_miss[reachable])
  expect_equal(rates$p_fa, curve$p_fa[reachable])
  expect_equal(sum(!reachable), 1)
  expect_equal(det_curve(score_set(1, 0))$threshold, c(-Inf, 1, Inf))
})

test_that("marks the corners of the convex hull", {
  for (seed in 1:4) {
    x <- tied_set(seed, n = 25)
    expect_equal(det_curve(x)$hull, on_hull_reference(corners_reference(x)))
  }
})

test_that("has the hull of iris (Sepal.Length, versicolor against setosa)", {
  hull <- subset(det_curve(iris_set()), hull)
  expect_equal(hull$p_fa, c(1, 0.68, 0.28, 0.1, 0.06, 0, 0))
  expect_equal(hull$p_miss, c(0, 0, 0.08, 0.12, 0.22, 0.48, 1))
  expect_equal(hull$threshold, c(-Inf, 4.9, 5.2, 5.5, 5.6, 5.9, Inf))
})

test_that("the slopes of the hull are the LRs of PAV (thesis, section 7.7.3)", {
  x <- tied_set(6)
  hull <- subset(det_curve(x), hull)
  slope <- -diff(hull$p_miss) / diff(hull$p_fa)
  expect_equal(slope, 10^pav(x)$log10_lr_pav)
})

test_that("its attributes hold what the plots say", {
  x <- c(simulate_lr(50, 80, s = 2, system = "a"), simulate_lr(50, 80, s = 1, system = "b"))
  curve <- det_curve(x, operating_points = c(low = 0.1, even = 0.5))
  expect_equal(attr(curve, "eer")$eer, unname(eer(x)))
  expect_equal(attr(curve, "auc")$auc, unname(auc(x)))
  expect_equal(attr(curve, "dr30")$p_miss, c(0.6, 0.6))
  operating <- attr(curve, "operating")
  expect_equal(nrow(operating), 8)
  bayes <- operating[operating$threshold == "Bayes" & operating$name == "low", ]
  expect_equal(0.1 * bayes$p_miss + 0.9 * bayes$p_fa, unname(bayes_error(x, 0.1)))
  best <- operating[operating$threshold == "best" & operating$name == "low", ]
  expect_equal(0.1 * best$p_miss + 0.9 * best$p_fa, unname(bayes_error_min(x, 0.1)))
  scores <- attr(det_curve(score_set(1:3, 0:2), operating_points = 0.5), "operating")
  expect_equal(scores$threshold, "best")
})

test_that("a wrong operating point is named by its argument", {
  x <- simulate_lr(10, 10, s = 2)
  for (curve in list(det_curve, bayes_error_curve)) {
    expect_error(curve(x, operating_points = 2), "operating_points",
      class = "calibrant_error_input"
    )
  }
})
