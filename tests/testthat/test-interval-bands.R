two_systems <- function() {
  c(
    name_system(random_set(1, 30, 40), "a"),
    name_system(random_set(2, 25, 60), "b")
  )
}

test_that("pointwise bands of shares by trial are the limits of Wilson", {
  x <- lr_set(list(h1 = c(0.5, 2, 4, 8), h2 = c(0.2, 0.4, 2)), scale = "lr")
  curve <- tippett_curve(x, level = 0.9)
  z <- qnorm(0.95)
  h1 <- wilson_limits(curve$h1, 4, z)
  h2 <- wilson_limits(curve$h2, 3, z)
  expect_equal(curve$h1_lower, h1$lower)
  expect_equal(curve$h2_upper, h2$upper)
  cumulative <- tippett_curve(x, "cumulative", level = 0.9)
  expect_equal(cumulative$h1_upper, wilson_limits(cumulative$h1, 4, z)$upper)
  expect_equal(cumulative$h2_lower, wilson_limits(cumulative$h2, 3, z)$lower)
  # No share has a zero width, not even 0 and 1.
  expect_true(all(curve$h1_upper - curve$h1_lower > 0))
})

test_that("weighted trials count by their effective number in bands of shares", {
  h1 <- c(0.5, 2, 4, 8, 9)
  h2 <- c(0.2, 0.4, 2, 3)
  weight <- c(1, 1, 5, 1, 2, 1, 3, 1, 1)
  x <- lr_set(c(h1, h2), rep(c(TRUE, FALSE), c(5, 4)), scale = "lr", weight = weight)
  n <- c(100 / 32, 36 / 12)
  # Sizes are estimated from draws, and no larger than these.
  withr::local_seed(1)
  curve <- tippett_curve(x, level = 0.9)
  expect_equal(curve$h1_lower, wilson_limits(curve$h1, n[1], qnorm(0.95))$lower)
  expect_equal(curve$h2_upper, wilson_limits(curve$h2, n[2], qnorm(0.95))$upper)
  det <- det_curve(x, level = 0.9)
  expect_equal(det$p_miss_upper, wilson_limits(det$p_miss, n[1], qnorm(0.95))$upper)
  alike <- lr_set(c(h1, h2), x$truth, scale = "lr", weight = rep(3, 9))
  plain <- lr_set(c(h1, h2), x$truth, scale = "lr")
  upper <- lapply(list(alike, plain), \(x) tippett_curve(x, level = 0.9)$h1_upper)
  expect_equal(upper[[1]], upper[[2]])
})

test_that("a cost of misses alone has the limits of the miss rate", {
  x <- random_set(3, 20, 30)
  curve <- cost_curve(x, prior = 1, threshold = c(-1, 0, 1), level = 0.95)
  limits <- wilson_limits(curve$cost, 20, qnorm(0.975))
  expect_equal(curve$cost_lower, limits$lower)
  expect_equal(curve$cost_upper, limits$upper)
})

test_that("limits along priors are those of measures()", {
  x <- two_systems()
  at <- c(-1, 0.5)
  curve <- withr::with_seed(1, bayes_error_curve(x, at, level = 0.9, replicates = 100))
  table <- withr::with_seed(1, measures(x, c("bayes_error", "bayes_error_min"),
    prior = plogis(at * log(10)), level = 0.9, replicates = 100
  ))
  null <- curve$bayes_error_null
  expect_equal(curve$normalised_upper * null, table$upper[table$measure == "bayes_error"])
  expect_equal(curve$normalised_min_lower * null, table$lower[table$measure == "bayes_error_min"])
  after <- table[table$measure == "bayes_error_min", ]
  expect_equal(curve$bayes_error_min, after$estimate)
  expect_equal(curve$bayes_error_min_corrected, after$corrected)
  expect_equal(curve$normalised_min_corrected * null, after$corrected)
})

