test_that("words are counted, text by text", {
  text <- c("To be, or not to BE?", "be 2 bees", "")
  counts <- word_counts(text)
  words <- c("2", "be", "bees", "not", "or", "to")
  expect_identical(colnames(counts), words)
  literal <- rbind(c(0, 2, 0, 1, 1, 2), c(1, 1, 1, 0, 0, 0), 0)
  expect_equal(unname(as.matrix(counts)), literal)
  expect_equal(unname(as.matrix(word_counts(text, c("to", "unseen", "be")))),
    rbind(c(2, 0, 2), c(0, 0, 1), 0))
  expect_identical(colnames(word_counts(text, most = 2)), c("be", "to"))
  dense <- count_pairs(c(1, 2, 2, 2), c(1, 1, 2, 2), 3, c("a", "b"), sparse = FALSE)
  expect_equal(unname(dense), rbind(c(1, 0), c(1, 2), 0))
})

test_that("what is no text is refused", {
  bad <- \(...) expect_error(word_counts(...), class = "calibrant_error_input")
  bad(1:3)
  bad(c("a", NA))
  bad("?")
  bad("a", character())
  bad("a", c("a", "a"))
  bad("a", most = 0)
})

test_that("texts are classified by what was learnt from others", {
  train <- word_counts(c("cat dog cat", "dog mouse", "bank money", "money bank bank"))
  model <- naive_bayes(train, c("animal", "animal", "money", "money"))
  new <- word_counts(c("a cat and a dog", "my bank"), colnames(train))
  # Multinomial by hand: 5 animal and 5 money tokens, 5 words, smoothing 1.
  theta <- c((2 + 1) * (2 + 1), 1) / 10^2
  expect_equal(unname(predict(model, new)[1, ]), theta / sum(theta))
  expect_gt(predict(model, new)[2, "money"], 0.5)
})
