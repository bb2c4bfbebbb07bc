test_that("a report begins with what the plan decides, by system and by criterion", {
  x <- reported_set()
  plan <- validation_plan(
    accuracy = "cllr < 9 by estimate", calibration = "cllr_cal < 1e-9 by estimate",
    replicates = 20, declared = "2026-03-01"
  )
  report <- report_of(x, validation_run(plan, x))
  lines <- lines_of(report, "conclusion")
  for (system in levels(x)) {
    expect_match(lines, paste("System", system, "does not meet the criteria"), fixed = TRUE)
  }
  expect_match(lines, "1 not met, 1 met, 0 not settled")
  expect_identical(lengths(regmatches(lines, gregexpr("| Fail |", lines, fixed = TRUE))), 2L)
  expect_identical(names(report_sections)[1:2], c("front", "conclusion"))
})

test_that("without a plan a report describes, and says so", {
  report <- report_of(reported_set()["mvk"])
  lines <- lines_of(report, "conclusion")
  expect_match(lines, "does not judge whether it is fit for its purpose")
  answers <- summary_answers(report, 1)
  expect_match(lines, plain_text(answers[["help"]]), fixed = TRUE)
  expect_no_match(lines, "Table")
})

test_that("several systems stand side by side, by the numbers of measures()", {
  report <- report_of(reported_set())
  table <- comparison_lines(report)
  rows <- grep("^[|] mv[nk] ", table, value = TRUE)
  expect_length(rows, 2)
  cllr <- report$measured[report$measured$measure == "cllr", ]
  for (k in 1:2) expect_match(rows[k], format_number(cllr$estimate[k]), fixed = TRUE)
  expect_null(comparison_lines(report_of(reported_set()["mvk"])))
})

test_that("a report says beside its criteria why limits may differ from those of its measures", {
  report <- report_of(reported_set(), validation_run(
    validation_plan(calibration = "cllr_cal < 0.1", replicates = 40), reported_set()
  ))
  expect_match(lines_of(report, "conclusion"), "last digits may differ", fixed = TRUE)
  expect_match(lines_of(report, "matrix"), "last digits may differ", fixed = TRUE)
})
