# Relations that hold for any data, tried on many random sets. Equation numbers are those of
# Brümmer (2010); the consequences are derived from them.
seeds <- seq_len(if (identical(Sys.getenv("NOT_CRAN"), "true")) 20 else 5)
priors <- c(1e-5, 0.1, 0.5, 0.8, 1 - 1e-5)

# Natural-log LRs: continuous, tied or clumped, few or many, on one side or both, with or without
# certain ones. Those are always right, so that all costs are finite.
random_trials <- function(seed) {
  withr::local_seed(seed)
  n <- sample(c(1, 2, 5, 40, 300), 2, replace = TRUE)
  truth <- rep(c(TRUE, FALSE), n)
  llr <- rnorm(sum(n), ifelse(truth, 1, -1) * runif(1, -0.5, 2), rexp(1) + 0.1)
  llr <- round(llr, sample(c(0, 1, 15), 1)) + sample(c(0, 3), 1)
  certain <- runif(sum(n)) < sample(c(0, 0.1), 1)
  llr[certain] <- ifelse(truth, Inf, -Inf)[certain]
  at <- sample(sum(n))
  list(llr = llr[at], truth = truth[at])
}

as_set <- function(trials, ...) lr_set(trials$llr, trials$truth, scale = "ln", ...)

# Looks at one property on every set; a failure names its seed.
for_all <- function(property) {
  for (seed in seeds) {
    trials <- random_trials(seed)
    withr::with_seed(seed, property(trials, as_set(trials), paste("seed", seed)))
  }
}

# What PAV gives to each trial, in natural logarithms.
recalibrate <- function(x) predict(pav(x), x)$value * log(10)

near <- function(found, expected, info, tolerance = 1e-12) {
  expect_equal(unname(found), unname(expected), tolerance = tolerance, info = info)
}

dev_pav_quietly <- function(x) suppressWarnings(dev_pav(x))

test_that("the order of the trials does not matter", {
  for_all(\(trials, x, info) {
    at <- sample(length(trials$llr))
    shuffled <- lr_set(trials$llr[at], trials$truth[at], scale = "ln")
    expect_identical(cross_entropy(shuffled, priors), cross_entropy(x, priors), info = info)
    expect_identical(pav(shuffled)$log10_lr_pav, pav(x)$log10_lr_pav, info = info)
  })
})

test_that("the scale on which LRs come does not matter", {
  for_all(\(trials, x, info) {
    for (other in list(
      lr_set(trials$llr / log(10), trials$truth, scale = "log10"),
      lr_set(trials$llr / log(2), trials$truth, scale = "log2"),
      lr_set(exp(trials$llr), trials$truth, scale = "lr")
    )) {
      near(cross_entropy(other, priors), cross_entropy(x, priors), info, 1e-11)
      near(misleading(other), misleading(x), info)
    }
  })
})

test_that("Cllr is the cross-entropy at even odds and the sum of its parts (7.41)", {
  for_all(\(trials, x, info) {
    near(cllr(x), cross_entropy(x, 0.5), info)
    near(cllr_h1(x) + cllr_h2(x), cllr(x), info)
    near(cllr_min(x) + cllr_cal(x), cllr(x), info)
  })
})

test_that("exchanging the hypotheses mirrors everything", {
  for_all(\(trials, x, info) {
    swapped <- lr_set(-trials$llr, !trials$truth, scale = "ln")
    near(cross_entropy(swapped, 1 - priors), cross_entropy(x, priors), info, 1e-10)
    near(cross_entropy_min(swapped, 1 - priors), cross_entropy_min(x, priors), info, 1e-10)
    expect_identical(pav(swapped)$log10_lr_pav, -rev(pav(x)$log10_lr_pav), info = info)
    expect_identical(unname(misleading(swapped)), rev(unname(misleading(x))), info = info)
    near(dev_pav_quietly(swapped), dev_pav_quietly(x), info)
  })
})

test_that("PAV depends on the order of the LRs alone", {
  for_all(\(trials, x, info) {
    cubed <- lr_set(trials$llr^3 - 7, trials$truth, scale = "score")
    expect_identical(pav(cubed)$log10_lr_pav, pav(x)$log10_lr_pav, info = info)
    expect_identical(cross_entropy_min(cubed, priors), cross_entropy_min(x, priors), info = info)
  })
})

