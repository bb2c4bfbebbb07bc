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
  # Steps in the scale or in one offset do not reduce the risk.
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
    fit <- calibrate(x, method, prior = prior, penalty = 0.01)
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
  # No scale is below 0, which would reverse the recogniser.
  wrong <- loglik_set(-x$log_lik, x$truth, "ln")
  expect_equal(map_of(retrain(calibrate(wrong), "brier", wrong))$alpha, 0)
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

test_that("trials of other systems than those of the fit are refused", {
  glass <- droplevels(subset(glass_type, type %in% c("WinF", "WinNF", "Veh")))
  x <- loglik_set(glass, truth = "type", system = "recogniser")
  fit <- calibrate(x[levels(x$system)[1:2]])
  expect_error(retrain(fit, "brier", x[levels(x$system)[2:3]]),
    "must have the systems of the fit", class = "calibrant_error_input")
})

test_that("infinite log-likelihoods go where the method carries them, and are refused elsewhere", {
  truth <- rep(c("a", "b", "c"), each = 20)
  log_lik <- withr::with_seed(2, matrix(rnorm(180), 60, dimnames = list(NULL, c("a", "b", "c"))))
  own <- cbind(1:60, match(truth, c("a", "b", "c")))
  log_lik[own] <- log_lik[own] + 1.5
  x <- loglik_set(log_lik, truth, "ln")
  log_lik[1, 3] <- -Inf
  infinite <- loglik_set(log_lik, truth, "ln")
  for (method in class_method_names()) {
    fit <- calibrate(x, method = method)
    if (class_methods()[[method]]$carries_infinite) {
      expect_s3_class(retrain(fit, "brier", infinite), "loglik_calibration")
    } else {
      expect_error(retrain(fit, "brier", infinite), "finite", class = "calibrant_error_input")
    }
  }
})

test_that("a sum of rules is that of its parts, each with its weight", {
  costs <- list(1 - diag(3), rbind(c(0, 2, 4), c(1, 0, 2), c(3, 1, 0)))
  rule <- scoring_rule("sum", of = costs, weight = c(2, 3))
  found <- class_rule_table(rule, 3, 0.1)
  parts <- Map(\(part, by) class_rule_table(part, 3, 0.1, by), rule$parts, rule$weight)
  expect_identical(found$choices, c(parts[[1]]$choices, parts[[2]]$choices))
  expect_length(found$choices, 2)
  expect_identical(found$detectors, list())
})

test_that("training by rules of the Dirichlet family ends at their minimum", {
  x <- example_set(n = 90, n_classes = 3)
  prior <- c(0.5, 0.3, 0.2)
  dirichlet <- \(gamma) scoring_rule("dirichlet", gamma = gamma, classes = 3)
  rules <- list(
    convex = dirichlet(-0.3), convex = scoring_rule("boost", classes = 3), local = dirichlet(1.5),
    convex = scoring_rule("sum", of = list("log", dirichlet(-0.2))),
    local = scoring_rule("sum", of = list("log", dirichlet(2)))
  )
  for (method in c("affine", "matrix")) {
    fit <- calibrate(x, method, prior = prior)
    for (k in seq_along(rules)) {
      again <- retrain(fit, rules[[k]], x)
      least <- again$fits[[1]]$rule_risk
      expect_lt(least, rule_risk(predict(fit, x), rules[[k]], prior))
      expect_equal(least, rule_risk(predict(again, x), rules[[k]], prior), tolerance = 1e-12)
      expect_equal(again$fits[[1]]$search$convex, names(rules)[k] == "convex")
      for (by in c(-1e-2, 1e-2)) {
        near <- again
        near$fits[[1]]$offset[2] <- near$fits[[1]]$offset[2] + by
        expect_gt(rule_risk(predict(near, x), rules[[k]], prior), least)
      }
    }
    expect_equal(coef(retrain(fit, dirichlet(0), x)), coef(fit), tolerance = 1e-5)
  }
})
