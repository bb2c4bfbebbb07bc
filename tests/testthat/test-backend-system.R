test_that("sorts, pools ties and counts each hypothesis", {
  withr::local_seed(1)
  for (size in c(20, 300, 3000)) {
    value <- sample(c(-Inf, round(stats::rnorm(30), 1), Inf), size, replace = TRUE)
    truth <- stats::runif(size) < 0.3
    counts <- counts_of(only_system(lr_set(value, truth, scale = "score")))
    expect_equal(counts$value, sort(unique(value)))
    expect_equal(counts$n_h1, as.vector(table(factor(value[truth], counts$value))))
    expect_equal(counts$n_h2, as.vector(table(factor(value[!truth], counts$value))))
    expect_equal(counts$totals, c(sum(truth), sum(!truth)))
  }
})

test_that("takes -0 for 0", {
  counts <- counts_of(only_system(set_of(c(-0, 1), c(0, -0))))
  expect_equal(counts$value, c(0, 1))
  expect_equal(counts$n_h2, c(2, 0))
  expect_equal(cllr_min(set_of(-0, 0)), 1)
})

test_that("tells apart the smallest doubles", {
  tiny <- 5e-324
  counts <- counts_of(only_system(set_of(c(tiny, 0), c(-tiny, 0))))
  expect_equal(counts$value, c(-tiny, 0, tiny))
  expect_equal(counts$n_h1, c(0, 1, 1))
})

test_that("adds weights", {
  x <- lr_set(c(1, 1, 2, 1), c(TRUE, TRUE, TRUE, FALSE), scale = "ln", weight = c(0.5, 0.25, 4, 8))
  counts <- counts_of(only_system(x))
  expect_equal(counts$n_h1, c(0.75, 4))
  expect_equal(counts$n_h2, c(8, 0))
})

test_that("counts once and keeps the result", {
  x <- random_set(2)
  first <- counts_of(only_system(x))
  expect_true(rlang::is_reference(counts_of(only_system(x)), first))
})

test_that("replaces many LLRs by few points, and leaves few as they are", {
  x <- random_set(3, n_h1 = 2000, n_h2 = 2000)
  expect_length(points_of(only_system(x))$llr, 4000)
  y <- random_set(3, n_h1 = 3000, n_h2 = 3000)
  expect_lt(length(points_of(only_system(y))$llr), 500)
  expect_equal(sum(points_of(only_system(y))$n_h1), 3000)
})

test_that("one small system does not make others sort their trials", {
  large <- random_set(4, n_h1 = 3000, n_h2 = 3000)
  small <- random_set(5, n_h1 = 10, n_h2 = 10)
  both <- c(name_system(large, "large"), name_system(small, "small"))
  expect_identical(cllr(both), c(large = cllr(large), small = cllr(small)))
  expect_identical(cllr_min(both), c(large = cllr_min(large), small = cllr_min(small)))
  ece <- c(large = cross_entropy(large, 0.2), small = cross_entropy(small, 0.2))
  expect_identical(cross_entropy(both, 0.2), ece)
  expect_equal(coef(calibrate(both))["large", ], coef(calibrate(large)))
  expect_null(systems_of(both)$large$counts)
  expect_false(is.null(systems_of(both)$small$counts))
})

test_that("a backend without trials gives a classed error to who needs them", {
  system <- only_system(random_set(1))
  system$backend$answers$trials <- \(system) NULL
  expect_error(trials_of(system), class = "calibrant_error_no_trials")
})

