truth <- factor(c("a", "a", "b", "c"))

first <- rbind(c(0.8, 0.1, 0.1), c(0.4, 0.5, 0.1), c(0.2, 0.6, 0.2), c(0, 0.1, 0.9))

second <- first^2 / rowSums(first^2)

test_that("each step has accuracy, entropy score and purity", {
  curve <- confidence_curve(list(m = list(first, second), n = list(prob_complement(first))), truth)
  expect_identical(as.character(curve$system), c("m", "m", "n"))
  expect_identical(curve$step, c(1L, 2L, 1L))
  expect_equal(curve$accuracy, rep(0.75, 3))
  expect_equal(curve$entropy_score, prob_entropy_score(list(first, second, prob_complement(first))))
  expect_equal(curve$purity, prob_purity(list(first, second, prob_complement(first)), truth))
})

test_that("one matrix and one list are paths too", {
  expect_identical(nrow(confidence_curve(first, truth)), 1L)
  path <- confidence_curve(list(few = first, many = second), truth)
  expect_identical(path$label, c("few", "many"))
  expect_identical(levels(path$system), "system")
})

test_that("of equally probable classes the first is decided for", {
  expect_equal(confidence_curve(matrix(0.5, 2, 2), factor(c("a", "b")))$accuracy, 0.5)
  expect_equal(confidence_curve(matrix(0.5, 3, 2), factor(c("a", "b", "b")))$accuracy, 1 / 3)
})

test_that("steps may have truths and classes of their own", {
  two <- rbind(c(0.9, 0.1), c(0.3, 0.7))
  curve <- confidence_curve(list(first, two), list(truth, factor(c("a", "b"))))
  expect_equal(curve$accuracy, c(0.75, 1))
  expect_equal(attr(curve, "uniform_purity"), 1 - sqrt(c(2 / 6, 1 / 4)))
  expect_error(
    confidence_curve(list(first, two), list(truth)),
    class = "calibrant_error_input"
  )
})

test_that("matrices of a list are steps of a path, or models of their own", {
  truth <- factor(c("a", "a", "b"))
  p <- rbind(c(0.8, 0.2), c(0.4, 0.6), c(0.3, 0.7))
  models <- list(lda = p, kernel = p^2 / rowSums(p^2))
  expect_identical(levels(confidence_curve(models, truth)$system), "system")
  apart <- confidence_curve(models, truth, path = FALSE)
  expect_identical(as.character(apart$system), c("lda", "kernel"))
  expect_equal(apart$accuracy, confidence_curve(models, truth)$accuracy)
  expect_error(confidence_curve(models, truth, path = NA), class = "calibrant_error_input")
})
