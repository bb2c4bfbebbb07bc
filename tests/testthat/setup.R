# Most sets of the tests are awkward on purpose; test-lr-set-guards.R turns the guards on again.
options(calibrant.sure = TRUE)
