test_that("a report has a section on the system in use", {
  report <- list(
    pictures = list(), sections = list(matrix = identity, method = identity),
    type = "html", files = c(monitor = "monitor.png"), x = set_of(c(3, 1, -1), c(-2, -1, 1))
  )
  m <- update(monitor(method = "voices"), c(1, -1), c(TRUE, FALSE), "ln")
  expect_identical(with_monitor(report, NULL), report)
  with <- with_monitor(report, m)
  expect_identical(names(with$sections), c("matrix", "monitor", "method"))
  lines <- with$sections$monitor(with)
  expect_match(lines, "The system in use", all = FALSE)
  expect_match(lines, "Figure 1", all = FALSE)
})

test_that("a report tells whose trials its monitor has watched", {
  x <- withr::with_seed(1, c(simulate_lr(30, 60, s = 2, system = "a"),
    simulate_lr(30, 60, s = 1, system = "b")))
  said <- \(x, of) monitored_words(x, monitor(of, auc = FALSE))
  expect_match(said(x["a"], x["a"]), "began with data of this report: SHA-256")
  expect_match(said(x, x["b"]), "data of this report: b, SHA-256")
  other <- said(x["a"], x["b"])
  expect_match(other, "other data, perhaps of another system")
  expect_match(other, data_hash(x["b"]), fixed = TRUE)
  expect_match(said(x, NULL), "names no data")
  scores <- monitor_scores(1:20)
  expect_match(monitored_words(x, scores), "other data")
  many <- loglik_set(subset(glass_type, recogniser == "lda"), truth = "type")
  expect_match(said(many, x["a"]), "other data")
  examined <- conclusion_set(rep(c("a", "b", "b"), 6), rep(c(TRUE, FALSE), 9))
  expect_match(said(examined, lr_set(examined)), "began with data of this report")
})
