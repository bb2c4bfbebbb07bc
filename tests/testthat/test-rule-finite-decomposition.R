likelihood <- rbind(c(.6, .3, .1), c(.2, .2, .6))
prior <- c(.4, .6)
merge <- \(groups) t(rowsum(t(likelihood), groups))
losses <- \(name, table = likelihood, ...) finite_decomposition(table, prior, ..., rule = name)

test_that("entropies of merged findings are those worked out by hand (thesis, eq. 2.33)", {
  golden <- list(
    log = c(.5255336133, .5338401896, .5890395931, .6730116670),
    zero_one = c(.28, .28, .28, .40),
    brier = c(.176, .18, .2, .24),
    cost = c(.4761904762, .4761904762, .7047619048, .8571428571)
  )
  for (name in names(golden)) {
    rule <- if (name == "cost") scoring_rule("cost", eta = .3) else scoring_rule(name)
    found <- c(
      losses(rule)[["best"]],
      losses(rule, merge(c(1, 1, 2)))[["best"]],
      losses(rule, merge(c(1, 2, 2)))[["best"]],
      losses(rule)[["default"]]
    )
    expect_equal(found, golden[[name]], tolerance = 1e-9)
  }
})

test_that("reports are judged against the observer (thesis, eq. 2.44)", {
  found <- losses("log", reported = c(.8, .5, .3))
  expect_equal(found[["total"]], .5896042171, tolerance = 1e-9)
  expect_equal(found[["refinement"]], .5255336133, tolerance = 1e-9)
  expect_equal(found[["calibration"]], .0640706039, tolerance = 1e-8)

  # Under the logarithmic rule, the mean Kullback-Leibler divergence
  p <- c(2 / 3, 1 / 2, 1 / 10)
  r <- c(.8, .5, .3)
  divergence <- p * log(p / r) + (1 - p) * log((1 - p) / (1 - r))
  expect_equal(found[["calibration"]], sum(prior %*% likelihood * divergence))
})

test_that("exchanging the classes in the report is all calibration loss", {
  # The thesis, section 2.4.1: symmetric evidence that errs with probability alpha
  alpha <- .01
  table <- rbind(c(1 - alpha, alpha), c(alpha, 1 - alpha))
  right <- finite_decomposition(table, .5, reported = c(1 - alpha, alpha))
  exchanged <- finite_decomposition(table, .5, reported = c(alpha, 1 - alpha))
  expect_equal(right[["total"]], .01 * -log(.01) + .99 * -log(.99))
  expect_equal(right[["calibration"]], 0, tolerance = 1e-14)
  expect_equal(exchanged[["refinement"]], right[["refinement"]])
  expect_gt(exchanged[["total"]], exchanged[["default"]])
  # Evidence that is always right but reported as alpha: the two losses of that section.
  certain <- diag(2)
  expect_equal(finite_decomposition(certain, .5, c(.99, .01))[["total"]], 0.01005033585)
  expect_equal(finite_decomposition(certain, .5, c(.01, .99))[["total"]], 4.605170186)
})

test_that("0 <= best <= refinement <= total and best <= default, whatever the table", {
  set.seed(1)
  rules <- c(all_rules()[c("log", "brier", "zero_one")], all_rules()[c("boost", "cost", "mixture")])
  for (i in 1:20) {
    n <- if (i %% 2 == 0) 2 else 3
    table <- matrix(stats::rexp(n * 4), n)
    table <- table / rowSums(table)
    p <- stats::rexp(n)
    p <- p / sum(p)
    reported <- matrix(stats::rexp(4 * n), 4)
    # The same report after the first two observations
    reported[2, ] <- reported[1, ]
    reported <- reported / rowSums(reported)
    for (rule in rules[seq_len(if (n == 2) 6 else 3)]) {
      found <- as.list(finite_decomposition(table, p, reported, rule))
      expect_gte(found$best, 0)
      expect_gte(found$refinement, found$best - 1e-14)
      expect_gte(found$calibration, -1e-14)
      expect_gte(found$default, found$refinement - 1e-14)
      expect_equal(found$total, found$calibration + found$refinement)
    }
  }
})

test_that("merging observations never lowers the entropy, permuting them changes nothing", {
  set.seed(2)
  for (i in 1:10) {
    table <- matrix(stats::rexp(15), 3)
    table <- table / rowSums(table)
    p <- c(.2, .5, .3)
    merged <- t(rowsum(t(table), sample(1:3, 5, replace = TRUE)))
    cost <- scoring_rule("cost", eta = c(.5, .3, .2))
    for (rule in list(scoring_rule("log"), scoring_rule("brier"), scoring_rule("zero_one"), cost)) {
      best <- finite_decomposition(table, p, rule = rule)[["best"]]
      permuted <- finite_decomposition(table[, 5:1], p, rule = rule)[["best"]]
      expect_equal(permuted, best)
      expect_gte(finite_decomposition(merged, p, rule = rule)[["best"]], best - 1e-14)
    }
  }
})

test_that("reporting the same after several observations costs what merging them costs", {
  same <- finite_decomposition(likelihood, .4, reported = c(.6, .6, .1))
  expect_equal(same[["refinement"]], losses("log", merge(c(1, 1, 2)))[["best"]])
  expect_equal(same[["best"]], losses("log")[["best"]])
  # Reports of the prior are perfectly calibrated and uninformative
  lazy <- finite_decomposition(likelihood, .4, reported = rep(.4, 3))
  expect_equal(lazy[["calibration"]], 0, tolerance = 1e-14)
  expect_equal(lazy[["refinement"]], lazy[["default"]])
})

test_that("what cannot happen costs nothing, certainty that is wrong everything", {
  table <- rbind(c(1, 0, 0), c(0, 1, 0))
  expect_equal(finite_decomposition(table, .5, c(1, 0, .5))[["total"]], 0)
  expect_equal(finite_decomposition(table, .5, c(0, 0, .5))[["total"]], Inf)
  expect_equal(finite_decomposition(table, .5)[["best"]], 0)
  expect_equal(finite_decomposition(likelihood, c(1, 0))[["total"]], 0)
})

test_that("wrong tables are refused", {
  refused <- \(...) expect_error(finite_decomposition(...), class = "calibrant_error_input")
  refused(rbind(c(.5, .6), c(.5, .5)), .5)
  refused(likelihood, c(.2, .3, .5))
  refused(likelihood, 1.4)
  refused(likelihood, .4, c(.1, .2))
  refused(likelihood, .4, c(.1, .2, 1.2))
  three <- rbind(c(.5, .5), c(.1, .9), c(.4, .6))
  refused(three, rep(1 / 3, 3), rule = "boost")
})
