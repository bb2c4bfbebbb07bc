test_that("cells are mean posteriors of the classes", {
  set.seed(57)
  p <- random_posteriors(30, 3)
  truth <- factor(sample(c("a", "b", "c"), 30, replace = TRUE))
  confusion <- prob_confusion(p, truth)
  for (i in 1:3) {
    expect_equal(unname(confusion[i, ]), colMeans(p[truth == levels(truth)[i], ]))
  }
  expect_equal(unname(rowSums(confusion)), rep(1, 3))
  slow <- 1 - norm(unclass(confusion) - diag(3), "F") / sqrt(6)
  expect_equal(prob_purity(p, truth), slow)
  expect_identical(prob_purity(confusion), prob_purity(p, truth))
})

test_that("purity has the values of the paper", {
  truth <- factor(c("a", "b"))
  expect_identical(prob_purity(diag(2), truth), 1)
  expect_identical(prob_purity(diag(2)[2:1, ], truth), 0)
  expect_equal(prob_purity(matrix(0.5, 2, 2), truth), 0.5)
})

test_that("purity of uniform predictions is 1 - sqrt((n - 1) / (2 n))", {
  # The paper prints the square root alone, which is right for n = 2 only.
  for (n in 2:6) {
    expect_equal(prob_purity(matrix(1 / n, n, n), factor(1:n)), 1 - sqrt((n - 1) / (2 * n)))
  }
})

test_that("columns are matched by name, and by order without names", {
  p <- rbind(c(0.7, 0.1, 0.2), c(0.3, 0.6, 0.1), c(0, 0.3, 0.7))
  truth <- factor(c("x", "y", "z"))
  named <- p
  colnames(named) <- levels(truth)
  shuffled <- named[, c("z", "x", "y")]
  expect_equal(prob_confusion(shuffled, truth), prob_confusion(p, truth))
  expect_equal(unname(prob_confusion(shuffled, truth)[, "x"]), unname(p[, 1]))
  expect_equal(
    unclass(prob_confusion(shuffled, c("x", "y", "z"))),
    unclass(prob_confusion(p, truth))[c(3, 1, 2), c(3, 1, 2)]
  )
})

test_that("a list has a purity per model", {
  truth <- factor(c("a", "b"))
  models <- list(right = diag(2), wrong = diag(2)[2:1, ])
  expect_equal(prob_purity(models, truth), c(right = 1, wrong = 0))
})

test_that("truth that does not fit is refused", {
  p <- diag(3)
  colnames(p) <- c("a", "b", "c")
  refuse <- \(p, truth, class = "calibrant_error_input") {
    expect_error(prob_confusion(p, truth), class = class)
    expect_error(prob_purity(p, truth), class = class)
  }
  refuse(p, c("a", "b"))
  refuse(p, c("a", "b", NA))
  refuse(p, factor(c("a", "b", "d")))
  refuse(unname(p), factor(c("a", "b", "b")))
  refuse(p, factor(c("a", "b", "b"), levels = c("a", "b", "c")), "calibrant_error_one_class")
})

test_that("the heat map has the matrix, true classes from top to bottom", {
  p <- rbind(c(0.9, 0.1, 0), c(0.2, 0.7, 0.1), c(0, 0, 1))
  picture <- autoplot(prob_confusion(p, factor(1:3)))
  labels <- ggplot2::layer_data(picture, 2)
  at <- \(truth, predicted) labels$label[labels$y == 4 - truth & labels$x == predicted]
  expect_identical(at(1, 2), "0.10")
  expect_identical(at(2, 1), "0.20")
  expect_output(print(prob_confusion(p, factor(1:3))), "purity")
})
