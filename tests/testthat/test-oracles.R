# Published or independently computed numbers. The sets A, B, C and G are worked out by hand from
# Brummer (2010), appendix C and section 7.7.

# Labels in ascending order of the score.
labelled <- function(...) {
  labels <- c(...)
  lr_set(seq_along(labels), labels, scale = "score")
}

expect_near <- function(object, expected, tolerance = 1e-11) {
  expect_equal(object, expected, tolerance = tolerance)
}

# Binary entropy in nats.
entropy <- function(p) -p * log(p) - (1 - p) * log1p(-p)

test_that("holds for set A", {
  a <- labelled(0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1)
  blocks <- pav(a)
  expect_equal(blocks$n_h1 + blocks$n_h2, c(2, 5, 3, 2))
  expect_equal(blocks$n_h1 / (blocks$n_h1 + blocks$n_h2), c(0, 0.4, 2 / 3, 1))
  expect_near(blocks$log10_lr_pav * log(10), c(-Inf, -0.405465108108, log(2), Inf))
  expect_near(
    cross_entropy_min(a, c(0.01, 0.3, 0.9)) * log(2),
    c(0.036386502558, 0.38790801938, 0.208834860768)
  )
  expect_near(cllr_min(a), 0.634136706203)
  # Posteriors at prior 0.3.
  lr <- 10^blocks$log10_lr_pav[2:3]
  expect_near(lr * 0.3 / (lr * 0.3 + 0.7), c(2 / 9, 6 / 13))
})

test_that("holds for set B", {
  b <- labelled(1, 0, 0, 1, 0, 1, 1, 0)
  blocks <- pav(b)
  expect_near(blocks$log10_lr_pav, c(-log10(2), 0, log10(2)))
  expect_equal(blocks$n_h1 + blocks$n_h2, c(3, 2, 3))
  expect_near(cllr_min(b), 0.938721875541)
})

test_that("holds for set C", {
  c <- labelled(1, 0, 0, 0, 1, 0, 1, 1, 0)
  blocks <- pav(c)
  expect_near(blocks$log10_lr_pav * log(10), c(-0.875468737354, 0.223143551314, 0.916290731874))
  expect_equal(blocks$n_h1 + blocks$n_h2, c(4, 2, 3))
  expect_near(cllr_min(c), 0.896526257916)
})

test_that("holds for set G", {
  g <- set_of(c(-1, 0.5, 2, 3), c(-3, -2, -0.5, 1, -4))
  expect_near(
    cross_entropy(g, c(0.5, 0.1, 0.9)) * log(2), c(0.443457150513, 0.220030978893, 0.207100194694)
  )
  expect_near(cllr(g), 0.639773431891)
  expect_near(cllr_min(g), 0.445984226927)
  expect_near(cllr_cal(g), 0.193789204964)
  expect_near(
    cross_entropy_min(g, c(0.5, 0.1)) * log(2), c(0.309132709469, 0.152025833883)
  )
  expect_near(cross_entropy_min(g, 0.5) * log(2), 0.45 * entropy(5 / 9), 1e-14)
  blocks <- pav(g)
  expect_near(blocks$log10_lr_pav, c(-Inf, log10(1.25), Inf))
  expect_equal(blocks$n_h1 + blocks$n_h2, c(3, 4, 2))
  expect_near(bayes_error_area(h1_of(g), h2_of(g)), 0.886914301, 1e-9)
  recalibrated <- pav_llr_of_trials(g)
  expect_near(bayes_error_area(recalibrated[g$truth], recalibrated[!g$truth]), 0.618265419, 1e-9)
})

test_that("gives ties the value of the thesis", {
  # Wrong handling of ties would separate these trials.
  tied <- lr_set(c(1, 2, 2, 2, 3), c(0, 1, 0, 1, 1), scale = "score")
  expect_near(pav(tied)$log10_lr_pav, c(-Inf, log10(4 / 3), Inf))
})

test_that("holds for the sepals of iris", {
  # H1 versicolor, H2 setosa, natural logarithms; wrong handling of ties gives 0.33736.
  two <- datasets::iris[datasets::iris$Species != "virginica", ]
  x <- lr_set(Species ~ Sepal.Length, data = two, scale = "ln", h1 = "versicolor")
  expect_near(cllr(x), 3.6183345757414, 1e-13)
  expect_near(cllr_min(x), 0.4030620105, 1e-9)
})

test_that("holds for eleven ratios", {
  x <- set_of(c(0.5, 2, 4, 6, 8, 10), c(0.2, 0.4, 0.6, 0.8, 1.1), scale = "lr")
  expect_near(cllr(x), 0.586298107494500, 1e-14)
  expect_near(cllr_min(x), 0.289560574815214, 1e-14)
})

test_that("holds for four and five tied values", {
  x <- set_of(c(1, 1, 1, 0), c(0, 0, 1, 0, 0))
  expect_near(cllr(x), 0.883941518553)
  expect_near(cllr_min(x), 0.768407230630)
})

test_that("holds for LLRs that overflow as ratios", {
  x <- set_of(c(-800, 1, 2), c(-1, -2, 900))
  expect_near(cllr(x), 408.975281416928, 1e-14)
})

test_that("holds for LRs that are all 1", {
  x <- set_of(c(1, 1, 1), c(1, 1), scale = "lr")
  prior <- c(0, 1e-9, 0.2, 0.5, 0.99, 1)
  expect_identical(cllr(x), 1)
  expect_identical(cllr_min(x), 1)
  expect_identical(cllr_cal(x), 0)
  expect_equal(cross_entropy_min(x, prior), cross_entropy_null(prior), tolerance = 1e-15)
  expect_equal(nrow(useful_range(x)), 0)
})

test_that("holds for devPAV", {
  # Vergeer et al. (2021).
  expect_near(dev_pav(set_of(c(2, 2), c(2, 2, 2), scale = "lr")), log10(2), 1e-15)
  x <- set_of(c(5, 5, 5, 0.2), c(5, 0.2, 0.2, 0.2), scale = "lr")
  expect_near(dev_pav(x), (log10(5) - log10(3)) / 2, 1e-14)
  # Perfect separation, and PAV that is flat up to an infinite LR.
  expect_warning(
    expect_identical(dev_pav(set_of(c(2, 3), c(0.1, 0.2), scale = "lr")), NaN),
    class = "calibrant_warning_undefined"
  )
  expect_identical(dev_pav(set_of(c(0, 2), c(0, 1, 3), scale = "lr")), Inf)
})

test_that("holds for the sentence of Ramos 2008", {
  # "At a prior of 0.1 we need 0.469 bits on average to know the truth".
  expect_equal(round(cross_entropy_null(0.1), 3), 0.469)
  expect_match(explain(set_of(1, -1), prior = 0.1), "uncertain by 0.469 bits")
})

test_that("holds for the logarithmic score of Ramos 2018, eq. 9, at any prior", {
  x <- lr_set(list(h1 = c(0.5, 2, 4, 6, 8, 10), h2 = c(0.2, 0.4, 0.6, 0.8, 1.1)), scale = "lr")
  score <- \(prior) sum(tapply(augment(x, prior = prior)$.cost, x$truth, mean))
  for (prior in c(0.01, 0.5, 0.9)) {
    q <- posterior(x, prior)
    expect_equal(score(prior), -mean(log2(q[1:6])) - mean(log2(1 - q[7:11])))
  }
  expect_equal(score(0.5), 2 * cllr(x))
})
