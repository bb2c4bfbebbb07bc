test_that("the summary gathers the measures", {
  x <- loglik_set(glass_type, truth = "type", system = "recogniser")
  prior <- c(3, 3, 1, 1, 1, 1) / 10
  table <- summary(x, prior)
  expect_equal(table$cross_entropy, unname(cross_entropy(x, prior)))
  expect_equal(table$cavg_opt, unname(cavg_opt(x, prior)))
  expect_equal(table$misclassification, unname(misclassification(x, prior)))
  expect_output(print(table), "At the given prior")
  expect_s3_class(glance(x), "data.frame", exact = TRUE)
})

test_that("measures are rows, and a summary is a row per system", {
  x <- glass_set()
  table <- tidy(x)
  expect_named(table, c("system", "term", "estimate"))
  at <- \(term) table$estimate[table$term == term]
  expect_equal(at("cllr"), unname(cllr(x)))
  expect_equal(at("cavg"), unname(cavg(x)))
  expect_equal(glance(x), as.data.frame(summary(x)))
  prior <- c(0.5, 0.1, 0.1, 0.1, 0.1, 0.1)
  expect_equal(glance(x, prior)$cross_entropy, unname(cross_entropy(x, prior)))
})