test_that("repeating all trials, or those of one hypothesis, changes no LR and no cost", {
  for_all(\(trials, x, info) {
    for (times in list(3, ifelse(trials$truth, 4, 1), ifelse(trials$truth, 1, 5))) {
      at <- rep(seq_along(trials$llr), times)
      repeated <- lr_set(trials$llr[at], trials$truth[at], scale = "ln")
      near(pav(repeated)$log10_lr_pav, pav(x)$log10_lr_pav, info)
      near(cross_entropy(repeated, priors), cross_entropy(x, priors), info)
      near(cross_entropy_min(repeated, priors), cross_entropy_min(x, priors), info)
    }
  })
})

test_that("a whole weight is that many trials", {
  for_all(\(trials, x, info) {
    weight <- sample(4, length(trials$llr), replace = TRUE)
    at <- rep(seq_along(weight), weight)
    weighted <- as_set(trials, weight = weight)
    repeated <- lr_set(trials$llr[at], trials$truth[at], scale = "ln")
    expect_identical(pav(weighted)$log10_lr_pav, pav(repeated)$log10_lr_pav, info = info)
    near(cross_entropy(weighted, priors), cross_entropy(repeated, priors), info)
    near(misleading(weighted), misleading(repeated), info)
  })
})

test_that("PAV is isotonic regression of the labels, at any prior (C.20, C.23)", {
  for_all(\(trials, x, info) {
    values <- sort(unique(trials$llr))
    at <- match(trials$llr, values)
    n_h1 <- tabulate(at[trials$truth], length(values))
    n_h2 <- tabulate(at[!trials$truth], length(values))
    llr <- recalibrate(x)[match(values, trials$llr)]
    for (prior in c(0.001, 0.3, 0.999)) {
      v1 <- prior * n_h1 / sum(n_h1)
      v2 <- (1 - prior) * n_h2 / sum(n_h2)
      posterior <- isotonic(v1 / (v1 + v2), weights = v1 + v2)
      near(posterior, stats::plogis(llr + stats::qlogis(prior)), info, 1e-9)
    }
  })
})

test_that("PAV once more changes nothing", {
  for_all(\(trials, x, info) {
    y <- predict(pav(x), x)
    near(pav(y)$log10_lr_pav, pav(x)$log10_lr_pav, info)
    near(cross_entropy_min(y, priors), cross_entropy_min(x, priors), info)
    near(cross_entropy(y, priors), cross_entropy_min(x, priors), info, 1e-10)
    expect_lt(cllr_cal(y), 1e-12)
    if (is.finite(dev_pav_quietly(y))) expect_lt(dev_pav_quietly(y), 1e-12)
  })
})

test_that("the mean posterior after PAV is the prior, in all and per block (2.22)", {
  for_all(\(trials, x, info) {
    blocks <- pav(x)
    for (prior in priors) {
      v1 <- prior * blocks$n_h1 / sum(blocks$n_h1)
      v2 <- (1 - prior) * blocks$n_h2 / sum(blocks$n_h2)
      posterior <- stats::plogis(blocks$log10_lr_pav * log(10) + stats::qlogis(prior))
      near((v1 + v2) * posterior, v1, info, 1e-10)
    }
  })
})

test_that("the mean LR after PAV is one but for the infinite block", {
  for_all(\(trials, x, info) {
    blocks <- pav(x)
    h1 <- blocks$n_h1 / sum(blocks$n_h1)
    h2 <- blocks$n_h2 / sum(blocks$n_h2)
    lr <- 10^blocks$log10_lr_pav
    near(sum((h2 * lr)[h2 > 0]), 1 - sum(h1[h2 == 0]), info)
    near(sum((h1 / lr)[h1 > 0]), 1 - sum(h2[h1 == 0]), info)
  })
})

test_that("LRs after PAV exceed k under H2 at most once in k trials (Turing)", {
  for_all(\(trials, x, info) {
    llr <- recalibrate(x)
    for (k in c(1, 1.5, 2, 5, 20)) {
      expect_lte(mean(llr[!trials$truth] >= log(k) + 1e-9), 1 / k)
      expect_lte(mean(llr[trials$truth] <= -log(k) - 1e-9), 1 / k)
    }
  })
})

