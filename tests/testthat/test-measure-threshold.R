# Thresholds on the scale of the set.

on_scale <- function(scale, n = 40, seed = 2) {
  withr::local_seed(seed)
  y <- rep(c(TRUE, FALSE), n / 2)
  llr <- round(stats::rnorm(n, ifelse(y, 1, -1)), 1)
  value <- switch(scale,
    prob = stats::plogis(llr + stats::qlogis(0.2)), score = llr, from_ln(llr, scale)
  )
  lr_set(value, y, scale = scale, prior = if (scale == "prob") 0.2, sure = TRUE)
}

every_scale <- input_scales

# Error rates by their definition, on the displayed values.
literal_rates <- function(x, threshold) {
  trials <- as.data.frame(x)
  accepted <- outer(trials[[1]], threshold, ">=")
  list(
    p_fa = colMeans(accepted[!trials$truth, , drop = FALSE]),
    p_miss = colMeans(!accepted[trials$truth, , drop = FALSE])
  )
}

test_that("error rates, costs and decisions are those at the values of the set", {
  for (scale in every_scale) {
    x <- on_scale(scale)
    threshold <- sort(unique(as.data.frame(x)[[1]]))[c(3, 9, 15)]
    right <- literal_rates(x, threshold)
    rates <- error_rates(x, threshold)
    expect_equal(rates[["p_fa"]], right$p_fa, label = scale)
    expect_equal(rates[["p_miss"]], right$p_miss, label = scale)
    expect_equal(rates[[2]], threshold)
    expect_equal(dcf(x, prior = 0.3, threshold = threshold[2]),
      0.3 * right$p_miss[2] + 0.7 * right$p_fa[2])
    cells <- confusion(x, threshold[2], proportion = TRUE)
    expect_equal(cells["H1", "H2"], right$p_miss[2])
    expect_equal(cells["H2", "H1"], right$p_fa[2])
    curve <- cost_curve(x, prior = 0.3, threshold = threshold)
    expect_equal(curve$cost, 0.3 * right$p_miss + 0.7 * right$p_fa)
    expect_s3_class(autoplot(cost_curve(x, prior = 0.3)), "ggplot")
  }
})

test_that("what is found on the trials is what the rates take", {
  for (scale in every_scale) {
    x <- on_scale(scale)
    for (at in c("dcf_min", "eer", "p_fa", "p_miss", "fmr", "fnmr")) {
      rate <- if (!at %in% c("dcf_min", "eer")) list(rate = 0.2)
      found <- do.call(threshold_at, c(list(x, at), rate))
      expect_equal(as.list(error_rates(x, found)[3:4]), literal_rates(x, found), label = scale)
      if (at == "dcf_min") expect_equal(dcf(x, threshold = found), dcf_min(x), label = scale)
      if (at %in% c("p_fa", "fmr")) {
        expect_equal(found, error_rates(x, p_fa = 0.2)[[2]])
        expect_lte(error_rates(x, found)[["p_fa"]], 0.2)
      }
    }
    curve <- as.data.frame(det_curve(x))
    again <- error_rates(x, curve[[2]])
    expect_equal(again[["p_fa"]], curve$p_fa)
    expect_equal(again[["p_miss"]], curve$p_miss)
  }
})

test_that("columns have their unit in their name, except for log10 LRs and scores", {
  names <- vapply(every_scale, \(scale) names(error_rates(on_scale(scale)))[2], "")
  expect_identical(names, c(log10 = "threshold", ln = "threshold_ln_lr", log2 = "threshold_log2_lr",
    lr = "threshold_lr", score = "threshold", prob = "threshold_prob"))
  expect_named(det_curve(on_scale("prob"))[1:2], c("system", "threshold_prob"))
  expect_true(all(c("threshold_lr", "log10_lr") %in% names(cost_curve(on_scale("lr")))))
})

test_that("decisions are by default those of equal costs at the prior of the set", {
  for (scale in setdiff(every_scale, "score")) {
    x <- on_scale(scale)
    rates <- error_rates(x)
    expect_equal(dcf(x), own_prior(x) * rates$p_miss + (1 - own_prior(x)) * rates$p_fa)
  }
  expect_equal(error_rates(on_scale("prob"))$threshold_prob, 0.5)
  expect_equal(sum(confusion(on_scale("lr"))), 40)
  both <- c(a = on_scale("prob"), b = on_scale("prob"))
  expect_identical(dim(confusion(both)), c(2L, 2L, 2L))
  expect_equal(confusion(c(0.9, 0.2), c(TRUE, FALSE), scale = "prob", prior = 0.5)["H1", "H1"], 1)
})

test_that("what cannot be a threshold of the set is refused", {
  expect_error(error_rates(on_scale("prob"), 2), class = "calibrant_error_input")
  expect_error(dcf(on_scale("prob"), threshold = -1), class = "calibrant_error_input")
  expect_error(confusion(on_scale("lr"), -1), class = "calibrant_error_input")
  expect_error(confusion(on_scale("lr"), c(1, 2)), class = "calibrant_error_input")
  x <- on_scale("ln")
  expect_error(threshold_at(x, "fmr", rate = 0.1, prior = 0.2), class = "calibrant_error_input")
  expect_error(threshold_at(x, "eer", prior = 0.2), class = "calibrant_error_input")
  expect_error(threshold_at(x, "dcf_min", rate = 0.2), class = "calibrant_error_input")
})

test_that("trials that stay elsewhere are judged at the same thresholds", {
  skip_if_not_installed("data.table")
  x <- on_scale("prob")
  rows <- as.data.frame(x)
  file <- withr::local_tempfile(fileext = ".csv")
  utils::write.csv(transform(rows, prob = format(prob, digits = 17)), file, row.names = FALSE,
    quote = FALSE)
  y <- lr_set(lr_chunks(file), truth ~ prob, scale = "prob", prior = 0.2, sure = TRUE)
  at <- unique(rows$prob)[2:5]
  expect_equal(error_rates(y, at), error_rates(x, at))
  expect_equal(bayes_error(y), bayes_error(x))
  expect_equal(threshold_at(y, "p_fa", rate = 0.2), threshold_at(x, "p_fa", rate = 0.2))
})
