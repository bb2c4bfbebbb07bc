test_that("posteriors are counted in their bins", {
  set.seed(1)
  random <- random_trials()
  for (prior in c(0.1, 0.5)) {
    q <- stats::plogis(random$llr + stats::qlogis(prior))
    found <- posterior_histogram(random$set, prior, bins = 7)
    bin <- factor(pmin(floor(q * 7 + 1e-12), 6), levels = 0:6)
    expect_equal(found$n_h1, as.vector(table(bin[random$truth])))
    expect_equal(found$n_h2, as.vector(table(bin[!random$truth])))
    expect_equal(found$density_h1, found$n_h1 / sum(random$truth) * 7)
    expect_equal(found$posterior_min, (0:6) / 7)
    expect_equal(found$prior, rep(prior, 7))
  }
})

test_that("the prior is flat unless given, or the proportion of H1", {
  expect_equal(posterior_histogram(set_g(), bins = 1)$prior, 0.5)
  expect_equal(posterior_histogram(set_g(), "data", bins = 2)$prior, rep(4 / 9, 2))
  x <- lr_set(c(1, -1, 0), c(TRUE, FALSE, FALSE), scale = "ln", system = NULL, weight = c(2, 1, 1))
  expect_equal(posterior_histogram(x, "data", bins = 1)$prior, 0.5)
})

test_that("infinite LRs lie at 0 and 1 and are counted", {
  x <- lr_set(list(h1 = c(Inf, Inf, 0), h2 = c(-Inf, Inf)), scale = "ln")
  found <- posterior_histogram(x, prior = 0.5, bins = 4)
  expect_equal(found$n_h1, c(0, 0, 1, 2))
  expect_equal(found$n_h2, c(1, 0, 0, 1))
  ends <- attr(found, "infinite")
  expect_equal(ends$n_h1, c(0, 2))
  expect_equal(ends$n_h2, c(1, 1))
})

test_that("wrong priors, breaks and scores are refused", {
  x <- set_g()
  for (prior in list(0, 1, c(0.2, 0.3), NA, "a")) {
    expect_error(posterior_histogram(x, prior), class = "calibrant_error_input")
  }
  expect_error(posterior_histogram(x, bins = 1.5), class = "calibrant_error_input")
  expect_error(posterior_histogram(x, breaks = c(0, 0.5)), class = "calibrant_error_input")
  expect_error(posterior_histogram(x, breaks = 0), class = "calibrant_error_input")
  expect_equal(nrow(posterior_histogram(x, breaks = c(1, 0, 0.2))), 2)
  scores <- lr_set(c(1, 0), c(TRUE, FALSE), scale = "score")
  expect_error(posterior_histogram(scores), class = "calibrant_error_score")
})

test_that("a posterior on the border of two bins is in the upper one", {
  x <- lr_set(c(1, 1, 3, 1 / 3), c(TRUE, FALSE, TRUE, FALSE), scale = "lr")
  found <- posterior_histogram(x, 0.5, bins = 2)
  expect_equal(found$n_h1, c(0, 2))
  expect_equal(found$n_h2, c(1, 1))
})
