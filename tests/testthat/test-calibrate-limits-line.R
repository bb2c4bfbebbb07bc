test_that("items that are all different share nothing", {
  set.seed(3)
  x <- lr_set(rnorm(60) + rep(0:1, each = 30), rep(c(FALSE, TRUE), each = 30), "score",
    source1 = 1:60, source2 = 61:120)
  expect_equal(max(abs(shared_covariance(calibrate(x), 1)$vcov_shared)), 0)
  expect_equal(source_effect(x), 1)
})

test_that("what trials share are the products of the gradients of every two with a common item", {
  x <- withr::with_seed(4, {
    first <- sample(8, 40, TRUE)
    second <- sample(6, 40, TRUE)
    lr_set(
      rnorm(40) + (first == second), first == second, "score", source1 = first, source2 = second
    )
  })
  fit <- calibrate(x, prior = 0.3)
  line <- coef(fit)
  z <- line[[1]] * x$value + line[[2]] + qlogis(0.3)
  n <- ifelse(x$truth, sum(x$truth), sum(!x$truth))
  share <- ifelse(x$truth, -0.3 * plogis(-z), 0.7 * plogis(z)) / n
  gradient <- share * cbind(x$value, 1)
  for (h in c(TRUE, FALSE)) {
    i <- x$truth == h
    gradient[i, ] <- scale(gradient[i, ], scale = FALSE)
  }
  products <- matrix(0, 2, 2)
  for (i in 1:40) {
    for (j in setdiff(1:40, i)) {
      common <- any(c(x$source1[i], x$source2[i]) %in% c(x$source1[j], x$source2[j]))
      if (common) products <- products + outer(gradient[i, ], gradient[j, ])
    }
  }
  curve <- vcov(fit, type = "hessian") * 40
  shared <- shared_covariance(fit, 1)
  expect_equal(shared$vcov_shared, curve %*% products %*% curve, ignore_attr = TRUE)
  of <- \(i) length(unique(c(x$source1[i], x$source2[i])))
  expect_lt(of(x$truth), of(!x$truth))
  expect_equal(shared$n_items, of(x$truth))
})

test_that("parts of trials in a Gaussian calibration are its changes if trials have more weight", {
  x <- withr::with_seed(6, lr_set(rnorm(30, rep(1:0, c(12, 18))), rep(1:0, c(12, 18)), "score",
    weight = runif(30, 1, 2)))
  line <- \(weight) coef(calibrate(lr_set(x$value, x$truth, "score", weight = weight), "gaussian",
    prior = 0.3))
  parts <- gaussian_parts(x$value, x$truth, x$weight, 0.3)
  expect_lt(max(abs(colSums(parts))), 1e-12)
  for (i in c(1, 5, 13, 30)) {
    up <- line(replace(x$weight, i, x$weight[i] + 1e-5))
    down <- line(replace(x$weight, i, x$weight[i] - 1e-5))
    expect_equal(unname(parts[i, ]), unname(up - down) / 2e-5 * x$weight[i], tolerance = 1e-5)
  }
  large <- gaussian_parts(x$value * 1e200, x$truth, x$weight, 0.3)
  expect_equal(large * rep(c(1e200, 1), each = 30), parts)
})

# All pairs of the recordings of these items, whose effects are shared.
recordings_of <- function(numbers, noise = 0.6) {
  item <- rep(seq_along(numbers), numbers)
  at <- utils::combn(length(item), 2)
  first <- item[at[1, ]]
  second <- item[at[2, ]]
  own <- rnorm(length(numbers))
  of_recording <- rnorm(length(item))
  llr <- ifelse(first == second, 1.5, -1.5) + 0.5 * (own[first] + own[second]) +
    0.4 * (of_recording[at[1, ]] + of_recording[at[2, ]]) + noise * rnorm(length(first))
  lr_set(llr, first == second, scale = "ln", source1 = first, source2 = second)
}

