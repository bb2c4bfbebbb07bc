# A table whose values are never counted singly, and the same trials in memory.
table_of_many <- function(x, env = parent.frame()) {
  withr::local_options(calibrant.most_pulled = 1000, .local_envir = env)
  trials <- data.frame(same = x$truth * 1L, value = x$value)
  if (!is.null(x$system)) trials$system <- as.character(x$system)
  formula <- if (is.null(x$system)) same ~ value else same ~ value | system
  table <- sqlite_table(trials, env = env)
  found <- without_few(lr_set(table, formula, scale = x$scale, way = "push", sure = TRUE))
  expect_true(all(vapply(systems_of(found), has_many, NA)))
  found
}

many_trials <- function(scale, n = 8000) {
  truth <- rep(c(TRUE, FALSE), c(n / 4, n - n / 4))
  llr <- stats::rnorm(n, ifelse(truth, 2, -2), 2)
  llr[1:8] <- c(0, 0, 1, 1, 0, -1, 1, 40)
  value <- switch(scale, ln = llr, log10 = llr / log(10), lr = exp(llr), score = llr * 3 + 100)
  lr_set(value, truth, scale = scale)
}

test_that("numbers reach a database to the last bit", {
  skip_if_not_installed("dbplyr")
  withr::local_seed(1)
  con <- dbplyr::remote_con(sqlite_table(data.frame(x = 1)))
  ends <- c(1, -1) * c(.Machine$double.xmax, .Machine$double.xmin)
  x <- c(
    0, 1, -0.5, 2^53 + 2, 1 / 3, next_value(1), 2^-1074 * c(1, 3), ends, stats::rnorm(50),
    10^stats::runif(50, -307, 308) * c(1, -1)
  )
  words <- paste(vapply(x, exact_number, "", "REAL"), "AS", paste0("x", seq_along(x)))
  found <- DBI::dbGetQuery(con, paste("SELECT", paste(words, collapse = ", ")))
  expect_identical(unlist(found, use.names = FALSE), x)
})

test_that("trials below cuts and between them are those in memory", {
  withr::local_seed(2)
  for (shape in cases_of(setdiff(names(table_shapes), c("ties", "zeros")), 2:3)) {
    trials <- draw_trials(shape, 4000)
    x <- in_memory(trials)
    far <- table_of_many(x)
    counts <- counts_of(only_system(x))
    cuts <- sort(unique(c(
      -2^70, 2^70, Inf, -1:1, trials$llr[1:300], next_value(trials$llr[1:50]), 1e300, -1e-320
    )))
    cuts <- cuts[cuts > -Inf]
    backend <- only_system(far)$backend
    expect_identical(below_in_table(backend, cuts), below_in_counts(counts, cuts))
    found <- found_at(only_system(far), "edges")
    expect_identical(found[c("n_h1", "n_h2")], below_in_counts(counts, found$value))
    ends <- matrix(c(-Inf, cuts[cuts < Inf])[seq_len(length(cuts) %/% 2 * 2 - 2)], 2)
    expect_identical(
      between_in_table(backend, ends[1, ], ends[2, ]),
      between_in_counts(counts, ends[1, ], ends[2, ])
    )
  }
})

test_that("edges of cells of ratios are where their roots are", {
  withr::local_seed(3)
  for (stretch in cases_of(c(1, 30), 2)) {
    value <- exp(stretch * stats::rnorm(4000))
    value[1:6] <- c(0, 0, Inf, .Machine$double.xmax, 2^-1074, 1)
    x <- lr_set(value, rep(c(TRUE, FALSE), 2000), scale = "lr", sure = TRUE)
    found <- found_at(only_system(table_of_many(x)), "edges")
    expect_gt(length(found$edge), 200)
    expected <- below_in_counts(counts_of(only_system(x)), found$value)
    expect_identical(found[c("n_h1", "n_h2")], expected)
  }
})

test_that("a database counts at thresholds, exactly", {
  skip_unless_extended()
  withr::local_seed(4)
  for (scale in cases_of(c("ln", "log10", "lr", "score"), 3:4)) {
    x <- many_trials(scale)
    far <- table_of_many(x)
    at <- c(-2, 0, 0.3, 1, to_log10(x$value[c(7, 99, 1500)], scale))
    expect_identical(error_rates(far, at), error_rates(x, at))
    expect_identical(threshold_at(far, "dcf_min"), threshold_at(x, "dcf_min"))
    expect_equal(
      as.data.frame(lr_histogram(far, breaks = at)), as.data.frame(lr_histogram(x, breaks = at))
    )
    if (scale == "score") next
    expect_identical(bayes_error(far, c(0.01, 0.5)), bayes_error(x, c(0.01, 0.5)))
    expect_identical(misleading(far, level = 0.95), misleading(x, level = 0.95))
    expect_identical(turing_bounds(far), turing_bounds(x))
    expect_equal(moments_in(far), moments_in(x), tolerance = 1e-11)
    expect_equal(lr_strength(far), lr_strength(x), tolerance = 1e-13)
    expect_identical(bound_lr(far, "iv")$bounds, bound_lr(x, "iv")$bounds)
  }
})

