test_that("at the proportion of H1 a bin shows its own proportion, with the exact interval", {
  set.seed(1)
  random <- random_trials(40, 60)
  q <- stats::plogis(random$llr + log(40 / 60))
  found <- reliability_curve(random$set, "data", bins = 5)
  bin <- floor(q * 5)
  expect_equal(found$observed, as.vector(tapply(random$truth, bin, mean)))
  expect_equal(found$posterior, as.vector(tapply(q, bin, mean)))
  expect_equal(found$n_h1 + found$n_h2, as.vector(table(bin)))
  for (i in seq_len(nrow(found))) {
    exact <- stats::binom.test(c(found$n_h1[i], found$n_h2[i]))$conf.int
    expect_equal(c(found$lower[i], found$upper[i]), as.vector(exact))
  }
})

test_that("another prior weights the hypotheses", {
  set.seed(2)
  random <- random_trials(30, 50)
  prior <- 0.2
  q <- stats::plogis(random$llr + stats::qlogis(prior))
  weight <- ifelse(random$truth, prior / 30, (1 - prior) / 50)
  bin <- floor(q * 10)
  found <- reliability_curve(random$set, prior)
  total <- tapply(weight, bin, sum)
  expect_equal(found$observed, as.vector(tapply(weight * random$truth, bin, sum) / total))
  expect_equal(found$posterior, as.vector(tapply(weight * q, bin, sum) / total))
  # Odds of proportion and limits change by the same factor
  exact <- stats::binom.test(c(found$n_h1[1], found$n_h2[1]))$conf.int
  shift <- stats::qlogis(prior) - log(30 / 50)
  expect_equal(found$upper[1], stats::plogis(stats::qlogis(exact[2]) + shift))
  expect_true(all(found$lower <= found$observed & found$observed <= found$upper))
})

test_that("replicating one hypothesis changes nothing but the counts", {
  h1 <- c(-1, 0.5, 2, 3)
  h2 <- c(-3, -2, -0.5, 1, -4)
  once <- reliability_curve(lr_set(list(h1 = h1, h2 = h2), scale = "ln"), prior = 0.4)
  thrice <- reliability_curve(lr_set(list(h1 = rep(h1, 3), h2 = h2), scale = "ln"), prior = 0.4)
  expect_equal(thrice$observed, once$observed)
  expect_equal(thrice$posterior, once$posterior)
  expect_equal(thrice$n_h1, 3 * once$n_h1)
})

test_that("PAV groups are the blocks at the prior, never decreasing", {
  set.seed(3)
  for (prior in c(0.1, 0.5)) {
    x <- random_trials()$set
    found <- reliability_curve(x, prior, method = "pav")
    blocks <- pav(x)
    at <- \(log10_lr) stats::plogis(log(10) * log10_lr + stats::qlogis(prior))
    expect_equal(found$observed, at(blocks$log10_lr_pav))
    expect_equal(found$posterior_min, at(blocks$log10_lr_min))
    expect_equal(found$posterior_max, at(blocks$log10_lr_max))
    expect_true(all(diff(found$observed) > 0))
    expect_true(all(is.na(found$lower)))
  }
})

test_that("mean posterior and mean proportion are the prior where they must", {
  set.seed(4)
  x <- random_trials()$set
  for (method in c("bins", "pav")) {
    found <- reliability_curve(x, prior = 0.3, method = method)
    weight <- 0.3 * found$n_h1 / sum(found$n_h1) + 0.7 * found$n_h2 / sum(found$n_h2)
    expect_equal(sum(weight * found$observed), 0.3)
  }
  calibrated <- predict(pav(x), x)
  found <- reliability_curve(calibrated, prior = 0.3, bins = 50)
  expect_equal(found$posterior, found$observed)
})

test_that("weighted trials count their weight and have no interval", {
  x <- lr_set(c(1, 1, -1), c(TRUE, FALSE, FALSE), scale = "ln", weight = c(2, 1, 3))
  found <- reliability_curve(x, prior = 0.5, bins = 2)
  expect_equal(found$n_h1, c(0, 2))
  expect_equal(found$n_h2, c(3, 1))
  expect_equal(found$observed, c(0, 1 / (1 + 1 / 4)))
  expect_true(all(is.na(c(found$lower, found$upper))))
})

test_that("infinite LRs lie at 0 and 1", {
  x <- lr_set(list(h1 = c(Inf, -Inf), h2 = c(-Inf, 0)), scale = "ln")
  found <- reliability_curve(x, prior = 0.5, bins = 4)
  expect_equal(found$posterior, c(0, 0.5, 1))
  expect_equal(found$observed, c(0.5, 0, 1))
  blocks <- reliability_curve(x, prior = 0.5, method = "pav")
  expect_equal(blocks$posterior_min, c(0, 1))
  expect_equal(blocks$posterior_max, c(0.5, 1))
})

test_that("several systems have rows of their own, at their own proportions", {
  x <- lr_set(c(1, -1, 2, -2, 0), c(TRUE, FALSE, TRUE, FALSE, FALSE), scale = "ln",
    system = c("a", "a", "b", "b", "b")
  )
  expect_equal(unique(reliability_curve(x, bins = 2)$prior), 0.5)
  found <- reliability_curve(x, "data", bins = 2)
  expect_equal(unique(found$prior[found$system == "a"]), 1 / 2)
  expect_equal(unique(found$prior[found$system == "b"]), 1 / 3)
  expect_named(found, c(
    "system", "prior", "posterior_min", "posterior_max", "posterior", "observed", "lower",
    "upper", "n_h1", "n_h2"
  ))
})

test_that("wrong arguments and scores are refused", {
  x <- set_g()
  expect_error(reliability_curve(x, prior = 0), class = "calibrant_error_input")
  expect_error(reliability_curve(x, method = "quantiles"), class = "calibrant_error_input")
  expect_error(reliability_curve(x, bins = -1), class = "calibrant_error_input")
  expect_error(reliability_curve(x, level = 1), class = "calibrant_error_input")
  expect_error(
    reliability_curve(c(1, 0), truth = c(TRUE, FALSE), scale = "score"),
    class = "calibrant_error_score"
  )
})

test_that("the expected calibration error of machine learning follows, by counting", {
  p <- c(0.05, 0.15, 0.15, 0.35, 0.55, 0.65, 0.85, 0.95)
  y <- c(0, 0, 1, 0, 1, 0, 1, 1)
  curve <- reliability_curve(lr_set(p, y, scale = "prob", prior = "data", sure = TRUE), bins = 4,
    prior = "data")
  bin <- findInterval(p, (0:4) / 4)
  by_hand <- vapply(split(seq_along(p), bin), \(at) abs(mean(p[at]) - mean(y[at])), 0)
  n <- tabulate(bin)
  distance <- abs(curve$observed - curve$posterior)
  expect_equal(distance, unname(by_hand))
  expect_equal(stats::weighted.mean(distance, curve$n_h1 + curve$n_h2), sum(by_hand * n) / sum(n))
})