test_that("items with many recordings count for few items in limits and intervals", {
  withr::local_seed(3)
  kish <- \(x) sum(x)^2 / sum(x^2)
  for (numbers in list(rep(3, 12), c(8, 8, 8, rep(2, 17)), c(12, rep(2, 24)), 2:9)) {
    x <- recordings_of(numbers)
    pairs <- choose(numbers, 2)
    among <- numbers * (sum(numbers) - numbers)
    expect_equal(scarce_sources(x),
      sqrt(length(numbers) * min(kish(2 * pairs), kish(among))))
    fit <- suppressWarnings(calibrate(x))
    line <- line_spread(fit, 1, 0.5, "source")
    expect_equal(line$degrees, min(kish(pairs), kish(among), length(numbers) - 1))
    file <- withr::local_tempfile(fileext = ".json")
    write_calibrant(fit, file)
    limits <- \(fit) unlist(predict(fit, 0.5, type = "lr", level = 0.9)[c("lower", "upper")])
    expect_equal(limits(read_calibrant(file)), limits(fit))
  }
})

# All pairs of the recordings of these items; the scores are calibrated ln LRs, and half of their
# variance is that of items.
calibrated_recordings <- function(numbers) {
  item <- rep(seq_along(numbers), numbers)
  at <- utils::combn(length(item), 2)
  first <- item[at[1, ]]
  second <- item[at[2, ]]
  same <- first == second
  same_item <- rnorm(length(numbers))
  other_item <- rnorm(length(numbers))
  of_recording <- rnorm(length(item))
  noise <- sqrt(0.5) *
    ifelse(same, same_item[first], (other_item[first] + other_item[second]) / sqrt(2)) +
    sqrt(0.1) * (of_recording[at[1, ]] + of_recording[at[2, ]]) + sqrt(0.3) * rnorm(length(same))
  lr_set(ifelse(same, 2, -2) + 2 * noise, same, scale = "ln", source1 = first, source2 = second)
}

test_that("limits by source hold for few items with many recordings, and are not too wide", {
  skip_unless_extended()
  designs <- list(even = rep(3, 20), "two of ten" = c(10, 10, rep(2, 18)), half = c(7, rep(2, 19)))
  at <- c(-4, 0, 4)
  cases <- expand.grid(design = names(designs), method = c("logistic", "gaussian"))
  for (i in seq_len(nrow(cases))) {
    design <- as.character(cases$design[i])
    method <- as.character(cases$method[i])
    withr::local_seed(7)
    found <- replicate(200, {
      x <- calibrated_recordings(designs[[design]])
      limits <- suppressWarnings(predict(calibrate(x, method), at, level = 0.95))
      to_ln(cbind(limits$lower, limits$log10_lr, limits$upper), "log10")
    })
    held <- rowMeans(found[, 1, ] <= at & found[, 3, ] >= at)
    info <- paste(design, method)
    expect_true(all(held >= 0.88), info = info)
    oracle <- apply(found[, 2, ], 1, \(llr) diff(stats::quantile(llr, c(0.025, 0.975))))
    width <- apply(found[, 3, ] - found[, 1, ], 1, stats::median)
    expect_true(all(width < 1.5 * oracle), info = info)
  }
})

test_that("a weight of two counts as two comparisons of an item", {
  withr::local_seed(4)
  x <- recordings_of(c(4, 3, 3, 2, 2))
  double <- ifelse(x$source1 == 1 | x$source2 == 1, 2, 1)
  weighted <- lr_set(x$value, x$truth, scale = "ln", source1 = x$source1, source2 = x$source2,
    weight = double)
  i <- rep(seq_along(double), double)
  copied <- lr_set(x$value[i], x$truth[i], scale = "ln", source1 = x$source1[i],
    source2 = x$source2[i])
  expect_equal(scarce_sources(weighted), scarce_sources(copied))
  expect_lt(scarce_sources(weighted), scarce_sources(x))
  degrees <- \(x) line_spread(suppressWarnings(calibrate(x)), 1, 0, "source")$degrees
  expect_equal(degrees(weighted), degrees(copied))
})
