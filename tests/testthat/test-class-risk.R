badly_calibrated <- \(...) rule_risk(..., part = "excess") > 0

prior <- c(0.1, 0.2, 0.3, 0.4)

test_that("the logarithmic rule is the cross-entropy in nats", {
  x <- example_set()
  expect_equal(rule_risk(x, "log", prior), cross_entropy(x, prior) * log(2), tolerance = 1e-14)
  expect_equal(
    rule_risk(x, "log", prior, part = "min"),
    cross_entropy_min(x, prior) * log(2),
    tolerance = 1e-12
  )
})

test_that("other rules agree with their definitions", {
  skip_if_not(exists("scoring_rule", asNamespace("calibrant")))
  data <- class_example()
  x <- loglik_set(data$log_lik, data$truth, "ln")
  expect_equal(rule_risk(x, "zero_one", prior), misclassification(x, prior))
  brier <- \(q, i) sum((q - (seq_along(q) == i))^2) / 2
  expect_equal(rule_risk(x, "brier", prior), risk_reference(data$log_lik, data$class, prior, brier))
  eta <- c(0.4, 0.3, 0.2, 0.1)
  cost <- \(q, i) if (which.max(q / eta) == i) 0 else 1 / (3 * eta[i])
  rule <- scoring_rule("cost", eta = eta)
  expect_equal(rule_risk(x, rule, prior), risk_reference(data$log_lik, data$class, prior, cost))
  expect_equal(
    rule_risk(x, "brier", prior, part = "cal"),
    rule_risk(x, "brier", prior) - rule_risk(x, "brier", prior, part = "opt")
  )
})

test_that("two classes have the risk of an lr_set", {
  skip_if_not(exists("scoring_rule", asNamespace("calibrant")))
  data <- class_example(n_classes = 2)
  x <- loglik_set(data$log_lik, data$truth, "ln")
  for (rule in c("log", "brier", "zero_one")) {
    expect_equal(
      rule_risk(x, rule, c(0.3, 0.7)), rule_risk(as_lr_set(x), rule, 0.3), tolerance = 1e-12
    )
  }
})

test_that("a recogniser is badly calibrated where ignoring it would cost less", {
  x <- example_set(lift = 0.3)
  expect_true(badly_calibrated(x))
  expect_false(badly_calibrated(predict(calibrate(x), x)))
  prior <- rbind(rep(0.25, 4), c(0.97, 0.01, 0.01, 0.01))
  cost <- rule_risk(x, "brier", prior)
  expect_identical(
    badly_calibrated(x, "brier", prior), cost > rule_score("brier", prior, what = "entropy")
  )
})

test_that("parts of a risk add up, and each kind of bins is what it says", {
  x <- example_set()
  prior <- c(0.1, 0.2, 0.3, 0.4)
  for (rule in c("log", "brier")) {
    for (bins in list(1, 5, "distinct", "affine")) {
      found <- rule_decomposition(x, rule, prior, bins)
      expect_equal(found$calibration + found$refinement, found$total)
      expect_equal(found$total, rule_risk(x, rule, prior))
    }
    expect_equal(
      rule_decomposition(x, rule, prior, 1)$refinement,
      rule_score(rule, rbind(prior), what = "entropy")
    )
    expect_equal(rule_decomposition(x, rule, prior, "distinct")$refinement, 0)
    expect_equal(
      rule_decomposition(x, rule, prior, "affine")$refinement,
      rule_risk(x, rule, prior, part = "opt")
    )
  }
  # A forecaster with two reports, both of them true.
  q <- rbind(c(0.6, 0.3, 0.1), c(0.1, 0.1, 0.8))[rep(1:2, each = 10), ]
  truth <- rep(c(1, 2, 3, 1, 2, 3), c(6, 3, 1, 1, 1, 8))
  kept <- loglik_set(q, truth, "prob", prior = tabulate(truth) / 20)
  for (bins in list(10, "distinct")) {
    found <- rule_decomposition(kept, "brier", tabulate(truth) / 20, bins)
    expect_equal(found$calibration, 0)
  }
})

test_that("bins do not call discrimination calibration unless they are asked for", {
  x <- example_set()
  found <- rule_decomposition(x, "brier")
  expect_equal(found$calibration, rule_risk(x, "brier", part = "cal"))
  expect_gt(rule_decomposition(x, "brier", bins = 10)$calibration, 2 * found$calibration)
})

test_that("the optimised risk is a minimum under the logarithmic rule only", {
  x <- example_set()
  optimised <- predict(calibrate(x, prior = prior), x)
  for (rule in c("log", "brier", "zero_one")) {
    expect_equal(
      rule_risk(x, rule, prior, part = "opt"), rule_risk(optimised, rule, prior), tolerance = 1e-6
    )
    expect_equal(
      rule_risk(x, rule, prior, part = "cal"),
      rule_risk(x, rule, prior) - rule_risk(x, rule, prior, part = "opt")
    )
  }
  expect_identical(
    rule_risk(x, "log", prior, part = "min"), rule_risk(x, "log", prior, part = "opt")
  )
  bits <- scoring_rule("log", unit = "bits")
  expect_equal(rule_risk(x, bits, prior, part = "min"), cross_entropy_min(x, prior))
  for (rule in list("brier", "zero_one", scoring_rule("cost", eta = c(0.4, 0.3, 0.2, 0.1)))) {
    expect_error(rule_risk(x, rule, prior, part = "min"), class = "calibrant_error_input")
  }
})

test_that("the optimised Cavg is no minimum, and the logarithmic one is", {
  set.seed(56)
  means <- 1.5 * diag(3)
  above <- replicate(30, {
    truth <- rep(1:3, each = 30)
    seen <- means[truth, ] + rnorm(3 * 90)
    x <- loglik_set(vapply(1:3, \(k) -rowSums((seen - rep(means[k, ], each = 90))^2) / 2,
      numeric(90)
    ), truth, scale = "ln")
    c(cavg = cavg_opt(x) > cavg(x), cllr = cllr_min(x) > cllr(x) + 1e-12)
  })
  expect_true(any(above["cavg", ]))
  expect_false(any(above["cllr", ]))
})
