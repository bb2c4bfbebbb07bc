# Cases that people have asked about in public, with the right values. A row of `cases.csv` has
#   source   the repository and the number of the thread, or the file
#   input    R code
#   right    R code of the value that it must give, or `error` and a class of conditions
#   derived  how the right value was found
# Guards against slips may warn on sets as small as these.

test_that("public cases have the right values", {
  cases <- utils::read.csv(test_path("cases.csv"), colClasses = "character", na.strings = "")
  expect_named(cases, c("source", "input", "right", "derived"))
  expect_false(any(cases == ""))
  for (k in seq_len(nrow(cases))) {
    case <- cases[k, ]
    label <- sprintf("row %d (%s)", k, case$source)
    input <- \() suppressMessages(suppressWarnings(
      eval(parse(text = case$input, keep.source = FALSE), new.env()),
      classes = "calibrant_warning"
    ))
    if (startsWith(case$right, "error ")) {
      expect_error(input(), class = sub("^error ", "", case$right), label = label)
    } else {
      right <- eval(parse(text = case$right, keep.source = FALSE), new.env())
      expect_equal(input(), right, tolerance = 1e-8, label = label, ignore_attr = TRUE)
    }
  }
})
