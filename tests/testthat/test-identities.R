# Relations that hold for any data. Numbers refer to Brummer (2010) and to the consequences of its
# appendix C.

# Sets of every shape: continuous, tied, weighted, separated, reversed, with infinities.
all_shapes <- function() {
  list(
    continuous = random_set(1),
    tied = random_set(2, digits = 0),
    weighted = random_set(3, digits = 1, weights = TRUE),
    unbalanced = random_set(4, n_h1 = 2, n_h2 = 60),
    one_each = set_of(1, -0.5),
    wrong_way = set_of(-1, 0.5),
    separated = set_of(c(1, 2), c(-1, -3, -2)),
    reversed = set_of(c(-1, -2), c(1, 3, 2)),
    all_equal = set_of(c(0.7, 0.7), c(0.7, 0.7, 0.7)),
    infinite = set_of(c(Inf, 1, 0.2, -1), c(-Inf, -1, 0.2, 0.5)),
    large = random_set(5, n_h1 = 2500, n_h2 = 3500)
  )
}

some_priors <- c(0, 0.001, 0.2, 0.5, 0.77, 0.999, 1)

reset <- function(x, value, truth = x$truth, weight = x$weight) {
  lr_set(value, truth, scale = x$scale, weight = weight)
}

# Every measure that is one number, in one vector.
measures_of <- function(x) {
  c(
    cllr(x), cllr_min(x), cllr_h1(x), cllr_h2(x), misleading(x), dev_pav_quietly(x),
    cross_entropy(x, some_priors), cross_entropy_min(x, some_priors)
  )
}

dev_pav_quietly <- function(x) {
  suppressWarnings(dev_pav(x), classes = "calibrant_warning_undefined")
}

test_that("Cllr is the cross-entropy at even odds", {
  # Cllr has a separate kernel, which a compiler may round differently, and its minimum is capped at
  # Cllr despite rounding.
  near <- \(found, expected) expect_equal(found, expected, tolerance = 4 * .Machine$double.eps)
  for (x in all_shapes()) {
    near(cross_entropy(x, 0.5), cllr(x))
    near(cross_entropy_min(x, 0.5), cllr_min(x))
    curve <- ece_curve(x, 0)
    expect_identical(curve$ece, cross_entropy(x, 0.5))
    expect_identical(curve$ece_min, cross_entropy_min(x, 0.5))
  }
})

test_that("the minimum is never above what it is the minimum of", {
  for (x in all_shapes()) {
    ece <- cross_entropy(x, some_priors)
    ece_min <- cross_entropy_min(x, some_priors)
    null <- cross_entropy_null(some_priors)
    expect_true(all(ece_min <= ece * (1 + 1e-15) & ece_min <= null * (1 + 1e-15)))
    expect_true(all(ece_min >= 0))
    expect_lte(cllr_min(x), min(cllr(x), 1))
  }
})

test_that("no monotone transform does better than PAV", {
  for (x in all_shapes()) {
    for (f in list(\(v) 0.5 * v, \(v) v + 1, \(v) 3 * v, \(v) atan(v), \(v) 2 * (v > 0) - 1)) {
      expect_lte(cllr_min(x), cllr(reset(x, f(x$value))) + 1e-15)
    }
  }
})

test_that("PAV is idempotent", {
  for (x in all_shapes()) {
    once <- predict(pav(x), x)
    twice <- predict(pav(once), once)
    expect_equal(twice$value, once$value, tolerance = 1e-14)
    expect_equal(nrow(pav(once)), nrow(pav(x)))
    expect_equal(cllr_min(once), cllr_min(x), tolerance = 1e-14)
    expect_equal(cllr(once), cllr_min(x), tolerance = 1e-13)
  }
})

test_that("discrimination does not change under strictly increasing transforms", {
  without_values <- \(x) lapply(each_system(x, blocks_of), `[`, c("n_h1", "n_h2", "llr", "totals"))
  for (x in all_shapes()) {
    for (f in list(\(v) 3 * v - 1, \(v) exp(v / 2), atan, \(v) sign(v) * sqrt(abs(v)))) {
      y <- reset(x, f(x$value))
      expect_identical(without_values(y), without_values(x))
      expect_identical(cross_entropy_min(y, some_priors), cross_entropy_min(x, some_priors))
    }
  }
})

test_that("the order of trials does not matter", {
  withr::local_seed(6)
  for (x in all_shapes()) {
    shuffled <- x[sample(length(x))]
    expect_equal(measures_of(shuffled), measures_of(x), tolerance = 1e-14)
    if (is.null(x$weight)) {
      expect_identical(each_system(shuffled, counts_of), each_system(x, counts_of))
    }
  }
})

test_that("replication of all trials, or of a class, does not matter", {
  for (x in all_shapes()) {
    for (times in list(rep(3, length(x)), 1 + 4 * x$truth, 1 + 2 * !x$truth)) {
      replicated <- x[rep(seq_along(x$value), times)]
      expect_equal(measures_of(replicated), measures_of(x), tolerance = 1e-13)
      expect_equal(pav(replicated)$log10_lr_pav, pav(x)$log10_lr_pav, tolerance = 1e-14)
    }
  }
})

