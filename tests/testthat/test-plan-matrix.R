test_that("exports hold the table", {
  skip_if_not_installed("jsonlite")
  found <- example_matrix()
  csv <- withr::local_tempfile(fileext = ".csv")
  write_calibrant(found, csv)
  read <- utils::read.csv(csv, na.strings = "")
  expect_named(read, names(as.data.frame(found)))
  numbers <- c("result", "corrected", "lower", "upper", "bound", "margin", "margin_lower",
    "margin_upper")
  expect_equal(read[numbers], as.data.frame(found)[numbers], tolerance = 1e-15)
  words <- c("criterion", "decision")
  expect_identical(read[words], as.data.frame(found)[words])
  json <- withr::local_tempfile(fileext = ".json")
  write_calibrant(found, json)
  read <- jsonlite::fromJSON(json)
  expect_equal(read$matrix$margin, found$margin, tolerance = 1e-15)
  expect_identical(read$matrix$decision, found$decision)
  expect_identical(read$plan_sha256, data_hash(attr(found, "plan")))
  expect_identical(read$data$sha256, attr(found, "data")$sha256)
  expect_error(write_calibrant(found, "matrix.txt"), class = "calibrant_error_file")
  expect_error(write_calibrant(1, csv), class = "calibrant_error_input")
})

test_that("the matrix is a data frame, and tidies", {
  found <- example_matrix()
  expect_identical(class(as.data.frame(found)), "data.frame")
  expect_named(tidy(found)[6:9], c("estimate", "corrected", "conf.low", "conf.high"))
  expect_identical(overall_decision(c("pass", "undecided")), "undecided")
  expect_identical(overall_decision("pass"), "pass")
  expect_output(print(found), "1 passed, 1 failed, 1 undecided")
})

test_that("a spreadsheet runs nothing of a table, and ordinary texts stay as they are", {
  evil <- c(
    "=cmd|' /C calc'!A0", "+1", "-2+3", "@SUM(A1)", " =1", "\t=1", "\uff1d1", "=HYPERLINK(\"x\")"
  )
  fine <- c("The \"new\" method", "A [2024]", "10 % < x", "\u201eGlas\u201c", "a=b", "")
  read <- \(text) {
    utils::read.csv(text = csv_text(data.frame(name = text, n = 1)), encoding = "UTF-8")$name
  }
  expect_identical(read(evil), paste0("'", evil))
  expect_identical(read(fine), fine)
})

test_that("a matrix that was altered by hand is damaged", {
  x <- withr::with_seed(1, simulate_lr(30, 30, s = 1))
  found <- validation_run(validation_plan(accuracy = "cllr < 0.5", replicates = 20), x)
  damaged <- \(code) expect_error(code, class = "calibrant_error_damaged")
  file <- withr::local_tempfile(fileext = ".csv")
  broken <- list(
    replace(found, "result", list("a")),
    structure(found, plan = "a"), structure(found, data = NULL),
    replace(found, "decision", "perhaps")
  )
  for (matrix in broken) {
    damaged(print(matrix))
    damaged(write_calibrant(matrix, file))
    damaged(ggplot2::autoplot(matrix))
  }
})
