# Sets whose hypotheses a threshold separates, and others.
awkward_sets <- function() {
  gaussian <- \(n1, n2, s) simulate_lr(n1, n2, s = s)
  weighted <- gaussian(20, 20, 4)
  list(
    separated = lr_set(list(h1 = 20 + 4 * rnorm(30), h2 = -20 + 4 * rnorm(200)), scale = "ln"),
    few = gaussian(8, 8, 6), weak = gaussian(60, 60, 0.2), strong = gaussian(30, 300, 4),
    reversed = lr_set(list(h1 = -3 - rexp(12), h2 = 3 + rexp(12)), scale = "ln"),
    weighted = lr_set(weighted$value, weighted$truth, weighted$scale, weight = rexp(40) + 0.1),
    tied = lr_set(list(h1 = c(0, 0, 1:10), h2 = c(0, 0, -(1:10))), scale = "ln")
  )
}

test_that("no end of any measure is one that it cannot have, and no part ends above the whole", {
  withr::local_seed(21)
  which <- setdiff(names(measure_kinds), "dev_pav")
  for (set in awkward_sets()) {
    for (interval in names(interval_titles)) {
      table <- suppressWarnings(measures(set, which, c(0.1, 0.5, 0.9), replicates = 60,
        interval = interval))
      one <- \(measure) table[table$measure == measure, ]
      top <- vapply(as.character(table$measure), \(name) {
        top <- measure_kinds[[name]]$top
        if (is.numeric(top) && !is.na(top)) top else Inf
      }, 0)
      expect_true(all(table$upper <= top & table$lower >= 0, na.rm = TRUE))
      null <- ece_null(qlogis(one("cross_entropy_min")$prior))
      expect_true(all(one("cross_entropy_min")$upper <= null + 1e-12, na.rm = TRUE))
      expect_true(all(one("dcf_min")$upper <= c(0.1, 0.5, 0.1), na.rm = TRUE))
      expect_true(all(one("cllr_cal")$upper <= one("cllr")$upper, na.rm = TRUE))
      inside <- table$corrected >= table$lower & table$corrected <= table$upper
      expect_true(all(inside, na.rm = TRUE))
      expect_identical(is.na(table$lower), is.na(table$upper))
    }
    # The limit of a part does not depend on whether the whole is requested too.
    drawn <- \(which) {
      withr::with_seed(1, suppressWarnings(measures(set, which, replicates = 60)))
    }
    alone <- drawn("cllr_cal")
    both <- drawn(c("cllr", "cllr_cal"))
    expect_identical(as.character(alone$measure), "cllr_cal")
    expect_identical(levels(alone$measure), "cllr_cal")
    expect_equal(alone$upper, both$upper[2])
  }
})

test_that("a part of many classes, of refits and under conditions ends no higher than the whole", {
  withr::local_seed(5)
  x <- loglik_set(matrix(rnorm(90), 30) + 4 * diag(3)[rep(1:3, 10), ], rep(1:3, 10))
  many <- suppressWarnings(measures(x, c("cllr", "cllr_cal"), replicates = 40))
  expect_lte(many$upper[2], many$upper[1])
  expect_identical(
    as.character(suppressWarnings(measures(x, "cllr_cal", replicates = 20))$measure), "cllr_cal"
  )
  fit <- calibrate(lr_set(list(h1 = rnorm(40, 1), h2 = rnorm(40, -1)), scale = "score"))
  refits <- measures(fit, which = "cllr_cal", replicates = 40, refits = 20)
  both <- measures(fit, which = c("cllr", "cllr_cal"), replicates = 40, refits = 20)
  expect_identical(as.character(refits$measure), "cllr_cal")
  expect_lte(both$upper[2], both$upper[1])
  weak <- lr_set(list(h1 = rnorm(60, 0.1), h2 = rnorm(60, -0.1)), scale = "ln")
  data <- data.frame(z = rnorm(120))
  like <- measures_like(weak, data.frame(z = 0), ~z, data, c("eer", "cllr_cal", "cllr_min"),
    replicates = 30)
  expect_identical(like$measure, c("eer", "cllr_cal", "cllr_min"))
  expect_lte(like$upper[1], 0.5)
  expect_lte(like$upper[3], 1)
  all <- withr::with_seed(2, measures_like(weak, data.frame(z = 0), ~z, data, c("cllr", "cllr_cal"),
    replicates = 30))
  expect_lte(all$upper[2], all$upper[1])
  # A measure without optimism due to PAV needs no correction.
  expect_identical(all$corrected[1], all$estimate[1])
})

test_that("a separated set cannot exclude a system that separates as many in one set of forty", {
  for (n in list(c(5, 5), c(20, 20), c(5, 200))) {
    s <- separating_s(n, 0.025)
    density <- \(x) {
      exp(log(n[1]) + dnorm(x, s^2 / 2, s, log = TRUE) +
        n[2] * pnorm(x, -s^2 / 2, s, log.p = TRUE) +
        (n[1] - 1) * pnorm(x, s^2 / 2, s, lower.tail = FALSE, log.p = TRUE))
    }
    share <- integrate(density, -s^2 / 2 - 9 * s, s^2 / 2 + 9 * s, rel.tol = 1e-8)$value
    expect_equal(share, 0.025, tolerance = 2e-3)
    like <- separating_trials(s)
    system <- gaussian_system(s)
    expect_equal(cllr_of(like), unname(cllr(system)), tolerance = 1e-6)
    expect_equal(eer_of(like), unname(eer(system)), tolerance = 1e-5)
  }
  # Two trials of each hypothesis are separated with probability 1/6 even without information.
  expect_identical(separating_s(c(2, 2), 0.16), 0.01)
  withr::local_seed(2)
  x <- lr_set(list(h1 = 20 + rnorm(20), h2 = -20 + rnorm(20)), scale = "ln")
  table <- measures(x, c("cllr", "cllr_min", "eer"), replicates = 100)
  end <- gaussian_system(separating_s(c(20, 20), 0.025))
  expect_equal(table$upper[1:2], rep(unname(cllr(end)), 2), tolerance = 1e-3)
  expect_gte(table$upper[3], eer(end) - 1e-5)
})

