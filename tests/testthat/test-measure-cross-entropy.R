priors <- c(1e-6, 0.01, 0.3, 0.5, 0.9, 1 - 1e-6)

test_that("is the definition at every prior", {
  for (seed in 1:5) {
    x <- random_set(seed, digits = seed)
    expected <- vapply(priors, \(p) ece_reference(h1_of(x), h2_of(x), p), 0)
    expect_equal(cross_entropy(x, priors), expected, tolerance = 1e-13)
  }
})

test_that("is the definition for more LLRs than are kept one by one", {
  x <- random_set(6, n_h1 = 3000, n_h2 = 5000)
  expect_gt(length(unique(x$value)), 4096)
  expected <- vapply(priors, \(p) ece_reference(h1_of(x), h2_of(x), p), 0)
  expect_equal(cross_entropy(x, priors), expected, tolerance = 1e-13)
})

test_that("is the definition on PAV LLRs at its minimum", {
  for (digits in c(0, 8)) {
    x <- random_set(7, 10, 12, digits = digits)
    llr <- pav_llr_reference(x)
    expected <- vapply(priors, \(p) ece_reference(llr[x$truth], llr[!x$truth], p), 0)
    expect_equal(cross_entropy_min(x, priors), expected, tolerance = 1e-13)
  }
})

test_that("is the entropy of the prior without evidence", {
  inside <- priors[2:5]
  expect_equal(cross_entropy_null(inside), -inside * log2(inside) - (1 - inside) * log2(1 - inside))
  expect_equal(cross_entropy_null(0.1), 0.469, tolerance = 1e-3)
  expect_equal(cross_entropy_null(c(0, 0.5, 1)), c(0, 1, 0))
  neutral <- set_of(c(0, 0), 0)
  expect_equal(cross_entropy(neutral, priors), cross_entropy_null(priors))
})

test_that("tends to nothing at priors 0 and 1 and is exact there", {
  x <- random_set(8)
  expect_identical(cross_entropy(x, c(0, 1)), c(0, 0))
  expect_identical(cross_entropy_min(x, c(0, 1)), c(0, 0))
  expect_identical(effective_information(x, c(0, 1)), c(0, 0))
})

test_that("delivers the difference to the neutral system as information", {
  x <- random_set(9)
  expect_equal(
    effective_information(x, priors),
    cross_entropy_null(priors) - cross_entropy(x, priors),
    tolerance = 1e-9
  )
  # At extreme priors the difference of the two loses all digits; the limits are known.
  tiny <- 1e-200
  h1 <- h1_of(x)
  h2 <- h2_of(x)
  expect_equal(
    effective_information(x, tiny) / tiny, (mean(h1) + 1 - mean(exp(h2))) / log(2),
    tolerance = 1e-12
  )
})

test_that("has one shape per kind of question", {
  x <- random_set(10)
  two <- c(
    lr_set(x$value, x$truth, scale = "ln", system = rep("a", length(x))),
    lr_set(-x$value, x$truth, scale = "ln", system = rep("b", length(x)))
  )
  for (f in list(cross_entropy, cross_entropy_min, effective_information)) {
    expect_null(names(f(x)))
    expect_length(f(x, priors), length(priors))
    expect_named(f(x, c(low = 0.1, high = 0.9)), c("low", "high"))
    expect_named(f(two, 0.1), c("a", "b"))
    expect_equal(dim(f(two, priors)), c(2L, length(priors)))
    expect_equal(rownames(f(two, priors)), c("a", "b"))
    expect_equal(f(two, priors)["a", ], f(x, priors))
    expect_equal(unname(f(two, 0.1)["a"]), f(x, 0.1))
    expect_named(f(two["a"], 0.1), "a")
    expect_error(f(x, numeric()), class = "calibrant_error_input")
  }
})

test_that("takes what lr_set() takes", {
  x <- set_of(c(3, 1), c(-2, 0.5))
  args <- list(x$value, truth = x$truth, scale = "ln", prior = c(0.1, 0.2))
  for (f in list(cross_entropy, cross_entropy_min, effective_information)) {
    expect_equal(do.call(f, args), f(x, c(0.1, 0.2)))
  }
})

test_that("charges nothing for infinities the right way", {
  x <- set_of(c(Inf, 1), c(-Inf, -1))
  expect_silent(ece <- cross_entropy(x, priors))
  half <- vapply(priors, \(p) ece_reference(1, -1, p), 0) / 2
  expect_equal(ece, half, tolerance = 1e-13)
  expect_identical(cross_entropy(set_of(Inf, -Inf), 0.5), 0)
})

