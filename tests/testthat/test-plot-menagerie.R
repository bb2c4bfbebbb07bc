test_that("a menagerie draws each item once, and names the extreme ones", {
  product <- subset(voice_lr, evidence == "all ten")
  x <- lr_set(same_speaker ~ log10_lr,
    data = product, scale = "log10", source1 = "speaker1", source2 = "speaker2"
  )
  zoo <- menagerie(x)
  p <- autoplot(zoo, names = 2)
  points <- ggplot2::layer_data(p, 3)
  expect_equal(sort(points$x), sort(zoo$mean_h1))
  expect_equal(sum(points$shape == 15), sum(zoo$group == "worm", na.rm = TRUE))
  expect_equal(ggplot2::layer_data(p, 1)$xintercept, attr(zoo, "borders")$h1)
  lowest <- zoo$source[order(zoo$mean_h1)[1:2]]
  expect_match(p$labels$caption, paste("Lowest where H1 is true", toString(lowest)))
  expect_error(autoplot(zoo, names = 0.5), class = "calibrant_error_input")
  zoo$mean_h2[1] <- Inf
  expect_match(autoplot(zoo)$labels$caption, "under both hypotheses: 1[.]")
})
