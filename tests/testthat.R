library(testthat)
library(calibrant)

test_check("calibrant")
