test_that("the life of a system is one table, by day", {
  dates <- c(validation = "2026-01-20", first = "2026-01-25")
  record <- do.call(system_record, c(life(), list(dates = dates)))
  expect_identical(
    record$kind, c("plan", "validation", "version", "monitor", "scores", "monitor")
  )
  expect_identical(record$name, c("plan", "validation", "first", "voices", "cases", "voices"))
  expect_identical(record$result, c("", "pass", "", "alarm", "no alarm", "no alarm"))
  expect_identical(record$n_h1[c(2, 3, 4, 5)], c(60, 60, 40, NA))
  expect_identical(format(record$alarm[4]), "2026-06-30")
  expect_identical(record$note[6], "repaired")
  expect_identical(record$sha256[1], data_hash(life()$plan))
  expect_output(print(record), "alarm")
})

test_that("what cannot be dated or is something else is refused", {
  parts <- life()
  expect_error(system_record(first = parts$first), class = "calibrant_error_input")
  expect_error(system_record(), class = "calibrant_error_input")
  expect_error(system_record(1), class = "calibrant_error_input")
  days <- c(first = "2026-01-25", other = "2026-01-26")
  dated <- c(life(), list(dates = days))
  expect_error(do.call(system_record, dated), "named after the parts")
  expect_error(system_record(plan = parts$plan, dates = c(other = "2026-01-01")),
    class = "calibrant_error_input")
})
