test_that("every method of many classes says how it is trained, applied and retrained", {
  for (name in class_method_names()) {
    method <- class_methods()[[name]]
    expect_type(method$train, "closure")
    expect_type(method$apply, "closure")
    expect_type(method$carries_infinite, "logical")
    expect_identical(is.null(method$retrain), !is.null(method$family), info = name)
  }
})

test_that("the kernel takes offsets relative to the last class", {
  expect_identical(inner_offset(c(a = 1, b = 3, c = 2)), c(-1, 1))
  expect_identical(class_methods()$affine$family(3), "shared")
})
