test_that("trials are divided by their length, dense and sparse", {
  train <- documents()
  x <- rbind(train$x, 0)
  truth <- factor(c(as.character(train$truth), "a"))
  lengths <- list(sum = pmax(rowSums(x), 1), euclid = pmax(sqrt(rowSums(x^2)), 1))
  for (length in names(lengths)) {
    by_hand <- naive_bayes(x / lengths[[length]], truth)
    known <- predict(by_hand, x / lengths[[length]])
    fit <- naive_bayes(x, truth, length = length)
    expect_equal(predict(fit, x), known)
    thin <- naive_bayes(sparse(x), truth, length = length)
    expect_equal(predict(thin, sparse(x)), known)
  }
})

test_that("other kinds of sparse matrices are converted", {
  train <- documents()
  known <- predict(naive_bayes(train$x > 0, train$truth, model = "bernoulli"), 1 * (train$x > 0))
  triplets <- as(sparse(1 * (train$x > 0)), "TsparseMatrix")
  pattern <- as(sparse(1 * (train$x > 0)), "nMatrix")
  for (x in list(triplets, pattern)) {
    expect_equal(predict(naive_bayes(x, train$truth, model = "bernoulli"), x), known)
  }
})

test_that("counts are not negative, and measurements may be", {
  x <- matrix(c(-1, 2, 1, 3), 4)
  truth <- c("a", "a", "b", "b")
  expect_error(naive_bayes(x, truth), "must not be negative", class = "calibrant_error_input")
  expect_s3_class(naive_bayes(x, truth, model = "gaussian"), "naive_bayes")
})
