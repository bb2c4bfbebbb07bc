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
  passed <- validation_run(validation_plan(accuracy = "cllr < 2", replicates = 20), x)
  expect_identical(passed$decision, "pass")
  damaged <- \(code) expect_error(code, class = "calibrant_error_damaged")
  file <- withr::local_tempfile(fileext = ".csv")
  broken <- list(
    replace(found, "result", list("a")),
    structure(found, plan = "a"), structure(found, data = NULL),
    replace(found, "decision", "perhaps"), replace(passed, "decision", "undecided")
  )
  for (matrix in broken) {
    damaged(print(matrix))
    damaged(write_calibrant(matrix, file))
    damaged(ggplot2::autoplot(matrix))
  }
})

test_that("a matrix whose plan, date or version was edited is damaged", {
  x <- withr::with_seed(1, simulate_lr(30, 30, s = 1))
  plan <- validation_plan(accuracy = "cllr < 0.5", replicates = 20, declared = "2026-02-01")
  found <- validation_run(plan, x)
  written <- read_calibrant(write_calibrant(found, withr::local_tempfile(fileext = ".json")))
  file <- withr::local_tempfile(fileext = ".json")
  other <- list(
    method = "another", declared = "2020-01-01", hypotheses = c(h1 = "same", h2 = "other"),
    decide_by = "estimate", level = 0.9, family = TRUE, by = "trial", replicates = 1000, seed = 2,
    note = "Protocol 7",
    data = replace(plan$data, "n_h1", 30), criteria = replace(plan$criteria, "offset", 2)
  )
  expect_setequal(c(names(other), "classes", "expected"), names(plan))
  for (matrix in list(found, written)) {
    edited <- lapply(names(other), \(field) {
      attr(matrix, "plan")[field] <- other[field]
      matrix
    })
    edited <- c(edited, list(structure(matrix, version = "9.9")))
    for (one in edited) {
      for (verb in list(print, ggplot2::autoplot, generics::glance, \(m) write_calibrant(m, file),
        \(m) system_record("voices", m))) {
        expect_error(utils::capture.output(verb(one)), class = "calibrant_error")
      }
    }
    expect_output(print(matrix), "2026-02-01")
  }
})

test_that("a matrix as made holds for every measure against a baseline, and no edited cell", {
  measures <- c("cllr", "cllr_min", "cllr_cal", "eer", "bayes_error(0.2)", "dcf(0.01)",
    "misleading_h1")
  plan <- validation_plan(
    accuracy = "cllr < 0.9",
    robustness = c(paste(measures, "<= 1.2 * baseline + 0.01"), "auc >= 0.9 * baseline"),
    coherence = c(paste(measures, "<= previous"), "auc >= previous"),
    data = list(baseline = "lab", robustness = "wet", quality = c("poor", "fair")),
    replicates = 30
  )
  set.seed(3)
  sets <- lapply(c(lab = 2, wet = 1.8, poor = 1, fair = 1.5), \(s) {
    lr <- simulate_lr(60, 90, s = s)
    c(a = lr, b = simulate_lr(60, 90, s = s / 2))
  })
  found <- do.call(validation_run, c(list(plan), sets))
  file <- withr::local_tempfile(fileext = ".json")
  expect_output(print(found), "SHA-256 of the plan")
  expect_s3_class(ggplot2::autoplot(found), "ggplot")
  read <- read_calibrant(write_calibrant(found, file))
  expect_output(print(read), "SHA-256 of the plan")
  columns <- c("system", "result", "corrected", "lower", "upper", "baseline", "bound", "margin",
    "margin_lower", "margin_upper", "decision", "criterion", "condition", "against")
  for (matrix in list(found, read)) {
    for (column in columns) {
      edited <- matrix
      edited[[column]] <- rev(matrix[[column]])
      for (verb in list(print, ggplot2::autoplot, \(m) write_calibrant(m, file))) {
        expect_error(utils::capture.output(verb(edited)), class = "calibrant_error_damaged")
      }
    }
  }
})