test_that("curves, bounds and crossings of a database are those of the trials", {
  skip_unless_extended()
  withr::local_seed(5)
  for (scale in cases_of(c("ln", "lr"), 2)) {
    for (values in if (scale == "lr") 300 else c(300, 2^20)) {
      x <- many_trials(scale)
      far <- table_of_many(x)
      tight(values = values)
      expect_identical(eer(far, "steps"), eer(x, "steps"))
      expect_identical(threshold_at(far, "eer"), threshold_at(x, "eer"))
      expect_identical(bound_lr(far)$bounds, bound_lr(x)$bounds)
      found <- det_curve(far)
      expected <- det_curve(x)
      expect_true(all(
        paste(found$p_fa, found$p_miss) %in% paste(expected$p_fa, expected$p_miss)
      ))
      expect_gt(nrow(found), 500)
      found <- tippett_curve(far)
      share <- vapply(found$log10_lr, \(t) mean(to_log10(x$value[x$truth], scale) > t), 0)
      expect_equal(found$h1, share)
      expect_equal(summary(far)$misleading_h1, summary(x)$misleading_h1)
      expect_identical(unclass(explain(far)), unclass(explain(x)))
    }
  }
})

test_that("a database fits by sums", {
  skip_unless_extended()
  withr::local_seed(6)
  for (scale in cases_of(c("ln", "log10", "lr", "score"), 3:4)) {
    x <- many_trials(scale)
    far <- table_of_many(x)
    found <- calibrate(far)
    expect_equal(coef(found), coef(calibrate(x)), tolerance = 1e-10)
    expect_equal(vcov(found), vcov(calibrate(x)), tolerance = 1e-8)
  }
})

test_that("intervals come from numbers that a database has counted", {
  skip_unless_extended()
  withr::local_seed(10)
  x <- many_trials("ln", 20000)
  of <- c("cllr", "cllr_min", "eer", "auc")
  found <- measures(table_of_many(x), of, replicates = 300)
  expected <- measures(x, of, replicates = 300)
  expect_equal(found$estimate, expected$estimate, tolerance = 1e-4)
  expect_equal(found$estimate[-4], expected$estimate[-4], tolerance = 1e-13)
  expect_equal(found$std_error, expected$std_error, tolerance = 0.15)
  expect_lt(max(abs(found$corrected - expected$corrected) / expected$std_error), 0.25)
})

test_that("systems, shards and infinite LRs are counted in a database", {
  skip_unless_extended()
  withr::local_seed(7)
  x <- many_trials("ln")
  value <- replace(x$value, c(1:3, 7990:7994), c(rep(Inf, 3), rep(-Inf, 5)))
  several <- lr_set(value, x$truth, scale = "ln", system = rep(c("a", "b"), 4000))
  far <- table_of_many(several)
  expect_identical(error_rates(far, c(-Inf, -1:1, Inf)), error_rates(several, c(-Inf, -1:1, Inf)))
  expect_identical(bound_lr(far)$bounds, bound_lr(several)$bounds)
  expect_true(all(det_curve(far)$p_fa %in% det_curve(several)$p_fa))
  part <- rep(1:2, 4000)
  shards <- c(table_of_many(x[part == 1]), x[part == 2], pool = TRUE)
  expect_identical(error_rates(shards, -1:1), error_rates(x, -1:1))
  expect_equal(coef(calibrate(shards)), coef(calibrate(x)), tolerance = 1e-10)
  expect_true(all(det_curve(shards)$p_fa %in% det_curve(x)$p_fa))
})

test_that("pictures take few questions beside those for blocks", {
  withr::local_seed(8)
  far <- table_of_many(many_trials("ln", 20000))
  system <- only_system(far)
  known <- found_at(system, "edges")$value
  others <- numeric()
  system$backend$answers$below <- \(system, cuts) {
    others <<- c(others, setdiff(cuts, known))
    below_in_table(system$backend, cuts)
  }
  expect_gt(nrow(det_curve(far)), 1500)
  tippett_curve(far)
  expect_lt(length(others), cuts_per_query)
})

