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
    scale = "score", system = rep(name, 60)[seq_along(order)], id = if (id) "id",
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
  expect_message(compare_systems(x, "auc", replicates = 5), "59 trials",
    class = "calibrant_message_common")
})

test_that("a trial has one truth", {
  x <- judged()
  y <- lr_set(x$value, rev(x$truth), scale = "score", system = "B", id = x$id)
  expect_error(c(x, y), "agree on the truth", class = "calibrant_error_trials")
})

test_that("it is said once that an order is trusted", {
  x <- c(judged(id = FALSE), judged(noise = 1, name = "B", id = FALSE))
  withr::local_options(rlib_message_verbosity = "verbose")
  expect_message(fuse(x), class = "calibrant_message_order")
  expect_message(fuse(c(judged(), judged(noise = 1, name = "B"))), NA)
})

test_that("it is said when systems are compared as on other trials, and not otherwise", {
  withr::local_options(rlib_message_verbosity = "verbose")
  x <- c(judged(id = FALSE), judged(noise = 1, name = "B", id = FALSE))
  expect_message(compare_systems(x, "auc", replicates = 5), class = "calibrant_message_order")
  expect_message(
    compare_systems(c(judged(), judged(noise = 1, name = "B")), "auc", replicates = 5), NA
  )
  less <- c(judged(), judged(c(1:12, 21:30), 1, "B"))
  expect_message(compare_systems(less, "auc", replicates = 5), class = "calibrant_message_unpaired")
})

test_that("items that meet more than once do not settle the order", {
  withr::local_options(rlib_message_verbosity = "verbose")
  one <- judged(items = TRUE, id = FALSE)
  twice <- \(name) {
    lr_set(rep(one$value, 2) + seq_len(120) / 1000, rep(one$truth, 2),
      scale = "score", system = name, source1 = rep(one$source1, 2), source2 = rep(one$source2, 2)
    )
  }
  expect_message(try(fuse(c(twice("A"), twice("B"))), silent = TRUE),
    class = "calibrant_message_order")
})

test_that("c() says when it has moved trials or left out their names", {
  expect_message(c(judged(), judged(shuffled(), 1, "B")), class = "calibrant_message_aligned")
  expect_message(c(judged(), judged(noise = 1, name = "B")), NA)
  expect_message(c(judged(), judged(id = FALSE, name = "B")), class = "calibrant_message_id")
  expect_message(c(judged(), judged(id = FALSE, name = "B")), "since set 2 has none")
  expect_message(c(judged(id = FALSE), judged(name = "B")), "since set 1 has none")
  three <- \() c(judged(), judged(id = FALSE, name = "B"), judged(id = FALSE, name = "C"))
  expect_message(three(), "since sets 2 and 3 have none")
})

# Fits, differences, decisions and criteria of two systems, for each trial.
pair_results <- function(x) {
  set.seed(3)
  fit <- fuse(x)
  fused <- predict(fit, x)
  crossed <- cross_calibrate(x, folds = 4)
  calibrated <- predict(calibrate(x), x)
  of_trial <- \(set, value) value[order(set$system, set$id %||% paste(set$source1, set$source2))]
  list(
    weights = coef(fit), fused = of_trial(fused, fused$value),
    crossed = of_trial(crossed, crossed$value),
    decided = of_trial(calibrated, bayes_decision(calibrated, prior = 0.3)),
    measured = cllr(calibrated),
    compared = compare_systems(calibrated, c("cllr", "auc"), replicates = 20)
  )
}

test_that("two shuffled systems give what sorted ones give", {
  skip_unless_extended()
  withr::local_options(rlib_message_verbosity = "quiet")
  table <- \(...) do.call(rbind, lapply(list(...), as.data.frame))
  expected <- list()
  for (seed in 1:12) {
    set.seed(seed)
    within <- c(sample(20), 20 + sample(40))
    orders <- list(1:60, within, sample(60), 60:1)
    items <- seed %% 2 == 0
    ways <- lapply(orders, \(order) {
      suppressMessages(c(judged(id = !items, items = items),
        judged(order, 1, "B", id = !items, items = items)))
    })
    if (!items) {
      ways <- c(ways, list(lr_set(truth ~ score | system,
        table(judged(), judged(within, 1, "B")),
        scale = "score", id = "id"
      )))
    }
    found <- lapply(ways, pair_results)
    for (one in found[-1]) {
      for (name in names(one)) {
        if (name == "measured") one[[name]] <- one[[name]][names(found[[1]][[name]])]
        expect_equal(one[[name]], found[[1]][[name]], tolerance = 1e-8)
      }
    }
  }
})


