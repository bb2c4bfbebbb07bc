# Independent code: all assignments of labels to the values, isotonic regression by the max-min
# formula, and all thresholds for the rates.
all_orders <- function(sizes, n_h1) {
  value <- rep(seq_along(sizes), sizes)
  utils::combn(sum(sizes), n_h1, simplify = FALSE, FUN = \(i) {
    list(value = value, truth = seq_along(value) %in% i)
  })
}

slow_isotonic <- function(y, w) {
  n <- seq_along(y)
  mean_of <- \(a, b) sum((w * y)[a:b]) / sum(w[a:b])
  vapply(n, \(i) max(vapply(n[n <= i], \(a) min(vapply(n[n >= i], mean_of, 0, a = a)), 0)), 0)
}

least_costs <- function(order, prior = 0.5) {
  n <- c(sum(order$truth), sum(!order$truth))
  weight <- ifelse(order$truth, prior / n[1], (1 - prior) / n[2])
  group <- order$value
  w <- tapply(weight, group, sum)
  y <- tapply(weight * order$truth, group, sum) / w
  p <- slow_isotonic(as.vector(y), as.vector(w))[match(group, names(w))]
  entropy <- -sum(weight * log2(ifelse(order$truth, p, 1 - p)))
  rates <- vapply(c(unique(group), Inf), \(t) {
    c(mean(group[order$truth] < t), mean(group[!order$truth] >= t))
  }, numeric(2))
  error <- \(prior) min(prior * rates[1, ] + (1 - prior) * rates[2, ])
  equal <- stats::optimize(error, c(0, 1), maximum = TRUE, tol = 1e-12)$objective
  c(cllr_min = entropy, error = error(prior), eer = equal)
}

set_of_order <- function(order, scale = "score") {
  suppressWarnings(lr_set(as.double(order$value), order$truth, scale = scale))
}

by_chance <- function(x, which = "cllr_min", draws = 9999, ...) {
  withr::local_seed(1)
  measures(x, which, replicates = 0, chance = draws, ...)
}

test_that("the law without ties is that of all orders of the labels", {
  for (n in list(c(5, 5), c(4, 7))) {
    orders <- all_orders(rep(1, sum(n)), n[1])
    costs <- vapply(orders, least_costs, numeric(3))
    at <- order(costs["cllr_min", ])[length(orders) * c(0.03, 0.2, 0.8)]
    for (k in at) {
      found <- by_chance(set_of_order(orders[[k]]), c("cllr_min", "bayes_error_min", "eer"))
      expect_equal(found$estimate, unname(costs[, k]), tolerance = 1e-7)
      expect_equal(found$chance_mean[1:2], unname(rowMeans(costs))[1:2], tolerance = 1e-12)
      expect_lt(abs(found$chance_mean[3] - mean(costs["eer", ])), 0.01)
      expect_lt(max(abs(found$p_value - rowMeans(costs <= costs[, k] + 1e-6))), 0.025)
      # The quantile is a value of the distribution whose probability is at least the required one.
      expect_true(all(rowMeans(costs <= found$chance_lower + 1e-6) >= 0.045))
      expect_true(all(rowMeans(costs < found$chance_lower - 1e-6) <= 0.055))
    }
  }
})

test_that("the law with ties is that of labels on the values as they are", {
  for (sizes in list(c(1, 2, 1, 3, 1, 2), c(3, 3, 3, 1), c(9, 1))) {
    orders <- all_orders(sizes, 4)
    costs <- vapply(orders, least_costs, numeric(3), prior = 0.5)
    k <- order(costs["cllr_min", ])[20]
    found <- by_chance(set_of_order(orders[[k]]), c("cllr_min", "bayes_error_min", "eer"))
    expect_lt(max(abs(found$chance_mean - rowMeans(costs))), 0.01)
    expect_lt(max(abs(found$p_value - rowMeans(costs <= costs[, k] + 1e-6))), 0.025)
  }
})

# Values of an independent program: sums, and complete enumerations by another PAV.
test_that("means are those of another program", {
  mean_of <- function(n_h1, n_h2, ...) {
    x <- suppressWarnings(lr_set(as.double(seq_len(n_h1 + n_h2)), seq_len(n_h1 + n_h2) > n_h2,
      scale = "score"))
    by_chance(x, ..., draws = 1)$chance_mean
  }
  found <- c(mean_of(2, 2), mean_of(5, 5), mean_of(4, 7), mean_of(3, 10), mean_of(37, 91),
    mean_of(50, 50), mean_of(200, 200), mean_of(50, 2000), mean_of(1, 1))
  known <- c(0.6462406252, 0.7977279923, 0.7996049926, 0.7846845074, 0.9646748945, 0.9634871716,
    0.9883785554, 0.9779916108, 0.5)
  expect_lt(max(abs(found - known)), 6e-11)
  entropy <- c(mean_of(5, 5, "cross_entropy_min", prior = 0.1),
    mean_of(4, 7, "cross_entropy_min", prior = 0.1))
  expect_lt(max(abs(entropy - c(0.3777065114, 0.3853978784))), 6e-11)
  error <- c(mean_of(5, 5, "bayes_error_min", prior = c(0.5, 0.1)),
    mean_of(4, 7, "bayes_error_min", prior = c(0.5, 0.1)))
  expect_lt(max(abs(error - c(0.3468253968, 0.0833333333, 0.3410714286, 0.0875))), 6e-11)
  brier <- c(.Call(ffi_chance_mean, c(5, 5), c(0.5, 0.5), 2L),
    .Call(ffi_chance_mean, c(30, 300), c(1, 10) / 11, 2L))
  expect_lt(max(abs(brier - c(0.1964175485, 0.0812937218))), 6e-11)
})

