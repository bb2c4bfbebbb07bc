test_that("trials that matter are those that the posterior is wrong of", {
  x <- set_of(h1 = c(-1, 0.5, 2), h2 = c(-3, -1, 0.3, 1), scale = "ln")
  system <- systems_of(x)[[1]]
  points <- operating_points(c(0.1, 0.9))
  found <- cost_tail(system, points, list(points$prior, 1 - points$prior))
  h2 <- c(-3, -1, 0.3, 1) + qlogis(0.1)
  effective <- sum(plogis(h2))
  expect_equal(found[1, "effective"], effective, ignore_attr = TRUE)
  cost <- 0.9 * mean(log2(1 + exp(h2)))
  expect_equal(found[1, "one_trial"], cost / (effective + 1), ignore_attr = TRUE)
  h1 <- c(-1, 0.5, 2) + qlogis(0.9)
  expect_equal(found[2, "effective"], sum(plogis(-h1)), ignore_attr = TRUE)
  # If the cost is that of one class alone, only its trials count.
  half <- cost_tail(system, even_odds, list(0, 0.5))
  expect_equal(half[1, "effective"], sum(plogis(c(-3, -1, 0.3, 1))), ignore_attr = TRUE)
  # Copies as weights.
  doubled <- set_of(h1 = rep(c(-1, 0.5, 2), 2), h2 = rep(c(-3, -1, 0.3, 1), 2), scale = "ln")
  twice <- cost_tail(systems_of(doubled)[[1]], points, list(points$prior, 1 - points$prior))
  expect_equal(twice[, "effective"], 2 * found[, "effective"])
})

test_that("neighbours may be taken together", {
  withr::local_seed(1)
  x <- simulate_lr(3000, 3000, s = 2)
  system <- systems_of(x)[[1]]
  points <- operating_points(c(0.001, 0.5))
  counts <- counts_of(system)
  llr <- to_ln(counts$value, counts$scale)
  exact <- vapply(points$log_odds, \(odds) {
    min(sum(counts$n_h1 * plogis(-llr - odds)), sum(counts$n_h2 * plogis(llr + odds)))
  }, 0)
  found <- cost_tail(system, points, list(points$prior, 1 - points$prior))
  expect_equal(unname(found[, "effective"]), exact, tolerance = 0.01)
})

test_that("the loss of the trials has the error and the skewness of a mean", {
  x <- set_of(h1 = c(-4, 1, 2, 3), h2 = c(-3, -2, 0.3, 1.5), scale = "ln")
  after <- log(10) * pav_lr(x)$value
  llr <- x$value
  loss <- ifelse(x$truth, log(1 + exp(-llr)) - log(1 + exp(-after)),
    log(1 + exp(llr)) - log(1 + exp(after)))
  moment <- \(k) {
    sum(vapply(split(loss, x$truth), \(d) mean((d - mean(d))^k) / length(d)^(k - 1), 0))
  }
  found <- loss_tail(systems_of(x)[[1]], even_odds)
  expect_equal(found[1, "skewness"], moment(3) / moment(2)^1.5, ignore_attr = TRUE)
  expect_equal(found[1, "deviation"], sqrt(moment(2)) / (2 * log(2)), ignore_attr = TRUE)
  weighted <- set_of(h1 = 1:3, h2 = 0:2, weight = c(1, 2, 1, 1, 1, 1))
  expect_true(is.na(loss_tail(systems_of(weighted)[[1]], even_odds)[1, "skewness"]))
})

test_that("neighbours that are taken together keep their numbers and their costs", {
  set.seed(3)
  llr <- c(-Inf, sort(stats::rnorm(2e5, 1, 3)), Inf)
  n_h1 <- stats::rbinom(length(llr), 1, 0.4)
  all <- list(llr = llr, n_h1 = n_h1, n_h2 = 1 - n_h1)
  few <- lapply(all, utils::head, most_distinct)
  expect_identical(merge_near(few), few)
  near <- merge_near(all)
  expect_lt(length(near$llr), 4e4)
  expect_identical(range(near$llr), c(-Inf, Inf))
  expect_equal(sum(near$n_h1), sum(n_h1))
  expect_equal(sum(near$n_h2), sum(1 - n_h1))
  inner <- \(counts) lapply(counts, \(x) x[is.finite(counts$llr)])
  moments <- \(counts) mean_moments(softplus(-counts$llr), counts$n_h1)
  expect_equal(moments(inner(near)), moments(inner(all)), tolerance = 1e-6)
})

test_that("a mean cost has the standard error and the skewness of its weighted trials", {
  withr::local_seed(4)
  truth <- rep(c(TRUE, FALSE), c(7, 12))
  llr <- rnorm(19, ifelse(truth, 1, -1), 2)
  weight <- rexp(19)
  for (w in list(NULL, weight)) {
    system <- systems_of(lr_set(llr, truth, scale = "ln", weight = w))[[1]]
    points <- operating_points(c(0.1, 0.5))
    found <- cost_tail(system, points, list(points$prior, 1 - points$prior))
    for (i in 1:2) {
      cost <- log2(1 + exp(ifelse(truth, -1, 1) * (llr + points$log_odds[i])))
      share <- ave(w %||% rep(1, 19), truth, FUN = \(v) v / sum(v))
      off <- cost - ave(share * cost, truth, FUN = sum)
      share <- share * abs(points$prior[i] - !truth)
      expect_equal(found[[i, "deviation"]], sqrt(sum((share * off)^2)))
      expect_equal(found[[i, "skewness"]], sum((share * off)^3) / sum((share * off)^2)^1.5)
    }
  }
  alike <- mean_moments(rep(0.1, 3), c(1, 1, 1))
  expect_identical(alike, c(mean = 0.1, deviation = 0, skewness = 0))
  expect_equal(mean_moments(c(1, 2, 4) * 1e200, c(1, 1, 1))[["skewness"]],
    mean_moments(c(1, 2, 4), c(1, 1, 1))[["skewness"]])
  expect_identical(mean_moments(c(1, Inf), c(3, 0)), c(mean = 1, deviation = 0, skewness = 0))
})

test_that("ends of means by trial are no matter of the seed or the number of replicates", {
  x <- withr::with_seed(14, simulate_lr(50, 100, s = 2))
  weighted <- lr_set(x$value, x$truth, x$scale, weight = rep(1:3, 50))
  which <- c("cllr", "cllr_h1", "cllr_h2", "lr_moment_h1", "lr_moment_h2")
  columns <- c("estimate", "std_error", "lower", "upper")
  for (set in list(x, weighted)) {
    found <- lapply(1:2, \(seed) {
      withr::with_seed(seed, measures(set, which, c(0.01, 0.5), replicates = 50 * seed))[columns]
    })
    expect_equal(found[[1]], found[[2]], ignore_attr = TRUE)
  }
})

test_that("intervals of ranks have the standard errors and the ends of their replicates", {
  x <- withr::with_seed(3, lr_set(list(h1 = 2 + rexp(20), h2 = -2 - rexp(20)), scale = "ln"))
  which <- c("cllr", "cross_entropy", "lr_moment_h1")
  found <- lapply(c("scaled", "percentile", "basic"), \(interval) {
    withr::with_seed(1, measures(x, which, 0.1, replicates = 99, level = 0.9, interval = interval))
  })
  expect_equal(found[[2]]$upper + found[[3]]$lower, 2 * found[[2]]$estimate)
  expect_identical(found[[2]]$std_error, found[[3]]$std_error)
  expect_true(all(found[[1]]$std_error != found[[2]]$std_error))
})
