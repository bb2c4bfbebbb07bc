# Labels in ascending order of the score.
labels_set <- function(labels, scale = "ln") {
  lr_set(seq_along(labels), labels, scale = scale)
}

test_that("is the max-min formula, with and without ties and weights", {
  for (seed in 1:4) {
    for (digits in c(0, 8)) {
      for (weights in c(FALSE, TRUE)) {
        x <- random_set(seed, 8, 10, digits = digits, weights = weights)
        expect_equal(pav_llr_of_trials(x), pav_llr_reference(x), tolerance = 1e-13)
      }
    }
  }
})

test_that("has a reference whose two forms agree", {
  withr::local_seed(5)
  a <- stats::rpois(9, 1)
  b <- stats::rpois(9, 1) + (a == 0)
  expect_equal(pav_reference(a, b), pav_reference(a, b, max_min = FALSE))
})

test_that("lists blocks with ranges and counts", {
  blocks <- pav(labels_set(c(0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1)))
  expect_s3_class(blocks, c("pav", "calibrant_curve", "data.frame"), exact = TRUE)
  expect_equal(as.list(blocks), list(
    system = factor(rep("system", 4)),
    log10_lr_min = c(1, 3, 8, 11) / log(10), log10_lr_max = c(2, 7, 10, 12) / log(10),
    n_h1 = c(0, 2, 2, 2), n_h2 = c(2, 3, 1, 0),
    log10_lr_pav = c(-Inf, log10(2 / 3), log10(2), Inf)
  ), ignore_attr = TRUE)
})

test_that("names the ranges of scores by what they are", {
  blocks <- pav(labels_set(c(0, 1, 0, 1), scale = "score"))
  expect_named(blocks, c("system", "score_min", "score_max", "n_h1", "n_h2", "log10_lr_pav"))
  expect_equal(blocks$score_max, c(1, 3, 4))
})

test_that("gives ties one LR, whatever their order", {
  value <- c(1, 2, 2, 2, 3)
  truth <- c(0, 1, 0, 1, 1)
  for (order in list(1:5, 5:1, c(1, 3, 2, 4, 5))) {
    blocks <- pav(lr_set(value[order], truth[order], scale = "ln"))
    expect_equal(blocks$log10_lr_pav, c(-Inf, log10(4 / 3), Inf))
    expect_equal(blocks$n_h1, c(0, 2, 1))
  }
})

test_that("separates perfectly, or not at all", {
  separated <- pav(set_of(c(1, 2), c(-1, -2, -3)))
  expect_equal(separated$log10_lr_pav, c(-Inf, Inf))
  for (x in list(set_of(c(-1, -2), c(1, 2, 3)), set_of(c(1, 1), c(1, 1, 1)))) {
    expect_identical(pav(x)$log10_lr_pav, 0)
    expect_equal(pav(x)$n_h2, 3)
  }
})

test_that("accepts one trial per class and infinite LRs", {
  expect_equal(pav(set_of(2, 1))$log10_lr_pav, c(-Inf, Inf))
  blocks <- pav(set_of(c(-Inf, 1, Inf), c(-Inf, 0, Inf)))
  expect_equal(blocks$log10_lr_min, c(-Inf, 1 / log(10)))
  expect_equal(blocks$log10_lr_max, c(0, Inf))
  expect_equal(blocks$n_h1, c(1, 2))
})

test_that("holds for every system by itself", {
  x <- random_set(6)
  y <- random_set(7, weights = TRUE)
  both <- c(
    lr_set(x$value, x$truth, scale = "ln", system = rep("x", length(x))),
    lr_set(y$value, y$truth, scale = "ln", system = rep("y", length(y)), weight = y$weight)
  )
  blocks <- pav(both)
  expect_equal(levels(blocks$system), c("x", "y"))
  for (name in c("x", "y")) {
    one <- blocks[blocks$system == name, -1]
    alone <- pav(list(x = x, y = y)[[name]])[-1]
    expect_equal(as.list(as.data.frame(one)), as.list(as.data.frame(alone)))
  }
})

test_that("takes what lr_set() takes", {
  expect_equal(pav(c(1, -1), truth = c(TRUE, FALSE), scale = "ln"), pav(set_of(1, -1)))
})

test_that("pools many fractional weights without running out of memory", {
  n <- 3000
  weight <- rep(1e-6, 2 * n)
  truth <- rep(c(TRUE, FALSE), n)
  # The share of H1 increases with every value, so each value is a block.
  weight[truth] <- seq_len(n) * 1e-6
  x <- lr_set(rep(seq_len(n), each = 2), truth, scale = "score", weight = weight)
  expect_equal(nrow(pav(x)), n)
})

steps <- function() {
  # Blocks: LR 0 up to -1, 1/2 on [0, 1], 2 on [2, 3], Inf from 5 on.
  lr_set(
    c(-2, -1, 0, 0.5, 1, 2, 2.5, 3, 5, 6),
    c(0, 0, 1, 0, 0, 1, 1, 0, 1, 1), scale = "log10"
  )
}

