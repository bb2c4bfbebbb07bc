badly_calibrated <- \(...) rule_risk(..., part = "excess") > 0

cost <- \(eta) scoring_rule("cost", eta = eta)

# The integral over tau of a function that is smooth between the jumps.
integrate_pieces <- function(f, jumps, from, to) {
  ends <- c(from, sort(unique(jumps)), to)
  area <- \(a, b) stats::integrate(f, a, b, rel.tol = 1e-10)$value
  sum(mapply(area, ends[-length(ends)], ends[-1]))
}

test_that("rule_risk() reproduces the golden numbers of set G", {
  x <- set_g()
  expect_equal(rule_risk(x, "log", c(0.5, 0.1, 0.9)), c(
    .443457150513, .220030978893, .207100194694
  ),
    tolerance = 1e-11
  )
  expect_equal(rule_risk(x, "zero_one", c(0.5, 0.1)), c(.225, .075))
  expect_equal(rule_risk(x, cost(0.2)), .25)
  expect_equal(rule_risk(x, cost(0.8)), .3125)
  expect_equal(rule_risk(x, "brier"), .156056834586, tolerance = 1e-11)
  expect_equal(rule_risk(x, "boost"), .692703150719, tolerance = 1e-11)
  expect_equal(
    rule_risk(x, "log", c(0.5, 0.1), part = "min"),
    c(.309132709469, .152025833883),
    tolerance = 1e-11
  )
  expect_equal(rule_risk(x, "log", part = "cal") / log(2), .193789204964, tolerance = 1e-11)
  priors <- seq(0.01, 0.99, length.out = 9801)
  expect_equal(max(rule_risk(x, "zero_one", priors, part = "min")), 2 / 9, tolerance = 1e-3)
})

test_that("rule_risk() reproduces the golden numbers of sets A, B and C", {
  ranked <- \(labels) lr_set(seq_along(labels), labels, scale = "score")
  a <- ranked(c(0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1))
  expect_equal(rule_risk(a, "log", c(.01, .3, .9), part = "min"), c(
    .036386502558, .38790801938, .208834860768
  ),
    tolerance = 1e-10
  )
  expect_equal(rule_risk(a, "brier", .3, part = "min"), .131623931624, tolerance = 1e-11)
  expect_equal(rule_risk(a, "zero_one", c(.3, .9), part = "min"), c(.2, 1 / 15))
  b <- ranked(c(1, 0, 0, 1, 0, 1, 1, 0))
  expect_equal(rule_risk(b, "log", part = "min") / log(2), .938721875541, tolerance = 1e-11)
  c <- ranked(c(1, 0, 0, 0, 1, 0, 1, 1, 0))
  expect_equal(rule_risk(c, "log", part = "min") / log(2), .896526257916, tolerance = 1e-11)
})

test_that("rule_risk() is the mean score, for every rule, prior and tie", {
  set.seed(1)
  for (i in 1:4) {
    random <- random_trials()
    for (rule in all_rules()) {
      for (prior in c(1e-6, 0.2, 0.5, 0.97)) {
        expected <- risk_slow(random$llr, random$truth, rule, prior)
        expect_equal(rule_risk(random$set, rule, prior), expected, tolerance = 1e-12)
      }
    }
  }
})

test_that("rule_risk() of many distinct LRs is the mean score too", {
  set.seed(2)
  llr <- stats::rnorm(6000, rep(c(1.5, -1.5), each = 3000), 2)
  truth <- rep(c(TRUE, FALSE), each = 3000)
  x <- lr_set(llr, truth, scale = "ln")
  for (rule in c(all_rules(), list(scoring_rule("beta", gamma = 300)))) {
    for (prior in c(1e-3, 0.5, 0.8)) {
      expect_equal(rule_risk(x, rule, prior), risk_slow(llr, truth, rule, prior), tolerance = 1e-12)
    }
  }
})

