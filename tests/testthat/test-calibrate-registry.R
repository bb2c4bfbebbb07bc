# Each list of methods outside of R code, as a vector of names.
in_source <- function(...) {
  file <- test_path("..", "..", ...)
  skip_if_not(file.exists(file), "these are not the sources")
  paste(readLines(file, encoding = "UTF-8"), collapse = "\n")
}

test_that("the shell offers every method of one input", {
  choices <- command_book()$options["method", "Choices"]
  expect_setequal(strsplit(choices, " ")[[1]], calibration_method_names)
})

test_that("the schema of calibrations and Python know every method with its type", {
  schema <- paste(readLines(system.file("schema", "calibration.json", package = "calibrant")),
    collapse = "\n")
  types <- vapply(calibration_methods, `[[`, "", "type")
  enumeration <- regmatches(schema, regexec("\"method\": \\{\"enum\": \\[([^]]+)\\]", schema))
  expect_setequal(scan(text = enumeration[[1]][2], what = "", sep = ",", quiet = TRUE,
    strip.white = TRUE), names(calibration_methods))
  of_two <- list(allOf = schema_of("calibration")[["$defs"]]$of_two$allOf)
  for (method in names(types)) {
    for (type in unique(types)) {
      record <- list(method = method, systems = list(list(`function` = list(type = type))))
      problem <- problem_in(record, of_two, "", schema_of("calibration"))
      found <- if (!is.null(problem)) sub("`.* must be (\\w+) .*", "\\1", problem())
      expect_identical(found, if (type != types[[method]]) types[[method]], info = method)
    }
  }
  apply <- in_source("python", "calibrant", "_calibration.py")
  apply <- sub("\n\n\n.*", "", sub(".*\nAPPLY = ", "", apply))
  for (type in types) expect_match(apply, sprintf("\"%s\":", type), fixed = TRUE)
})

test_that("the help of calibrate() and predict() names every method", {
  help <- tools::Rd_db("calibrant")
  for (page in c("calibrate.Rd", "predict.lr_calibration.Rd")) {
    text <- paste(as.character(help[[page]]), collapse = "")
    for (method in calibration_method_names) {
      expect_match(text, dQuote(method, FALSE), fixed = TRUE, info = page)
    }
  }
})
