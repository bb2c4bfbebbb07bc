library(testthat)
library(calibrant)

# Where all tests run in a step of their own, the check runs those that read files of the package.
files <- Sys.getenv("CALIBRANT_TESTS")
test_check("calibrant", filter = if (nzchar(files)) files)
