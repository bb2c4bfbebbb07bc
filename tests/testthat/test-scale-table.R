# Trials that stay in a database must give the same numbers as in memory.

test_that("blocks, ranges and sizes are those of vectors, to the bit", {
  skip_unless_extended()
  set.seed(1)
  for (shape in cases_of(names(table_shapes), c(1, 3, 5))) {
    trials <- draw_trials(shape)
    expected <- only_system(in_memory(trials))
    expect_same_system(only_system(pushed(trials)), expected)
    expect_same_system(only_system(without_few(pushed(trials))), expected)
  }
})

test_that("costs at every prior are those of vectors", {
  skip_unless_extended()
  set.seed(2)
  all <- expand.grid(
    scale = c("ln", "log10", "log2"), shape = names(table_shapes), stringsAsFactors = FALSE
  )
  for (i in cases_of(seq_len(nrow(all)), c(1, 8, 12, 13))) {
    trials <- draw_trials(all$shape[i], 8000)
    scale <- all$scale[i]
    expected <- only_system(in_memory(trials, scale = scale))
    expect_same_costs(only_system(pushed(trials, scale = scale)), expected)
    expect_same_costs(only_system(without_few(pushed(trials, scale = scale))), expected)
  }
})

test_that("ratios are counted by roots", {
  set.seed(3)
  trials <- draw_trials("spread")
  for (stretch in cases_of(c(1, 30), 2)) {
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

test_that("nodes of bins have the LLR of their values", {
  value <- c(1e-10, 0.5, 1, 3, 1e5)
  nodes <- \(bins) bins$llr(eval(bins$axis, list(value = value)))
  expect_equal(nodes(ratio_bins()), log(value))
  expect_equal(nodes(log_bins(log(10))), value * log(10))
  expect_identical(log_bins(1)$reach, c(-1024, 1024))
})

test_that("cells at the ends of the grid, which have what lies beyond it, are not looked into", {
  tally <- list(bucket = c(10, 11, 12, 14), n_h1 = c(0, 2, 1, 3), n_h2 = c(3, 1, 2, 0))
  edges <- tally$bucket[.Call(ffi_picture_edges, tally)]
  expect_true(all(c(10, 14) %in% edges))
  expect_identical(picture_cells(tally, list(first = 10, n = 5)), setdiff(edges, c(10, 14)))
  expect_identical(picture_cells(tally, list(first = 9, n = 7)), edges)
})
