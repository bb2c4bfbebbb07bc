test_that("limits of a rate are those of Wilson", {
  # Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20.
  limits <- wilson_limits(c(81 / 263, 15 / 148, 0), c(263, 148, 20), qnorm(0.975))
  expect_equal(round(limits$lower, 4), c(0.2553, 0.0624, 0))
  expect_equal(round(limits$upper, 4), c(0.3662, 0.1605, 0.1611))
})

# More than `k` trials, with half of the probability of `k` itself, have the probability .025.
mid_p_limit <- function(k, n) {
  excess <- \(p) stats::pbinom(k, n, p, lower.tail = FALSE) + stats::dbinom(k, n, p) / 2 - 0.025
  stats::uniroot(excess, c(0, 1), tol = 1e-14)$root
}

test_that("limits of at most three trials are mid-p limits", {
  limits <- wilson_limits(c(0, 1, 3, 4, 47, 50) / 50, 50, qnorm(0.975))
  expect_equal(limits$lower[2:3], c(mid_p_limit(1, 50), mid_p_limit(3, 50)))
  expect_equal(limits$upper[5], 1 - mid_p_limit(3, 50))
  expect_identical(limits$lower[1], 0)
  expect_identical(limits$upper[6], 1)
  score <- \(k) prop.test(k, 50, correct = FALSE)$conf.int
  expect_equal(c(limits$lower[4], limits$upper[4]), as.vector(score(4)))
  expect_equal(limits$upper[2], score(1)[2])
  # Numbers of independent trials need not be whole; a tail of 0 has the limit 0.
  tail <- \(p, k, n) (pbeta(p, k, n - k + 1) + pbeta(p, k + 1, n - k)) / 2
  parts <- wilson_limits(c(0.1, 0.1), c(19, 21.5), c(1, 2))
  expect_equal(tail(parts$lower, c(1.9, 2.15), c(19, 21.5)), pnorm(-c(1, 2)))
  expect_identical(wilson_limits(0.1, 10, 40)$lower, 0)
})

test_that("mid-p limits have their tail for any number and level", {
  for (tail in c(0.4, 0.1, 0.025, 1e-6)) {
    for (n in c(2, 5.5, 15, 300, 1e5)) {
      k <- unique(pmin(c(0.2, 1, 1.5, 2, 3, n / 2, n), n))
      p <- mid_lower(k, n, tail)
      expect_equal((pbeta(p, k, n - k + 1) + pbeta(p, k + 1, n - k)) / 2, rep(tail, length(k)))
    }
  }
  expect_silent(expect_length(mid_lower(numeric(), numeric(), 0.025), 0))
})

test_that("limits of a cost of one rate are limits of the rate", {
  rates <- c(p_miss = 15 / 148, p_fa = 0.3, weight_miss = 2, weight_fa = 0)
  expect_equal(round(rate_interval(rates, c(148, 10), qnorm(0.975)) / 2, 4), c(0.0624, 0.1605))
})

# Probability that the interval of a cost holds it, by all possible numbers of errors.
cost_coverage <- function(rate, n, weight) {
  counts <- expand.grid(p_miss = 0:n[1], p_fa = 0:n[2])
  ends <- apply(counts, 1, \(k) {
    rates <- c(k / n, weight_miss = weight, weight_fa = 1 - weight)
    rate_interval(rates, c(h1 = n[1], h2 = n[2]), qnorm(0.975))
  })
  cost <- sum(c(weight, 1 - weight) * rate)
  chance <- dbinom(counts$p_miss, n[1], rate[1]) * dbinom(counts$p_fa, n[2], rate[2])
  sum(chance[ends[1, ] <= cost + 1e-12 & ends[2, ] >= cost - 1e-12])
}

test_that("an interval of a cost holds it in 92 % of sets at any rates, seldom in more than 99 %", {
  withr::local_seed(4)
  found <- replicate(12, {
    n <- sample(c(5, 8, 12, 20), 2, replace = TRUE)
    cost_coverage(exp(runif(2, log(0.01), log(0.5))), n, sample(c(0.1, 0.5, 0.9), 1))
  })
  expect_gt(min(found), 0.92)
  # Exact limits have more than 99 % here.
  expect_lt(cost_coverage(c(0.07, 0.07), c(15, 15), 0.9), 0.985)
})
