good <- data.frame(llr = c(1, 2, -1, 0.5), same = c("yes", "yes", "no", "no"), group = "a", w = 1)

test_that("a pass tells how far it is", {
  shares <- numeric()
  withr::local_options(calibrant.progress = \(share) shares <<- c(shares, share))
  chunks <- list(good, good, good, good)
  at <- 0
  reader <- lr_chunks(\() {
    at <<- at + 1
    if (at <= 4) chunks[[at]]
  }, \() at <<- 0, rows = 16)
  lr_set(reader, same ~ llr, scale = "ln", h1 = "yes")
  expect_equal(shares, 1:4 / 4)
})
