stream_shapes <- function(n) {
  truth <- rep(c(TRUE, FALSE), c(n / 4, n - n / 4))
  side <- ifelse(truth, 2, -2)
  normal <- stats::rnorm(n, side, 2)
  far <- replace(normal, c(1:5, n - 1:5), c(1e5, -1e5, 2000, -1100, 130, -130, 500, 1e300, -3e4, 0))
  certain <- replace(normal, c(1:30, n - 1:30), rep(c(Inf, -Inf), c(30, 30)))
  list(
    truth = truth,
    values = list(
      normal = normal, ties = round(normal, 2), spike = replace(normal, seq(1, n, 3), 0),
      outliers = far, infinite = certain, wrong = replace(normal, c(1, n), c(-Inf, Inf)),
      denormal = normal * 1e-310, timid = normal / 1e4, strong = normal * 40, sorted = sort(normal),
      reversed = -normal, narrow = 1 + normal * 1e-12, two_scales = normal * 10^(-6 * (1:n %% 3)),
      heavy = stats::rt(n, 1) + side
    )
  )
}

questions <- c("ranges", "finite_range", "sizes", "totals", "infinite", "class_ranges", "blocks")

expect_same_system <- function(found, expected, info, question = questions) {
  for (q in question) {
    expect_identical(calibrant:::once(found, q), calibrant:::once(expected, q), info = c(info, q))
  }
}

test_that("a stream answers like the vectors that it is made of", {
  skip_unless_extended()
  withr::local_seed(1)
  shapes <- stream_shapes(8000)
  log_odds <- seq(-30, 30, by = 1.5)
  for (name in names(shapes$values)) {
    x <- lr_set(shapes$values[[name]], shapes$truth, scale = "ln")
    for (size in c(777, 3000)) {
      tight()
      far <- streamed(x, size)
      system <- only_system(far)
      expect_same_system(system, only_system(x), name)
      found <- mean_costs(points_of(system), log_odds)
      expected <- mean_costs(points_of(only_system(x)), log_odds)
      for (h in c("h1", "h2")) {
        expect_identical(is.infinite(found[[h]]), is.infinite(expected[[h]]))
        finite <- is.finite(found[[h]])
        expect_equal(found[[h]][finite], expected[[h]][finite], tolerance = 1e-14, info = name)
      }
      expect_identical(points_of(system)$totals, points_of(only_system(x))$totals)
    }
  }
})

test_that("few distinct values are counted one by one, and then nothing is missing", {
  withr::local_seed(2)
  shapes <- stream_shapes(4000)
  x <- lr_set(round(shapes$values$normal, 1), shapes$truth, scale = "log10")
  far <- streamed(x, 500)
  expect_identical(counts_of(only_system(far)), counts_of(only_system(x)))
  expect_identical(points_of(only_system(far)), points_of(only_system(x)))
  expect_identical(auc(far), auc(x))
  expect_equal(tippett_curve(far), tippett_curve(x))
  expect_identical(coef(calibrate(far)), coef(calibrate(x)))
})

test_that("scales, systems and weights come through", {
  withr::local_seed(3)
  shapes <- stream_shapes(4000)
  value <- shapes$values$normal
  tight()
  for (scale in c("log10", "log2", "score")) {
    x <- lr_set(value, shapes$truth, scale = scale)
    expect_identical(cllr_min(streamed(x, 700)), cllr_min(x))
    if (scale != "score") expect_equal(cllr(streamed(x, 700)), cllr(x), tolerance = 1e-14)
  }
  ratios <- lr_set(replace(exp(value), c(1, 4000), c(Inf, 0)), shapes$truth, scale = "lr")
  expect_same_system(only_system(streamed(ratios, 700)), only_system(ratios), "lr")
  expect_equal(cllr(streamed(ratios, 700)), cllr(ratios), tolerance = 1e-14)
  several <- lr_set(value, shapes$truth, scale = "ln", system = rep(c("b", "a", "c", "a"), 1000))
  far <- streamed(several, 700)
  expect_identical(levels(far), levels(several))
  expect_identical(cllr_min(far), cllr_min(several))
  expect_equal(cllr(far["c"]), cllr(several["c"]), tolerance = 1e-14)
  weighted <- lr_set(round(value, 1), shapes$truth, scale = "ln", weight = rep(c(0.5, 2), 2000))
  far <- streamed(weighted, 700)
  expect_equal(counts_of(only_system(far)), counts_of(only_system(weighted)))
  expect_identical(cllr_min(far), cllr_min(weighted))
  expect_error(
    streamed(lr_set(value, shapes$truth, scale = "ln", weight = rep(1:2, 2000)), 700),
    class = "calibrant_error_memory"
  )
})