test_that("the minimal cross-entropy is the mean entropy of the blocks (7.6)", {
  entropy <- function(p) ifelse(p %in% c(0, 1), 0, -p * log2(p) - (1 - p) * log2(1 - p))
  for_all(\(trials, x, info) {
    blocks <- pav(x)
    for (prior in priors) {
      v1 <- prior * blocks$n_h1 / sum(blocks$n_h1)
      v2 <- (1 - prior) * blocks$n_h2 / sum(blocks$n_h2)
      near(sum((v1 + v2) * entropy(v1 / (v1 + v2))), cross_entropy_min(x, prior), info, 1e-9)
    }
  })
})

test_that("the minimal cross-entropy is concave in the prior, between 0 and both others", {
  grid <- seq(0, 1, by = 0.02)
  for_all(\(trials, x, info) {
    least <- cross_entropy_min(x, grid)
    inner <- 2:(length(grid) - 1)
    expect_true(all(least[inner] >= (least[inner - 1] + least[inner + 1]) / 2 - 1e-14), info = info)
    expect_true(all(least >= 0 & least <= cross_entropy_null(grid) + 1e-14), info = info)
    expect_true(all(least <= cross_entropy(x, grid) + 1e-14), info = info)
  })
})

test_that("no recalibration that keeps the order costs less than PAV (theorem 5)", {
  for_all(\(trials, x, info) {
    ranks <- match(trials$llr, sort(unique(trials$llr)))
    for (i in 1:5) {
      llr <- cumsum(rexp(max(ranks))) * rexp(1)
      llr <- (llr - stats::quantile(llr, runif(1)))[ranks]
      other <- cross_entropy(lr_set(llr, trials$truth, scale = "ln"), priors)
      expect_true(all(other >= cross_entropy_min(x, priors) - 1e-14), info = info)
    }
  })
})

test_that("pooling LRs never adds to their discrimination (2.33)", {
  for_all(\(trials, x, info) {
    for (digits in c(0, -1)) {
      pooled <- lr_set(round(trials$llr, digits), trials$truth, scale = "ln")
      gain <- cross_entropy_min(x, priors) - cross_entropy_min(pooled, priors)
      expect_true(all(gain <= 1e-14), info = info)
    }
  })
})

test_that("effective information is what the neutral system leaves more", {
  for_all(\(trials, x, info) {
    near(
      effective_information(x, priors) + cross_entropy(x, priors), cross_entropy_null(priors),
      info
    )
  })
})

test_that("a useful range is where information is delivered, and nowhere else", {
  at <- seq(-6, 6, by = 0.05)
  for_all(\(trials, x, info) {
    range <- useful_range(x)
    ends <- c(range$log10_prior_odds_min, range$log10_prior_odds_max)
    inside <- vapply(at, \(h) {
      any(h > range$log10_prior_odds_min & h < range$log10_prior_odds_max)
    }, NA)
    clear <- vapply(at, \(h) all(abs(h - ends) > 1e-6), NA)
    information <- effective_information(x, stats::plogis(at * log(10)))
    near_zero <- abs(information) < 1e-14 * pmin(1, 10^-abs(at))
    look <- clear & !near_zero
    expect_identical((information > 0)[look], inside[look], info = info)
    finite <- ends[is.finite(ends) & abs(ends) < 6]
    left_over <- effective_information(x, stats::plogis(finite * log(10))) * 10^abs(finite)
    expect_true(all(abs(left_over) < 1e-9), info = info)
  })
})

test_that("isotonic regression of two runs that do not overlap is that of each", {
  for (seed in seeds) {
    withr::local_seed(seed)
    left <- rnorm(sample(30, 1))
    right <- rnorm(sample(30, 1)) + max(left) + 10
    expect_equal(isotonic(c(left, right)), c(isotonic(left), isotonic(right)), info = seed)
    expect_equal(isotonic(left), stats::isoreg(left)$yf, info = seed)
    # Lemmas 5 and 6: bounds on the fit clip it.
    clipped <- pmin(pmax(isotonic(left), -0.5), 0.5)
    for (i in 1:5) {
      other <- sort(runif(length(left), -0.5, 0.5))
      expect_gte(sum((left - other)^2), sum((left - clipped)^2))
    }
  }
})
