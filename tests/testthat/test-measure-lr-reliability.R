value <- c(1, 1.4, 0.8, 2, 2.2, 5, -1, -1.5, -3, -2)
same <- rep(c(TRUE, FALSE), c(6, 4))
group <- c(1, 1, 1, 2, 2, 3, 4, 4, 5, 5)

test_that("the scatter is that of an analysis of variance", {
  rows <- lr_reliability(value, same, scale = "log10", group = group)
  residual <- summary(stats::aov(value ~ factor(group)))[[1]]["Residuals", ]
  expect_identical(rows$hypothesis, c("h1", "h2", "both"))
  expect_equal(rows$sd[3], sqrt(residual[["Mean Sq"]]))
  expect_equal(rows$df[3], residual[["Df"]])
  expect_equal(rows$half_width[3], stats::qt(0.975, residual[["Df"]]) * rows$sd[3])
  expect_identical(rows$n, c(5L, 4L, 9L))
  expect_identical(rows$n_groups, c(2L, 2L, 4L))
})

test_that("sources tell the groups", {
  by_source <- lr_set(value, same,
    scale = "log10",
    source1 = c("a", "a", "a", "b", "b", "c", "a", "a", "a", "a"),
    source2 = c("a", "a", "a", "b", "b", "c", "b", "b", "c", "c")
  )
  expect_equal(
    lr_reliability(by_source),
    lr_reliability(value, same, scale = "log10", group = group)
  )
})

test_that("systems do not mix", {
  a <- lr_set(value, same, scale = "log10", system = rep("a", 10))
  b <- lr_set(2 * value, same, scale = "log10", system = rep("b", 10))
  rows <- lr_reliability(c(a, b), group = c(group, group))
  expect_equal(rows$sd[4:6], 2 * rows$sd[1:3])
})

test_that("where nothing is repeated there is no scatter", {
  rows <- lr_reliability(value, same, scale = "log10", group = c(1, 1, 2:9))
  expect_identical(rows$sd[2], NA_real_)
  expect_identical(rows$half_width[2], NA_real_)
  expect_error(
    lr_reliability(value, same, scale = "log10", group = 1:10),
    class = "calibrant_error_input"
  )
})

test_that("bad input is refused", {
  refuse <- \(...) expect_error(lr_reliability(...), class = "calibrant_error_input")
  refuse(value, same, scale = "log10")
  refuse(value, same, scale = "log10", group = 1:3)
  refuse(replace(value, 2, Inf), same, scale = "log10", group = group)
  refuse(value, same, scale = "log10", group = group, level = 1)
  refuse(value, same, scale = "log10", group = group, weight = rep(2, 10))
  refuse(value, same, scale = "score", group = group)
})
