x <- lr_set(c(2, -1, 3, -2, 0.5, 1), c(TRUE, FALSE, TRUE, FALSE, FALSE, TRUE), scale = "log10",
  system = rep(c("a", "b"), each = 3), id = letters[1:6])

test_that("every trial has its posterior, cost and block", {
  table <- augment(x, prior = 0.2)
  expect_identical(table$id, letters[1:6])
  expect_equal(table$.posterior, posterior(x, prior = 0.2))
  right <- ifelse(x$truth, table$.posterior, 1 - table$.posterior)
  expect_equal(table$.cost, -log2(right))
  expect_equal(table$.log10_lr_pav, pav_lr(x)$value)
  for (system in c("a", "b")) {
    rows <- table[table$system == system, ]
    mean_of <- \(truth) mean(rows$.cost[rows$truth == truth])
    expect_equal(0.2 * mean_of(TRUE) + 0.8 * mean_of(FALSE),
      cross_entropy(x[system], 0.2)[[1]])
    blocks <- pav(x[system])
    expect_equal(blocks$log10_lr_pav[rows$.block], rows$.log10_lr_pav)
  }
})

test_that("costs of the hypotheses add up to LS", {
  ls_at <- \(prior) with(augment(x["a"], prior), sum(tapply(.cost, truth, mean)))
  posterior <- posterior(x["a"], prior = 0.1)
  # Ramos et al. 2018, eq. 9, of two trials of H1 and one of H2.
  expect_equal(ls_at(0.1), -mean(log2(posterior[c(1, 3)])) - log2(1 - posterior[2]))
  expect_equal(ls_at(0.5), 2 * cllr(x["a"])[[1]])
})

test_that("the most misleading comparisons are one head() away", {
  worst <- head(augment(x, worst_first = TRUE), 2)
  expect_identical(worst$id[1], "e")
  expect_false(is.unsorted(-augment(x, worst_first = TRUE)$.cost))
  scores <- lr_set(x$value, x$truth, scale = "score")
  expect_true(all(is.na(augment(scores)$.cost)))
  expect_equal(augment(scores)$.log10_lr_pav, pav_lr(scores)$value)
})

test_that("measures are rows, and intervals of several systems have names", {
  table <- tidy(x)
  expect_named(table, c("system", "term", "estimate"))
  expect_equal(table$estimate[table$term == "cllr"], unname(cllr(x)))
  fit <- calibrate(c(a = random_set(1), b = random_set(2)))
  ends <- confint(fit)
  expect_identical(rownames(ends), c("a slope", "a offset", "b slope", "b offset"))
  expect_equal(unname(ends[, 1]), tidy(fit)$conf.low)
  expect_identical(colnames(confint(fit, level = 0.9)), c("5 %", "95 %"))
})

test_that("measures and comparisons are tidy, and have intervals", {
  table <- measures(x, c("cllr", "dcf"), prior = c(0.1, 0.5), replicates = 20)
  rows <- tidy(table)
  expect_equal(rows$conf.low, table$lower)
  expect_equal(unname(confint(table)[, 2]), table$upper)
  expect_identical(rownames(confint(table))[2], "a dcf at prior 0.1")
  expect_identical(colnames(confint(table)), c("2.5 %", "97.5 %"))
  expect_equal(unname(confint(table, "b cllr")[1, 1]), table$lower[4])
  expect_error(confint(table, level = 0.9), class = "calibrant_error_input")
  expect_equal(glance(table)$n_measures, 2)
  compared <- compare_systems(x, "eer", replicates = 20)
  expect_identical(tidy(compared)$contrast, "a - b")
  expect_identical(rownames(confint(compared)), "eer")
  expect_equal(glance(compared)$n_systems, 2)
})

test_that("fits are changed and compared as models are", {
  both <- withr::with_seed(1, c(a = overlapping_set(), b = overlapping_set()))
  fit <- calibrate(both)
  expect_equal(AIC(fit), 4 - 2 * logLik(fit))
  expect_equal(AIC(calibrate(both["a"])), AIC(fit)[["a"]])
  expect_equal(BIC(calibrate(both["b"])), BIC(fit)[["b"]])
  expect_equal(coef(update(fit, prior = 0.1)), coef(calibrate(both, prior = 0.1)))
  expect_equal(update(calibrate(both, penalty = 2), prior = 0.1)$settings$penalty, 2)
  expect_identical(update(fit, "pav", infinite = "clip")$method, "pav")
  expect_error(update(fit, data = 1), class = "calibrant_error_dots")
})

test_that("a system has its name as an element has", {
  expect_identical(x[["a"]], x["a"])
  expect_identical(x$b, x["b"])
  expect_error(x$gamma, "gamma", class = "calibrant_error_input")
  expect_identical(x$scale, "log10")
})
