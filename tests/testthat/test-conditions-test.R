set.seed(8)
n <- 300
d <- data.frame(same = rep(c(TRUE, FALSE), n / 2), seconds = exp(runif(n, 1, 4)),
  channel = sample(c("gsm", "lan", "mic"), n, TRUE), first = sample(40, n, TRUE),
  second = sample(40, n, TRUE))
d$s <- rnorm(n, ifelse(d$same, 0.6 * log(d$seconds), 0))

test_that("conditions that matter are found, others are not", {
  table <- anova(calibrate(same ~ s | log(seconds) + channel, d, scale = "score"))
  expect_identical(rownames(table), c("log(seconds)", "channel", "all"))
  expect_equal(table$Df, c(2, 4, 6))
  expect_lt(table["log(seconds)", "Pr(>Chisq)"], 0.001)
  expect_gt(table["channel", "Pr(>Chisq)"], 0.01)
  expect_output(print(table), "score test")
})

test_that("the statistic is that of its definition", {
  table <- anova(calibrate(same ~ s | I(log(seconds)), d, scale = "score"))
  plain <- glm(same ~ s, binomial, d)
  p <- fitted(plain)
  added <- cbind(log(d$seconds), d$s * log(d$seconds))
  free <- residuals(lm(added ~ d$s, weights = p * (1 - p)))
  each <- (d$same - p) * free
  about <- crossprod(free, p * (1 - p) * free) -
    2 * outer(colSums(p * (1 - p) * free), colSums(p * (1 - p) * free)) / (n / 2)
  statistic <- colSums(each) %*% solve(about, colSums(each))
  expect_equal(table$Chisq, drop(statistic), tolerance = 1e-6)
})

test_that("items are allowed for", {
  fit <- calibrate(same ~ s | I(log(seconds)), d, scale = "score", source1 = "first",
    source2 = "second")
  expect_false(identical(anova(fit)$Chisq, anova(fit, by = "trial")$Chisq))
  expect_error(anova(calibrate(same ~ s | I(seconds), d, scale = "score"), by = "source"),
    class = "calibrant_error_source")
})
