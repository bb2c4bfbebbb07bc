test_that("the jackknife is that of leaving out each comparison, examiner and item", {
  x <- examined()
  system <- systems_of(x)[[1]]
  statistic <- \(m, n) conclusion_auc(m, n)
  whole <- auc(x)
  of_units <- \(unit) {
    left <- vapply(sort(unique(unit)), \(u) auc(x[unit != u]), 0)
    truth <- vapply(sort(unique(unit)), \(u) mean(range(x$truth[unit == u])), 0)
    parts <- split(left, truth)
    list(
      variance = sum(vapply(parts, \(v) (length(v) - 1)^2 / length(v) * var(v), 0)),
      bias = sum(vapply(parts, \(v) (length(v) - 1) * (mean(v) - whole), 0))
    )
  }
  values <- left_out_values(system, "both", statistic)
  slow <- list(trial = of_units(seq_along(x)), examiner = of_units(x$examiner),
    item = of_units(x$item), cell = of_units(paste(x$examiner, x$item)))
  for (by in names(slow)[1:3]) {
    found <- jackknife(values, by)
    expect_equal(found$std_error^2, slow[[by]]$variance)
    expect_equal(found$bias, slow[[by]]$bias)
  }
  both <- slow$examiner$variance + slow$item$variance - slow$cell$variance
  expect_equal(jackknife(values, "both")$std_error^2,
    max(both, slow$examiner$variance, slow$item$variance))
})
