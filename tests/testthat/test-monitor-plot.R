test_that("the picture has the e-process, its parts and the alarm", {
  m <- monitor(auc = 0.9, date = "2026-01-05")
  m <- update(m, rep(c(3, 3), 40), rep(c(TRUE, FALSE), 40), "ln")
  m <- monitor(m)
  drawn <- autoplot(m)
  layers <- lapply(seq_along(drawn$layers), \(i) ggplot2::layer_data(drawn, i))
  kind <- vapply(drawn$layers, \(layer) class(layer$geom)[1], "")
  rows <- as.data.frame(m)
  expect_identical(nrow(layers[[which(kind == "GeomStep")]]), nrow(rows))
  expect_identical(layers[[which(kind == "GeomPoint")]]$x, m$entries[[2]]$alarm)
  expect_equal(layers[[which(kind == "GeomHline")[2]]]$yintercept, log10(20))
  expect_identical(layers[[which(kind == "GeomVline")]]$xintercept, 80)
  expect_match(ggplot2::get_alt_text(drawn), "No trials yet")
})

test_that("an infinite e-process is drawn at the edge, and one part alone without a legend", {
  m <- update(monitor(), c(0, 1), c(TRUE, TRUE), "lr")
  drawn <- autoplot(m)
  expect_true(all(is.finite(ggplot2::layer_data(drawn, 3)$y)))
  expect_match(ggplot2::get_alt_text(drawn), "Alarm at trial 1")
  expect_match(drawn$labels$caption, "Larger values are drawn at the upper edge")
  scores <- autoplot(update(monitor_scores(1:20), c(3, 5)))
  expect_identical(scores$labels$x, "Score")
  expect_no_match(scores$labels$caption, "Larger values")
  pdf(NULL)
  withr::defer(dev.off())
  expect_identical(plot(m), m)
})

test_that("a picture without trials says so, and its axis counts whole trials", {
  scores <- monitor_scores(1:20)
  for (m in list(monitor(), monitor(groups = c("x", "y")), scores, monitor(monitor()))) {
    drawn <- autoplot(m)
    expect_silent(ggplot2::ggplotGrob(drawn))
    expect_match(drawn$labels$caption, "No trials yet")
    texts <- unlist(lapply(ggplot2::ggplot_build(drawn)$data, `[[`, "label"))
    expect_identical(texts, "No trials yet")
  }
  begun <- update(monitor(), rep(c(1, -1), 2), rep(c(TRUE, FALSE), 2), "ln")
  again <- autoplot(monitor(begun))
  expect_match(again$labels$caption, "No trials yet in the latest period")
  expect_false("GeomLabel" %in% vapply(again$layers, \(layer) class(layer$geom)[1], ""))
  ticks <- \(plot) ggplot2::ggplot_build(plot)$layout$panel_params[[1]]$x$get_breaks()
  for (plot in list(again, autoplot(begun), autoplot(monitor()))) {
    expect_true(all(ticks(plot) %in% c(0:5, NA)))
  }
})
