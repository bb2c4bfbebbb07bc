test_that("the line is the table, and the marks are the answer and what was asked for", {
  found <- plan_size(gaussian_system(2), "cllr", half_width = 0.05)
  picture <- autoplot(found)
  data <- lapply(seq_along(picture$layers), \(i) ggplot2::layer_data(picture, i))
  expect_equal(data[[1]]$yintercept, 0.05)
  expect_equal(10^data[[2]]$xintercept, found$n[found$answer])
  expect_equal(10^data[[4]]$x, found$n)
  expect_equal(data[[4]]$y, found$half_width)
})

test_that("a criterion is drawn with the share that fails it", {
  found <- plan_size(gaussian_system(2), "cllr < 0.6")
  picture <- autoplot(found)
  expect_equal(ggplot2::layer_data(picture, 4)$y, found$assurance)
  expect_equal(ggplot2::layer_data(picture, 5)$y, found$failed)
  expect_equal(ggplot2::layer_data(autoplot(found, "half_width"), 3)$y, found$half_width)
  expect_match(picture$labels$caption, "dashed")
})

test_that("what there is not cannot be drawn", {
  found <- plan_size(gaussian_system(2), "cllr", half_width = 0.05)
  expect_error(autoplot(found, "assurance"), class = "calibrant_error_input")
  never <- plan_size(gaussian_system(2), "misleading_h1 < 0.1")
  expect_match(autoplot(never)$labels$caption, "No size")
})
