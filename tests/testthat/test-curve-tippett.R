test_that("counts the trials beyond each value", {
  for (digits in c(0, 1, 8)) {
    x <- random_set(digits, digits = digits)
    curve <- tippett_curve(x)
    h1 <- h1_of(x) / log(10)
    h2 <- h2_of(x) / log(10)
    expect_equal(curve$log10_lr, c(-Inf, sort(unique(c(h1, h2))), Inf))
    expect_equal(curve$h1, tippett_reference(h1, curve$log10_lr))
    expect_equal(curve$h2, tippett_reference(h2, curve$log10_lr))
  }
})

test_that("counts to either side in the cumulative style", {
  x <- random_set(2, digits = 0)
  curve <- tippett_curve(x, style = "cumulative")
  h1 <- h1_of(x) / log(10)
  h2 <- h2_of(x) / log(10)
  expect_equal(curve$h1, vapply(curve$log10_lr, \(v) mean(h1 <= v), 0))
  expect_equal(curve$h2, vapply(curve$log10_lr, \(v) mean(h2 >= v), 0))
})

test_that("has steps of one trial, none lost at the ends", {
  withr::local_seed(3)
  n <- 997
  x <- set_of(stats::rnorm(n), stats::rnorm(n))
  for (style in c("greater", "cumulative")) {
    curve <- tippett_curve(x, style = style)
    for (h in c("h1", "h2")) {
      expect_identical(min(curve[[h]][curve[[h]] > 0]), 1 / n)
      expect_equal(range(curve[[h]]), c(0, 1))
      expect_true(all(curve[[h]] >= 0 & curve[[h]] <= 1))
    }
  }
  expect_identical(utils::tail(tippett_curve(x)$h1, 1), 0)
})

test_that("shows infinite LRs at the ends with their counts", {
  x <- set_of(c(0, 1, Inf, Inf), c(0, 0, 0, 2, Inf), scale = "lr")
  curve <- tippett_curve(x)
  expect_equal(curve$log10_lr, c(-Inf, 0, log10(2), Inf))
  expect_equal(curve$h1, c(3, 2, 2, 0) / 4)
  expect_equal(curve$h2, c(2, 2, 1, 0) / 5)
  beyond <- attr(curve, "beyond")
  expect_equal(beyond$n_h1, c(1, 2))
  expect_equal(beyond$n_h2, c(3, 1))
})

test_that("takes weights for shares", {
  x <- lr_set(c(1, 2, 3, 4), c(TRUE, FALSE, TRUE, FALSE),
    scale = "log10", weight = c(3, 0.5, 1, 1.5)
  )
  curve <- tippett_curve(x)
  expect_equal(curve$h1, c(1, 0.25, 0.25, 0, 0, 0))
  expect_equal(curve$h2, c(1, 1, 0.75, 0.75, 0, 0))
})

test_that("carries the misleading rates along, and holds systems one after the other", {
  x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  curve <- tippett_curve(x)
  expect_equal(attr(curve, "misleading"), misleading(x, level = 0.95)[1:6])
  expect_equal(levels(curve$system), c("mvn", "mvk"))
  one <- curve[curve$system == "mvk", c("log10_lr", "h1", "h2")]
  alone <- tippett_curve(x["mvk"])[c("log10_lr", "h1", "h2")]
  expect_equal(as.list(as.data.frame(one)), as.list(as.data.frame(alone)))
})

test_that("refuses scores and unknown styles", {
  expect_error(tippett_curve(set_of(1, -1, scale = "score")), class = "calibrant_error_score")
  expect_error(tippett_curve(set_of(1, -1), style = "less"), "less",
    class = "calibrant_error_input"
  )
})

# Ramos and Gonzalez-Rodriguez 2013, section 5: the vertical separation at a value of the x axis.
test_that("the curves are apart by one minus the two rates of misleading evidence", {
  x <- random_set(4, digits = 0)
  h1 <- h1_of(x) / log(10)
  h2 <- h2_of(x) / log(10)
  apart <- \(v) mean(h1 > v) - mean(h2 > v)
  curve <- tippett_curve(x)
  expect_equal(curve$separation, vapply(curve$log10_lr, apart, 0))
  cumulative <- tippett_curve(x, style = "cumulative")
  expect_equal(
    cumulative$separation, vapply(curve$log10_lr, \(v) mean(h1 > v) - mean(h2 >= v), 0)
  )
  # The same for sets without trials of LR = 1, and for the exact system.
  x <- random_set(5)
  at_1 <- utils::tail(which(tippett_curve(x)$log10_lr <= 0), 1)
  expect_equal(tippett_curve(x)$separation[at_1], 1 - sum(misleading(x)))
  theory <- gaussian_system(2.005, shift = 0.3)
  for (style in c("greater", "cumulative")) {
    curve <- tippett_curve(theory, style, log10_lr = 0)
    expect_equal(curve$separation, 1 - sum(misleading(theory)))
  }
  # The paper's sets: 15.8 % and 38.5 % of the trials of each kind mislead.
  two <- tippett_curve(gaussian_system(c(S1 = 2.005, S2 = 0.585)), log10_lr = 0)
  expect_equal(two$separation, 1 - 2 * c(0.158, 0.385), tolerance = 1e-3)
})
