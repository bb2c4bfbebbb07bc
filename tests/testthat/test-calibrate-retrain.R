trials_to_train <- function(seed = 1, n = c(80, 140)) {
  withr::local_seed(seed)
  simulate_lr(n[1], n[2], s = 1.5, stretch = 2, shift = 0.3)
}

smooth_rules_to_train <- function() {
  list(
    log = scoring_rule("log"), boost = scoring_rule("boost"), brier = scoring_rule("brier"),
    low = scoring_rule("beta", gamma = -0.6), high = scoring_rule("beta", gamma = 4),
    skewed = scoring_rule("beta", gamma = c(2, 0.5)),
    sum = scoring_rule("sum", of = list("log", "brier"), weight = c(0.3, 2))
  )
}

# The risk of an affine map of ln LRs, by the definition.
affine_risk <- function(theta, x, rule, prior) {
  llr <- theta[1] * x$value * log(10) + theta[2]
  risk_slow(llr, x$truth, rule, prior)
}

test_that("smooth rules reach what a general optimiser reaches (eq. 8.15)", {
  x <- trials_to_train()
  fit <- calibrate(x, prior = 0.3)
  for (rule in smooth_rules_to_train()) {
    again <- retrain(fit, rule)
    found <- stats::optim(coef(fit), affine_risk, x = x, rule = rule, prior = 0.3,
      control = list(reltol = 1e-15, maxit = 2000))
    expect_equal(coef(again), found$par, tolerance = 1e-5)
    risk <- again$transforms[[1]]$rule_risk
    expect_lte(risk, found$value * (1 + 1e-9))
    expect_equal(risk, rule_risk(predict(again), rule, 0.3))
  }
})

test_that("the logarithmic rule changes nothing", {
  x <- trials_to_train()
  fit <- calibrate(x, prior = 0.2)
  again <- retrain(fit, "log")
  expect_equal(coef(again), coef(fit), tolerance = 1e-8)
  expect_equal(glance(again)$objective, glance(fit)$objective)
  inputs <- data.frame(truth = x$truth, a = x$value, b = rev(x$value) + x$value / 3)
  fused <- fuse(truth ~ a + b, data = inputs)
  expect_equal(coef(retrain(fused, "log")), coef(fused), tolerance = 1e-7)
})

test_that("only convex rules claim the minimum", {
  fit <- calibrate(trials_to_train())
  is_convex <- vapply(smooth_rules_to_train(), \(rule) {
    retrain(fit, rule)$transforms[[1]]$search$convex
  }, TRUE)
  expect_equal(names(which(is_convex)), c("log", "boost", "low"))
  # The second difference of the cost along the log odds says the same.
  z <- seq(-12, 12, by = 0.05)
  bends_down <- vapply(smooth_rules_to_train(), \(rule) {
    costs <- costs_at_log_odds(rule, z)
    min(diff(costs$h1, differences = 2), diff(costs$h2, differences = 2)) < -1e-9
  }, TRUE)
  expect_equal(unname(bends_down), unname(!is_convex))
})

test_that("one threshold gets the best offset of all (eq. 7.21)", {
  x <- trials_to_train(2)
  for (eta in c(0.1, 0.5)) {
    rule <- scoring_rule("cost", eta = eta)
    again <- retrain(calibrate(x, prior = 0.2), rule)
    # No threshold does better, so the risk is that after PAV.
    expect_equal(rule_risk(predict(again), rule, 0.2), rule_risk(x, rule, 0.2, part = "min"))
    expect_equal(again$transforms[[1]]$rule_risk, rule_risk(x, rule, 0.2, part = "min"))
  }
})

test_that("rules that jump are never worse than logistic regression, nor than nearby maps", {
  withr::local_seed(3)
  x <- trials_to_train(3)
  fit <- calibrate(x, prior = 0.3)
  rules <- list(
    scoring_rule("mixture", eta = c(0.1, 0.3, 0.7)), scoring_rule(rbind(c(0, 9), c(1, 1), c(4, 0))),
    scoring_rule("sum", of = list("zero_one", scoring_rule("cost", eta = 0.2)))
  )
  for (rule in rules) {
    again <- retrain(fit, rule)
    expect_equal(again$transforms[[1]]$rule_risk, rule_risk(predict(again), rule, 0.3))
    expect_lte(again$transforms[[1]]$rule_risk, rule_risk(predict(fit), rule, 0.3) + 1e-12)
    offsets <- stats::rnorm(50, coef(again)[["offset"]], 0.5)
    near <- vapply(offsets, \(b) affine_risk(c(coef(again)[["slope"]], b), x, rule, 0.3), 0)
    expect_lte(again$transforms[[1]]$rule_risk, min(near) + 1e-12)
  }
})