# Values of the same program, by counts of paths and by complete enumeration.
test_that("probabilities are those of another program", {
  share_of <- function(sizes, n_h1, which, most) {
    withr::local_seed(1)
    x <- set_of_order(all_orders(sizes, n_h1)[[1]])
    kinds <- kinds_at(measure_kinds[which])
    drawn <- draw_chance(systems_of(x)[[1]], wanted_statistics(kinds), 1e5, 1)
    mean(kinds[[1]]$replicate(drawn, kinds[[1]]$operating) <= most + 1e-12)
  }
  tied <- c(1, 2, 1, 3, 1, 2)
  untied <- rep(1, 10)
  found <- c(
    share_of(tied, 4, "bayes_error_min", 0.2), share_of(tied, 4, "bayes_error_min", 0.3),
    share_of(untied, 4, "bayes_error_min", 0.3), share_of(untied, 5, "eer", 0.2)
  )
  known <- c(0.0904761905, 0.2523809524, 0.3523809524, 0.1071428571)
  expect_true(all(abs(found - known) < 4 * sqrt(known * (1 - known) / 1e5)))
})

test_that("costs weight errors in the distribution as in the measure", {
  x <- simulate_lr(6, 9, s = 1)
  found <- by_chance(x, c("dcf_min", "bayes_error_min"), prior = 0.2, c_miss = 10, c_fa = 1)
  effective <- effective_prior(0.2, 10, 1)
  expect_equal(effective, 2 / 2.8)
  same <- by_chance(x, "bayes_error_min", prior = effective)
  expect_equal(found$chance_mean[1] / 2.8, same$chance_mean)
  expect_equal(found$chance_lower[1] / 2.8, same$chance_lower)
  expect_equal(found$p_value[1], same$p_value)
  certain <- by_chance(x, c("cross_entropy_min", "bayes_error_min"), prior = c(0, 1), draws = 9)
  expect_equal(certain$chance_mean, c(0, 0, 0, 0))
  expect_equal(certain$p_value, c(1, 1, 1, 1))
})

test_that("P values have their level where scores tell nothing", {
  withr::local_seed(4)
  rejected <- function(values) {
    p <- replicate(400, {
      x <- suppressWarnings(lr_set(values(60), rep(c(TRUE, FALSE), c(20, 40)), scale = "score"))
      measures(x, c("cllr_min", "eer"), replicates = 0, chance = 199)$p_value
    })
    rowMeans(p <= 0.05)
  }
  # Three standard errors.
  levels <- list(
    \() expect_true(all(abs(rejected(stats::runif) - 0.05) < 0.033)),
    \() expect_true(all(rejected(\(n) sample(7, n, TRUE) + 0) < 0.083))
  )
  for (hold in of_turn(levels, 2)) hold()
})

test_that("exchanged hypotheses are as bad as chance can make them", {
  x <- suppressWarnings(lr_set(as.double(20:1), rep(c(FALSE, TRUE), each = 10), scale = "score"))
  expect_equal(by_chance(x)[c("estimate", "p_value")], data.frame(estimate = 1, p_value = 1),
    ignore_attr = TRUE)
})

test_that("other measures have no law, and the columns come only if asked for", {
  x <- simulate_lr(20, 30, s = 1)
  found <- by_chance(x, c("cllr_cal", "cllr_min", "auc"), draws = 99)
  expect_equal(is.na(found$p_value), c(TRUE, FALSE, TRUE))
  expect_equal(is.na(found$chance_mean), is.na(found$p_value))
  expect_equal(is.na(found$chance_lower), is.na(found$p_value))
  expect_output(print(found), "chance_mean, chance_lower, p_value: the same for scores")
  expect_false(any(c("chance_mean", "p_value") %in% names(measures(x, replicates = 0))))
  withr::with_seed(2, plain <- measures(x, replicates = 20))
  withr::with_seed(2, more <- measures(x, replicates = 20, chance = 9))
  expect_equal(as.data.frame(more)[names(plain)], as.data.frame(plain))
})

