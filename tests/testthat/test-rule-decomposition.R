test_that("one bin leaves the default loss, one per trial none (thesis, section 5.3)", {
  set.seed(1)
  x <- random_trials(12, 20, digits = 8)$set
  for (rule in all_rules()) {
    one <- rule_decomposition(x, rule, prior = c(0.2, 0.5), bins = 1)
    expect_equal(one$refinement, one$default)
    expect_equal(one$default, rule_score(rule, c(0.2, 0.5), what = "entropy"))
    finest <- rule_decomposition(x, rule, prior = c(0.2, 0.5), bins = "distinct")
    expect_equal(finest$refinement, c(0, 0))
    expect_equal(finest$calibration, finest$total)
  }
})

test_that("PAV blocks as bins give the least risk and the calibration loss", {
  set.seed(2)
  x <- random_trials()$set
  for (rule in all_rules()) {
    found <- rule_decomposition(x, rule, prior = c(0.1, 0.5), bins = "pav")
    expect_equal(found$refinement, rule_risk(x, rule, c(0.1, 0.5), part = "min"))
    expect_equal(found$calibration, rule_risk(x, rule, c(0.1, 0.5), part = "cal"))
    expect_equal(found$total, rule_risk(x, rule, c(0.1, 0.5)))
  }
})

test_that("refinement is the mean entropy of the bins", {
  set.seed(3)
  random <- random_trials()
  prior <- 0.3
  q <- stats::plogis(random$llr + stats::qlogis(prior))
  weight <- ifelse(random$truth, prior / sum(random$truth), (1 - prior) / sum(!random$truth))
  bin <- pmin(floor(q * 4), 3)
  share <- tapply(weight, bin, sum)
  h1 <- tapply(weight * random$truth, bin, sum) / share
  for (rule in all_rules()) {
    found <- rule_decomposition(random$set, rule, prior, bins = 4)
    expect_equal(found$refinement, sum(share * rule_score(rule, as.vector(h1), what = "entropy")))
    expect_equal(found$total, rule_risk(random$set, rule, prior))
    expect_equal(found$calibration + found$refinement, found$total)
  }
})

test_that("finer bins never raise the refinement loss", {
  set.seed(4)
  x <- random_trials(30, 30, digits = 2)$set
  loss <- vapply(2^(0:7), \(bins) rule_decomposition(x, "log", bins = bins)$refinement, 0)
  expect_true(all(diff(loss) <= 1e-14))
})

test_that("there is a row per system and prior", {
  x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  found <- rule_decomposition(x, "brier", prior = c(0.01, 0.5))
  expect_named(found, c("system", "prior", "total", "calibration", "refinement", "default", "unit"))
  expect_equal(found$prior, rep(c(0.01, 0.5), 2))
  expect_equal(found$total, as.vector(t(rule_risk(x, "brier", c(0.01, 0.5)))))
})

test_that("infinite LRs and certain priors are no trouble", {
  x <- lr_set(list(h1 = c(Inf, -Inf, 1), h2 = c(-Inf, Inf)), scale = "ln")
  found <- rule_decomposition(x, "brier", prior = c(0, 0.4, 1), bins = 3)
  expect_equal(found$total[c(1, 3)], c(0, 0))
  expect_equal(found$refinement[c(1, 3)], c(0, 0))
  expect_true(is.finite(found$refinement[2]))
  expect_warning(rule_decomposition(x, "log"), class = "calibrant_warning_infinite")
  expect_equal(suppressWarnings(rule_decomposition(x, "log"))$calibration, Inf)
})

test_that("wrong bins and scores are refused", {
  expect_error(rule_decomposition(set_g(), bins = 0), class = "calibrant_error_input")
  expect_error(rule_decomposition(set_g(), bins = "fine"), class = "calibrant_error_input")
  expect_error(
    rule_decomposition(c(1, 0), truth = c(TRUE, FALSE), scale = "score"),
    class = "calibrant_error_score"
  )
})

test_that("priors with a class of their own are the numbers that they hold", {
  prior <- structure(0.5, class = "unexpected")
  for (verb in list(rule_decomposition, information)) {
    expect_equal(verb(set_g(), prior = prior), verb(set_g(), prior = 0.5), ignore_attr = TRUE)
  }
})

test_that("the least risk in the same order is the reference unless bins are asked for", {
  set.seed(5)
  x <- random_trials(40, 60)$set
  found <- rule_decomposition(x, "brier", 0.3)
  expect_equal(found$refinement, rule_risk(x, "brier", 0.3, part = "min"))
  expect_identical(found$unit, "cost")
  expect_identical(rule_decomposition(x, "log")$unit, "nats")
  expect_identical(rule_decomposition(x, scoring_rule("log", unit = "bits"))$unit, "bits")
})
