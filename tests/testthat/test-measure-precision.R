set.seed(11)
three <- repeated()
found <- lr_precision(three$set, three$comparison)

test_that("the variance within is that of an analysis of variance", {
  y <- three$set$value
  table <- anova(lm(y ~ factor(three$comparison)))
  both <- found[found$hypothesis == "both", ]
  expect_equal(both$within^2, table["Residuals", "Mean Sq"])
  expect_equal(
    c(both$lower, both$upper)^2,
    table["Residuals", "Sum Sq"] / qchisq(c(0.975, 0.025), table["Residuals", "Df"])
  )
  expect_equal(both$half_width, qt(0.975, table["Residuals", "Df"]) * both$within)
  expect_equal(both$repeatability, qnorm(0.975) * sqrt(2) * both$within)
  h1 <- three$set$truth
  parts <- anova(lm(y[h1] ~ factor(three$comparison[h1])))[["Mean Sq"]]
  expect_equal(found$between[1]^2, (parts[1] - parts[2]) / 3)
  expect_true(is.na(both$between))
})

test_that("costs are Cllr of single LRs and of their means, a comparison counting once", {
  both <- found[found$hypothesis == "both", ]
  expect_equal(both$cost, unname(cllr(three$set)))
  mean_log <- tapply(three$set$value, three$comparison, mean)
  mean_lr <- log10(tapply(10^three$set$value, three$comparison, mean))
  truth <- rep(c(TRUE, FALSE), each = 20)
  expect_equal(both$cost_log_mean, unname(cllr(lr_set(c(mean_log), truth, "log10"))))
  expect_equal(both$cost_mean, unname(cllr(lr_set(c(mean_lr), truth, "log10"))))
  expect_lte(both$cost_log_mean, both$cost)
  expect_equal(mean(found$cost[1:2]), both$cost)
  # Unequal numbers of measurements
  uneven <- lr_precision(lr_set(c(1, 3, 2, -1), c(TRUE, TRUE, TRUE, FALSE), "log10"), c(1, 1, 2, 3))
  cost <- log2(1 + 10^-c(1, 3, 2))
  expect_equal(uneven$cost[1], mean(c(mean(cost[1:2]), cost[3])))
})

test_that("infinite LRs have costs, and no deviation", {
  x <- lr_set(c(1, Inf, 2, 2.5, -1, -2), c(TRUE, TRUE, TRUE, TRUE, FALSE, FALSE), "log10")
  precision <- lr_precision(x, c(1, 1, 2, 2, 3, 3))
  h1 <- precision[precision$hypothesis == "h1", ]
  expect_equal(h1$n_infinite, 1)
  expect_equal(h1$within, sd(c(2, 2.5)))
  expect_equal(h1$cost, mean(c(log2(1 + 0.1) / 2, mean(log2(1 + 10^-c(2, 2.5))))))
  expect_equal(h1$cost_mean, mean(c(0, log2(1 + 1 / mean(10^c(2, 2.5))))))
})

test_that("means of LRs hold LRs of 0, and LRs that are far apart", {
  expect_equal(log_mean_exp(c(-Inf, 0, 1)), log((1 + exp(1)) / 3))
  expect_equal(log_mean_exp(c(-5000, 4000)), 4000 - log(2))
  expect_identical(log_mean_exp(c(-Inf, -Inf)), -Inf)
})

test_that("ids name comparisons, and systems are apart", {
  value <- c(1, 2, -1, -2)
  x <- suppressWarnings(lr_set(value, value > 0, "log10", id = c("a", "a", "b", "b")))
  expect_equal(lr_precision(x)$within, rep(sd(c(1, 2)), 3))
  two <- c(u = x, v = x)
  expect_equal(levels(lr_precision(two, two$id)$system), c("u", "v"))
  expect_equal(lr_precision(two, two$id)$within, rep(sd(c(1, 2)), 6))
})

test_that("sources name comparisons where there is no id", {
  value <- c(1, 1.4, 0.8, 2, 2.2, -1, -1.5, -3, -2)
  x <- lr_set(value, rep(c(TRUE, FALSE), c(5, 4)), "log10",
    source1 = c("a", "a", "a", "b", "b", "a", "a", "a", "a"),
    source2 = c("a", "a", "a", "b", "b", "b", "b", "c", "c")
  )
  expect_equal(lr_precision(x), lr_precision(x, c(1, 1, 1, 2, 2, 3, 3, 4, 4)), ignore_attr = TRUE)
})

test_that("what cannot be told is refused", {
  x <- lr_set(c(1, 2, -1), c(TRUE, TRUE, FALSE), "log10")
  expect_error(lr_precision(x), class = "calibrant_error_input")
  expect_error(lr_precision(x, 1:3), class = "calibrant_error_input")
  expect_error(lr_precision(x, c(1, 2, 2)), class = "calibrant_error_input")
  expect_error(lr_precision(x, c(1, NA, 2)), class = "calibrant_error_input")
  expect_error(lr_precision(x, c(1, 1, 2), level = 2), class = "calibrant_error_input")
  weighted <- lr_set(c(1, 2, -1), c(TRUE, TRUE, FALSE), "log10", weight = c(1, 2, 1))
  expect_error(lr_precision(weighted, c(1, 1, 2)), class = "calibrant_error_input")
  scores <- lr_set(c(1, 2, -1), c(TRUE, TRUE, FALSE), "score")
  expect_error(lr_precision(scores, c(1, 1, 2)), class = "calibrant_error_score")
})

test_that("limits hold the standard deviation as often as they say", {
  set.seed(12)
  holds <- replicate(200, {
    again <- repeated(n = 20, m = 2)
    both <- lr_precision(again$set, again$comparison, level = 0.8)[3, ]
    both$lower <= 0.2 && 0.2 <= both$upper
  })
  expect_gt(mean(holds), 0.8 - 3 * sqrt(0.8 * 0.2 / 200))
  expect_lt(mean(holds), 0.8 + 3 * sqrt(0.8 * 0.2 / 200))
})
