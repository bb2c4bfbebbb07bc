test_that("scores are normal quantiles of ranks in which both classes have the weight one half", {
  numbers <- list(n_h1 = c(0, 1, 1), n_h2 = c(3, 1, 0))
  model <- smooth_model(numbers)
  expect_equal(pnorm(model$score), c(0.75 / 4, (0.75 + 0.375) / 2, 0.875))
})

test_that("a class keeps its mean and its variance", {
  withr::local_seed(1)
  score <- sort(rnorm(200))
  class <- smooth_class(score, rep(1, 200))
  expect_equal(class$mean, mean(score))
  expect_equal(class$shrink^2 * var(score) + class$noise^2, var(score))
  expect_equal(class$noise / class$shrink, 0.8 * bw.nrd0(score), tolerance = 0.02)
})

test_that("replicates of the model are those of a literal smoothed bootstrap", {
  x <- random_set(3, 15, 25)
  counts <- counts_of(systems_of(x)[[1]])
  model <- smooth_model(counts)
  score <- rep(model$score, counts$n_h1 + counts$n_h2)
  truth <- rep(counts$n_h1 > 0, counts$n_h1 + counts$n_h2)
  withr::local_seed(1)
  draw <- \(z, class) {
    z <- sample(z, replace = TRUE)
    class$mean + class$shrink * (z - class$mean) + class$noise * rnorm(length(z))
  }
  expected <- replicate(600, {
    moved <- c(draw(score[truth], model$h1), draw(score[!truth], model$h2))
    y <- lr_set(moved, rep(c(TRUE, FALSE), c(15, 25)), "score")
    c(cllr_min(y), eer(y), auc(y))
  })
  kinds <- kinds_at(measure_kinds[c("cllr_min", "eer", "auc")])
  found <- measure_systems(x, kinds,
    list(replicates = 4000, by = "trial", threads = 1L, corrected = TRUE, exact = TRUE)
  )$systems[[1]]
  for (i in 1:3) {
    spread <- sd(expected[i, ])
    expect_lt(abs(mean(found$replicates[i, ]) - mean(expected[i, ])), 4 * spread / sqrt(500))
    expect_lt(abs(sd(found$replicates[i, ]) / spread - 1), 4 / sqrt(500))
  }
  # Values of the model itself, from a draw so large that its own optimism is small.
  big <- lr_set(
    c(
      replicate(2000, draw(score[truth], model$h1)), replicate(2000, draw(score[!truth], model$h2))
    ),
    rep(c(TRUE, FALSE), c(15, 25) * 2000), "score"
  )
  expect_equal(found$model, c(cllr_min(big), eer(big), auc(big)), tolerance = 0.01)
})

test_that("tied values stay where they are", {
  h1 <- c(1, 1, 2, 2, 2, 3, 3, 3, 3)
  h2 <- c(0, 0, 0, 1, 1, 2, 2, 0, 1)
  x <- set_of(h1 = h1, h2 = h2, scale = "score")
  smooth <- measure_systems(x, kinds_at(measure_kinds["cllr_min"]),
    list(replicates = 30, by = "trial", threads = 1L, corrected = TRUE, exact = TRUE)
  )$systems[[1]]
  expect_equal(smooth$model, cllr_min(x))
  withr::local_seed(1)
  again <- \(x) sample(x, replace = TRUE)
  plain <- replicate(1000, cllr_min(set_of(h1 = again(h1), h2 = again(h2), scale = "score")))
  expect_lt(abs(mean(smooth$replicates) - mean(plain)), 4 * sd(plain) / sqrt(30))
})

test_that("scores are put where their trials are", {
  # In order of value, the trials are the third, the first and the second of their class, counted
  # from 0.
  system <- list(id_h1 = c(2L, 0L, 1L), n_h1 = c(1, 2))
  expect_identical(scores_by_trial(system, list(score = c(-1, 1)), "h1"), c(1, 1, -1))
})

test_that("noise goes together as scores do", {
  root <- root_of(matrix(c(1, 0.6, 0.6, 1), 2))
  expect_equal(tcrossprod(root), matrix(c(1, 0.6, 0.6, 1), 2))
  same <- root_of(matrix(1, 3, 3))
  expect_equal(tcrossprod(same), matrix(1, 3, 3))
})

test_that("the grid is fine enough for what many trials tell", {
  withr::local_seed(5)
  x <- simulate_lr(5e5, 5e5, s = 1)
  found <- measures(x, "cllr_cal", replicates = 40)
  expect_identical(found$lower, 0)
  expect_lt(found$corrected, 3e-5)
})
