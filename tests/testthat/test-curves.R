curves_of <- function(x) list(ece_curve(x), tippett_curve(x), pav(x), lr_histogram(x))

test_that("are data frames that a picture can be made of", {
  for (curve in curves_of(random_set(1))) {
    expect_s3_class(curve, "data.frame")
    expect_s3_class(autoplot(curve), "ggplot")
  }
})

test_that("plot() prints the picture and returns the curve", {
  withr::local_pdf(NULL)
  for (curve in curves_of(set_of(c(1, 2), c(-1, 1.5)))) {
    shown <- withVisible(plot(curve))
    expect_identical(shown$value, curve)
    expect_false(shown$visible)
  }
})

test_that("can be taken on as plain data frames", {
  for (curve in curves_of(set_of(c(1, 2), c(-1, 1.5)))) {
    plain <- as.data.frame(unclass(curve))
    expect_equal(names(plain), names(curve))
    expect_equal(nrow(plain), nrow(curve))
  }
})
