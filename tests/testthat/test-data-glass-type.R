test_that("holds three classifiers' views of the same fragments", {
  expect_identical(dim(glass_type), c(642L, 9L))
  expect_identical(levels(glass_type$recogniser), c("lda", "kernel", "multinom"))
  expect_true(all(apply(glass_type[levels(glass_type$type)], 1, max) == 0))
  expect_identical(glass_type$type[1:214], glass_type$type[429:642])
})

test_that("the types are those of MASS", {
  skip_if_not_installed("MASS")
  expect_identical(glass_type$type[1:214], MASS::fgl$type)
})