test_that("weights are replication", {
  withr::local_seed(7)
  for (x in all_shapes()) {
    if (!is.null(x$weight)) next
    times <- sample(1:4, length(x), replace = TRUE)
    weighted <- reset(x, x$value, weight = times)
    replicated <- x[rep(seq_along(x$value), times)]
    expect_identical(each_system(weighted, counts_of), each_system(replicated, counts_of))
    # Many trials are summed without sorting, few distinct ones in order, so the last digit may
    # differ.
    expect_equal(measures_of(weighted), measures_of(replicated), tolerance = 1e-15)
    expect_equal(as.data.frame(pav(weighted)), as.data.frame(pav(replicated)))
    expect_identical(
      as.data.frame(tippett_curve(weighted)), as.data.frame(tippett_curve(replicated))
    )
    breaks <- seq(-5, 5, length.out = 8)
    histograms <- lapply(list(weighted, replicated), lr_histogram, breaks = breaks)
    expect_identical(as.data.frame(histograms[[1]]), as.data.frame(histograms[[2]]))
  }
})

test_that("only ratios of weights within a class matter", {
  x <- random_set(8, digits = 1, weights = TRUE)
  scaled <- reset(x, x$value, weight = x$weight * ifelse(x$truth, 1e-5, 1e7))
  expect_equal(measures_of(scaled), measures_of(x), tolerance = 1e-13)
  ones <- random_set(9)
  expect_identical(
    measures_of(reset(ones, ones$value, weight = rep(1, length(ones)))), measures_of(ones)
  )
})

test_that("swapping the hypotheses and the signs mirrors everything", {
  for (x in all_shapes()) {
    swapped <- reset(x, -x$value, truth = !x$truth)
    expect_equal(cllr(swapped), cllr(x), tolerance = 1e-14)
    expect_equal(cllr_h1(swapped), cllr_h2(x), tolerance = 1e-14)
    expect_equal(misleading(swapped), rev(misleading(x)), ignore_attr = TRUE)
    expect_equal(dev_pav_quietly(swapped), dev_pav_quietly(x), tolerance = 1e-13)
    expect_equal(
      cross_entropy(swapped, 1 - some_priors), cross_entropy(x, some_priors), tolerance = 1e-13
    )
    expect_equal(
      cross_entropy_min(swapped, 1 - some_priors), cross_entropy_min(x, some_priors),
      tolerance = 1e-13
    )
    expect_identical(pav(swapped)$log10_lr_pav, -rev(pav(x)$log10_lr_pav))
  }
})

test_that("the area under the Bayes error is 2 ln 2 times Cllr", {
  # Thesis eq. 6.14 and 7.33 with the factor 2 that is missing there.
  plain <- c("continuous", "tied", "unbalanced", "one_each", "reversed", "all_equal")
  for (x in all_shapes()[plain]) {
    expect_equal(bayes_error_area(h1_of(x), h2_of(x)), 2 * log(2) * cllr(x), tolerance = 1e-12)
    llr <- pav_llr_of_trials(x)
    expect_equal(
      bayes_error_area(llr[x$truth], llr[!x$truth]), 2 * log(2) * cllr_min(x),
      tolerance = 1e-12
    )
  }
})

test_that("PAV LLRs do not depend on the prior (7.6, item 1)", {
  for (x in all_shapes()[c("continuous", "tied", "weighted", "unbalanced", "reversed")]) {
    counts <- counts_of(only_system(x))
    blocks <- counts_and_blocks_of(only_system(x))$blocks
    llr <- rep(blocks$llr, blocks$last - blocks$first + 1)
    for (prior in c(0.001, 0.3, 0.5, 0.999)) {
      p <- pav_reference(counts$n_h1, counts$n_h2,
        v1 = prior / counts$totals[1], v2 = (1 - prior) / counts$totals[2]
      )
      expect_equal(stats::qlogis(p) - stats::qlogis(prior), llr, tolerance = 1e-9)
    }
  }
})

test_that("the mean posterior is the prior, in total and per block (item 5)", {
  for (x in all_shapes()) {
    blocks <- blocks_of(only_system(x))
    h1 <- blocks$n_h1 / blocks$totals[1]
    h2 <- blocks$n_h2 / blocks$totals[2]
    for (prior in c(0.01, 0.4, 0.9)) {
      posterior <- stats::plogis(blocks$llr + stats::qlogis(prior))
      weight <- prior * h1 + (1 - prior) * h2
      expect_equal(sum(weight * posterior), prior)
      expect_equal(weight * posterior, prior * h1)
    }
  }
})

test_that("mean LR under H2 and mean 1/LR under H1 are 1 after PAV (item 6)", {
  for (x in all_shapes()) {
    blocks <- blocks_of(only_system(x))
    h1 <- blocks$n_h1 / blocks$totals[1]
    h2 <- blocks$n_h2 / blocks$totals[2]
    expect_equal(sum((h2 * exp(blocks$llr))[h2 > 0]), 1 - sum(h1[blocks$llr == Inf]))
    expect_equal(sum((h1 * exp(-blocks$llr))[h1 > 0]), 1 - sum(h2[blocks$llr == -Inf]))
  }
})

