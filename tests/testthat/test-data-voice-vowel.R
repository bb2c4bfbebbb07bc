words <- levels(voice_vowel$word)

test_that("holds the tokens that its help describes", {
  expect_named(voice_vowel, c("recogniser", "speaker", "group", "repetition", "word", words))
  expect_equal(as.vector(table(voice_vowel$recogniser)), rep(1520, 3))
  expect_equal(as.vector(table(voice_vowel$word)), rep(3 * 152, 10))
  expect_equal(do.call(pmax, voice_vowel[words]), rep(0, 4560))
})

test_that("is as good as its help states", {
  x <- loglik_set(voice_vowel[c("recogniser", "word", words)], truth = "word",
    system = "recogniser")
  expect_equal(round(cllr(x), 2), c(lda = 0.70, qda = 0.54, kernel = 0.64))
  expect_equal(round(misclassification(x), 2), c(lda = 0.17, qda = 0.12, kernel = 0.13))
})