test_that("the logarithmic risk is the cross-entropy in nats", {
  set.seed(3)
  x <- random_trials()$set
  prior <- c(0, 0.01, 0.5, 0.9, 1)
  expect_equal(rule_risk(x, "log", prior) / log(2), cross_entropy(x, prior), tolerance = 1e-14)
  expect_equal(
    rule_risk(x, "log", prior, part = "min") / log(2),
    cross_entropy_min(x, prior),
    tolerance = 1e-14
  )
  expect_equal(
    rule_score("log", prior, what = "entropy") / log(2),
    cross_entropy_null(prior),
    tolerance = 1e-14
  )
  expect_equal(rule_risk(x) / log(2), cllr(x), tolerance = 1e-14)
})

test_that("the zero-one risk at the proportion of H1 is the share of wrong decisions", {
  set.seed(4)
  random <- random_trials()
  share <- mean(random$truth)
  accepted <- random$llr >= -stats::qlogis(share)
  expect_equal(rule_risk(random$set, "zero_one", share), mean(accepted != random$truth))
})

test_that("H1 is accepted at the threshold", {
  x <- lr_set(list(h1 = c(0, 3), h2 = -3), scale = "ln")
  expect_equal(rule_risk(x, "zero_one"), 0)
  y <- lr_set(list(h1 = 3, h2 = c(0, -3)), scale = "ln")
  expect_equal(rule_risk(y, "zero_one"), 0.25)
})

test_that("no monotone transformation beats PAV, under any rule and prior", {
  set.seed(5)
  for (i in 1:5) {
    random <- random_trials(8, 12, digits = 0)
    scores <- sort(unique(random$llr))
    for (k in 1:10) {
      map <- sort(stats::rnorm(length(scores), 0, 2))
      moved <- map[match(random$llr, scores)]
      y <- lr_set(moved, random$truth, scale = "ln")
      for (rule in all_rules()) {
        prior <- stats::runif(3)
        expect_true(
          all(rule_risk(y, rule, prior) >= rule_risk(random$set, rule, prior, part = "min") - 1e-13)
        )
      }
    }
  }
})

test_that("PAV reaches its minimum, and leaves no calibration loss", {
  set.seed(6)
  for (i in 1:5) {
    x <- random_trials()$set
    y <- predict(pav(x), x)
    prior <- c(0.02, 0.4, 0.5, 0.93)
    for (rule in all_rules()) {
      least <- rule_risk(x, rule, prior, part = "min")
      expect_equal(rule_risk(y, rule, prior, part = "min"), least)
      expect_equal(rule_risk(y, rule, prior, part = "cal"), rep(0, 4), tolerance = 1e-13)
      expect_true(all(rule_risk(x, rule, prior) >= least - 1e-14))
    }
  }
})

test_that("rule_risk() is the mean entropy of the blocks: bounded, concave, 0 at the ends", {
  set.seed(7)
  x <- random_trials()$set
  blocks <- pav(x)
  prior <- seq(0, 1, by = 0.05)
  m <- blocks$n_h1 / sum(blocks$n_h1)
  n <- blocks$n_h2 / sum(blocks$n_h2)
  for (rule in all_rules()) {
    least <- rule_risk(x, rule, prior, part = "min")
    by_blocks <- vapply(prior, \(p) {
      share <- p * m + (1 - p) * n
      held <- share > 0
      sum((share * rule_score(rule, p * m / ifelse(held, share, 1), what = "entropy"))[held])
    }, 0)
    expect_equal(least, by_blocks, tolerance = 1e-12)
    expect_true(all(least >= 0 & least <= rule_score(rule, prior, what = "entropy") + 1e-14))
    expect_true(all(diff(least, differences = 2) <= 1e-13))
    expect_equal(least[c(1, 21)], c(0, 0))
  }
})

test_that("zero-one risk after PAV is the least over all thresholds (eq. 7.42)", {
  set.seed(8)
  random <- random_trials()
  thresholds <- c(sort(unique(random$llr)), Inf)
  p_miss <- vapply(thresholds, \(t) mean(random$llr[random$truth] < t), 0)
  p_fa <- vapply(thresholds, \(t) mean(random$llr[!random$truth] >= t), 0)
  for (prior in c(0.05, 0.3, 0.5, 0.8)) {
    least <- min(prior * p_miss + (1 - prior) * p_fa)
    expect_equal(rule_risk(random$set, "zero_one", prior, part = "min"), least)
  }
})

