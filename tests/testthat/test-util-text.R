test_that("words of the field are found in any spelling and locale", {
  expect_identical(
    label_side(c("Target", "IMPOSTOR", "Same-Source", "non target", "1", "-1", "0.0", "some", "")),
    c(TRUE, FALSE, TRUE, FALSE, TRUE, FALSE, FALSE, NA, NA)
  )
  expect_identical(label_side(c("gleiche", "verschieden")), c(TRUE, FALSE))
})

test_that("columns have roles, by names or numbers", {
  expect_identical(read_column_roles(c(score = 4, truth = 1)), c(score = "4", truth = "1"))
  expect_identical(
    read_column_roles(list(score = c("a", "b"), id = "c")), c(score = "a", score = "b", id = "c")
  )
  for (wrong in list(c(what = "a"), c(truth = "a", truth = "b"), list(score = NA), "a", TRUE)) {
    expect_error(read_column_roles(wrong), "which column is which", class = "calibrant_error_input")
  }
})

test_that("a frame has numbers, words and flags", {
  file <- withr::local_tempfile()
  writeLines(c("a;b;c;d", "x;1,5;TRUE;1", "y;-2;NA;", "\"z\"\"\";1.000,5;FALSE;3"), file)
  bytes <- read_bytes(file)
  layout <- text_layout(bytes, list())
  layout$columns <- named_columns(layout)
  table <- read_table(bytes, layout, frame_kinds(layout))
  columns <- frame_columns(table, vapply(table$labels, is_flag_column, NA))
  expect_identical(as.data.frame(columns), data.frame(
    a = c("x", "y", "z\""), b = c(1.5, -2, 1000.5), c = c(TRUE, NA, FALSE), d = c(1, NA, 3)
  ))
})

test_that("what is no number is named with its line, and with a remedy", {
  file <- withr::local_tempfile()
  hints <- c(
    "9.5e-" = "cut short", "Exclusion" = "LR of 0", "<1E-10" = "limit", "50%" = "per cent",
    "1e400" = "logarithm", "1e-400" = "logarithm", "abc" = "must be numbers", "5 dB" = "numbers"
  )
  for (text in names(hints)) {
    writeLines(c("label,llr", "target,1.5", "nontarget,-1", paste0("target,", text)), file)
    wanted <- sprintf("Line 4 of .*%1$s|%1$s.*Line 4 of ", hints[[text]])
    expect_error(read_scores(file, scale = "lr"), wanted, class = "calibrant_error_file")
  }
  writeLines(c("m7 s1 xyz", "m3 s2 0.5", "m4 s3 1.5"), file)
  expect_error(
    read_scores(genuine = file, impostor = file), "Line 1 of .*\"xyz\".*the name of a column",
    class = "calibrant_error_file"
  )
  for (text in c("34,000", "1,234")) {
    writeLines(c("label,llr", "target,850", paste0("nontarget,\"", text, "\"")), file)
    expect_error(read_scores(file), paste0(text, ".*", sub(",", "", text)))
    expect_equal(read_scores(file, dec = ",")$value[2], as.numeric(sub(",", ".", text)))
    expect_equal(read_scores(file, dec = ".")$value[2], as.numeric(sub(",", "", text)))
  }
})

test_that("what a spreadsheet makes of numbers is named for what it is", {
  file <- withr::local_tempfile()
  dates <- c(
    "03.Mai", "3-May", "May-05", "M\u00e4r 24", "3. M\u00e4rz 2024", "1-d\u00e9c", "2024-05-03",
    "2024-05-03 00:00:00", "03.05.2024", "5/3/24", "3.5."
  )
  amounts <- c("\u20ac 3", "3.5 \u20ac", "$3", "\u00a33.5")
  hints <- c(rep("is a date", length(dates)), rep("is a currency", length(amounts)))
  hints <- c(
    hints, "per cent", "formula", "ratio", "header is there again", "no titles", "no titles"
  )
  texts <- c(dates, amounts, "12 %", "#DIV/0!", "1/2", "llr", "3 cases", "12 mm")
  for (i in seq_along(texts)) {
    lines <- c("label;llr", "H1;1.5", "H2;-1", paste0("H1;", texts[i]))
    writeLines(enc2utf8(lines), file, useBytes = TRUE)
    expect_error(read_scores(file, scale = "ln"), hints[i], class = "calibrant_error_file")
    if (i <= length(dates) + length(amounts)) {
      expect_error(lr_set(c("1.5", "-1", texts[i]), c(1, 0, 1), scale = "ln"), hints[i])
    }
  }
})

test_that("a file of conclusions that is read as scores names the function for conclusions", {
  file <- withr::local_tempfile()
  for (truth in c("truth", "wahrheit")) {
    rows <- c("Identification,same", "Exclusion,different", "Inconclusive,same")
    writeLines(c(paste0("conclusion,", truth), rows), file)
    expect_error(read_scores(file), "conclusion_set\\(")
  }
  writeLines(c("a,b,truth", "1.5,2.5,same", "0.5,3.5,different"), file)
  expect_error(read_scores(file), "columns = c\\(score")
})

test_that("a matrix of scores in a file names the call that takes it", {
  file <- withr::local_tempfile(fileext = ".csv")
  scores <- matrix(c(2.5, -1, 0.5, 1, -2, 3), 2, dimnames = list(c("m1", "m2"), c("a", "b", "c")))
  utils::write.csv(scores, file)
  expect_error(read_scores(file), "as.matrix(read.csv(", fixed = TRUE)
  key <- data.frame(model = c("m1", "m2"), test = c("a", "b"), truth = c("target", "nontarget"))
  x <- lr_set(as.matrix(utils::read.csv(file, row.names = 1)), key,
    scale = "score", h1 = "target")
  expect_identical(x$value, c(2.5, 1))
  writeLines(c("id,a,b", "x,1,2", "y,3,4"), file)
  found <- expect_error(read_scores(file), class = "calibrant_error_file")
  expect_no_match(conditionMessage(found), "as.matrix")
})

test_that("words for the truth among scores are told as such, in files and vectors", {
  file <- withr::local_tempfile()
  for (word in c("TRUE", "WAHR", "FALSCH", "VRAI", "target", "different")) {
    writeLines(c("truth,score", "same,1", "different,2", paste0("same,", word)), file)
    expect_error(read_scores(file), "says which hypothesis is true")
    expect_error(lr_set(c("1.5", "-1", word), c(1, 0, 1), scale = "ln"),
      "says which hypothesis is true")
  }
})