test_that("a band for the whole curve is wider, and holds whole replicates", {
  x <- two_systems()
  width <- \(band, curve, name) {
    made <- withr::with_seed(1, curve(x, level = 0.9, band = band, replicates = 150))
    mean(made[[paste0(name, "_upper")]] - made[[paste0(name, "_lower")]])
  }
  curves <- list(h1 = tippett_curve, p_miss = det_curve, cost = cost_curve)
  for (name in names(curves)) {
    expect_gt(width("simultaneous", curves[[name]], name),
      1.2 * width("pointwise", curves[[name]], name))
  }
  # Nine of ten replicates of three rows lie within the quantile of the largest distance.
  distance <- withr::with_seed(1, matrix(abs(rnorm(3000)), 3))
  z <- largest_distance(distance, 0.9)
  expect_equal(mean(apply(distance, 2, max) <= z), 0.9, tolerance = 0.005)
  expect_equal(largest_distance(distance[0, ], 0.9), qnorm(0.95))
})

test_that("curves lie in their bands", {
  x <- two_systems()
  det <- withr::with_seed(1, det_curve(x, level = 0.9, replicates = 100))
  expect_true(all(det$p_miss_lower <= det$p_miss & det$p_miss <= det$p_miss_upper))
  ece <- withr::with_seed(1, ece_curve(x, -1:1, level = 0.9, replicates = 100))
  expect_true(all(ece$ece_lower < ece$ece & ece$ece < ece$ece_upper))
  corrected <- ece$ece_min_corrected
  expect_true(all(ece$ece_min_lower <= corrected & corrected <= ece$ece_min_upper))
})

test_that("comparisons of few items are worth fewer trials", {
  pairs <- t(combn(12, 2))
  truth <- c(rep(TRUE, 12), rep(FALSE, nrow(pairs)))
  source1 <- c(1:12, pairs[, 1])
  source2 <- c(1:12, pairs[, 2])
  effect <- withr::with_seed(1, rnorm(12, 0, 2))
  x <- lr_set(2 * truth - 1 + effect[source1] + effect[source2], truth,
    scale = "ln", source1 = source1, source2 = source2
  )
  width <- \(by) {
    curve <- withr::with_seed(1, tippett_curve(x, level = 0.95, by = by, replicates = 100))
    mean(curve$h2_upper - curve$h2_lower)
  }
  expect_gt(width("source"), 1.3 * width("trial"))
  bins <- withr::with_seed(1, reliability_curve(x, bins = 3, by = "source", replicates = 100))
  exact <- reliability_curve(x, bins = 3, by = "trial")
  expect_gt(mean(bins$upper - bins$lower), mean(exact$upper - exact$lower))
})

test_that("bands of calibrated LRs lie around the curve after PAV and the diagonal", {
  x <- random_set(4, 40, 60)
  curve <- withr::with_seed(1, {
    ece_curve(x, -1:1, level = 0.9, band = "calibrated", replicates = 50)
  })
  expect_true(all(curve$calibrated_lower >= curve$ece_min))
  gap <- withr::with_seed(1, draw_consistent(systems_of(x)[[1]], 50, 1L, -1:1 * log(10)))$gap
  expect_equal(curve$calibrated_upper - curve$ece_min,
    apply(gap, 1, \(one) sorted_quantile(sort(one), 0.95)) / log(2))
  expect_equal(curve$ece_min, ece_curve(x, -1:1)$ece_min)
  blocks <- withr::with_seed(1, pav(x, level = 0.9, replicates = 50))
  expect_equal(attr(blocks, "calibrated"), withr::with_seed(1, calibration_band(x, 0.9, 50)))
  rows <- withr::with_seed(1, {
    reliability_curve(x, prior = 0.2, method = "pav", level = 0.9, band = "calibrated",
      replicates = 50)
  })
  band <- attr(rows, "calibrated")
  expect_equal(band$upper, plogis(attr(blocks, "calibrated")$upper * log(10) + qlogis(0.2)))
})

test_that("bands stay with their rows", {
  curve <- withr::with_seed(1, tippett_curve(two_systems(), level = 0.9))
  part <- subset(curve, system == "b")
  expect_equal(part$h1_upper, curve$h1_upper[curve$system == "b"])
  expect_identical(attr(part, "bands"), attr(curve, "bands"))
  layers <- ggplot2::autoplot(part)$layers
  expect_true(any(vapply(layers, \(layer) inherits(layer$geom, "GeomRibbon"), NA)))
})