test_that("risks under all thresholds integrate to the logarithmic risk (eq. 6.10)", {
  set.seed(9)
  for (random in list(random_trials(), random_trials(3, 2))) {
    jumps <- stats::plogis(random$llr)
    at <- \(eta) vapply(eta, \(e) rule_risk(random$set, cost(e)), 0)
    area <- integrate_pieces(at, jumps, 0, 1)
    expect_equal(area, rule_risk(random$set, "log"), tolerance = 1e-8)
    # and at any prior, with a weight
    prior <- 0.15
    weight <- \(eta) 2 * prior * (1 - prior) / (prior * eta + (1 - prior) * (1 - eta))
    area <- integrate_pieces(\(eta) weight(eta) * at(eta), jumps, 0, 1)
    expect_equal(area, rule_risk(random$set, "log", prior), tolerance = 1e-8)
  }
})

test_that("error rates over all prior log-odds integrate to twice the logarithmic risk", {
  x <- set_g()
  jumps <- c(1, -0.5, -2, -3, 3, 2, 0.5, -1, 4)
  error <- \(tau) rule_risk(x, "zero_one", stats::plogis(tau))
  expect_equal(integrate_pieces(error, jumps, -40, 35), .886914301, tolerance = 1e-8)
  expect_equal(2 * rule_risk(x, "log"), .886914301, tolerance = 1e-8)
  least <- \(tau) rule_risk(x, "zero_one", stats::plogis(tau), part = "min")
  area <- integrate_pieces(least, -log(1.25), -40, 35)
  expect_equal(area, 2 * rule_risk(x, "log", part = "min"), tolerance = 1e-8)
})

test_that("the beta risk is the mean of the cost risks (eq. 7.34)", {
  set.seed(10)
  random <- random_trials(6, 6)
  prior <- 0.3
  at <- \(eta) vapply(eta, \(e) rule_risk(random$set, cost(e), prior), 0)
  jumps <- stats::plogis(random$llr + stats::qlogis(prior))
  for (gamma in c(0.4, 2)) {
    weighted <- \(eta) at(eta) * stats::dbeta(eta, gamma + 1, gamma + 1)
    area <- integrate_pieces(weighted, jumps, 0, 1)
    rule <- scoring_rule("beta", gamma = gamma)
    expect_equal(rule_risk(random$set, rule, prior), area, tolerance = 1e-8)
  }
})

test_that("risk is linear in the rule", {
  set.seed(11)
  x <- random_trials()$set
  prior <- c(0.1, 0.6)
  eta <- c(0.15, 0.4, 0.83)
  alpha <- c(1.5, 0.2, 0.7)
  parts <- Map(\(e, a) a * rule_risk(x, cost(e), prior), eta, alpha)
  mixture <- scoring_rule("mixture", eta = eta, alpha = alpha)
  expect_equal(rule_risk(x, mixture, prior), Reduce(`+`, parts))
})

test_that("only the proportions within a hypothesis count", {
  set.seed(12)
  random <- random_trials(6, 9)
  h1 <- random$llr[random$truth]
  h2 <- random$llr[!random$truth]
  thrice <- lr_set(list(h1 = rep(h1, 3), h2 = h2), scale = "ln")
  weighted <- lr_set(c(h1, h2), random$truth, scale = "ln", weight = rep(c(3, 1), c(6, 9)))
  for (rule in all_rules()) {
    expected <- rule_risk(random$set, rule, 0.3)
    expect_equal(rule_risk(thrice, rule, 0.3), expected)
    expect_equal(rule_risk(weighted, rule, 0.3), expected)
    expect_equal(
      rule_risk(weighted, rule, 0.3, part = "min"), rule_risk(random$set, rule, 0.3, part = "min")
    )
  }
})