test_that("streams join, as systems and as shards", {
  withr::local_seed(4)
  shapes <- stream_shapes(6000)
  x <- lr_set(shapes$values$normal, shapes$truth, scale = "ln")
  tight(values = 2000)
  part <- rep(1:2, 3000)
  shards <- c(streamed(x[part == 1], 700), streamed(x[part == 2], 900), pool = TRUE)
  expect_same_system(only_system(shards), only_system(x), "shards")
  expect_equal(cllr(shards), cllr(x), tolerance = 1e-14)
  with_memory <- c(streamed(x[part == 1], 700), x[part == 2], pool = TRUE)
  expect_identical(cllr_min(with_memory), cllr_min(x))
})

test_that("trials that change between two passes are noticed", {
  withr::local_seed(5)
  shapes <- stream_shapes(4000)
  tight()
  data <- data.frame(value = shapes$values$normal, truth = shapes$truth)
  changes <- list(
    fewer = \(d) d[-4000, ], more = \(d) d[c(1:4000, 1), ],
    truth = \(d) transform(d, truth = rev(truth)),
    value = \(d) transform(d, value = value + 0.01)
  )
  for (change in changes) {
    reader <- chunks_of(data, 700)
    second <- chunks_of(change(data), 700)
    passes <- 0
    x <- lr_set(lr_chunks(
      \() if (passes > 1) second$next_chunk() else reader$next_chunk(),
      \() {
        passes <<- passes + 1
        reader$rewind()
        second$rewind()
      }
    ), truth ~ value, scale = "ln")
    expect_error(cllr_min(x), class = "calibrant_error_changed")
  }
})

test_that("an interrupt leaves a set that can be asked again", {
  withr::local_seed(6)
  shapes <- stream_shapes(4000)
  tight()
  x <- lr_set(shapes$values$normal, shapes$truth, scale = "ln")
  reader <- chunks_of(table_of(x), 700)
  interrupt <- \() signalCondition(structure(list(), class = c("interrupt", "condition")))
  passes <- 0
  far <- lr_set(lr_chunks(
    \() if (passes == 2) interrupt() else reader$next_chunk(),
    \() {
      passes <<- passes + 1
      reader$rewind()
    }
  ), truth ~ value, scale = "ln")
  expect_identical(tryCatch(cllr_min(far), interrupt = \(cnd) "left"), "left")
  expect_identical(cllr_min(far), cllr_min(x))
})

test_that("a sample is drawn by hypothesis, in one pass", {
  withr::local_seed(9)
  shapes <- stream_shapes(4000)
  x <- lr_set(shapes$values$normal, shapes$truth, scale = "ln")
  drawn <- sample_trials(streamed(x, 700), c(h1 = 50, h2 = 2000))
  expect_identical(system_sizes(drawn), list(h1 = 50L, h2 = 2000L))
  expect_false(anyDuplicated(drawn$value) > 0)
  expect_true(all(drawn$truth == x$truth[match(drawn$value, x$value)]))
  whole <- sample_trials(streamed(x, 700), 1e6)
  expect_identical(counts_of(only_system(whole)), counts_of(only_system(x)))
})

test_that("what is too much for the memory says so", {
  withr::local_seed(7)
  shapes <- stream_shapes(4000)
  tight()
  far <- streamed(lr_set(shapes$values$normal, shapes$truth, scale = "ln"), 700)
  expect_error(auc(far), class = "calibrant_error_no_counts")
  expect_error(augment(far), class = "calibrant_error_no_trials")
})

test_that("a set is saved without what was found, and finds it again", {
  withr::local_seed(8)
  shapes <- stream_shapes(4000)
  tight()
  file <- withr::local_tempfile(fileext = ".csv")
  utils::write.csv(
    data.frame(other = "x", same = shapes$truth, llr = shapes$values$normal), file,
    row.names = FALSE
  )
  reader <- lr_chunks(file, columns = c("same", "llr"), chunk_rows = 700)
  x <- lr_set(reader, same ~ llr, scale = "ln")
  saved <- withr::local_tempfile()
  saveRDS(x, saved)
  expect_lt(file.size(saved), 5e5)
  expect_identical(cllr_min(readRDS(saved)), cllr_min(x))
})

test_that("chunks may hold whole numbers of 64 bits", {
  skip_if_not_installed("bit64")
  value <- c(3, -2, 1, -5, 0, 2)
  h <- c(1, 0, 1, 0, 1, 0)
  whole <- data.frame(score = bit64::as.integer64(value), h = bit64::as.integer64(h))
  expect_identical(
    cllr(lr_set(chunks_of(whole, 6), h ~ score, scale = "ln", h1 = 1)),
    cllr(lr_set(value, h == 1, scale = "ln"))
  )
})
