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
  # The middle of a value and its cell's lower edge.
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