test_that("swapping the hypotheses with the signs mirrors symmetric rules", {
  set.seed(13)
  random <- random_trials(6, 9, digits = 3)
  mirrored <- lr_set(-random$llr, !random$truth, scale = "ln")
  for (rule in all_rules()[c("log", "brier", "boost", "beta_low", "beta_high")]) {
    expect_equal(rule_risk(mirrored, rule, 0.8), rule_risk(random$set, rule, 0.2))
  }
  expect_equal(rule_risk(mirrored, cost(0.7), 0.8), rule_risk(random$set, cost(0.3), 0.2))
})

test_that("certainty costs nothing when right, and what the rule says when wrong", {
  right <- lr_set(list(h1 = c(Inf, 1), h2 = c(-Inf, -1)), scale = "ln")
  wrong <- lr_set(list(h1 = c(-Inf, 1), h2 = c(Inf, Inf)), scale = "ln")
  for (rule in all_rules()) {
    half <- rule_risk(lr_set(list(h1 = 1, h2 = -1), scale = "ln"), rule) / 2
    expect_equal(rule_risk(right, rule), half)
    expect_true(is.finite(rule_risk(wrong, rule, 0.2, part = "min")))
    if (rule$bounded) {
      expect_silent(found <- rule_risk(wrong, rule, 0.2))
      worst <- c(rule_score(rule, 0, TRUE), rule_score(rule, 1, FALSE))
      other <- rule_score(rule, stats::plogis(1 + stats::qlogis(0.2)), TRUE)
      expected <- 0.2 * (worst[1] + other) / 2 + 0.8 * worst[2]
      expect_equal(found, expected)
    } else {
      expect_warning(
        found <- rule_risk(wrong, rule, c(0, 0.2, 1)), class = "calibrant_warning_infinite"
      )
      expect_equal(found, c(0, Inf, 0))
      expect_equal(suppressWarnings(rule_risk(wrong, rule, 0.2, part = "cal")), Inf)
      expect_true(suppressWarnings(badly_calibrated(wrong, rule, 0.2)))
    }
  }
})

test_that("nothing is left to learn at the priors 0 and 1", {
  for (rule in all_rules()) {
    expect_equal(rule_risk(set_g(), rule, 0:1), c(0, 0))
    expect_equal(rule_risk(set_g(), rule, 0:1, part = "min"), c(0, 0))
    expect_equal(rule_score(rule, 0:1, what = "entropy"), c(0, 0))
    expect_equal(badly_calibrated(set_g(), rule, 0:1), c(FALSE, FALSE))
  }
})

test_that("one trial per hypothesis, separation, reversal and ties give what they must", {
  apart <- lr_set(list(h1 = 2, h2 = -1), scale = "ln")
  reversed <- lr_set(list(h1 = c(-1, -2), h2 = 1), scale = "ln")
  tied <- lr_set(list(h1 = c(0, 0), h2 = 0), scale = "ln")
  for (rule in all_rules()) {
    prior <- c(0.1, 0.5, 0.7)
    default <- rule_score(rule, prior, what = "entropy")
    expect_equal(rule_risk(apart, rule, prior, part = "min"), c(0, 0, 0))
    expect_equal(rule_risk(reversed, rule, prior, part = "min"), default)
    expect_equal(rule_risk(tied, rule, prior), default)
    expect_equal(badly_calibrated(tied, rule, prior), c(FALSE, FALSE, FALSE))
  }
  expect_true(badly_calibrated(reversed, "log"))
  expect_true(badly_calibrated(reversed, "zero_one"))
  expect_false(badly_calibrated(apart, "log"))
})

test_that("the excess is what lies above the default risk", {
  x <- simulate_lr(50, 50, s = 1, stretch = 4)
  prior <- c(0.01, 0.1, 0.5)
  for (rule in all_rules()) {
    expect_equal(
      badly_calibrated(x, rule, prior),
      rule_risk(x, rule, prior) > rule_score(rule, prior, what = "entropy") * (1 + 1e-12)
    )
  }
})

test_that("shapes follow systems and priors", {
  x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  for (f in list(rule_risk, badly_calibrated)) {
    one <- f(x, "brier")
    expect_equal(names(one), levels(x))
    many <- f(x, "brier", prior = c(0.1, 0.5, 0.9))
    expect_equal(dim(many), c(2, 3))
    expect_equal(rownames(many), levels(x))
    expect_equal(many[, 2], one)
    expect_length(f(x["mvk"], "brier", prior = c(0.1, 0.9)), 2)
  }
})

