levels_of <- function(lr, ...) as.character(verbal_scale(log10(lr), ...)$level)

test_that("levels are those of the ENFSI guideline, borders to the higher level", {
  expect_identical(
    levels_of(c(2, 9.99, 10, 99.9, 100, 999, 1000, 9999, 1e4, 999999, 1e6, 1e300)),
    rep(
      c("weak", "moderate", "moderately strong", "strong", "very strong", "extremely strong"),
      each = 2
    )
  )
})

test_that("levels are those of the AFSP standard, borders to the lower level", {
  expect_identical(
    levels_of(c(1.01, 10, 10.1, 100, 101, 1000, 1001, 1e4, 10001, 1e6, 1000001), "afsp2009"),
    c(
      rep(c("weak or limited", "moderate", "moderately strong", "strong", "very strong"), each = 2),
      "extremely strong"
    )
  )
})

test_that("SWGDAM and Evett have the published ranges", {
  expect_identical(
    levels_of(c(1.5, 2, 99, 100, 9999, 10000, 999999, 1e6), "swgdam2018"),
    c("no", rep(c("limited", "moderate", "strong"), each = 2), "very strong")
  )
  expect_identical(levels_of(c(10, 1e4, 10001), "evett2000"), c("limited", "strong", "very strong"))
})

test_that("an LR and its reciprocal have the same level for the other hypothesis", {
  lr <- c(1, 1.5, 2, 5, 10, 12, 100, 1000, 1e4, 1e6, 1e7, Inf)
  for (scale in unique(verbal_scales()$scale)) {
    up <- verbal_scale(log10(lr), scale)
    down <- verbal_scale(-log10(lr), scale, h1 = "H2", h2 = "H1")
    expect_identical(down$level, up$level)
    swapped <- c(h1 = "h2", h2 = "h1", neither = "neither")
    expect_identical(down$supports, unname(swapped[up$supports]))
    finite <- is.finite(log10(lr)) & lr > 1
    expect_identical(down$sentence[finite], up$sentence[finite])
  }
  expect_identical(levels_of(c(0.5, 0.1, 0.01, 1e-6)), levels_of(c(2, 10, 100, 1e6)))
})

test_that("LR = 1 supports neither, and neither does what the scale has no words for", {
  expect_identical(verbal_scale(0, "afsp2009")$supports, "neither")
  expect_identical(verbal_scale(0, "afsp2009")$level, verbal_scale(0, "afsp2009")$level[1])
  expect_identical(verbal_scale(log10(c(1.9, 1 / 1.9)))$supports, c("neither", "neither"))
  expect_match(verbal_scale(0)$sentence, "equally probable")
})

test_that("LR = 0 and LR = Inf are in the highest level and called what they are", {
  ends <- verbal_scale(c(-Inf, Inf))
  expect_identical(as.character(ends$level), rep("extremely strong", 2))
  expect_identical(ends$supports, c("h2", "h1"))
  expect_match(ends$sentence, "no finite experiment")
  expect_match(ends$sentence[1], "impossible unless H2 is true")
})

test_that("sentences name number, level and hypotheses", {
  words <- verbal_scale(log10(c(350, 1 / 20)), h1 = "A", h2 = "B")$sentence
  expect_identical(words, c(
    paste(
      "The findings are 350 times more probable if A is true than if B is true:",
      "moderately strong support for A over B."
    ),
    paste(
      "The findings are 20 times more probable if B is true than if A is true:",
      "moderate support for B over A."
    )
  ))
  expect_match(verbal_scale(7.5)$sentence, "3.1 x 10^7 times", fixed = TRUE)
  expect_output(print(verbal_scale(1)), "10 times more probable")
})

test_that("sentences round down, and whole numbers stay", {
  times <- \(lr) sub(".* are (.*) times.*", "\\1", verbal_scale(log10(lr))$sentence)
  expect_identical(times(c(1.1, 1.97, 2, 3, 9.99, 99.9)), c("1.1", "1.9", "2", "3", "9.9", "99"))
  expect_identical(
    times(c(100, 359, 1000, 12999, 999999)),
    c("100", "350", "1 000", "12 000", "990 000")
  )
  expect_identical(
    times(c(1e6, 2e6, 1e15, 1e300)),
    c("1 x 10^6", "2 x 10^6", "1 x 10^15", "1 x 10^300")
  )
  expect_identical(times(2:9), as.character(2:9))
  expect_identical(times(1 / (2:9)), as.character(2:9))
})

test_that("a table of the user's is a scale", {
  table <- data.frame(lr_min = c(3, 30), level = c("some", "much"))
  expect_identical(levels_of(c(2.9, 3, 29, 30), table), c("no", "some", "some", "much"))
  expect_identical(levels_of(1 / 30, table), "much")
  table$border <- "lower"
  expect_identical(levels_of(c(3, 30, 30.1), table), c("no", "some", "much"))
  expect_identical(levels(verbal_scale(0, table)$level), c("no", "some", "much"))
})

test_that("bad input is refused", {
  expect_error(verbal_scale(NaN), class = "calibrant_error_input")
  expect_error(verbal_scale("strong"), class = "calibrant_error_input")
  expect_error(verbal_scale(1, "enfsi"), class = "calibrant_error_input")
  expect_error(verbal_scale(1, h1 = 1), class = "calibrant_error_input")
  expect_error(
    verbal_scale(1, data.frame(lr_min = c(10, 1), level = c("a", "b"))),
    class = "calibrant_error_input"
  )
  expect_error(
    verbal_scale(1, data.frame(lr_min = 0.5, level = "a")),
    class = "calibrant_error_input"
  )
  expect_error(verbal_scale(1, data.frame(from = 1)), class = "calibrant_error_input")
  expect_error(
    verbal_scale(1, data.frame(lr_min = 1, level = "a", border = "both")),
    class = "calibrant_error_input"
  )
})

test_that("sentences name whole LRs as they are, though their logarithms are rounded", {
  lr <- c(11:99, (11:99) * 10, (11:99) * 1000)
  named <- sub(".*are ([0-9 ]+) times.*", "\\1", verbal_scale(log10(lr))$sentence)
  expect_identical(as.numeric(gsub(" ", "", named)), lr)
})
