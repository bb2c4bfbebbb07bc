test_that("the sentence says what was found and what it may mean", {
  quiet <- update(monitor(method = "voices"), c(1, -1), c(TRUE, FALSE), "ln")
  expect_match(explain(quiet), "1 H1 and 1 H2 trials were watched of voices")
  expect_match(explain(quiet), "no alarm.*does not show that the LRs are right")
  loud <- update(monitor(auc = 0.9), rep(c(3, 3), 40), rep(c(TRUE, FALSE), 40), "ln")
  expect_match(explain(loud), "alarm at trial .*at most 5 %.*Most speaks against: calibration")
  scores <- monitor_scores(1:40)
  expect_match(explain(update(scores, 20)), "takes cases whose truth is known")
  expect_match(explain(update(scores, rep(100, 40))), "a hint and no error rate")
  withr::local_language("de")
  skip_if_not(gettext("bits", domain = "R-calibrant") == "Bit", "no translations in this locale")
  expect_match(explain(quiet), "keinen Alarm")
})

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
