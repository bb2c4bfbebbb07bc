set.seed(5)
data <- data.frame(
  truth = factor(rep(c("yes", "no"), each = 30), levels = c("yes", "no")),
  p = plogis(c(rnorm(30, 1), rnorm(30, -1))), w = 1:2
)
x <- lr_set(data$p, data$truth, scale = "prob", h1 = "yes", prior = 0.5)

# Value of a metric, which yardstick calls with the columns of a data frame.
value <- function(data, which = "cllr", na_rm = TRUE, event_level = "first", prior = NULL,
                  weight = NULL, at = 0.5, c_miss = 1) {
  trials <- list(truth = data$truth, estimate = as.matrix(data$p), weight = weight)
  metric_value(trials, na_rm, event_level, which, prior, list(at = at, c_miss = c_miss, c_fa = 1))
}

test_that("a metric is the measure of the LRs that probabilities hold", {
  for (which in c("cllr", "cllr_min", "cllr_cal", "eer", "auc", "dcf_min")) {
    expect_identical(value(data, which), measures(x, which, replicates = 0)$estimate)
  }
  turned <- lr_set(data$p, data$truth == "no", scale = "prob", prior = 0.5, sure = TRUE)
  expect_identical(value(data, event_level = "second"), unname(cllr(turned)))
  uneven <- data[-(1:10), ]
  share <- mean(uneven$truth == "yes")
  wanted <- lr_set(uneven$p, uneven$truth, scale = "prob", h1 = "yes", prior = share)
  expect_identical(value(uneven), unname(cllr(wanted)))
  even <- lr_set(uneven$p, uneven$truth, scale = "prob", h1 = "yes", prior = 0.5)
  expect_identical(value(uneven, prior = 0.5), unname(cllr(even)))
  expect_identical(value(data, "dcf_min", at = 0.01, c_miss = 10), unname(dcf_min(x, 0.01, 10)))
})

test_that("weights count, and what is missing is left out or makes the value missing", {
  doubled <- data[rep(seq_len(nrow(data)), data$w), ]
  expect_equal(value(data, weight = data$w), value(doubled), tolerance = 1e-12)
  gap <- rbind(data, data.frame(truth = "yes", p = NA, w = 1))
  expect_identical(value(gap, "eer"), unname(eer(x)))
  expect_identical(value(gap, "eer", na_rm = FALSE), NA_real_)
  expect_warning(alone <- value(data[1:10, ], "eer"), class = "calibrant_warning_metric")
  expect_identical(alone, NA_real_)
})

test_that("many levels are judged by their classes", {
  p <- matrix(runif(90), 30, dimnames = list(NULL, c("a", "b", "c")))
  p <- p / rowSums(p)
  truth <- factor(rep(c("a", "b", "c"), 10))
  found <- metric_value(list(truth = truth, estimate = unname(p)), TRUE, "first", "cllr", NULL)
  expect_equal(found, unname(cllr(loglik_set(log(p), truth))))
})

test_that("metrics join others of yardstick in a set, with their direction", {
  skip_if_not_installed("yardstick")
  cllr_metric <- lr_metric("cllr")
  auc_metric <- lr_metric("auc")
  judged <- yardstick::metric_set(cllr_metric, auc_metric, yardstick::roc_auc)
  found <- judged(data, truth, p)
  expect_identical(found$.metric, c("cllr", "auc", "roc_auc"))
  expect_identical(found$.estimate[1], unname(cllr(x)))
  expect_equal(found$.estimate[2], found$.estimate[3])
  expect_identical(attr(cllr_metric, "direction"), "minimize")
  expect_identical(attr(auc_metric, "direction"), "maximize")
  weighted <- cllr_metric(data, truth, p, case_weights = w)$.estimate
  expect_identical(weighted, value(data, weight = data$w))
  turned <- cllr_metric(data, truth, p, event_level = "second")$.estimate
  expect_identical(turned, value(data, event_level = "second"))
  expect_error(lr_metric("cllrs"), class = "calibrant_error_input")
  expect_error(lr_metric(c("cllr", "eer")), class = "calibrant_error_input")
  expect_error(lr_metric("dcf", at = 2), class = "calibrant_error_input")
  expect_error(lr_metric(prior = "half"), class = "calibrant_error_input")
})

test_that("without yardstick a metric says what is missing", {
  skip_if(rlang::is_installed("yardstick"), "yardstick is there")
  expect_error(lr_metric(), class = "calibrant_error_missing_package")
})
