test_that("the variance between solves its equation, and its ends theirs", {
  set.seed(3)
  y <- rnorm(9, 0.5, 0.1)
  v <- runif(9, 0.01, 0.05)^2
  squares <- function(between) {
    fit <- lm(y ~ 1, weights = 1 / (v + between))
    sum(residuals(fit)^2 / (v + between))
  }
  between <- between_variance(y, v, 0.9)
  expect_equal(squares(between[["estimate"]]), 8)
  expect_equal(pchisq(squares(between[["lower"]]), 8), 0.95)
  expect_equal(pchisq(squares(between[["upper"]]), 8), 0.05)
})

test_that("with equal errors all is an analysis of variance", {
  set.seed(4)
  y <- rnorm(6, 1, 0.3)
  found <- random_effects(y, rep(0.05, 6), 0.95)
  expect_equal(found$rows[["between", 1]]^2, var(y) - 0.05^2)
  expect_equal(found$rows[["mean", 1]], mean(y))
  expect_equal(found$rows["mean", 3:4], c(t.test(y)$conf.int), ignore_attr = TRUE)
  expect_equal(found$rows[["within", 1]], 0.05)
  own <- 1 - 0.05^2 / var(y)
  expect_equal(found$shrunken[, "shrunken"], mean(y) + own * (y - mean(y)))
})

test_that("a condition's limits hold what its own error and that of the mean leave open", {
  found <- shrink_means(c(1, 2), c(0.04, 0.01), 0.09, list(mean = 1.2, std_error = 0.1, k = 5), 0.9)
  own <- 0.09 / (0.09 + c(0.04, 0.01))
  value <- own * c(1, 2) + (1 - own) * 1.2
  half <- qt(0.95, 5) * sqrt(own * c(0.04, 0.01) + (1 - own)^2 * 0.1^2)
  expect_equal(found, cbind(value, value - half, value + half), ignore_attr = TRUE)
})

test_that("one more condition is expected over all that the variance between may be", {
  set.seed(8)
  y <- rnorm(6, 1, 0.1)
  v <- (1:6 / 60)^2
  ends <- random_effects(y, sqrt(v), 0.9, unit = v)$rows["new", 3:4]
  set.seed(9)
  drawn <- replicate(4000, {
    between <- between_at(y, v, rchisq(1, 5))
    w <- 1 / (v + between)
    mean <- sum(w * y) / sum(w)
    scatter <- max(1, sum(w * (y - mean)^2) / 5)
    mean + rt(1, 5) * sqrt(between + scatter / sum(w))
  })
  expect_equal(mean(drawn < ends[1]), 0.05, tolerance = 0.25)
  expect_equal(mean(drawn > ends[2]), 0.05, tolerance = 0.25)
})

test_that("errors share their mean square by the numbers of trials", {
  set.seed(7)
  y <- rnorm(5, 1, 0.2)
  found <- random_effects(y, c(1, 2, 3, 4, 5) / 50, 0.95, unit = c(1, 1, 2, 2, 4))
  v <- c(1, 1, 2, 2, 4) * mean((1:5)^2 / 2500) / 2
  between <- between_variance(y, v, 0.95)
  expect_equal(found$rows["between", c(1, 3, 4)]^2, between, ignore_attr = TRUE)
})

test_that("values that are too much alike show no difference", {
  found <- random_effects(rep(0.5, 5) + 1e-4 * (1:5), rep(0.1, 5), 0.95)
  expect_equal(found$rows[["between", 1]], 0)
  expect_true(all(is.na(found$rows["between", 3:4])))
  expect_equal(found$rows[["mean", 2]], 0.1 / sqrt(5))
  expect_equal(found$shrunken[, "shrunken"], rep(found$rows[["mean", 1]], 5))
  expect_null(random_effects(c(1, 2, NA), c(0.1, 0.1, 0.1), 0.95))
})

sets <- withr::with_seed(5, lapply(c(1.2, 2, 3), \(s) simulate_lr(30, 60, s = s)))
x <- do.call(c, c(sets, pool = TRUE))
laboratory <- rep(c("A", "B", "C"), each = 90)
between <- withr::with_seed(6, measures_by(
  x, laboratory, c("cllr", "cllr_min", "eer"), replicates = 60, random = TRUE
))

test_that("measures_by() adds what is between conditions, and pools nothing in silence", {
  expect_setequal(
    levels(between$condition), c("A", "B", "C", "mean", "new", "between", "within")
  )
  rows <- between[between$measure == "cllr_min", ]
  own <- rows[rows$condition %in% c("A", "B", "C"), ]
  expected <- random_effects(own$corrected, own$std_error, 0.95, 1 / own$n_h1 + 1 / own$n_h2)
  expect_equal(rows$estimate[rows$condition == "mean"], expected$rows[["mean", 1]])
  expect_equal(own$shrunken, expected$shrunken[, "shrunken"])
  expect_true(all(between$lower >= 0, na.rm = TRUE))
  expect_true(all(is.na(between$shrunken[between$condition == "new"])))
  # Shrunken values lie between the mean and the corrected value.
  mean <- rows$estimate[rows$condition == "mean"]
  expect_true(all((own$shrunken - mean) * (own$corrected - own$shrunken) >= 0))
})

test_that("random effects ask for what they need", {
  expect_error(measures_by(x, laboratory, "cllr", random = TRUE), class = "calibrant_error_input")
  expect_error(
    measures_by(x, rep_len(1:2, 270), "cllr", replicates = 10, random = TRUE),
    class = "calibrant_error_input"
  )
})