test_that("is infinite for infinities the wrong way, and counts them", {
  class <- "calibrant_warning_infinite"
  x <- set_of(c(-Inf, -Inf, 3), c(Inf, -1))
  for (f in list(cross_entropy, effective_information)) {
    warning <- expect_warning(f(x, 0.5), "2 H1 trials with LR = 0, 1 H2 trial with LR = Inf",
      class = class
    )
    expect_s3_class(warning, "calibrant_warning")
  }
  expect_identical(suppressWarnings(cross_entropy(x, c(0, 1e-300, 0.5, 1))), c(0, Inf, Inf, 0))
  expect_identical(suppressWarnings(effective_information(x, 0.5)), -Inf)
  expect_silent(ece_min <- cross_entropy_min(x, priors))
  expect_true(all(is.finite(ece_min)))
})

test_that("sees wrong infinities on every scale, and counts trials and not weights", {
  class <- "calibrant_warning_infinite"
  truth <- c(TRUE, TRUE, FALSE)
  for (scale in c("ln", "log2", "log10")) {
    expect_warning(
      cross_entropy(lr_set(c(-Inf, 1, -1), truth, scale = scale)),
      "1 H1 trial with LR = 0, 0 H2 trials",
      class = class
    )
  }
  weighted <- lr_set(c(0, 0, Inf), truth, scale = "lr", weight = c(2.5, 0.5, 7))
  expect_warning(
    cross_entropy(weighted), "2 H1 trials with LR = 0, 1 H2 trial with LR = Inf",
    class = class
  )
})

test_that("is stable up to the largest doubles", {
  largest <- .Machine$double.xmax
  right <- set_of(c(largest, 700), c(-largest, -5e-324))
  expect_equal(cross_entropy(right, 0.5), 0.25)
  wrong <- set_of(-largest, largest)
  expect_equal(cross_entropy(wrong, 0.5), largest / log(2))
  expect_equal(cross_entropy_min(wrong, 0.5), 1)
  # Conversion to natural logarithms must not turn a finite LR into an infinite one.
  expect_silent(in_log10 <- cross_entropy(set_of(-1.7e308, 0, scale = "log10"), 0.25))
  expect_true(is.finite(in_log10))
})

test_that("keeps the relative precision of very small costs", {
  x <- set_of(c(300, 400), c(-350, -300))
  expected <- (exp(-300) + exp(-400)) / 4 + (exp(-350) + exp(-300)) / 4
  expect_equal(cross_entropy(x, 0.5) * log(2) / expected, 1, tolerance = 1e-12)
})

test_that("refuses priors that are not probabilities", {
  x <- set_of(1, -1)
  refuses <- function(prior, message) {
    for (f in list(cross_entropy, cross_entropy_min, effective_information)) {
      expect_error(f(x, prior = prior), message, class = "calibrant_error_input")
    }
    expect_error(cross_entropy_null(prior), message, class = "calibrant_error_input")
  }
  refuses(c(0.5, 1.5), "Element 2 is 1.5")
  refuses(-0.1, "Element 1")
  refuses(c(0.1, NA), "position 2")
  refuses("0.5", "numeric")
})

test_that("refuses scores where LRs are needed, and says what to do", {
  x <- set_of(1, -1, scale = "score")
  for (f in list(cross_entropy, effective_information)) {
    error <- expect_error(f(x), "calibrate", class = "calibrant_error_score")
    expect_s3_class(error, "calibrant_error_input")
  }
  expect_equal(cross_entropy_min(x, 0.3), 0)
})

test_that("the normalised cross-entropy is relative to the entropy of the prior", {
  x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  prior <- c(0.01, 0.5)
  known <- sweep(cross_entropy(x, prior), 2, cross_entropy_null(prior), "/")
  expect_equal(cross_entropy(x, prior, normalised = TRUE), known)
  expect_equal(cross_entropy(x, 0.5, normalised = TRUE), cllr(x))
  expect_identical(cross_entropy(x["mvk"], 0:1, normalised = TRUE), c(NaN, NaN))
  expect_error(cross_entropy(x, normalised = NA), class = "calibrant_error_input")
})

test_that("at any finite prior odds certain LRs cost nothing or all", {
  at <- c(-1e5, -400, -324, -300, 0, 300, 324, 400, 1e5)
  truth <- c(TRUE, TRUE, FALSE, FALSE)
  right <- ece_curve(lr_set(c(Inf, 1, -1, -Inf), truth, scale = "ln"), log10_prior_odds = at)
  expect_true(all(is.finite(right$ece)))
  for (llr in list(c(-Inf, 1, -1, -2), c(1, 2, Inf, -2))) {
    wrong <- suppressWarnings(ece_curve(lr_set(llr, truth, scale = "ln"), log10_prior_odds = at))
    expect_true(all(wrong$ece == Inf))
    expect_false(anyNA(wrong$ece_min))
  }
})