test_that("statistics are those of the literal definitions", {
  value <- c(-Inf, 2, 0.5, Inf, -1)
  truth <- c(FALSE, TRUE, FALSE, TRUE, TRUE)
  weight <- c(1, 2, 3, 4, 5)
  system <- only_system(lr_set(value, truth, scale = "ln", weight = weight))
  expect_identical(ranges_of(system), c(-Inf, Inf))
  expect_identical(finite_range_of(system), c(-1, 2))
  expect_identical(class_ranges_of(system), list(h1 = c(-1, Inf), h2 = c(-Inf, 0.5)))
  expect_identical(sizes_of(system), c(h1 = 3, h2 = 2))
  expect_identical(totals_of(system), c(h1 = 11, h2 = 4))
  expect_identical(infinite_of(system), list(n_h1 = c(0, 4), n_h2 = c(1, 0)))
  expect_identical(infinite_of(unweighted(system)), list(n_h1 = c(0, 1), n_h2 = c(1, 0)))
  expect_identical(trials_of(system)$weight, weight)
  none <- only_system(lr_set(c(Inf, -Inf), c(TRUE, FALSE), scale = "ln"))
  expect_identical(finite_range_of(none), c(NA_real_, NA_real_))
})

# The costs of all LLRs, without nodes in their place.
direct_points <- function(x) {
  counts <- counts_of(only_system(x))
  c(counts[c("n_h1", "n_h2", "totals")], list(llr = to_ln(counts$value, counts$scale)))
}

# Sets with more than 4096 distinct LLRs of many shapes, in natural logarithms.
large_shapes <- function() {
  withr::local_seed(99)
  n <- c(h1 = 2500, h2 = 9000)
  truth <- rep(c(TRUE, FALSE), n)
  side <- ifelse(truth, 1, -1)
  normal <- stats::rnorm(sum(n), 2 * side, 2)
  shape <- function(llr, ...) lr_set(llr, truth, scale = "ln", ...)
  list(
    normal = shape(normal),
    timid = shape(normal / 1000),
    strong = shape(12 * side + 6 * normal),
    misleading = shape(-normal),
    heavy_tails = shape(stats::rt(sum(n), 2) * 3 + side),
    outliers = shape(replace(normal, c(1, 5, 2600, 2700), c(1e5, -1e5, 1e5, -700))),
    tied = shape(round(normal, 3)),
    right_infinities = shape(replace(normal, c(1:9, 2501:2520), rep(c(Inf, -Inf), c(9, 20)))),
    wrong_infinity = shape(replace(normal, 1, -Inf)),
    unbalanced = lr_set(normal, c(TRUE, rep(FALSE, sum(n) - 1)), scale = "ln"),
    weighted = shape(normal, weight = stats::rexp(sum(n)) + 1e-3)
  )
}

test_that("gives the same costs from few points as from all LLRs", {
  log_odds <- seq(-25, 25, by = 0.5)
  for (x in large_shapes()) {
    nodes <- points_of(only_system(x))
    direct <- direct_points(x)
    expect_gt(length(direct$llr), 4096)
    expect_lt(length(nodes$llr), length(direct$llr))
    from_nodes <- mean_costs(nodes, log_odds)
    from_all <- mean_costs(direct, log_odds)
    for (h in c("h1", "h2")) {
      infinite <- is.infinite(from_all[[h]])
      expect_identical(from_nodes[[h]][infinite], from_all[[h]][infinite])
      ratio <- from_nodes[[h]][!infinite] / from_all[[h]][!infinite]
      expect_lt(max(0, abs(ratio - 1)), 1e-13)
    }
  }
})

test_that("what is told per trial asks the backend for the trials", {
  x <- random_set(1, n_h1 = 40, n_h2 = 50)
  both <- c(one = x, other = x[6:90])[c(80:1, 81:175)]
  expect_identical(values_of(both), both$value)
  expect_identical(values_of(x), x$value)
  bound <- bound_lr(x, method = "limits", limits = c(-1, 1))
  verbs <- list(
    decision = bayes_decision, posterior = posterior, pav_lr = pav_lr, augment = augment,
    bound = \(x) predict(bound, x), verbal = verbal_scale
  )
  for (name in names(verbs)) {
    expect_no_error(verbs[[name]](x))
    far <- x[seq_along(x)]
    system <- only_system(far)
    system$backend$answers$trials <- \(system) NULL
    expect_error(verbs[[name]](far), class = "calibrant_error_no_trials", info = name)
  }
  system <- only_system(far)
  system$backend$answers$trials <- \(system) NULL
  expect_no_error(measures(far, replicates = 20))
})
