# A lazy table of trials in SQLite; without its packages the test is skipped.
sqlite_table <- function(trials, ..., env = parent.frame()) {
  for (package in c("dplyr", "dbplyr", "DBI", "RSQLite")) skip_if_not_installed(package)
  con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  withr::defer(DBI::dbDisconnect(con), envir = env)
  DBI::dbWriteTable(con, "trials", trials, ...)
  dplyr::tbl(con, "trials")
}

# ---- trials with the same numbers in every place; also for tests/engines ----

table_shapes <- list(
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
  data.frame(llr = table_shapes[[shape]](n, h1), same = h1)
}

# Removes the stored answer `few`, by which few distinct values are counted.
without_few <- function(x) {
  for (system in systems_of(x)) system$backend$table$few <- list(NULL)
  x
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

# The ECE from moments, at 141 priors; 0 where both are infinite.
ece_difference <- function(found, expected) {
  log_odds <- seq(-35, 35, by = 0.5)
  ece_of <- \(system) ece(points_of(system), log_odds)
  found <- ece_of(found)
  expected <- ece_of(expected)
  max(ifelse(found == expected, 0, abs(found - expected) / expected))
}

expect_same_costs <- function(found, expected) {
  expect_lte(ece_difference(found, expected), 1e-14)
  expect_equal(costs_of(found), costs_of(expected), tolerance = 1e-14)
}

# A set that stays in SQLite.
pushed <- function(trials, formula = same ~ llr, ..., scale = "ln", env = parent.frame()) {
  lr_set(sqlite_table(trials, env = env), formula, scale = scale, way = "push", sure = TRUE, ...)
}

# Values that a calibration predicts in a table, and scores to train it on.
in_table <- function(fit, value, ..., column = "score") {
  table <- sqlite_table(stats::setNames(data.frame(value, seq_along(value)), c(column, "place")))
  found <- dplyr::collect(predict(fit, table, ...))
  found[[ncol(found)]][order(found$place)]
}

scores <- function(n = 300) {
  set.seed(1)
  truth <- rep(c(TRUE, FALSE, FALSE), n / 3)
  lr_set(round(rnorm(n, truth), 2), truth, scale = "score")
}
