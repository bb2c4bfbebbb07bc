test_that("holds the comparisons that its help describes", {
  expect_s3_class(glass_lr, "data.frame")
  expect_named(glass_lr, c("model", "item1", "item2", "same_source", "log10_lr"))
  expect_equal(nrow(glass_lr), 2 * (200 + 19900))
  expect_equal(levels(glass_lr$model), c("mvn", "mvk"))
  expect_equal(glass_lr$same_source, glass_lr$item1 == glass_lr$item2)
  expect_true(all(glass_lr$item2 >= glass_lr$item1))
  expect_false(anyDuplicated(glass_lr[c("model", "item1", "item2")]) > 0)
  expect_true(all(is.finite(glass_lr$log10_lr)))
})

test_that("has the Cllr that its help states", {
  x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  expect_equal(round(cllr(x), 2), c(mvn = 1.24, mvk = 1.13))
  expect_equal(round(cllr_min(x), 2), c(mvn = 0.45, mvk = 0.44))
  expect_equal(nrow(useful_range(x)), 0)
})