test_that("several systems, weights and infinite LRs are served", {
  x <- c(a = trials_to_train(4), b = trials_to_train(5))
  both <- retrain(calibrate(x), "brier")
  alone <- retrain(calibrate(x["b"]), "brier")
  expect_equal(unname(coef(both)["b", ]), unname(c(coef(alone))))
  one <- trials_to_train(6)
  doubled <- lr_set(c(one$value, one$value[1]), c(one$truth, one$truth[1]), scale = "log10")
  weighted <- lr_set(one$value, one$truth, scale = "log10", weight = c(2, rep(1, 219)))
  expect_equal(coef(retrain(calibrate(weighted), "brier")),
    coef(retrain(calibrate(doubled), "brier")), tolerance = 1e-7)
  certain <- lr_set(c(one$value, Inf, -Inf), c(one$truth, TRUE, FALSE), scale = "log10")
  again <- retrain(calibrate(certain), "brier")
  expect_equal(again$transforms[[1]]$rule_risk, rule_risk(predict(again), "brier", 0.5))
})

test_that("fusions are trained by other rules", {
  withr::local_seed(7)
  truth <- rep(c(TRUE, FALSE), c(60, 120))
  trials <- data.frame(truth, a = stats::rnorm(180, 1.5 * truth), b = stats::rnorm(180, truth, 2))
  fit <- fuse(truth ~ a + b, data = trials, prior = 0.3)
  again <- retrain(fit, "brier")
  objective <- \(theta) {
    risk_slow(drop(as.matrix(trials[-1]) %*% theta[1:2]) + theta[3], truth, "brier", 0.3)
  }
  found <- stats::optim(coef(fit), objective, control = list(reltol = 1e-15, maxit = 5000))
  expect_equal(again$transforms[[1]]$rule_risk, found$value, tolerance = 1e-8)
  expect_equal(unname(rule_risk(predict(again), "brier", 0.3)), found$value, tolerance = 1e-8)
})

test_that("says by which rule, and how sure the minimum is", {
  fit <- calibrate(trials_to_train())
  expect_output(print(retrain(fit, "boost")), "by the rule boost.*the minimum")
  expect_output(print(retrain(fit, "brier")), "the best of 4 ends, 4 of them as good")
  expect_match(as.character(explain(retrain(fit, "brier"))), "scoring rule \"brier\"")
  expect_null(vcov(retrain(fit, "brier")))
})

test_that("what cannot be trained again is refused", {
  x <- trials_to_train()
  bad <- \(...) expect_error(retrain(...), class = "calibrant_error_input")
  bad(calibrate(x, method = "pav", infinite = "clip"), "brier")
  bad(calibrate(x, lambda = 1), "brier")
  bad(x, "brier")
  bad(calibrate(x), 1 - diag(3))
  bad(calibrate(x), "brier", prior = 1)
})

test_that("many classes reach less risk than by the logarithmic rule", {
  glass <- droplevels(subset(glass_type, type %in% c("WinF", "WinNF", "Veh")))
  x <- loglik_set(glass, truth = "type", system = "recogniser")
  prior <- c(0.5, 0.3, 0.2)
  fit <- calibrate(x, prior = prior)
  again <- retrain(fit, "brier", x)
  before <- rule_risk(predict(fit, x), "brier", prior)
  after <- rule_risk(predict(again, x), "brier", prior)
  expect_true(all(after < before))
  expect_equal(vapply(again$fits, `[[`, 0, "rule_risk"), after)
  one <- retrain(calibrate(x["lda"], prior = prior), "brier", x["lda"])
  expect_equal(one$fits[[1]]$rule_risk, after[["lda"]], tolerance = 1e-6)
  # Steps in the scale or in one offset gain nothing.
  for (by in c(-0.01, 0.01)) {
    near <- one
    near$fits[[1]]$offset[2] <- near$fits[[1]]$offset[2] + by
    expect_gt(rule_risk(predict(near, x["lda"]), "brier", prior), one$fits[[1]]$rule_risk)
  }
  costs <- rbind(c(0, 1, 4), c(2, 0, 1), c(3, 1, 0), c(0.5, 0.5, 0.5))
  for (
    rule in list(
      costs, "zero_one", scoring_rule("detection", of = scoring_rule("cost", eta = 1 / 3))
    )
  ) {
    steps <- retrain(fit, rule, x)
    expect_true(
      all(rule_risk(predict(steps, x), rule, prior) < rule_risk(predict(fit, x), rule, prior))
    )
    expect_false(steps$fits[[1]]$search$convex)
  }
})

