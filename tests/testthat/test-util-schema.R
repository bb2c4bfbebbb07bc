skip_if_not_installed("jsonlite")

of_json <- function(text) jsonlite::fromJSON(text, simplifyVector = FALSE)
problem <- function(value, schema) schema_problem(of_json(value), of_json(schema))

test_that("keywords hold where they hold, and the place of what does not is named", {
  holds <- list(
    c("3", "{\"type\": \"number\"}"), c("3.0", "{\"type\": \"integer\"}"),
    c("null", "{\"type\": [\"string\", \"null\"]}"), c("[]", "{\"type\": \"array\"}"),
    c("{}", "{\"type\": \"object\"}"), c("true", "{\"type\": \"boolean\"}"),
    c("null", "{\"required\": [\"a\"]}"), c("1", "{\"const\": 1}"),
    c("\"a\"", "{\"enum\": [\"a\", \"b\"]}"),
    c("[1, 2]", "{\"items\": {\"minimum\": 1, \"maximum\": 2}, \"minItems\": 2, \"maxItems\": 2}"),
    c("{\"b\": 1}", "{\"properties\": {\"a\": {\"type\": \"string\"}}}"),
    c("\"Inf\"", "{\"anyOf\": [{\"type\": \"number\"}, {\"enum\": [\"Inf\"]}]}"),
    c("{\"a\": 1, \"b\": \"x\"}",
      "{\"properties\": {\"a\": {}}, \"additionalProperties\": {\"type\": \"string\"}}"),
    c("2", "{\"$ref\": \"#/$defs/two\", \"$defs\": {\"two\": {\"const\": 2}}}")
  )
  for (case in holds) expect_null(problem(case[1], case[2]), info = case[1])
  fails <- list(
    c("\"3\"", "{\"type\": \"number\"}", "type number"), c("2.5", "{\"type\": \"integer\"}", "2.5"),
    c("true", "{\"const\": 1}", "must be 1"), c("\"c\"", "{\"enum\": [\"a\", \"b\"]}", "a, b"),
    c("1", "{\"exclusiveMinimum\": 1}", "above 1"), c("1", "{\"exclusiveMaximum\": 1}", "below 1"),
    c("[1]", "{\"minItems\": 2}", "at least 2 elements"),
    c("[1, 2]", "{\"maxItems\": 1}", "at most 1 element"),
    c("[1, 3]", "{\"items\": {\"maximum\": 2}}", "[2]"),
    c("{\"a\": {\"b\": []}}",
      "{\"properties\": {\"a\": {\"properties\": {\"b\": {\"type\": \"string\"}}}}}", "a$b"),
    c("{\"a\": 1, \"b\": 2}", "{\"additionalProperties\": {\"maximum\": 1}}", "`b` must be"),
    c("{\"a\": 1}", "{\"required\": [\"a\", \"b\"]}", "lacks b"),
    c("\"x\"", "{\"anyOf\": [{\"type\": \"number\"}, {\"enum\": [\"Inf\"]}]}", "be one of Inf"),
    c("1", "{\"allOf\": [{\"minimum\": 0}, {\"minimum\": 2}]}", "at least 2")
  )
  for (case in fails) expect_match(problem(case[1], case[2]), case[3], fixed = TRUE, info = case[1])
})

test_that("nothing is put into words of a value that fits", {
  local_replaced(value_text = \(x) stop("put into words"))
  schema <- "{\"anyOf\": [{\"type\": \"number\"}, {\"enum\": [\"Inf\"]}]}"
  expect_null(problem("\"Inf\"", schema))
  expect_error(problem("\"x\"", schema), "put into words")
})

test_that("a condition chooses what must hold", {
  schema <- "{\"if\": {\"const\": 1}, \"then\": {\"minimum\": 2}, \"else\": {\"minimum\": 0}}"
  expect_match(problem("1", schema), "at least 2")
  expect_match(problem("-1", schema), "at least 0")
  expect_null(problem("5", schema))
})

test_that("schemas of the package use nothing that is not understood", {
  known <- c(
    names(schema_keywords), "$ref", "$schema", "$defs", "title", "description", "then", "else"
  )
  walk <- \(schema) {
    if (!is.null(names(schema))) expect_identical(setdiff(names(schema), known), character())
    parts <- schema[setdiff(names(schema), c("const", "enum", "required", "type"))]
    inner <- c(parts$properties, parts[["$defs"]], parts$allOf, parts$anyOf,
      parts[intersect(c("items", "if", "then", "else"), names(parts))])
    for (part in inner) walk(part)
  }
  walk(schema_of("calibration"))
})

test_that("another program finds the schemas sound, and what is written to fit them", {
  python <- Sys.which("python3")
  asked <- \() system2(python, c("-c", shQuote("import jsonschema")), stderr = FALSE)
  skip_if(python == "" || asked() != 0, "Python has no jsonschema")
  plan <- withr::local_tempfile(fileext = ".json")
  write_calibrant(validation_plan(accuracy = "cllr < 0.5", classes = c("a", "b")), plan)
  code <- paste(
    "import json, sys, jsonschema",
    "judge = jsonschema.Draft202012Validator(json.load(open(sys.argv[1])))",
    "judge.check_schema(judge.schema)",
    "print(sum(judge.is_valid(json.load(open(f))) for f in sys.argv[2:]))",
    sep = "; "
  )
  fitting <- \(schema, files) {
    schema <- system.file("schema", paste0(schema, ".json"), package = "calibrant")
    as.numeric(system2(python, c("-c", shQuote(code), shQuote(c(schema, files))), stdout = TRUE))
  }
  golden <- list.files(test_path("golden", "calibrations"), full.names = TRUE)
  expect_identical(fitting("calibration", golden), as.numeric(length(golden)))
  expect_identical(fitting("plan", plan), 1)
  expect_identical(fitting("plan", golden[1]), 0)
})
