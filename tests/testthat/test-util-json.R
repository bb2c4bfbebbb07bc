json_value <- function(file) parse_json(json_text(file), file)

test_that("canonical JSON is these bytes", {
  x <- list(
    v = I(c(1, NA, -Inf, 1e-300)), w = I(c("u", "\"")), one = I(2), none = I(numeric()),
    a = 0.1, b = list(TRUE, NULL, NA), c = list(), d = "a \"b\"\n\\ é", e = -Inf, f = 1 / 3
  )
  expect_identical(canonical_json(x), paste(
    "{", '  "v": [1, null, "-Inf", 1e-300],', '  "w": ["u", "\\""],', '  "one": [2],',
    '  "none": [],', '  "a": 0.1,', '  "b": [', "    true,", "    null,", "    null", "  ],",
    '  "c": [],',
    '  "d": "a \\"b\\"\\u000a\\\\ \u00e9",', '  "e": "-Inf",', '  "f": 0.33333333333333331', "}\n",
    sep = "\n"
  ))
})

test_that("numbers and texts come back from JSON as they were", {
  skip_if_not_installed("jsonlite")
  set.seed(1)
  x <- list(
    number = as.list(c(exp(rnorm(50, sd = 100)), 1e300, 5e-324, 2^53)), text = "\"\\\t\u00e9\u0001"
  )
  file <- withr::local_tempfile()
  write_text(canonical_json(x), file)
  expect_identical(json_value(file), x)
})

test_that("arrays of numbers come back to the last bit", {
  skip_if_not_installed("jsonlite")
  x <- withr::with_seed(1, c(-Inf, NA, Inf, stats::rnorm(50) * 10^(-25:24), 2^53, 5e-324))
  file <- withr::local_tempfile()
  write_text(canonical_json(list(x = I(x))), file)
  expect_identical(numbers_of_json(json_value(file)$x), x)
})

test_that("the same text is written again for numbers that were read", {
  skip_if_not_installed("jsonlite")
  text <- canonical_json(list(x = I(c(-0, 0, 1, -Inf)), y = -0))
  file <- withr::local_tempfile()
  write_text(text, file)
  read <- json_value(file)
  expect_identical(canonical_json(list(x = I(numbers_of_json(read$x)), y = read$y)), text)
})

test_that("a member that stands twice in an object is refused, at any depth", {
  skip_if_not_installed("jsonlite")
  file <- withr::local_tempfile(fileext = ".json")
  fit <- calibrate(simulate_lr(20, 20, s = 1))
  text <- unsealed(write_calibrant(fit, NULL))
  write_text(text, file)
  expect_identical(coef(read_quietly(file)), coef(fit))
  for (name in c("prior", "slope", "h1")) {
    member <- regmatches(text, regexpr(sprintf("\"%s\": [^,\n]*", name), text))
    write_text(sub(member, paste0(member, ", ", member), text, fixed = TRUE), file)
    expect_error(read_calibrant(file), name, class = "calibrant_error_file", info = name)
  }
  writeLines("[{\"a\": 1}, {\"a\": 1}]", file)
  expect_length(json_value(file), 2)
})

test_that("JSON that is no text, is nested deep or is without end is refused within bounds", {
  skip_if_not_installed("jsonlite")
  file <- withr::local_tempfile(fileext = ".json")
  refused <- \(file) {
    took <- system.time(expect_error(json_value(file), class = "calibrant_error_file"))
    expect_lt(took[["elapsed"]], 20)
  }
  nested <- \(n) paste0(strrep("[", n), strrep("]", n))
  objects <- paste0(strrep("{\"a\":", 3000), "1", strrep("}", 3000))
  write_text(nested(50), file)
  expect_type(json_value(file), "list")
  hostile <- list(
    nested(51), nested(3000), nested(1e6), objects, strrep("[", 1e6), "", "[1,", "\\", "\"a",
    paste0("\"", strrep("\\", 1e6)), strrep("[", 4.1e7), strrep("\"", 4.1e7)
  )
  for (text in of_turn(hostile, 4)) {
    write_text(text, file)
    refused(file)
  }
  write_text("[\"[[[[{{{{\", \"\\\"[[[[\"]", file)
  expect_identical(json_value(file), list("[[[[{{{{", "\"[[[["))
  for (bytes in list(as.raw(c(91, 0, 93)), as.raw(c(91, 34, 0xff, 34, 93)))) {
    writeBin(bytes, file)
    refused(file)
  }
  writeBin(c(as.raw(c(0xef, 0xbb, 0xbf)), charToRaw("[1]")), file)
  expect_identical(json_value(file), list(1L))
  refused(dirname(file))
  skip_on_os("windows")
  refused("/dev/null")
  skip_unless_extended()
  refused("/dev/zero")
})

test_that("numbers are read back exactly by any reader that rounds correctly", {
  skip_if_not_installed("jsonlite")
  set.seed(1)
  x <- c(
    -5.0342557135884904, 0.1, 1e22, 5e-324, 1.7976931348623157e308, 2^53 + 2,
    runif(2e4) * 10^sample(-300:300, 2e4, TRUE), rnorm(2e4)
  )
  back <- unlist(jsonlite::parse_json(paste0("[", paste(json_numbers(x), collapse = ","), "]")))
  expect_true(identical(as.double(back), x))
})
