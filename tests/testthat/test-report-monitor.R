test_that("a report has a section on the system in use", {
  report <- list(
    pictures = list(), sections = list(matrix = identity, method = identity),
    type = "html", files = c(monitor = "monitor.png")
  )
  m <- update(monitor(method = "voices"), c(1, -1), c(TRUE, FALSE), "ln")
  expect_identical(with_monitor(report, NULL), report)
  with <- with_monitor(report, m)
  expect_identical(names(with$sections), c("matrix", "monitor", "method"))
  lines <- with$sections$monitor(with)
  expect_match(lines, "The system in use", all = FALSE)
  expect_match(lines, "Figure 1", all = FALSE)
})
