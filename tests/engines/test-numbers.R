# Numbers of trials in an engine equal those of the same trials in memory: blocks to the bit,
# cross-entropies within 1e-14, by each way.

# Low limits make streams of few trials work like streams of many.
few_in_memory <- list(values = 12000, buckets = 2^14)

# Parts that are read in chunks are counted in cells of equal width. The memory is too small for so
# many values in so few cells.
crowded <- c("outliers", "tiny", "ratios")

# All systems of both sets; the largest relative difference of their ECE.
compare_sets <- function(found, expected) {
  expect_identical(sort(levels(found)), sort(levels(expected)))
  names <- levels(expected) %||% 1
  differences <- vapply(names, \(name) {
    expect_same_system(systems_of(found)[[name]], systems_of(expected)[[name]])
    expect_same_costs(systems_of(found)[[name]], systems_of(expected)[[name]])
    ece_difference(systems_of(found)[[name]], systems_of(expected)[[name]])
  }, 0)
  max(differences)
}

ways <- list(
  pull = \(tables, ...) judge(tables, way = "pull", ...),
  stream = \(tables, ...) judge(tables, way = "stream", ...),
  push = \(tables, ...) without_few_parts(judge(tables, way = "push", ...)),
  "push, few values" = \(tables, ...) judge(tables, way = "push", ...)
)

compare_ways <- function(engine, shape, trials, formula = same ~ llr, scale = "ln") {
  tables <- tables_in(engine, trials)
  expected <- in_memory(trials, formula, scale = scale)
  for (way in names(ways)) {
    if (length(tables) == 1 || !shape %in% crowded) {
      withr::local_options(calibrant.stream_limits = few_in_memory)
    }
    found <- ways[[way]](tables, formula = formula, scale = scale)
    expect_identical(inherits(found, "remote_set"), way != "pull")
    note(engine, shape = shape, way = way, difference = compare_sets(found, expected))
  }
}

for (engine in wanted_engines()) {
  for (shape in names(table_shapes)) {
    test_that(paste(engine, shape, sep = " | "), {
      withr::local_seed(1)
      compare_ways(engine, shape, draw_trials(shape))
    })
  }

  test_that(paste(engine, "ratios", sep = " | "), {
    withr::local_seed(2)
    trials <- draw_trials("spread")
    trials$llr <- replace(exp(trials$llr), 1:6, c(0, 0, Inf, 1e-300, 1, 1e300))
    compare_ways(engine, "ratios", trials, scale = "lr")
  })

  test_that(paste(engine, "log10", sep = " | "), {
    withr::local_seed(3)
    compare_ways(engine, "log10", draw_trials("spread"), scale = "log10")
  })

  test_that(paste(engine, "several systems", sep = " | "), {
    withr::local_seed(4)
    trials <- do.call(rbind, lapply(c("spread", "ties", "outliers"), \(shape) {
      cbind(draw_trials(shape, 13000), model = paste0(shape, "'s \"own\""))
    }))
    compare_ways(engine, "several systems", trials, same ~ llr | model)
  })

  test_that(paste(engine, "weights", sep = " | "), {
    withr::local_seed(5)
    trials <- transform(draw_trials("ties"), w = stats::rexp(20000))
    tables <- tables_in(engine, trials)
    expected <- only_system(in_memory(trials, weight = "w"))
    # Sums of weights depend on the order of the trials.
    for (way in c("pull", "stream")) {
      found <- only_system(judge(tables, way = way, weight = "w"))
      expect_equal(blocks_of(found), blocks_of(expected), tolerance = 1e-13)
      difference <- ece_difference(found, expected)
      expect_lte(difference, 1e-13)
      note(engine, shape = "weights", way = way, difference = difference)
    }
    expect_error(judge(tables, weight = "w"), class = "calibrant_error_no_trials")
  })

  test_that(paste(engine, "thresholds", sep = " | "), {
    withr::local_seed(8)
    withr::local_options(calibrant.most_pulled = 1000)
    for (scale in c("ln", "lr")) {
      trials <- draw_trials("spread")
      if (scale == "lr") trials$llr <- replace(exp(trials$llr), 1:4, c(0, Inf, 1e-300, 1e300))
      x <- in_memory(trials, scale = scale)
      counts <- counts_of(only_system(x))
      far <- without_few_parts(judge(tables_in(engine, trials), scale = scale))
      expect_true(has_many(only_system(far)))
      at <- c(if (scale == "ln") -1, 0, 0.3, trials$llr[c(7, 99)])
      expect_identical(error_rates(far, at), error_rates(x, at))
      found <- ask(only_system(far), "edges")
      below <- ask(only_system(far), "below", sort(c(found, next_value(found))))
      expect_identical(below, below_in_counts(counts, sort(c(found, next_value(found)))))
      expect_identical(eer(far, "steps"), eer(x, "steps"))
      expect_identical(bound_lr(far)$bounds, bound_lr(x)$bounds)
      expect_true(all(det_curve(far)$p_fa %in% det_curve(x)$p_fa))
      if (scale == "ln") {
        expect_equal(coef(calibrate(far)), coef(calibrate(x)), tolerance = 1e-10)
      }
    }
  })

  test_that(paste(engine, "a sample of strata", sep = " | "), {
    withr::local_seed(6)
    trials <- draw_trials("spread")
    x <- judge(tables_in(engine, trials))
    drawn <- sample_trials(x, c(h1 = 200, h2 = 500))
    expect_equal(unlist(system_sizes(drawn)[c("h1", "h2")], use.names = FALSE), c(200, 500))
    expect_true(all(drawn$value[drawn$truth] %in% trials$llr[trials$same]))
    expect_true(all(drawn$value[!drawn$truth] %in% trials$llr[!trials$same]))
  })

  test_that(paste(engine, "calibrated where it lies", sep = " | "), {
    withr::local_seed(7)
    trials <- draw_trials("spread", 2000)
    tables <- tables_in(engine, transform(trials, score = llr))
    for (method in c("logistic", "four_parameter", "pav")) {
      x <- lr_set(same ~ score, transform(trials, score = llr), scale = "score")
      clipped <- engine == "MariaDB" && method == "pav"
      fit <- suppressWarnings(calibrate(x, method = method))
      if (clipped) {
        expect_error(predict(fit, tables[[1]]), class = "calibrant_error_lazy")
        fit <- suppressWarnings(calibrate(x, method = method, infinite = "clip"))
      }
      for (table in tables) {
        found <- dplyr::collect(predict(fit, table))
        expected <- suppressWarnings(predict(fit, found$score))
        expect_equal(found$.log10_lr, expected, tolerance = 1e-12)
      }
    }
  })
}