test_that("what cannot be a band is refused", {
  x <- random_set(1)
  bad <- \(...) expect_error(tippett_curve(x, ...), class = "calibrant_error_input")
  bad(level = 1)
  bad(level = 0.9, band = "calibrated")
  bad(level = 0.9, replicates = 0)
  expect_error(tippett_curve(x, level = 0.9, by = "source"), class = "calibrant_error_source")
  expect_error(ece_curve(x, 0, level = 0.9, band = "calibrated", by = "source"),
    class = "calibrant_error_input"
  )
})

test_that("after PAV a band of the whole curve reaches no evidence where few trials would tell", {
  x <- withr::with_seed(3, simulate_lr(60, 150, s = 2))
  far <- \(log10_odds) log10_odds > log10(60 / 5) | log10_odds < log10(5 / 150)
  curve <- withr::with_seed(1, ece_curve(x, level = 0.9, band = "simultaneous", replicates = 50))
  beyond <- far(curve$log10_prior_odds)
  expect_equal(curve$ece_min_upper[beyond], curve$ece_null[beyond])
  expect_lt(curve$ece_min_upper[curve$log10_prior_odds == 0], 1)
  error <- withr::with_seed(1, {
    bayes_error_curve(x, level = 0.9, band = "simultaneous", replicates = 50)
  })
  beyond <- far(error$log10_prior_odds)
  expect_equal(error$normalised_min_upper[beyond], rep(1, sum(beyond)))
})

test_that("limits of costs take trials at the threshold as the costs do", {
  x <- lr_set(h1 = c(-1, 0, 1, 2, 2, 3), h2 = c(-3, -2, -2, 0, 0, 1), scale = "ln")
  at <- \(threshold) {
    curve <- withr::with_seed(1, {
      cost_curve(x, prior = 0.4, threshold = threshold, level = 0.9, replicates = 50)
    })
    unlist(curve[c("cost", "cost_lower", "cost_upper")])
  }
  expect_equal(at(0), at(-1e-9))
  expect_true(all(at(0) > at(1e-9)))
})

test_that("a band of costs is as wide as the replicate that is farthest off, in standard errors", {
  h1 <- list(at = 0:2, share = c(0.2, 0.5, 0.9), size = c(40, 30, 20),
    drawn = cbind(c(0.25, 0.5, 0.8), c(0.05, 0.9, 0.9), c(0.2, 0.5, 0.9)))
  h2 <- list(at = 0:2, share = c(0.6, 0.8, 1), size = c(60, 50, 70),
    drawn = cbind(c(0.6, 0.7, 1), c(0.5, 0.8, 1), c(0.6, 0.8, 1)))
  bands <- list(band = "simultaneous", level = 0.6)
  off <- 2 * (h1$drawn - h1$share) - 3 * (h2$drawn - h2$share)
  error <- sqrt(4 * c(0.2 * 0.8 / 40, 0.5 * 0.5 / 30, 0.9 * 0.1 / 20) +
    9 * c(0.6 * 0.4 / 60, 0.8 * 0.2 / 50, 0))
  expected <- largest_distance(abs(off) / error, 0.6)
  expect_gt(expected, 1.5)
  expect_equal(cost_z(list(h1 = h1, h2 = h2), 2, 3, bands), expected)
})

test_that("misses that hardly vary count for as many trials as there are, and no more", {
  h1 <- list(at = 0:2, share = c(0.2, 0.5, 0.8), size = c(5, 40, 30),
    drawn = matrix(c(0.2, 0.5, 0.8), 3, 4))
  h2 <- list(at = 0:2, share = c(0.3, 0.6, 0.9), drawn = matrix(c(0.3, 0.6, 0.9), 3, 4))
  h1$drawn <- h1$drawn + rep(c(-1, 1, 1, -1) * 1e-6, each = 3)
  band <- roc_band(list(h1 = h1, h2 = h2, few = 1), list(band = "pointwise", z = 1.96))
  expect_equal(band, wilson_limits(h1$share, 40, 1.96))
})