test_that("the minimum is the mean entropy of the blocks (item 7)", {
  entropy <- function(p) ifelse(p <= 0 | p >= 1, 0, -p * log2(p) - (1 - p) * log2(1 - p))
  for (x in all_shapes()) {
    blocks <- blocks_of(only_system(x))
    expected <- vapply(some_priors, \(prior) {
      joint <- prior * blocks$n_h1 / blocks$totals[1]
      weight <- joint + (1 - prior) * blocks$n_h2 / blocks$totals[2]
      sum((weight * entropy(joint / weight))[weight > 0])
    }, 0)
    expect_equal(cross_entropy_min(x, some_priors), expected, tolerance = 1e-12)
  }
})

test_that("the minimum is concave in the prior (item 7)", {
  grid <- seq(0, 1, length.out = 101)
  for (x in all_shapes()) {
    ece_min <- cross_entropy_min(x, grid)
    expect_true(all(diff(ece_min, differences = 2) <= 1e-14))
  }
})

test_that("prefixes of a block have more H1 than the block, suffixes less (theorem 3)", {
  for (x in all_shapes()) {
    counts <- counts_of(only_system(x))
    blocks <- counts_and_blocks_of(only_system(x))$blocks
    for (i in seq_along(blocks$llr)) {
      inside <- blocks$first[i]:blocks$last[i]
      m <- cumsum(counts$n_h1[inside])
      n <- cumsum(counts$n_h2[inside])
      share <- utils::tail(m, 1) / utils::tail(m + n, 1)
      expect_true(all(m / (m + n) >= share - 1e-14))
      later <- seq_along(inside)[-1]
      rest_m <- utils::tail(m, 1) - m[later - 1]
      rest <- utils::tail(m + n, 1) - (m + n)[later - 1]
      expect_true(all(rest_m / rest <= share + 1e-14))
    }
  }
})

test_that("blocks ascend, touch, and hold every trial", {
  for (x in all_shapes()) {
    counts <- counts_of(only_system(x))
    blocks <- counts_and_blocks_of(only_system(x))$blocks
    n <- length(blocks$llr)
    expect_false(is.unsorted(blocks$llr, strictly = TRUE))
    expect_equal(blocks$first, c(1, blocks$last[-n] + 1))
    expect_equal(blocks$last[n], length(counts$value))
    expect_equal(sum(blocks$n_h1), counts$totals[1])
    expect_equal(sum(blocks$n_h2), counts$totals[2])
  }
})

test_that("PAV of joined data joins the PAVs where these ascend (theorem 2)", {
  left <- set_of(c(-3, -1), c(-4, -3.5, -2, -0.5))
  right <- set_of(c(0.5, 0.8, 3), 1)
  shares <- function(x) {
    blocks <- counts_and_blocks_of(only_system(x))$blocks
    size <- blocks$last - blocks$first + 1
    rep(blocks$n_h1 / (blocks$n_h1 + blocks$n_h2), size)
  }
  expect_equal(c(max(shares(left)), min(shares(right))), c(1 / 2, 2 / 3))
  expect_equal(shares(c(left, right, pool = TRUE)), c(shares(left), shares(right)))
})

test_that("isotonic regression of labels is PAV", {
  for (x in all_shapes()) {
    counts <- counts_of(only_system(x))
    weight <- counts$n_h1 + counts$n_h2
    blocks <- counts_and_blocks_of(only_system(x))$blocks
    size <- blocks$last - blocks$first + 1
    expect_equal(
      isotonic(counts$n_h1 / weight, weights = weight),
      rep(blocks$n_h1 / (blocks$n_h1 + blocks$n_h2), size)
    )
  }
})

test_that("the Tippett curves hold the misleading rates", {
  for (x in all_shapes()) {
    curve <- tippett_curve(x)
    at_even <- max(which(curve$log10_lr <= 0))
    expect_equal(curve$h2[at_even], misleading(x)[["h2"]])
    below <- max(which(curve$log10_lr < 0))
    expect_equal(1 - curve$h1[below], misleading(x)[["h1"]])
  }
})

test_that("cumulative Tippett curves complement the others", {
  for (x in all_shapes()) {
    greater <- tippett_curve(x)
    cumulative <- tippett_curve(x, style = "cumulative")
    expect_equal(cumulative$h1, 1 - greater$h1)
    expect_equal(cumulative$h2, c(1, greater$h2[-nrow(greater)]))
  }
})

test_that("the scale of the LRs does not matter", {
  x <- random_set(10, digits = 1)
  in_log10 <- lr_set(x$value / log(10), x$truth, scale = "log10")
  in_log2 <- lr_set(x$value / log(2), x$truth, scale = "log2")
  ratios <- lr_set(exp(x$value), x$truth, scale = "lr")
  for (y in list(in_log10, in_log2, ratios)) {
    expect_equal(measures_of(y), measures_of(x), tolerance = 1e-12)
    expect_equal(useful_range(y), useful_range(x), tolerance = 1e-9)
  }
})
