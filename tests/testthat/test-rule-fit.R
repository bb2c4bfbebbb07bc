test_that("only convex rules claim the minimum", {
  fit <- calibrate(trials_to_train())
  is_convex <- vapply(smooth_rules_to_train(), \(rule) {
    retrain(fit, rule)$transforms[[1]]$search$convex
  }, TRUE)
  expect_equal(names(which(is_convex)), c("log", "boost", "area", "low"))
  # The second difference of the cost along the log odds confirms this.
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
    # No threshold is better, so the risk is that after PAV.
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

test_that("parameters leave a frame as they came", {
  frame <- list(centre = c(3, -1), scale = c(2, 0.25))
  theta <- c(0.5, -2, 1)
  expect_equal(out_of_frame(into_frame(theta, frame), frame), theta)
  expect_equal(into_frame(c(1, 1, 0), frame), c(2, 0.25, 2))
})

test_that("one input and steps: no line is better, whatever outliers do to the logarithmic rule", {
  withr::local_seed(21)
  truth <- rep(c(TRUE, FALSE), each = 9)
  rules <- list(
    scoring_rule("zero_one"), scoring_rule("mixture", eta = c(0.2, 0.7)),
    scoring_rule("mixture", eta = c(0.1, 0.5, 0.8))
  )
  for (rule in rules) {
    score <- round(rnorm(18, ifelse(truth, 1, -1)), 1)
    score[c(1, 10)] <- c(-40, 30)
    fit <- suppressWarnings(calibrate(lr_set(score, truth, scale = "score")))
    again <- retrain(fit, rule)$transforms[[1]]
    expect_true(again$search$exact)
    rows <- list(x = score, h1 = truth / 18, h2 = (!truth) / 18, log_odds = 0)
    at <- sort(unique(score))
    c <- qlogis(rule_masses(rule)$eta)
    critical <- as.vector(outer(outer(c, c, "-"), 1 / outer(at, at, "-")))
    critical <- sort(unique(round(critical[is.finite(critical)], 12)))
    slopes <- c(critical[1] - 1, (critical[-1] + critical[-length(critical)]) / 2,
      critical[length(critical)] + 1, 1, -1)
    risks <- vapply(slopes, \(slope) {
      rule_objective(rows, rule, c(slope, best_offset(rows, rule, slope)))
    }, 0)
    expect_equal(again$rule_risk, min(risks), tolerance = 1e-12)
    expect_output(print(retrain(fit, rule)), "the minimum")
  }
})

test_that("outliers that turn the logarithmic rule round do not hide the best smooth fit", {
  withr::local_seed(11)
  score <- c(rnorm(50, 1), rnorm(50, -1))
  score[1:2] <- -50
  truth <- rep(c(TRUE, FALSE), each = 50)
  fit <- suppressWarnings(calibrate(lr_set(score, truth, scale = "score")))
  expect_lt(coef(fit)[["slope"]], 0)
  again <- retrain(fit, "brier")$transforms[[1]]
  expect_gt(again$coefficients[["slope"]], 1)
  expect_lt(again$rule_risk, 0.1434)
  # The start of the logarithmic rule is not among those that agree.
  expect_lt(again$search$agreeing, again$search$ends)
  # The first input is found despite a second one without information.
  data <- data.frame(truth, a = score, b = rnorm(100))
  fused <- suppressWarnings(retrain(fuse(truth ~ a + b, data, scale = "score"), "brier"))
  expect_lte(fused$transforms[[1]]$rule_risk, again$rule_risk + 1e-9)
})

test_that("few trials and outliers: no line and no step costs less than the fit", {
  withr::local_seed(5)
  refused <- 0
  for (turn in 1:30) {
    n <- sample(c(8, 10, 30), 1)
    truth <- rep(c(TRUE, FALSE), length.out = n)
    score <- rnorm(n, 2 * truth)
    far <- sample(n, sample(0:3, 1))
    score[far] <- score[far] + 40 * sample(c(-1, 1), length(far), TRUE)
    prior <- sample(c(0.1, 0.5, 0.9), 1)
    rule <- list("brier", scoring_rule("beta", gamma = c(2, 1)))[[turn %% 2 + 1]]
    x <- lr_set(score, truth, scale = "score", sure = TRUE)
    fit <- tryCatch(
      suppressWarnings(calibrate(x, prior = prior)), calibrant_error_separable = \(cnd) NULL
    )
    if (is.null(fit)) next
    rule <- two_class_rule(rule)
    rows <- list(x = score, h1 = prior * truth / sum(truth),
      h2 = (1 - prior) * (!truth) / sum(!truth), log_odds = qlogis(prior))
    risk <- \(theta) rule_objective(rows, rule, theta)
    cuts <- c(-99, stats::filter(sort(score), c(0.5, 0.5))[-n], 99)
    step <- min(vapply(cuts, \(at) min(risk(c(1e6, -1e6 * at)), risk(c(-1e6, 1e6 * at))), 0))
    starts <- expand.grid(slope = c(-3, -0.3, -0.01, 0.01, 0.3, 3), at = quantile(score, 1:3 / 4))
    line <- min(mapply(\(slope, at) {
      stats::optim(c(slope, -slope * at), risk, method = "BFGS")$value
    }, starts$slope, starts$at))
    again <- tryCatch(suppressWarnings(retrain(fit, rule)), calibrant_error_separable = \(cnd) NULL)
    refused <- refused + is.null(again)
    found <- if (is.null(again)) step else again$transforms[[1]]$rule_risk
    expect_lte(found, min(line, step) * (1 + 1e-5), label = paste("turn", turn))
  }
  expect_gt(refused, 0)
})

test_that("a slope that all searches find is refused where a step costs less", {
  refuses <- \(score, h1, prior, rule) {
    truth <- seq_along(score) %in% h1
    x <- lr_set(score, truth, scale = "score", sure = TRUE)
    expect_error(
      retrain(suppressWarnings(calibrate(x, prior = prior)), rule),
      class = "calibrant_error_separable"
    )
  }
  score <- c(-0.31, -0.1, 0.27, 0.37, 1.38, 1.49, 1.89, 2.02, 2.89, 14.13)
  refuses(score, c(1, 4:9), 0.1, "brier")
  refuses(c(-67.6, -37.4, -36.2, -1.86, -0.9, 1.33, 2.28, 2.68), c(1, 6, 7), 0.9, "brier")
})
