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

test_that("reports knit", {
  skip_if_not_installed("knitr")
  expect_match(knitr::knit_print(explain(set_of(c(1, 2), -1))), "The system was tested")
  expect_match(knitr::knit_print(verbal_scale(350, "lr")), "350 times")
  expect_match(paste(knitr::knit_print(summary(x)), collapse = "\n"), "H1 trials", fixed = TRUE)
})