test_that("measures take what lr_set() takes", {
  expect_equal(
    rule_risk(c(1, -1), truth = c(TRUE, FALSE), scale = "ln", rule = "brier", prior = 0.3),
    rule_risk(lr_set(c(1, -1), c(TRUE, FALSE), scale = "ln"), "brier", 0.3)
  )
  expect_equal(
    rule_risk(c(1, -1), truth = c(TRUE, FALSE), scale = "score", rule = "brier", part = "min"), 0
  )
  expect_equal(rule_risk(c(0, 0), truth = c(TRUE, FALSE), scale = "ln", part = "cal"), 0)
  expect_false(badly_calibrated(c(0, 0), truth = c(TRUE, FALSE), scale = "ln"))
})

test_that("wrong input is refused", {
  x <- set_g()
  expect_error(rule_risk(x, "brier", prior = 1.5), class = "calibrant_error_input")
  expect_error(rule_risk(x, "kelvin"), class = "calibrant_error_input")
  expect_error(
    rule_risk(x, scoring_rule("cost", eta = c(.2, .3, .5))), class = "calibrant_error_input"
  )
  expect_error(rule_score(scoring_rule("cost", eta = c(.2, .3, .5)), 0.5, what = "entropy"),
    class = "calibrant_error_input"
  )
})

test_that("rule_score() reads priors over many classes as rows", {
  expect_equal(rule_score("log", rbind(c(.2, .3, .5), c(0, 0, 1)), what = "entropy"), c(
    1.02965301406, 0
  ),
    tolerance = 1e-10)
  expect_equal(rule_score(1 - diag(3), c(.2, .3, .5), what = "entropy"), 0.5)
  expect_error(
    rule_score("log", c(.2, .3, .5), what = "entropy"), class = "calibrant_error_input"
  )
  expect_no_warning(rule_score("log", c(.2, .3, .4), what = "entropy"))
})

test_that("verbs of two hypotheses say so when they meet many classes", {
  x <- loglik_set(glass_type, truth = "type", system = "recogniser")
  expect_error(eer(x), class = "calibrant_error_many_classes")
  expect_error(dev_pav(x), class = "calibrant_error_many_classes")
})

test_that("the risk of the area is half the area below the ECE curve", {
  area <- \(x, part = "total") 2 * rule_risk(x, "area", part = part)
  g <- set_g()
  expect_equal(area(g), 2.1609530892, tolerance = 1e-10)
  expect_equal(area(g) / (pi^2 / 3), 0.6568509744, tolerance = 1e-9)
  expect_equal(area(g, "min"), 1.4692988915, tolerance = 1e-10)
  expect_equal(area(g, "default"), pi^2 / 3)
  below <- \(cost) {
    stats::integrate(\(h) log(2) * cost(g, stats::plogis(h)), -40, 40, rel.tol = 1e-9)$value
  }
  expect_equal(below(cross_entropy), area(g), tolerance = 1e-7)
  expect_equal(below(cross_entropy_min), area(g, "min"), tolerance = 1e-7)
  # Shares of infinitely many trials with normal LLRs.
  for (case in list(c(1, 0.8598940695), c(2, 0.5520820667), c(3, 0.2694613912))) {
    s <- case[1]
    mean <- stats::integrate(\(l) {
      stats::dnorm(l, s^2 / 2, s) * rule_score("area", stats::plogis(l), TRUE)
    }, s^2 / 2 - 12 * s, s^2 / 2 + 12 * s, rel.tol = 1e-10, subdivisions = 500)$value
    expect_equal(mean / (pi^2 / 6), case[2], tolerance = 1e-8)
  }
  # Many trials are replaced by few weighted ones.
  x <- withr::with_seed(1, simulate_lr(2e4, 1e4, s = 2, stretch = 1.4))
  slow <- risk_slow(x$value * log(10), x$truth, scoring_rule("area"), 0.2)
  expect_equal(rule_risk(x, "area", prior = 0.2), slow, tolerance = 1e-12)
})
