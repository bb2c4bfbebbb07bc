# Trials that stay in a database must give the numbers that they give in memory.

vectors <- list(
  spread = \(n, h1) rnorm(n, ifelse(h1, 2, -2), 2),
  ties = \(n, h1) round(rnorm(n, ifelse(h1, 2, -2), 2), 1),
  infinite = \(n, h1) replace(rnorm(n, ifelse(h1, 2, -2)), 1:40, rep(c(Inf, -Inf), 20)),
  outliers = \(n, h1) replace(rnorm(n, h1), 1:6, c(1e300, -1e300, 1e17, 500, -700, 1e5)),
  tiny = \(n, h1) rnorm(n, h1) * 1e-310,
  zeros = \(n, h1) sample(c(-0, 0, rnorm(5)), n, TRUE),
  shifted = \(n, h1) 1000 + rnorm(n, h1) / 1000
)

draw_trials <- function(shape, n = 20000) {
  h1 <- rep(c(TRUE, FALSE, FALSE, FALSE), length.out = n)
  data.frame(llr = vectors[[shape]](n, h1), same = h1)
}

# Without the way by which few distinct values are asked for.
without_few <- function(x) {
  for (system in systems_of(x)) system$source$table$few <- list(NULL)
  x
}

pushed <- function(trials, formula = same ~ llr, ..., scale = "ln", env = parent.frame()) {
  lr_set(sqlite_table(trials, env = env), formula, scale = scale, way = "push", sure = TRUE, ...)
}

in_memory <- function(trials, formula = same ~ llr, ..., scale = "ln") {
  lr_set(formula, data = trials, scale = scale, sure = TRUE, ...)
}

expect_same_system <- function(found, expected) {
  for (question in c("ranges", "finite_range", "sizes", "totals", "infinite", "class_ranges")) {
    expect_identical(once(found, question), once(expected, question), label = question)
  }
  expect_identical(blocks_of(found), blocks_of(expected))
}

expect_same_costs <- function(found, expected) {
  log_odds <- seq(-25, 25, by = 2.5)
  expect_equal(
    mean_costs(points_of(found), log_odds), mean_costs(points_of(expected), log_odds),
    tolerance = 1e-14
  )
  expect_equal(costs_of(found), costs_of(expected), tolerance = 1e-14)
}

test_that("blocks, ranges and sizes are those of vectors, to the bit", {
  set.seed(1)
  for (shape in names(vectors)) {
    trials <- draw_trials(shape)
    expected <- only_system(in_memory(trials))
    expect_same_system(only_system(pushed(trials)), expected)
    expect_same_system(only_system(without_few(pushed(trials))), expected)
  }
})

test_that("costs at every prior are those of vectors", {
  set.seed(2)
  for (shape in names(vectors)) {
    for (scale in c("ln", "log10", "log2")) {
      trials <- draw_trials(shape, 8000)
      expected <- only_system(in_memory(trials, scale = scale))
      expect_same_costs(only_system(pushed(trials, scale = scale)), expected)
      expect_same_costs(only_system(without_few(pushed(trials, scale = scale))), expected)
    }
  }
})

test_that("ratios are counted by roots", {
  set.seed(3)
  trials <- draw_trials("spread")
  for (stretch in c(1, 30)) {
    ends <- c(0, 0, Inf, 1e-300, 1, 1e300)
    ratios <- transform(trials, llr = replace(exp(stretch * llr), 1:6, ends))
    expected <- only_system(in_memory(ratios, scale = "lr"))
    found <- only_system(without_few(pushed(ratios, scale = "lr")))
    expect_same_system(found, expected)
    expect_same_costs(found, expected)
  }
})

test_that("several systems are asked for at once and come apart", {
  set.seed(4)
  trials <- do.call(rbind, lapply(c("spread", "ties", "outliers"), \(shape) {
    cbind(draw_trials(shape, 9000), model = paste0(shape, "'s \"own\""))
  }))
  x <- without_few(pushed(trials, same ~ llr | model))
  y <- in_memory(trials, same ~ llr | model)
  expect_setequal(levels(x), levels(y))
  for (name in levels(y)) {
    expect_same_system(systems_of(x)[[name]], systems_of(y)[[name]])
    expect_same_costs(systems_of(x)[[name]], systems_of(y)[[name]])
  }
})

test_that("shards are counted in each and added", {
  set.seed(5)
  trials <- draw_trials("spread")
  half <- seq_len(nrow(trials)) <= 7000
  x <- c(pushed(trials[half, ]), pushed(trials[!half, ]), pool = TRUE)
  expected <- only_system(in_memory(trials))
  expect_same_system(only_system(x), expected)
  expect_same_costs(only_system(x), expected)
})