test_that("every map of many classes is at a minimum of the rule", {
  x <- example_set(n = 90, n_classes = 3)
  prior <- c(0.5, 0.3, 0.2)
  rules <- list(
    "brier", scoring_rule("detection", of = "boost"), scoring_rule("sum", of = list("log", "brier"))
  )
  for (method in c("temperature", "vector", "matrix")) {
    fit <- calibrate(x, method, prior = prior, ridge = 0.01)
    for (rule in rules) {
      again <- retrain(fit, rule, x)
      least <- again$fits[[1]]$rule_risk
      expect_lt(least, rule_risk(predict(fit, x), rule, prior))
      expect_equal(least, rule_risk(predict(again, x), rule, prior), tolerance = 1e-12)
      for (by in c(-1e-2, 1e-2)) {
        near <- again
        near$fits[[1]]$alpha[1] <- near$fits[[1]]$alpha[1] + by
        expect_gt(rule_risk(predict(near, x), rule, prior), least)
      }
    }
  }
  expect_true(all(is.na(vcov(again))))
  expect_equal(glance(again)$cross_entropy, cross_entropy(predict(again, x), prior))
})

test_that("the logarithmic rule finds its minimum again, and weights count as trials", {
  x <- example_set(n = 90, n_classes = 3)
  both <- fuse(x, loglik_set(x$log_lik^3 / 10, x$truth, "ln"))
  stacked <- loglik_set(rbind(x$log_lik, x$log_lik^3 / 10), rep(x$truth, 2), "ln",
    system = rep(both$recognisers, each = 90))
  again <- retrain(both, "log", stacked)
  expect_equal(coef(again), coef(both), tolerance = 1e-6)
  expect_true(again$fits[[1]]$search$convex)
  weight <- rep_len(1:2, 90)
  weighted <- loglik_set(x$log_lik, x$truth, "ln", weight = weight)
  copied <- x[rep(1:90, weight)]
  fits <- lapply(list(weighted, copied), \(x) retrain(calibrate(x), "brier", x))
  expect_equal(coef(fits[[1]]), coef(fits[[2]]), tolerance = 1e-7)
  # No scale below 0, which would turn the recogniser round.
  wrong <- loglik_set(-x$log_lik, x$truth, "ln")
  expect_equal(coef(retrain(calibrate(wrong), "brier", wrong))$alpha, 0)
  detectors <- calibrate(x, "one_vs_rest")
  expect_false(isTRUE(all.equal(coef(retrain(detectors, "brier", x)), coef(detectors))))
  expect_error(
    retrain(detectors, scoring_rule("detection", of = "brier"), x), class = "calibrant_error_input"
  )
  expect_error(retrain(both, "brier", x), class = "calibrant_error_input")
})

test_that("two classes are trained alike by both ways", {
  withr::local_seed(8)
  truth <- rep(c("a", "b"), c(60, 90))
  llr <- stats::rnorm(150, ifelse(truth == "a", 1.5, -1.5), 2)
  many <- loglik_set(cbind(a = llr, b = 0), truth)
  two <- lr_set(llr, truth == "a", scale = "ln")
  by_classes <- retrain(calibrate(many), "brier", many)$fits[[1]]$rule_risk
  expect_equal(by_classes, retrain(calibrate(two), "brier")$transforms[[1]]$rule_risk,
    tolerance = 1e-7)
})

test_that("costs of which one action is always the best train nothing", {
  withr::local_seed(9)
  useless <- matrix(c(0.1, 0.2, 0.3, 0.4), 2)
  fit <- calibrate(simulate_lr(30, 60, s = 2))
  refuses <- \(...) {
    expect_error(retrain(...), "must have a threshold", class = "calibrant_error_input")
  }
  refuses(fit, useless)
  refuses(fit, scoring_rule("sum", of = list(useless, useless)))
  expect_s3_class(retrain(fit, scoring_rule("sum", of = list(useless, "log"))), "rule_calibration")
  x <- example_set()
  refuses(calibrate(x, method = "one_vs_rest"), useless, x)
})
