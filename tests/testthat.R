library(testthat)
library(calibrant)

# Files that the check runs, those that read files of the package; the others have a step of their
# own.
files <- Sys.getenv("CALIBRANT_TESTS")
test_check("calibrant", filter = if (nzchar(files)) files)
