glass <- function() loglik_set(glass_type, truth = "type", system = "recogniser")

test_that("estimates are those of the verbs", {
  x <- glass()
  table <- measures(x, replicates = 0)
  at <- \(name) table$estimate[table$measure == name]
  expect_equal(at("cllr"), unname(cllr(x)))
  expect_equal(at("cllr_min"), unname(cllr_min(x)))
  expect_equal(at("cllr_cal"), unname(cllr_cal(x)))
  expect_equal(at("misclassification"), unname(misclassification(x)))
  expect_equal(at("cavg"), unname(cavg(x)))
  prior <- c(0.3, 0.3, 0, 0.2, 0.1, 0.1)
  expect_equal(measures(x, "cllr_min", prior, 0)$estimate, unname(cross_entropy_min(x, prior)))
  expect_equal(measures(x, "cavg", prior, 0)$estimate, unname(cavg(x, prior)))
})

test_that("intervals are about those of the formula for a mean", {
  x <- example_set(n = 400)
  set.seed(1)
  found <- measures(x, "cllr", replicates = 400)
  costs <- -log2(posterior(x)[cbind(1:400, as.integer(x$truth))])
  error <- sqrt(sum(tapply(costs, x$truth, var) / table(x$truth)) / 16)
  expect_equal(found$std_error, error, tolerance = 0.15)
  expect_true(found$lower < cllr(x) && cllr(x) < found$upper)
})

test_that("recognisers on the same trials are compared in pairs", {
  x <- glass()
  set.seed(1)
  table <- compare_systems(x, c("cllr", "cavg"), replicates = 50)
  expect_identical(nrow(table), 6L)
  expect_true(all(table$paired))
  expect_equal(table$difference[1], unname(cllr(x)[1] - cllr(x)[2]))
  one <- x["lda"]
  twice <- c(one, loglik_set(one$log_lik, one$truth, "ln", system = rep("twin", 214)))
  expect_equal(compare_systems(twice, "cllr", replicates = 20)$std_error, 0)
  expect_error(compare_systems(x["lda"], "cllr"), class = "calibrant_error_input")
  expect_error(measures(x, "eer"), class = "calibrant_error_input")
})
