library(testthat)
library(calibrant)

# The check runs the files of tests that read files of the package; the others have their own step.
files <- Sys.getenv("CALIBRANT_TESTS")
test_check("calibrant", filter = if (nzchar(files)) files)
