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
  expect_output(print(retrain(fit, "brier")), "the best of [1-9][0-9] ends, [0-9]+ of them as good")
  expect_match(as.character(explain(retrain(fit, "brier"))), "scoring rule \"brier\"")
  expect_null(vcov(retrain(fit, "brier")))
})

test_that("what cannot be trained again is refused", {
  x <- trials_to_train()
  bad <- \(...) expect_error(retrain(...), class = "calibrant_error_input")
  bad(calibrate(x, method = "pav", infinite = "clip"), "brier")
  bad(calibrate(x, penalty = 1), "brier")
  bad(x, "brier")
  bad(calibrate(x), 1 - diag(3))
  bad(calibrate(x), "brier", prior = 1)
})

test_that("of several inputs the best minimum is found where outliers hide it", {
  # Another search, from random starts.
  risk <- \(theta, inputs, truth, rule, prior) {
    d <- ncol(inputs)
    llr <- drop(inputs %*% theta[seq_len(d)]) + theta[d + 1]
    unname(rule_risk(lr_set(llr, truth, scale = "ln"), rule, prior))
  }
  for (seed in cases_of(1:60, c(17, 21, 50))) {
    withr::local_seed(seed)
    truth <- rep(c(TRUE, FALSE), c(sample(c(10, 20, 60), 1), 40))
    d <- sample(2:4, 1)
    inputs <- vapply(seq_len(d), \(j) {
      rnorm(length(truth), runif(1, -1, 1.5) * truth) * ifelse(runif(length(truth)) < 0.1, 5, 1)
    }, numeric(length(truth)))
    prior <- sample(c(0.1, 0.5, 0.9), 1)
    fit <- tryCatch(fuse(inputs, truth), calibrant_error_input = \(cnd) NULL)
    for (gamma in if (!is.null(fit)) list(1, 4, c(1, 6))) {
      rule <- scoring_rule("beta", gamma = gamma)
      again <- tryCatch(retrain(fit, rule, prior), calibrant_error_separable = \(cnd) NULL)
      if (is.null(again)) next
      ends <- vapply(1:10, \(i) {
        stats::optim(rnorm(d + 1, sd = 3), risk, inputs = inputs, truth = truth, rule = rule,
          prior = prior, method = "BFGS", control = list(maxit = 200))$value
      }, 0)
      expect_lt(again$transforms[[1]]$rule_risk, min(ends) * (1 + 1e-5))
    }
  }
})
