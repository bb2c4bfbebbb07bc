test_that("estimates and intervals are drawn, with the first system on top", {
  x <- c(name_system(random_set(1), "a"), name_system(random_set(2), "b"))
  table <- measures(x, c("cllr", "cross_entropy"), 0.1, replicates = 20)
  plot <- ggplot2::autoplot(table)
  points <- ggplot2::layer_data(plot, 3)
  lines <- ggplot2::layer_data(plot, 2)
  expect_equal(sort(points$x), sort(table$estimate))
  expect_equal(sort(lines$xmax), sort(table$upper))
  expect_equal(as.numeric(points$y[points$x == table$estimate[1]]), 2)
})

test_that("an infinite estimate is said to be one", {
  x <- set_of(h1 = c(1, 2, -Inf), h2 = c(0, -1))
  table <- suppressWarnings(measures(x, c("cllr", "eer"), replicates = 20))
  plot <- ggplot2::autoplot(table)
  expect_identical(ggplot2::layer_data(plot, 4)$label, "infinite")
  expect_identical(nrow(ggplot2::layer_data(plot, 3)), 1L)
})

test_that("differences are drawn around zero", {
  x <- c(name_system(random_set(1), "a"), name_system(random_set(2), "b"))
  table <- compare_systems(x, "auc", replicates = 20)
  plot <- ggplot2::autoplot(table)
  expect_equal(ggplot2::layer_data(plot, 3)$x, table$difference)
  expect_equal(ggplot2::layer_data(plot, 5)$xintercept, 0)
  # Every font has the words.
  words <- c(unlist(lapply(plot$data, as.character)), unlist(plot$labels))
  expect_true(any(grepl("a minus b", words, fixed = TRUE)))
  expect_no_match(words, "\u2212")
  expect_silent(ggplot2::ggplotGrob(ggplot2::autoplot(measures(x, "eer", replicates = 0))))
})

test_that("ticks keep away from the neighbouring panel", {
  for (limits in list(c(0.4, 0.55), c(13.2, 17.8), c(0, 1), c(0.907, 0.9353), c(-0.02, 0.3))) {
    along <- (inner_breaks(limits) - limits[1]) / diff(limits)
    expect_true(length(along) > 1 && all(along > 0.1 & along < 0.9), info = limits)
  }
})
