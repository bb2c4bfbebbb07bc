# Relations that hold for any data, tested on many random sets. Equation numbers are those of
# Brümmer (2010); the consequences are derived from them.
seeds <- seq_len(if (is_extended()) 20 else 5)
priors <- c(1e-5, 0.1, 0.5, 0.8, 1 - 1e-5)

# Natural-log LRs: continuous, tied or clumped, few or many, on one side or both, with or without
# certain ones. These are always right, so all costs are finite.
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

# Checks one property on every set; a failure names its seed.
for_all <- function(property) {
  for (seed in seeds) {
    trials <- random_trials(seed)
    withr::with_seed(seed, property(trials, as_set(trials), paste("seed", seed)))
  }
}

# LLRs of the trials after PAV, in natural logarithms.
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

test_that("the mean LR after PAV is one except for the infinite block", {
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
    if (length(finite) == 0) {
      return()
    }
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

# A rule of each kind.
all_rules <- function() {
  list(
    "log", "brier", "boost", "zero_one", scoring_rule("cost", eta = 0.2),
    scoring_rule("beta", gamma = 2), scoring_rule("mixture", eta = c(0.1, 0.6), alpha = c(1, 2))
  )
}

test_that("a system that says nothing costs what the prior costs (thesis, eq. 2.46)", {
  for (rule in all_rules()) {
    nothing <- lr_set(numeric(7), c(TRUE, TRUE, rep(FALSE, 5)), scale = "ln")
    near(rule_risk(nothing, rule, priors), rule_score(rule, priors, what = "entropy"), format(rule))
    near(
      rule_risk(nothing, rule, priors, part = "min"),
      rule_score(rule, priors, what = "entropy"),
      format(rule)
    )
  }
})

test_that("under every rule the least risk is below both others, and calibration the rest (2.47)", {
  for_all(\(trials, x, info) {
    for (rule in all_rules()) {
      least <- rule_risk(x, rule, priors, part = "min")
      actual <- rule_risk(x, rule, priors)
      default <- rule_score(rule, priors, what = "entropy")
      expect_true(all(least <= pmin(actual, default) * (1 + 1e-12) + 1e-15), info = info)
      expect_true(
        all(rule_risk(x, rule, priors, part = "cal") >= (actual - default) * (1 - 1e-9) - 1e-15)
      )
    }
  })
})

test_that("under every rule the risk is that of the literal sum (5.4)", {
  for_all(\(trials, x, info) {
    for (rule in all_rules()) {
      for (prior in c(0.1, 0.8)) {
        q <- stats::plogis(trials$llr + stats::qlogis(prior))
        costs <- rule_score(rule, q, trials$truth)
        expected <- prior * mean(costs[trials$truth]) + (1 - prior) * mean(costs[!trials$truth])
        near(rule_risk(x, rule, prior), expected, info, 1e-9)
      }
    }
  })
})

test_that("PAV between bounds is PAV moved to the bounds, under every rule (lemmas 5 and 6)", {
  bounds <- stats::qlogis(c(0.3, 0.6))
  for_all(\(trials, x, info) {
    ranks <- match(trials$llr, sort(unique(trials$llr)))
    moved <- pmin(pmax(recalibrate(x), bounds[1]), bounds[2])
    best <- lr_set(moved, trials$truth, scale = "ln")
    for (i in 1:3) {
      other <- sort(runif(max(ranks), bounds[1], bounds[2]))[ranks]
      other <- lr_set(other, trials$truth, scale = "ln")
      for (rule in all_rules()) {
        expect_gte(
          rule_risk(other, rule, 0.5), rule_risk(best, rule, 0.5) * (1 - 1e-12), label = info
        )
      }
    }
  })
})

test_that("the cost of a report moves away from the share of H1 as (C.14) says", {
  densities <- list(
    log = \(eta) 1, brier = \(eta) 2 * eta * (1 - eta), boost = \(eta) 0.5 / sqrt(eta * (1 - eta))
  )
  cost <- \(rule, r, q) sum(c(r, 1 - r) * rule_score(rule, c(q, q), c(TRUE, FALSE)))
  for (rule in names(densities)) {
    for (r in c(0.05, 0.35, 0.9)) {
      expected <- stats::integrate(\(eta) {
        (eta - r) * densities[[rule]](eta) / (eta * (1 - eta))
      }, 0.2, 0.6, rel.tol = 1e-10)$value
      expect_equal(cost(rule, r, 0.6) - cost(rule, r, 0.2), expected, tolerance = 1e-9)
    }
  }
  expect_equal(cost("log", 0.35, 0.6) - cost("log", 0.35, 0.2), 0.0660313663, tolerance = 1e-9)
})

test_that("who decides by a strictly proper rule reports the posterior (3.4)", {
  actions <- seq(0.05, 0.95, by = 0.05)
  for (rule in list("log", "brier", "boost", scoring_rule("beta", gamma = 2))) {
    cost <- cbind(rule_score(rule, actions, TRUE), rule_score(rule, actions, FALSE))
    chosen <- bayes_decision(cbind(actions, 1 - actions), cost)
    expect_identical(as.integer(chosen), seq_along(actions))
  }
})

test_that("costs of decisions are above the least, that is below the prior's, and mirror", {
  costs <- c(0.1, 1, 20)
  for_all(\(trials, x, info) {
    swapped <- lr_set(-trials$llr, !trials$truth, scale = "ln")
    for (cost in costs) {
      actual <- dcf(x, priors, cost, 1)
      least <- dcf_min(x, priors, cost, 1)
      expect_true(all(least <= actual + 1e-15), info = info)
      expect_true(all(least <= pmin(priors * cost, 1 - priors) + 1e-15), info = info)
      near(dcf_min(swapped, 1 - priors, 1, cost), least, info, 1e-10)
      # One prior that stands for the costs (section 3 of the NIST plans).
      prior <- effective_prior(priors, cost, 1)
      near(least / (priors * cost + 1 - priors), bayes_error_min(x, prior), info, 1e-10)
    }
  })
})

test_that("the hull is at least as good as the steps, and no worse than a coin", {
  for_all(\(trials, x, info) {
    expect_true(eer(x) <= eer(x, "steps") + 1e-15, info = info)
    expect_true(eer(x) <= 0.5 + 1e-15, info = info)
    expect_true(auc(x, "hull") >= auc(x) - 1e-15, info = info)
    pairs <- outer(trials$llr[trials$truth], trials$llr[!trials$truth],
      \(a, b) (a > b) + (a == b) / 2)
    near(auc(x), mean(pairs), info)
    swapped <- lr_set(-trials$llr, !trials$truth, scale = "ln")
    near(c(eer(swapped), auc(swapped), prbep(swapped)), c(eer(x), auc(x), prbep(x)), info)
    # The greatest least error over all priors occurs at a slope of the hull.
    slopes <- pav(x)$log10_lr_pav * log(10)
    at <- stats::plogis(-slopes)
    near(max(bayes_error_min(x, at), 0), eer(x), info)
  })
})

test_that("Bayes' rule for classes adds log-likelihoods, and starts from the prior (4.4, 4.5)", {
  for (seed in seeds) {
    withr::local_seed(seed)
    k <- sample(2:6, 1)
    w <- matrix(rnorm(k * k, sd = 3), k, dimnames = list(NULL, letters[seq_len(k)]))
    prior <- stats::setNames(rexp(k), letters[seq_len(k)])
    prior <- prior / sum(prior)
    at <- \(w, prior) posterior(loglik_set(w, colnames(w), scale = "ln"), prior)
    near(c(at(0 * w, prior)), rep(prior, each = k), seed)
    near(at(w + rnorm(k), prior), at(w, prior), seed)
    near(at(w + rep(log(prior), each = k), NULL), at(w, prior), seed)
    # Round trip to the line of log-likelihoods.
    back <- log(at(w, prior)) - rep(log(prior), each = k)
    near(back - back[, 1], w - w[, 1], seed, 1e-9)
    # With increasing evidence, the posterior moves from the prior to the best class.
    away <- vapply(c(0.01, 0.3, 1, 3), \(a) {
      rowSums(-rep(prior, each = k) * log(at(a * w, prior) / rep(prior, each = k)))
    }, numeric(k))
    expect_true(all(apply(away, 1, diff) >= -1e-12), info = seed)
    expect_identical(max.col(at(1000 * w, prior)), max.col(w))
  }
})

test_that("Tippett curves are whole numbers of trials to the last digit", {
  for_all(\(trials, x, info) {
    curve <- tippett_curve(x)
    value <- unique(c(-Inf, sort(unique(trials$llr)), Inf))
    above <- \(llr) vapply(value, \(v) sum(llr > v) / length(llr), 0)
    expect_identical(curve$h1, above(trials$llr[trials$truth]), info = info)
    expect_identical(curve$h2, above(trials$llr[!trials$truth]), info = info)
  })
})

# A number from the fit, or the class of its error.
outcome_of_fit <- function(fit, number) {
  tryCatch(number(suppressWarnings(fit())), calibrant_error = \(e) class(e)[1])
}

test_that("small patterns in any number and any order are fused as they are (two classes)", {
  withr::local_seed(31)
  for (case in cases_of(1:12, 1:4)) {
    n <- sample(5:9, 1)
    inputs <- cbind(a = sample(-1:1, n, TRUE), b = sample(-1:1, n, TRUE))
    truth <- c(TRUE, FALSE, sample(c(TRUE, FALSE), n - 2, TRUE))
    i <- rep(seq_len(n), ceiling(4200 / n))
    known <- outcome_of_fit(\() fuse(inputs, truth), coef)
    for (order in list(i, sort(i), sample(i))) {
      found <- outcome_of_fit(\() fuse(inputs[order, ], truth[order]), coef)
      expect_equal(found, known, tolerance = 1e-7)
    }
  }
})

test_that("small patterns in any number and any order are calibrated as they are (many classes)", {
  withr::local_seed(32)
  for (case in cases_of(1:6, 1)) {
    n <- sample(7:11, 1)
    w <- matrix(as.double(sample(0:2, 3 * n, TRUE)), n, dimnames = list(NULL, c("a", "b", "c")))
    truth <- c("a", "b", "c", sample(c("a", "b", "c"), n - 3, TRUE))
    i <- rep(seq_len(n), ceiling(21000 / n))
    for (method in c("affine", "vector")) {
      cost <- \(i) outcome_of_fit(
        \() calibrate(loglik_set(w[i, ], truth[i], "ln"), method = method),
        \(fit) glance(fit)$cross_entropy
      )
      known <- cost(seq_len(n))
      for (order in list(i, sort(i), sample(i))) {
        expect_equal(cost(order), known, tolerance = 1e-12)
      }
    }
  }
})
