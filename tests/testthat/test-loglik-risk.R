prior <- c(0.1, 0.2, 0.3, 0.4)

test_that("the logarithmic rule is the cross-entropy in nats", {
  x <- example_set()
  expect_equal(risk(x, "log", prior), cross_entropy(x, prior) * log(2), tolerance = 1e-14)
  expect_equal(risk_min(x, "log", prior), cross_entropy_min(x, prior) * log(2), tolerance = 1e-12)
})

test_that("other rules agree with their definitions", {
  skip_if_not(exists("scoring_rule", asNamespace("calibrant")))
  data <- class_example()
  x <- loglik_set(data$log_lik, data$truth, "ln")
  expect_equal(risk(x, "zero_one", prior), misclassification(x, prior))
  brier <- \(q, i) sum((q - (seq_along(q) == i))^2) / 2
  expect_equal(risk(x, "brier", prior), risk_reference(data$log_lik, data$class, prior, brier))
  eta <- c(0.4, 0.3, 0.2, 0.1)
  cost <- \(q, i) if (which.max(q / eta) == i) 0 else 1 / (3 * eta[i])
  rule <- scoring_rule("cost", eta = eta)
  expect_equal(risk(x, rule, prior), risk_reference(data$log_lik, data$class, prior, cost))
  expect_equal(risk_cal(x, "brier", prior), risk(x, "brier", prior) - risk_min(x, "brier", prior))
})

test_that("two classes have the risk of an lr_set", {
  skip_if_not(exists("scoring_rule", asNamespace("calibrant")))
  data <- class_example(n_classes = 2)
  x <- loglik_set(data$log_lik, data$truth, "ln")
  for (rule in c("log", "brier", "zero_one")) {
    expect_equal(risk(x, rule, c(0.3, 0.7)), risk(as_lr_set(x), rule, 0.3), tolerance = 1e-12)
  }
})
