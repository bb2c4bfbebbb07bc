test_that("long names wrap and lose nothing", {
  long <- c(strrep("ab cd ", 20), strrep("x", 90), "short", "")
  wrapped <- wrap_text(long, 20)
  expect_true(all(nchar(unlist(strsplit(wrapped, "\n"))) <= 20))
  expect_identical(gsub("[ \n]", "", wrapped), gsub(" ", "", long))
  expect_identical(wrap_text("two\nlines", 20), "two\nlines")
})
