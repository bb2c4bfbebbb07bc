claims <- function(x, ...) effective_information(x, ..., claimed = TRUE)
entropy <- function(p) -p * log2(p) - (1 - p) * log2(1 - p)

# The formula of the help page, trial by trial.
claims_slow <- function(x, prior) {
  llr <- x$value * log(10)
  z <- llr + stats::qlogis(prior)
  p <- stats::plogis(z)
  y <- x$truth
  n <- c(sum(y), sum(!y))
  mixed <- \(a) prior * mean(a[y]) + (1 - prior) * mean(a[!y])
  spread <- \(value, weight) {
    mean <- stats::weighted.mean(value, weight)
    stats::weighted.mean((value - mean)^2, weight)
  }
  h1 <- spread((p - 1) * z / log(2), 1 / (n[1] + n[2] * exp(-llr)))
  h2 <- spread(p * z / log(2), 1 / (n[1] * exp(llr) + n[2]))
  c(
    claimed = entropy(prior) - mixed(entropy(p)), over = mixed((p - y) * z) / log(2),
    std_error = sqrt(prior^2 * h1 / n[1] + (1 - prior)^2 * h2 / n[2])
  )
}

test_that("bits claimed and delivered are what the definition says", {
  for (seed in 1:3) {
    x <- withr::with_seed(seed, simulate_lr(40, 70, s = 1.5, stretch = 1.3, shift = 0.4))
    for (prior in c(0.02, 0.5, 0.9)) {
      found <- claims(x, prior = prior)
      expect_equal(unlist(found[c("claimed", "over", "std_error")]), claims_slow(x, prior))
      expect_equal(found$delivered, effective_information(x, prior = prior))
      expect_equal(found$p_value, stats::pnorm(-found$over / found$std_error))
    }
  }
  found <- claims(set_g())
  expect_equal(found$claimed, 0.4023050653, tolerance = 1e-9)
  expect_equal(found$delivered, 0.3602265681, tolerance = 1e-9)
})

test_that("many trials, many priors and several systems are as one by one", {
  x <- withr::with_seed(1, simulate_lr(2e4, 3e4, s = 2, stretch = 1.1))
  expect_equal(
    unlist(claims(x, prior = 0.1)[c("claimed", "over", "std_error")]), claims_slow(x, 0.1),
    tolerance = 1e-9
  )
  both <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  table <- claims(both, prior = c(0.1, 0.5))
  expect_named(table, c(
    "system", "prior", "claimed", "delivered", "over", "std_error", "p_value"
  ))
  expect_equal(nrow(table), 2 * length(levels(both)))
  one <- claims(both[levels(both)[2]], prior = 0.5)
  expect_equal(table[table$prior == 0.5, ][2, -1], one[-1], ignore_attr = TRUE)
})

test_that("LRs after PAV claim what they deliver", {
  x <- withr::with_seed(2, simulate_lr(30, 50, stretch = 2))
  after <- predict(suppressWarnings(calibrate(x, "pav")), x)
  expect_equal(suppressWarnings(claims(after, prior = c(0.1, 0.5)))$over, c(0, 0))
})

test_that("calibrated LRs seldom claim more than they deliver, strong ones do", {
  p <- withr::with_seed(4, replicate(400, claims(simulate_lr(50, 50, s = 2))$p_value))
  expect_gt(mean(p < 0.05), 0.02)
  expect_lt(mean(p < 0.05), 0.11)
  p <- withr::with_seed(5, replicate(50, claims(simulate_lr(50, 50, s = 2, stretch = 2.5))$p_value))
  expect_gt(mean(p < 0.05), 0.9)
})

test_that("certain trials claim all, and no error is told where none can be", {
  sure <- lr_set(list(h1 = c(Inf, Inf), h2 = c(-Inf, -Inf)), scale = "log10")
  expect_equal(unlist(claims(sure)[c("claimed", "delivered", "over")], use.names = FALSE),
    c(1, 1, 0))
  expect_identical(claims(sure)$std_error, NA_real_)
  wrong <- lr_set(list(h1 = c(-Inf, 1), h2 = c(-1, -2)), scale = "log10")
  expect_warning(found <- claims(wrong), class = "calibrant_warning_infinite")
  expect_identical(found$delivered, -Inf)
  expect_identical(found$p_value, 0)
  weighted <- lr_set(c(1, 2, -1), c(TRUE, FALSE, FALSE), scale = "log10", weight = c(1, 2, 1))
  expect_identical(claims(weighted)$p_value, NA_real_)
  shared <- lr_set(c(1, 2, -1), c(TRUE, FALSE, FALSE),
    scale = "log10", source1 = c("a", "a", "b"), source2 = c("a", "b", "c")
  )
  expect_identical(claims(shared)$std_error, NA_real_)
  none <- lr_set(c(0, 0, 0), c(TRUE, FALSE, FALSE), scale = "log10")
  expect_identical(claims(none)$std_error, NA_real_)
  expect_error(claims(none, prior = 0), class = "calibrant_error_input")
})

test_that("explain() says what LRs claim and deliver", {
  strong <- withr::with_seed(1, simulate_lr(200, 200, s = 1, stretch = 1.5))
  expect_match(explain(strong), paste(
    "The LRs claim 0.259 bits of information per comparison and deliver 0.156 bits: they overstate",
    "the evidence by more than chance explains."
  ), fixed = TRUE)
  weak <- withr::with_seed(1, simulate_lr(300, 300, s = 2, stretch = 0.5))
  expect_match(explain(weak), "they understate the evidence", fixed = TRUE)
  fair <- withr::with_seed(1, simulate_lr(200, 200, s = 1))
  expect_match(explain(fair), "and deliver 0.1[0-9]+ bits\\. ")
  harmful <- withr::with_seed(1, simulate_lr(100, 100, s = 1, stretch = 5))
  expect_match(explain(harmful), "and take 0.[0-9]+ bits away")
})