# H1 and H2 trials on five steps, with few H1 trials on the wrong side.
stepped_set <- function() {
  lr_set(rep(c(-2, 0, 2), 2), rep(c(TRUE, FALSE), each = 3), scale = "ln",
    weight = NULL)[rep(1:6, c(1, 3, 6, 170, 25, 5))]
}

test_that("an upper end holds what one more trial of each hypothesis may bring", {
  x <- stepped_set()
  which <- c("cllr_min", "eer", "cross_entropy_min", "dcf_min", "auc")
  kinds <- kinds_at(measure_kinds[which], c(0.1, 0.9))
  # Literally: 200 copies of the set, plus one H1 trial at the value of each H2 trial, and vice
  # versa.
  trials <- \(truth) x$value[x$truth == truth]
  more <- lr_set(list(
    h1 = c(rep(trials(TRUE), 20), trials(FALSE)), h2 = c(rep(trials(FALSE), 10), trials(TRUE))
  ), scale = "ln", weight = c(rep(1 / 20, 200), rep(1 / 200, 200), rep(1 / 10, 2000),
    rep(1 / 10, 10)))
  measured <- \(x) unname(c(cllr_min(x), eer(x), cross_entropy_min(x, c(0.1, 0.9))))
  plug_in <- c(measured(x), unname(dcf_min(x, c(0.1, 0.9))), auc(x))
  found <- one_more_trial(only_system(x), kinds, c(10, 200), plug_in)
  expect_equal(found[1:4], pmax(measured(more) - plug_in[1:4], 0))
  # The ends of `dcf_min` allow for such trials at any threshold.
  expect_identical(found[5:7], c(0, 0, 0))
  withr::local_seed(1)
  resampling <- read_resampling(x, 200, 0.95, "scaled", "trial", TRUE, 1L)
  all <- measure_systems(x, kinds[1:2], resampling)
  rows <- \(added) {
    measure_rows(all$labels, utils::modifyList(all$systems[[1]], list(added = added)), resampling)
  }
  expect_identical(all$systems[[1]]$added, found[1:2])
  expect_equal(rows(found[1:2])$upper - rows(c(0, 0))$upper, found[1:2])
  expect_equal(rows(found[1:2])$lower, rows(c(0, 0))$lower)
})

test_that("a cost at the best threshold ends no lower than at any threshold for certain", {
  x <- stepped_set()
  prior <- c(0.1, 0.5, 0.9)
  kinds <- kinds_at(measure_kinds["dcf_min"], prior)
  ends <- threshold_ends(only_system(x), kinds, sizes_of(only_system(x)), 0.95)
  upper <- \(k, n) binomial_interval(k, n, 0.95)$upper
  slow <- vapply(prior, \(p) {
    min(vapply(c(-3, -1, 1, 3), \(t) {
      k <- c(sum(x$value[x$truth] < t), sum(x$value[!x$truth] >= t))
      rate <- k / c(10, 200)
      weight <- c(p, 1 - p)
      sum(weight * rate) + sqrt(sum((weight * (upper(k, c(10, 200)) - rate))^2))
    }, 0))
  }, 0)
  expect_equal(ends, slow)
  for (which in c("dcf_min", "bayes_error_min")) {
    table <- measures(x, which, prior, replicates = 100)
    expect_true(all(table$upper >= pmin(slow, prior, 1 - prior) - 1e-12, na.rm = TRUE))
    expect_false(anyNA(table$upper[1:2]))
  }
  # Thirty trials of H1 without an error cannot show that a system is better than none at a prior of
  # 0.9.
  few <- withr::with_seed(1, simulate_lr(30, 300, s = 2))
  expect_equal(measures(few, "dcf_min", 0.9, replicates = 100)$upper, 0.1)
})

test_that("curves along the prior and means at even odds have the limits of measures()", {
  withr::local_seed(8)
  for (set in awkward_sets()[c("separated", "weak", "weighted", "tied")]) {
    drawn <- \(call) withr::with_seed(1, suppressWarnings(call))
    table <- drawn(measures(set, c("cllr", "cllr_min", "cross_entropy", "cross_entropy_min"),
      plogis(c(-2, 0)), replicates = 60))
    upper <- split(table$upper, table$measure)
    expect_equal(upper$cllr, upper$cross_entropy[2])
    expect_equal(upper$cllr_min, upper$cross_entropy_min[2])
    curve <- drawn(ece_curve(set, c(-2, 0) / log(10), level = 0.95, replicates = 60))
    expect_equal(curve$ece_upper, upper$cross_entropy)
    expect_equal(curve$ece_min_upper, upper$cross_entropy_min)
  }
})