test_that("draws go by the seed alone, and the systems of a set have their own", {
  x <- simulate_lr(50, 60, s = 0.4)
  one <- withr::with_seed(3, measures(x, "eer", replicates = 0, chance = 500, threads = 1))
  two <- withr::with_seed(3, measures(x, "eer", replicates = 0, chance = 500, threads = 2))
  expect_equal(one, two)
  both <- c(a = x, b = simulate_lr(5, 5, s = 3))
  found <- by_chance(both, draws = 99)
  expect_equal(as.character(found$system), c("a", "b"))
  expect_equal(found$chance_mean[2], 0.7977279923, tolerance = 1e-9)
})

test_that("trials out of memory have the law without ties", {
  tight()
  x <- random_set(5, 40, 70)
  here <- by_chance(x, c("cllr_min", "eer"))
  there <- by_chance(streamed(x, 20), c("cllr_min", "eer"))
  expect_equal(there$chance_mean[1], here$chance_mean[1])
  expect_lt(max(abs(there$p_value - here$p_value)), 0.03)
})

test_that("so many tied values that the law without ties takes their place", {
  n <- 1e4
  x <- lr_set(c(seq_len(n), seq_len(n) + 0.5, 1), rep(c(TRUE, FALSE, TRUE), c(n, n, 1)), "score")
  expect_null(tie_sizes(systems_of(x)[[1]]))
  expect_equal(tie_sizes(systems_of(set_of(c(1, 1, 2), c(2, 3)))[[1]]), c(2, 2, 1))
  expect_null(tie_sizes(systems_of(set_of(c(1, 2), c(3, 4)))[[1]]))
})

test_that("weights, shared items and wrong numbers are refused", {
  x <- simulate_lr(10, 10, s = 1)
  weighted <- lr_set(x$value, x$truth, x$scale, weight = rep(1:2, 10))
  expect_error(measures(weighted, chance = 9), class = "calibrant_error_input")
  item <- paste0("i", rep(1:4, 5))
  shared <- lr_set(x$value, x$truth, x$scale, source1 = item)
  for (by in list(NULL, "trial", "source")) {
    expect_error(measures(shared, chance = 9, by = by), class = "calibrant_error_source")
  }
  own <- lr_set(x$value, x$truth, x$scale, source1 = paste0("i", 1:20))
  expect_equal(by_chance(own, by = "trial")$p_value, by_chance(x)$p_value)
  expect_equal(measures(x, "eer", replicates = 0, chance = 0L), measures(x, "eer", replicates = 0))
  for (bad in list(-1, 1.5, NA, "a", 1:2, NULL, 1e7, list(1), mean, quote(x))) {
    expect_error(measures(x, chance = bad), class = "calibrant_error_input")
  }
})

test_that("explain() says how weak a weak system is, and nothing of others", {
  said <- \(x, ...) paste(unclass(explain(x, ...)), collapse = " ")
  withr::local_seed(5)
  none <- lr_set(stats::rnorm(30), rep(c(TRUE, FALSE), 15), scale = "ln", sure = TRUE)
  state <- .Random.seed
  text <- said(none)
  expect_identical(.Random.seed, state)
  expect_match(text, "It is not settled whether the LRs carry information about the truth")
  expect_match(text, sprintf("leaves %s bits", format_number(cllr_min(none))), fixed = TRUE)
  facts <- weak_facts(systems_of(none)[[1]], TRUE)
  expect_match(text, sprintf("leave %s bits or less in 5 %%", format_number(facts$chance_lower)),
    fixed = TRUE)
  found <- by_chance(none)
  expect_equal(facts$chance_mean, found$chance_mean)
  expect_lt(abs(facts$p_value - found$p_value), 0.06)
  expect_no_match(said(simulate_lr(50, 60, s = 2)), "tell")
  weak <- simulate_lr(1000, 1000, s = 0.2)
  expect_match(said(weak), "would hardly do as well|settled")
})

test_that("explain() leaves the law out where it does not hold", {
  said <- \(x, ...) paste(unclass(suppressMessages(explain(x, ...))), collapse = " ")
  withr::local_seed(6)
  value <- stats::rnorm(30)
  truth <- rep(c(TRUE, FALSE), 15)
  expect_match(said(lr_set(value, truth, "ln", sure = TRUE)), "LRs without information")
  shared <- lr_set(value, truth, "ln", source1 = paste0("i", rep(1:10, 3)), sure = TRUE)
  expect_no_match(said(shared), "LRs without information")
  weighted <- lr_set(value, truth, "ln", weight = rep(1:2, each = 15), sure = TRUE)
  expect_no_match(said(weighted), "LRs without information")
  reversed <- lr_set(ifelse(truth, -2, 2) + value, truth, "ln", sure = TRUE)
  expect_no_match(said(reversed), "LRs without information")
})
