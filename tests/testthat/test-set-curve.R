test_that("the words for the hypotheses are those of the truth", {
  x <- lr_set(c(1, 2, -1), c("same", "same", "different"), scale = "ln", h1 = "same")
  for (plot in list(plot_tippett(x), plot_lr_histogram(x))) {
    words <- unlist(lapply(plot$layers, \(layer) {
      if (is.data.frame(layer$data)) as.character(layer$data$hypothesis)
    }))
    expect_setequal(words, c("H1: same", "H2: different"))
  }
})
