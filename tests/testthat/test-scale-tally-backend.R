tally_with_values <- function() {
  set.seed(4)
  trials <- simulate_lr(400, 1600, s = 2)
  tally <- lr_tally(trials)
  values <- cells_wanted(tally, trials)
  list(trials = trials, cells = lr_set(tally), known = lr_set(tally, values = values))
}

test_that("what cells determine is that of the trials", {
  x <- tally_with_values()
  expect_identical(length(x$cells), length(x$trials))
  for (question in list(
    \(x) error_rates(x, threshold = c(-1, 0, 1)), \(x) useful_range(x),
    \(x) calibrate(x)$transforms[[1]]$coefficients
  )) {
    expect_equal(question(x$cells), question(x$trials), tolerance = 1e-12)
  }
  # The middle between a value and the lower edge of its cell.
  value <- x$trials$value[1]
  within <- (value + floor(value * 1024) / 1024) / 2
  expect_error(error_rates(x$cells, threshold = within), class = "calibrant_error_no_counts")
  expect_error(auc(x$cells), class = "calibrant_error_no_counts")
  auc_ends <- auc(x$cells, exact = FALSE)
  expect_true(auc_ends$lower <= auc(x$trials) && auc(x$trials) <= auc_ends$upper)
})

test_that("known values give what depends on them, to the bit", {
  x <- tally_with_values()
  for (question in list(
    cllr_min, eer, dev_pav, misleading, \(x) auc(x, "hull"), \(x) as.data.frame(pav(x))
  )) {
    expect_identical(question(x$known), question(x$trials))
  }
})

test_that("the cells that a verb looks into are all that it needs", {
  x <- tally_with_values()
  tally <- lr_tally(x$trials)
  known <- \(verb) lr_set(tally, values = cells_wanted(tally, x$trials, verb))
  elub <- \(x) unlist(bound_lr(x)$bounds)
  for (verb in list(elub, lr_strength, lr_histogram, \(x) eer(x, "steps"))) {
    expect_equal(verb(known(verb)), verb(x$trials), tolerance = 1e-13)
  }
  expect_identical(as.character(explain(known(explain))), as.character(explain(x$trials)))
  few <- \(x) measures(x, replicates = 20)
  expect_equal(few(known(few))$estimate, few(x$trials)$estimate, tolerance = 1e-5)
  expect_lt(nrow(cells_wanted(tally, verb = explain)), nrow(tally$cells) / 4)
})

test_that("wide cells are not drawn as if they were narrow", {
  x <- tally_with_values()$trials
  wide <- lr_set(lr_tally(x, width = 1))
  for (verb in list(tippett_curve, det_curve, \(x) measures(x, which = "auc", replicates = 20))) {
    expect_error(verb(wide), class = "calibrant_error_no_counts")
  }
  expect_equal(cllr(wide), cllr(x), tolerance = 1e-14)
})

test_that("where all values are known, a tally is as good as the trials", {
  x <- tally_with_values()$trials
  tally <- lr_tally(x)
  all <- lr_set(tally, values = cells_wanted(tally, x, reliability_curve))
  expect_identical(as.data.frame(reliability_curve(all)), as.data.frame(reliability_curve(x)))
  fits <- lapply(list(all, x), calibrate, method = "pav", infinite = "clip")
  expect_identical(predict(fits[[1]], c(-1, 0.3, 2)), predict(fits[[2]], c(-1, 0.3, 2)))
})
