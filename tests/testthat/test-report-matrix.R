example_matrix <- function() {
  set.seed(1)
  plan <- validation_plan(
    accuracy = "cllr < 0.9", discriminating_power = "eer < 1 %", calibration = "cllr_cal < 1e-3",
    replicates = 50, declared = "2026-01-01"
  )
  validation_run(plan, simulate_lr(50, 80, s = 2))
}

test_that("exports hold the table", {
  skip_if_not_installed("jsonlite")
  found <- example_matrix()
  csv <- withr::local_tempfile(fileext = ".csv")
  write_matrix(found, csv)
  read <- utils::read.csv(csv, na.strings = "")
  expect_named(read, names(as.data.frame(found)))
  numbers <- c("result", "lower", "upper", "bound", "margin", "margin_lower", "margin_upper")
  expect_equal(read[numbers], as.data.frame(found)[numbers], tolerance = 1e-15)
  words <- c("criterion", "decision")
  expect_identical(read[words], as.data.frame(found)[words])
  json <- withr::local_tempfile(fileext = ".json")
  write_matrix(found, json)
  read <- jsonlite::fromJSON(json)
  expect_equal(read$matrix$margin, found$margin, tolerance = 1e-15)
  expect_identical(read$matrix$decision, found$decision)
  expect_identical(read$plan_sha256, plan_hash(attr(found, "plan")))
  expect_identical(read$data$sha256, attr(found, "data")$sha256)
  expect_error(write_matrix(found, "matrix.txt"), class = "calibrant_error_file")
  expect_error(write_matrix(1, csv), class = "calibrant_error_input")
})

test_that("the matrix is a data frame, and tidies", {
  found <- example_matrix()
  expect_identical(class(as.data.frame(found)), "data.frame")
  expect_named(tidy(found)[6:8], c("estimate", "conf.low", "conf.high"))
  expect_identical(overall_decision(c("pass", "undecided")), "undecided")
  expect_identical(overall_decision("pass"), "pass")
  expect_output(print(found), "1 passed, 1 failed, 1 undecided")
})

test_that("the picture draws margins, in per cent where measures are shares", {
  found <- example_matrix()
  drawn <- autoplot(found)
  points <- Filter(\(layer) inherits(layer$geom, "GeomPoint"), drawn$layers)[[1]]
  scale <- ifelse(found$measure == "eer", 100, 1)
  expect_equal(points$data$margin, found$margin * scale)
  expect_identical(as.character(points$data$decision), c("Pass", "Fail", "Undecided"))
  expect_identical(levels(points$data$panel), c("bits", "percentage points"))
  expect_match(drawn$labels$alt, "1 passed, 1 failed, 1 undecided")
})
