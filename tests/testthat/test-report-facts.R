test_that("sentences stand under the system and the prior that they are about", {
  x <- reported_set()
  lines <- strsplit(lines_of(report_of(x), "sentences"), "\n")[[1]]
  expect_identical(grep("^##", lines, value = TRUE),
    c("## System mvn, prior 20 %", "## System mvk, prior 20 %"))
  expect_match(lines[which(lines == "## System mvk, prior 20 %") + 2], "^System mvk")
  expect_match(lines_of(report_of(x["mvk"]), "sentences"), "\n## Prior 20 %\n")
})
