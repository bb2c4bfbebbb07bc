set.seed(28)
trials <- data.frame(
  truth = rep(c(TRUE, FALSE), c(40, 80)), llr = rnorm(120),
  row.names = sprintf("case %d", 1:120)
)
trials$llr <- trials$llr + trials$truth
trials$other <- trials$llr + rnorm(120)
set <- lr_set(truth ~ llr, trials, scale = "ln")

test_that("a calibration finds the column that its set was made of", {
  fit <- calibrate(set)
  known <- predict(fit, set)$value
  expect_equal(unname(predict(fit, trials)), known)
  expect_named(predict(fit, trials), row.names(trials))
  expect_equal(predict(fit, as.data.frame(set)), known)
  expect_equal(unname(predict(update(fit), trials)), known)
  expect_length(predict(calibrate(set[1:60]), trials), 120)
  expect_error(predict(fit, trials["other"]), "llr", class = "calibrant_error_input")
  bound <- bound_lr(set)
  expect_equal(predict(bound, trials), predict(bound, trials$llr))
  # Probabilities are used unchanged.
  p <- data.frame(truth = trials$truth, p = plogis(trials$llr))
  fit <- calibrate(lr_set(truth ~ p, p, scale = "prob", prior = 0.5))
  expect_equal(unname(predict(fit, p)), predict(fit, p$p))
})

test_that("names and identifiers stay with their predictions", {
  fit <- calibrate(set)
  expect_named(predict(fit, c(a = 1, b = 2)), c("a", "b"))
  expect_null(names(predict(fit, data.frame(llr = 1:2))))
  expect_named(predict(fuse(truth ~ llr + other, trials), trials), row.names(trials))
  named <- lr_set(truth ~ llr, trials, scale = "ln", id = row.names(trials))
  expect_named(predict(calibrate(named), named, type = "posterior"), row.names(trials))
  expect_named(fitted(calibrate(named)), row.names(trials))
})

test_that("augment() keeps the rows of a data frame", {
  for (fit in list(calibrate(set), fuse(truth ~ llr + other, trials))) {
    augmented <- augment(fit, trials)
    expect_identical(augmented[names(trials)], trials)
    expect_equal(augmented$.fitted, unname(predict(fit, trials)))
    expect_equal(augmented$.posterior, unname(predict(fit, trials, type = "posterior")))
  }
})

test_that("fitted values and residuals are those of glm()", {
  fit <- calibrate(truth ~ llr, data = trials, scale = "score", prior = 1 / 3)
  known <- glm(truth ~ llr, binomial, trials, control = list(epsilon = 1e-15))
  expect_equal(plogis(log(10) * fitted(fit) + qlogis(1 / 3)), unname(fitted(known)))
  expect_equal(residuals(fit), unname(residuals(known)))
  expect_equal(residuals(fit, "response"), unname(residuals(known, "response")))
  expect_equal(deviance(fit), deviance(known))
  expect_error(residuals(fit, "pearson"), class = "calibrant_error_input")
})

test_that("squares of residuals sum to the deviance of each system", {
  two <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  two <- two[seq(1, length(two), 100)]
  fit <- calibrate(two, prior = 0.1)
  sums <- tapply(residuals(fit)^2, two$system, sum)
  expect_equal(c(sums[levels(two)]), deviance(fit))
  weighted <- calibrate(truth ~ llr, data = transform(trials, w = rep(1:2, 60)), scale = "ln",
    weight = "w")
  expect_equal(sum(residuals(weighted)^2), deviance(weighted))
  fused <- fuse(truth ~ llr + other, trials)
  expect_equal(sum(residuals(fused)^2), deviance(fused))
})

test_that("formula() gives the formula, or says why there is none", {
  expect_identical(formula(calibrate(set)), truth ~ llr, ignore_formula_env = TRUE)
  expect_equal(formula(fuse(truth ~ llr * other, trials)), truth ~ llr * other,
    ignore_formula_env = TRUE)
  expect_equal(formula(calibrate(truth ~ scale(llr), data = trials, scale = "score")),
    truth ~ scale(llr), ignore_formula_env = TRUE)
  expect_error(formula(calibrate(simulate_lr(20, 30))), "formula", class = "calibrant_error_input")
})

test_that("tidy() of PAV has a row per block", {
  fit <- calibrate(set, "pav", infinite = "clip")
  blocks <- pav(set)
  found <- tidy(fit)
  expect_identical(nrow(found), nrow(as.data.frame(blocks)))
  expect_false(is.unsorted(found$estimate))
  inside <- match(TRUE, found$max > found$min)
  at <- (found$min[inside] + found$max[inside]) / 2
  expect_equal(predict(fit, at, type = "ln"), found$estimate[inside])
  expect_identical(nrow(confint(fit)), 0L)
  expect_output(print(summary(fit)), "Cllr after")
})

test_that("the methods are found from outside of the package", {
  for (generic in c("fitted", "residuals", "deviance", "formula")) {
    expect_true(is.function(getS3method(generic, "lr_calibration", TRUE, globalenv())))
  }
})
