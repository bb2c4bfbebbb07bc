test_that("sentences wrap, and no number apart from its thousands or its unit", {
  withr::local_options(width = 40)
  text <- paste(strrep("word ", 6), "1 234 567 trials at 95 % cost 0.5 bit each")
  lines <- strsplit(wrap_sentences(text, exdent = 2), "\n")[[1]]
  expect_true(all(nchar(lines) < 36))
  for (whole in c("1 234 567", "95 %", "0.5 bit")) {
    expect_length(grep(whole, lines, fixed = TRUE), 1)
  }
  expect_match(lines[-1], "^  [^ ]")
  expect_identical(trimws(lines) |> paste(collapse = " "), gsub(" +", " ", text))
  expect_identical(wrap_sentences(c("short", "")), c("short", ""))
})

test_that("no number is apart from its unit at any width", {
  for (width in 20:60) {
    withr::local_options(width = width)
    lines <- strsplit(wrap_sentences("of 12 345 trials 99 % cost less than 1 bit each"), "\n")[[1]]
    expect_length(grep("12 345", lines), 1)
    expect_length(grep("99 %", lines), 1)
  }
})
