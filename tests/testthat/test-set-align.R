judged <- function(order = 1:60, noise = 0, name = "A", id = TRUE, items = FALSE) {
  set.seed(21)
  cases <- data.frame(
    id = sprintf("C%02d", 1:60), truth = rep(c(TRUE, FALSE), c(20, 40)),
    a = rep(1:20, 3), b = c(1:20, (1:20) %% 20 + 1, (2:21) %% 20 + 1)
  )
  cases$llr <- stats::rnorm(60, ifelse(cases$truth, 1.4, -1.8))
  if (noise > 0) cases$llr <- cases$llr + stats::rnorm(60, sd = noise)
  cases <- cases[order, ]
  lr_set(truth ~ llr, cases,
    scale = "score", system = name, id = if (id) "id",
    source1 = if (items) "a", source2 = if (items) "b"
  )
}

shuffled <- \() {
  set.seed(5)
  c(sample(20), 20 + sample(40))
}

test_that("systems in another order are matched by identifier or by items", {
  for (by in list(c(id = TRUE, items = FALSE), c(FALSE, TRUE))) {
    sorted <- c(judged(id = by[[1]], items = by[[2]]),
      judged(noise = 1, name = "B", id = by[[1]], items = by[[2]]))
    mixed <- c(judged(id = by[[1]], items = by[[2]]),
      judged(shuffled(), 1, "B", id = by[[1]], items = by[[2]]))
    expect_identical(cllr(predict(fuse(mixed), mixed)), cllr(predict(fuse(sorted), sorted)))
    set.seed(1)
    expected <- compare_systems(sorted, "auc", replicates = 20)
    set.seed(1)
    expect_equal(compare_systems(mixed, "auc", replicates = 20), expected)
    expect_true(expected$paired)
  }
})

test_that("systems in one table are matched as well", {
  tables <- lapply(list(judged(), judged(shuffled(), 1, "B")), as.data.frame)
  x <- lr_set(truth ~ score | system, do.call(rbind, tables), scale = "score", id = "id")
  sorted <- c(judged(), judged(noise = 1, name = "B"))
  expect_equal(cllr(predict(fuse(x), x)), cllr(predict(fuse(sorted), sorted)))
})

test_that("trials that are not the same are neither fused nor paired", {
  other <- judged(noise = 1, name = "B")
  other <- lr_set(other$value, other$truth,
    scale = "score", system = "B", id = replace(other$id, 60, "new")
  )
  x <- c(judged(), other)
  expect_error(fuse(x), "59 of 60 identifiers", class = "calibrant_error_trials")
  expect_false(compare_systems(x, "auc", replicates = 5)$paired)
})

test_that("a trial has one truth", {
  x <- judged()
  y <- lr_set(x$value, rev(x$truth), scale = "score", system = "B", id = x$id)
  expect_error(c(x, y), "same truth", class = "calibrant_error_trials")
})

test_that("it is said once that an order is trusted", {
  x <- c(judged(id = FALSE), judged(noise = 1, name = "B", id = FALSE))
  withr::local_options(rlib_message_verbosity = "verbose")
  expect_message(fuse(x), class = "calibrant_message_order")
  expect_no_message(fuse(c(judged(), judged(noise = 1, name = "B"))))
})
