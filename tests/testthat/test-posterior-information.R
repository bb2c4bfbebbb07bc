test_that("parts add up to the entropy of the prior and to the cross-entropy", {
  x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  prior <- c(0.01, 0.5)
  parts <- information(x, prior = prior)
  expect_equal(parts$information + parts$remaining, parts$entropy)
  expect_equal(parts$remaining + parts$divergence, parts$cross_entropy)
  expect_equal(parts$cross_entropy, c(t(cross_entropy(x, prior))))
  expect_equal(parts$remaining, c(t(cross_entropy_min(x, prior))))
  expect_equal(parts$entropy, rep(cross_entropy_null(prior), 2))
  expect_equal(parts$system, factor(rep(levels(x), each = 2), levels = levels(x)))
  nats <- information(x, prior = prior, unit = "nats")
  expect_equal(nats$divergence, parts$divergence * log(2))
  one <- information(x["mvk"], prior = prior)
  expect_equal(one$remaining, parts$remaining[parts$system == "mvk"])
})

test_that("densities give what is known of the Gaussian system", {
  for (s in c(0.7, 2)) {
    known <- information(gaussian_system(s), prior = c(0.1, 0.5))
    found <- information(
      \(x) dnorm(x, s^2 / 2, s), \(x) dnorm(x, -s^2 / 2, s), prior = c(0.1, 0.5)
    )
    expect_equal(found[-1], known[-1], tolerance = 1e-8)
    expect_equal(found$divergence, c(0, 0))
  }
  stretched <- information(\(x) dnorm(x, 2, 2), \(x) dnorm(x, -2, 2), llr = \(x) 2 * x)
  expect_equal(stretched[-1], information(gaussian_system(2, stretch = 2))[-1], tolerance = 1e-8)
})

test_that("the divergence is that of Kullback and Leibler (2018, eq. 14, 15)", {
  h1 <- \(x) dexp(x, 1)
  h2 <- \(x) dexp(x, 3)
  said <- \(x) x - 0.5
  prior <- 0.3
  right <- \(x) qlogis(prior) + log(h1(x)) - log(h2(x))
  wrong <- \(x) qlogis(prior) + said(x)
  gain <- \(x, sign) plogis(sign * right(x), log.p = TRUE) - plogis(sign * wrong(x), log.p = TRUE)
  literal <- integrate(\(x) {
    prior * h1(x) * gain(x, 1) + (1 - prior) * h2(x) * gain(x, -1)
  }, 0, 20, rel.tol = 1e-10)$value
  found <- information(h1, h2, said, prior, from = 0, to = 20, unit = "nats")
  expect_equal(found$divergence, literal, tolerance = 1e-8)
})

test_that("what a finite alphabet says is what finite_decomposition() says", {
  # Evidence in (0, 3), uniform on three cells: a table of probabilities as densities.
  cells <- \(p) \(x) p[pmin(pmax(ceiling(x), 1), 3)] * (x > 0 & x <= 3)
  h1 <- cells(c(.6, .3, .1))
  h2 <- cells(c(.2, .2, .6))
  reported <- c(.8, .5, .3)
  said <- \(x) qlogis(reported[pmin(pmax(ceiling(x), 1), 3)]) - qlogis(0.4)
  found <- suppressWarnings(information(h1, h2, said, 0.4, from = 0, to = 3, unit = "nats"))
  expect_equal(found$remaining, 0.5255336133, tolerance = 1e-6)
  expect_equal(found$divergence, 0.0640706039, tolerance = 1e-6)
  expect_equal(found$entropy, 0.6730116670, tolerance = 1e-9)
})

test_that("what is no density is refused", {
  expect_error(information(dnorm, \(x) 2 * dnorm(x)), class = "calibrant_error_input")
  expect_error(information(dnorm, 3), class = "calibrant_error_input")
  expect_error(information(dnorm, dnorm, unit = "bans"), class = "calibrant_error_input")
})

test_that("a range of evidence is two numbers that ascend", {
  h1 <- \(x) stats::dnorm(x, 1)
  h2 <- \(x) stats::dnorm(x, -1)
  for (from in list(
    NA, "a", 1:2, Inf, methods::getClass("numeric"), structure(1, class = "integer64"), matrix(1)
  )) {
    expect_error(information(h1, h2, from = from), class = "calibrant_error_input")
  }
  expect_s3_class(information(h1, h2, from = -20, to = 20), "information")
})