test_that("predicts the ratio of a block inside of it", {
  blocks <- pav(steps())
  at <- c(-2, -1.5, 0, 0.7, 1, 2, 3, 5, 5.5)
  expected <- log10(c(0, 0, 0.5, 0.5, 0.5, 2, 2, Inf, Inf))
  expect_equal(predict(blocks, at), expected)
})

test_that("predicts between blocks by the stated rules", {
  blocks <- pav(steps())
  low <- blocks$log10_lr_pav[2]
  high <- blocks$log10_lr_pav[3]
  between <- c(1.25, 1.75)
  expect_equal(predict(blocks, between), low + (high - low) * c(0.25, 0.75))
  expect_equal(predict(blocks, between, between = "nearest"), c(low, high))
  # No line leads to an infinite value; halfway, the value closer to even odds applies.
  expect_equal(predict(blocks, c(-0.9, -0.1, -0.5)), c(-Inf, low, low))
  expect_equal(predict(blocks, c(3.1, 4, 4.9)), c(high, high, Inf))
})

test_that("predicts outside of all blocks by the stated rules", {
  blocks <- pav(steps())
  expect_equal(predict(blocks, c(-Inf, -9, 9, Inf)), c(-Inf, -Inf, Inf, Inf))
  expect_equal(predict(blocks, c(-9, 0, 9), outside = "NA"), c(NA, blocks$log10_lr_pav[2], NA))
})

test_that("is monotone wherever it predicts", {
  blocks <- pav(random_set(8, 60, 60))
  at <- seq(-5, 5, by = 0.01)
  expect_false(is.unsorted(predict(blocks, at)))
  expect_false(is.unsorted(predict(blocks, at, between = "nearest")))
})

test_that("predicts its own trials as PAV does", {
  for (scale in c("ln", "lr", "log2")) {
    x <- random_set(9, digits = 1)
    y <- lr_set(switch(scale, ln = x$value, lr = exp(x$value), log2 = x$value / log(2)),
      x$truth, scale = scale
    )
    recalibrated <- predict(pav(y), y)
    expect_equal(recalibrated$value * log(10), pav_llr_reference(x))
  }
})

test_that("recalibrates sets system by system and keeps what belongs to them", {
  x <- lr_set(same_source ~ log10_lr | model,
    data = glass_lr[glass_lr$item2 <= 20, ], scale = "log10", source1 = "item1",
    source2 = "item2"
  )
  recalibrated <- predict(pav(x), x)
  columns <- c("truth", "system", "source1", "source2")
  expect_identical(as.data.frame(recalibrated)[columns], as.data.frame(x)[columns])
  expect_equal(cllr(recalibrated), cllr_min(x), tolerance = 1e-14)
  alone <- predict(pav(x["mvk"]), x["mvk"])
  expect_equal(recalibrated["mvk"]$value, alone$value)
})

test_that("refuses to predict what it cannot", {
  blocks <- pav(c(
    set_of(1, -1, system = c("a", "a")), set_of(2, -2, system = c("b", "b"))
  ))
  refuses <- function(object, message) {
    expect_error(object, message, class = "calibrant_error_input")
  }
  refuses(predict(blocks, 1), "system.*\"a\".*\"b\"")
  refuses(predict(blocks, 1, system = "c"), "\"c\"")
  expect_equal(predict(blocks, 0.5, system = "b"), predict(pav(set_of(2, -2)), 0.5))
  one <- pav(set_of(1, -1))
  refuses(predict(one, c(1, NA)), "position 2")
  refuses(predict(one, "1"), "numeric")
  refuses(predict(one, 1, between = "spline"), "spline")
  refuses(predict(one, 1, outside = "drop"), "drop")
  refuses(predict(one, set_of(1, -1, scale = "score")), "scores")
  refuses(predict(one, set_of(9, -9), outside = "NA"), "newdata")
})

test_that("a damaged table of blocks predicts nothing", {
  fine <- withr::with_seed(1, pav(simulate_lr(50, 80, s = 2)))
  plain <- \(name, value) {
    fields <- unclass(fine)
    fields[[name]] <- value
    structure(fields, class = class(fine))
  }
  n <- nrow(fine)
  bad <- list(
    plain("log10_lr_pav", NULL), plain("log10_lr_pav", rep(NA_real_, n)),
    plain("log10_lr_pav", rev(fine$log10_lr_pav)), plain("log10_lr_max", 1),
    plain("log10_lr_min", NULL), plain("log10_lr_min", rev(fine$log10_lr_min)),
    plain("log10_lr_min", as.character(fine$log10_lr_min)), plain("system", NULL),
    structure(list(), class = c("pav", "data.frame"))
  )
  for (table in bad) {
    expect_error(predict(table, c(0, 1)), class = "calibrant_error_damaged")
    expect_error(ggplot2::autoplot(table), class = "calibrant_error_damaged")
  }
  expect_no_error(predict(fine, c(0, 1)))
})