test_that("a criterion of two systems is judged on matched trials", {
  x <- simulate_lr(60, 120, s = 2)
  named <- \(shift, order = 1:180) {
    lr_set(x$value[order] + shift[order], x$truth[order], scale = x$scale, id = (1:180)[order])
  }
  set.seed(2)
  noise <- rnorm(180)
  plan <- validation_plan(
    accuracy = "cllr < reference", data = list(baseline = "a", reference = "b"), replicates = 50
  )
  run <- \(order) {
    suppressMessages(validation_run(plan, a = named(0 * noise), b = named(noise, order)))
  }
  expect_equal(
    as.data.frame(run(c(sample(60), 60 + sample(120)))), as.data.frame(run(1:180)),
    tolerance = 1e-8
  )
})

test_that("systems with missing trials are compared on those that all have", {
  compared <- \(...) {
    set.seed(1)
    suppressMessages(compare_systems(c(...), c("auc", "eer"), replicates = 20))
  }
  for (by in list(c(id = TRUE, items = FALSE), c(FALSE, TRUE))) {
    some <- \(order, ...) judged(order, ..., id = by[[1]], items = by[[2]])
    all <- setdiff(1:60, c(3, 10, 11, 55))
    found <- compared(some(1:60), some(setdiff(60:1, c(10, 11, 55)), 1, "B"),
      some(setdiff(1:60, 3), 2, "C"))
    expect_equal(found, compared(some(all), some(all, 1, "B"), some(all, 2, "C")))
    expect_true(all(found$paired))
  }
  withr::local_options(rlib_message_verbosity = "verbose")
  x <- c(judged(), judged(1:55, 1, "B"))
  expect_message(compare_systems(x, "auc", replicates = 5), "55 trials .*A has 60, B has 55",
    class = "calibrant_message_common")
})

test_that("five missing values do not cost the pairing", {
  set.seed(5)
  y <- rep(c(TRUE, FALSE), each = 30)
  a <- rnorm(60, y)
  b <- a + rnorm(60, 0.4 * y, 0.5)
  a[c(3, 40)] <- NA
  b[c(10, 11, 55)] <- NA
  d <- data.frame(id = 1:60, y, a, b)
  one <- \(v) {
    suppressMessages(lr_set(reformulate(v, "y"), d, scale = "score", id = "id", na = "drop"))
  }
  suppressMessages(found <- compare_systems(c(a = one("a"), b = one("b")), "auc"))
  # Values by hand on the 55 common patients; DeLong's interval is -.098 to .042.
  expect_equal(found$difference, -0.0278, tolerance = 1e-3)
  expect_true(found$paired)
  expect_equal(c(found$lower, found$upper), c(-0.098, 0.042), tolerance = 0.15)
})

test_that("systems side by side share their rows, whichever of these are missing", {
  set.seed(5)
  d <- data.frame(y = rep(c(TRUE, FALSE), each = 30))
  d$a <- rnorm(60, d$y)
  d$b <- d$a + rnorm(60, 0.4 * d$y, 0.5)
  d$a[c(3, 40)] <- NA
  d$b[c(10, 11, 55)] <- NA
  both <- complete.cases(d)
  area <- \(s) mean(outer(s[both & d$y], s[both & !d$y], ">"))
  suppressMessages({
    found <- compare_systems(lr_set(y ~ a + b, d, scale = "score", na = "drop"), "auc")
    known <- compare_systems(lr_set(y ~ a + b, d[both, ], scale = "score"), "auc")
  })
  expect_equal(found$difference, area(d$a) - area(d$b))
  expect_true(found$paired)
  expect_equal(c(found$lower, found$upper), c(known$lower, known$upper), tolerance = 0.1)
  x <- suppressMessages(lr_set(y ~ a + b, d, scale = "score", na = "drop"))
  expect_error(fuse(x), "differs from \"a\" in id.*55 of 57 identifiers",
    class = "calibrant_error_trials")
})