test_that("a table that changes between two questions is noticed", {
  withr::local_seed(9)
  far <- table_of_many(many_trials("ln"))
  con <- dbplyr::remote_con(only_system(far)$backend$table$query)
  DBI::dbExecute(con, "INSERT INTO trials VALUES (1, 0.25)")
  expect_error(error_rates(far, 0.1), class = "calibrant_error_changed")
  expect_error(calibrate(far), class = "calibrant_error_changed")
  expect_error(
    resolve_counts(only_system(far), list(value = 0.2, end = Inf, n_h1 = 1, n_h2 = 1), 1),
    class = "calibrant_error_changed"
  )
})

test_that("a cast that rounds up and one that cuts off give the same cell", {
  skip_if_not_installed("dplyr")
  grid <- list(first = 100, n = 8)
  cell <- \(steps, cast) {
    data <- list(steps = steps, cast = as.integer(cast))
    rlang::eval_tidy(cell_in(grid), data, asNamespace("dplyr"))
  }
  steps <- c(-0.4, 0, 0.6, 1.5, 6.9, 7, 8.2)
  expected <- c(100L, 100L, 100L, 101L, 106L, 107L, 107L)
  expect_identical(cell(steps, trunc(steps)), expected)
  expect_identical(cell(steps, round(steps)), expected)
})

# Trials whose calibration is far from the identity.
stretched_trials <- function(scale = "score") {
  x <- withr::with_seed(7, simulate_lr(800, 1500, s = 2, stretch = 2, shift = 0.5))
  lr_set(to_ln(x$value, x$scale), x$truth, scale)
}

costs <- c("n_h1", "n_h2", "cllr_before", "cllr", "cllr_min", "objective")

says_no_least_cost <- function(fit) {
  expect_true(is.na(glance(fit)$cllr_min))
  expect_match(explain(fit), "bits, and 1 means")
  expect_no_match(explain(fit), "NA")
}

told_of_costs <- list(
  line = \() {
    for (scale in cases_of(c("ln", "score"), 2)) {
      x <- stretched_trials(scale)
      far <- calibrate(table_of_many(x))
      expect_equal(glance(far)[costs], glance(calibrate(x))[costs], tolerance = 1e-12)
      expect_output(print(far), "Cllr after")
      expect_output(print(summary(far)), "Cllr_min")
      expect_match(explain(far), "After it Cllr|Its Cllr|Cllr, the log-likelihood-ratio cost")
      expect_error(predict(far), "trials themselves", class = "calibrant_error_input")
    }
  },
  steps = \() {
    steps <- suppressWarnings(calibrate(table_of_many(stretched_trials()), "pav"))
    expect_output(print(steps), "cost at training prior")
    expect_true(is.na(glance(steps)$cllr))
    expect_match(explain(steps), "2300|1 500|1500")
  },
  falling = \() {
    x <- stretched_trials()
    x <- lr_set(-x$value, x$truth, "score")
    says_no_least_cost(suppressWarnings(calibrate(table_of_many(x))))
  },
  several = \() {
    x <- stretched_trials()
    two <- c(a = x, b = lr_set(x$value / 3 - 1, x$truth, "score"))
    fits <- list(calibrate(table_of_many(two)), calibrate(two))
    expect_equal(glance(fits[[1]])[costs], glance(fits[[2]])[costs], tolerance = 1e-12)
  }
)

test_that("a calibration of trials that stay where they are says what it can of its costs", {
  for (tell in of_turn(told_of_costs, 4)) tell()
  cells <- calibrate(lr_set(lr_tally(withr::with_seed(7, simulate_lr(300, 900, s = 2)))))
  expect_output(print(cells), "Cllr after")
  says_no_least_cost(cells)
})

test_that("bounds count the trials beyond them, wherever these stay", {
  withr::local_seed(8)
  x <- many_trials("ln", 3000)
  two <- c(a = x, b = lr_set(x$value / 3 - 1, x$truth, "ln"))
  for (method in of_turn(c("elub", "iv"), 2)) {
    far <- bound_lr(table_of_many(two), method)
    expect_equal(tidy(far), tidy(bound_lr(two, method)))
    expect_gt(sum(tidy(far)$n_beyond), 0)
    expect_output(print(far), "trials below")
  }
  limits <- c(-0.5, x$value[5] / log(10))
  known <- bound_lr(x, "limits", limits = limits)
  expect_equal(tidy(bound_lr(table_of_many(x), "limits", limits = limits)), tidy(known))
  value <- x$value / log(10)
  expect_equal(tidy(known)$n_beyond, c(sum(value < limits[1]), sum(value > limits[2])))
})
