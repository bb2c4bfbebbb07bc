# Trial by trial and class by class.
literal_loglik <- function(x, truth, new, score) {
  t(apply(new, 1, \(row) vapply(levels(truth), \(k) score(row, x, truth == k), 0)))
}

literal_models <- function(alpha) {
  multinomial <- \(row, x, is_k) {
    n <- colSums(x[is_k, , drop = FALSE])
    sum(row * log((n + alpha) / (sum(n) + alpha * ncol(x))))
  }
  list(
    multinomial = multinomial,
    complement = \(row, x, is_k) -multinomial(row, x, !is_k),
    bernoulli = \(row, x, is_k) {
      phi <- (colSums(x[is_k, , drop = FALSE] > 0) + alpha) / (sum(is_k) + 2 * alpha)
      sum(ifelse(row > 0, log(phi), log(1 - phi)))
    },
    complement_bernoulli = \(row, x, is_k) {
      phi <- (sum(!is_k) + 2 * alpha) / (colSums(x[!is_k, , drop = FALSE] > 0) + alpha)
      log(length(is_k) / sum(!is_k)) + sum(log(phi)[row > 0])
    }
  )
}

test_that("log-likelihoods are those of the models, dense and sparse", {
  train <- documents()
  test <- documents(5, seed = 2)
  for (alpha in c(1, 0.1)) {
    models <- literal_models(alpha)
    for (name in names(models)) {
      known <- literal_loglik(train$x, train$truth, test$x, models[[name]])
      fit <- naive_bayes(train$x, train$truth, model = name, smoothing = alpha)
      expect_equal(predict(fit, test$x, type = "loglik"), known)
      thin <- naive_bayes(sparse(train$x), train$truth, model = name, smoothing = alpha)
      expect_equal(predict(thin, sparse(test$x), type = "loglik"), known)
      expect_equal(predict(fit, sparse(test$x), type = "loglik"), known)
    }
  }
})

test_that("maximum likelihood, without smoothing, is equation 2 of the paper", {
  x <- rbind(c(1, 0), c(0, 1), c(1, 1), c(0, 1), c(1, 0), c(0, 0))
  truth <- factor(rep(c("a", "b"), each = 3))
  models <- literal_models(0)
  for (name in names(models)) {
    fit <- naive_bayes(x, truth, model = name, smoothing = 0)
    expect_equal(unname(predict(fit, x, type = "loglik")),
      unname(literal_loglik(x, truth, x, models[[name]])))
  }
})

test_that("equation 3 of the paper maps shares of a word as equation 4", {
  # Documents of four classes with the words 1 and 2: N = (3, 2, 4, 1), by class and word below.
  truth <- factor(rep(c("a", "b", "c", "d"), c(3, 2, 4, 1)))
  has <- cbind(c(1, 1, 0, 1, 0, 1, 0, 0, 0, 1), c(1, 0, 0, 1, 1, 0, 1, 1, 1, 0))
  share <- prop.table(t(rowsum(has, truth)), 1)
  expect_equal(share, rbind(c(2, 1, 1, 1), c(1, 2, 3, 0)) / c(5, 6), ignore_attr = TRUE)
  fit <- naive_bayes(3 * has, truth, model = "complement_bernoulli", smoothing = 0)
  expect_equal(predict(fit, diag(2)), prob_complement(share), ignore_attr = TRUE)
  # Estimates for both words, by hand: (N / (N - N_c)) times (N - N_c) / (N_mu - N_mu,c) of each
  # word.
  n <- c(3, 2, 4, 1)
  by_hand <- 10 / (10 - n) * (10 - n) / (5 - c(2, 1, 1, 1)) * (10 - n) / (6 - c(1, 2, 3, 0))
  expect_equal(drop(predict(fit, rbind(c(1, 1)))), by_hand / sum(by_hand), ignore_attr = TRUE)
  # Two classes: the estimates are inverse to those of the other class, the prediction is the same.
  two <- factor(c("a", "b"))[c(1, 1, 1, 2, 2, 2)]
  x <- cbind(c(1, 0, 1, 1, 0, 0))
  posterior <- \(model, prior) {
    drop(predict(naive_bayes(x, two, model, smoothing = 0), rbind(1), prior = prior))
  }
  expect_equal(posterior("complement_bernoulli", NULL), posterior("bernoulli", "data"))
})

test_that("the Gaussian model has means and variances of the classes", {
  train <- documents()
  test <- documents(5, seed = 2)
  alpha <- 0.01
  extra <- alpha * max(apply(train$x, 2, \(v) mean((v - mean(v))^2)))
  gaussian <- \(row, x, is_k) {
    of_k <- x[is_k, ]
    variance <- colMeans(sweep(of_k, 2, colMeans(of_k))^2) + extra
    sum(stats::dnorm(row, colMeans(of_k), sqrt(variance), log = TRUE))
  }
  known <- literal_loglik(train$x, train$truth, test$x, gaussian)
  fits <- list(train$x, sparse(train$x))
  for (x in fits) {
    fit <- naive_bayes(x, train$truth, model = "gaussian", smoothing = alpha)
    for (new in list(test$x, sparse(test$x))) {
      expect_equal(predict(fit, new, type = "loglik"), known)
    }
  }
})

test_that("iris is recognised as by e1071 1.7-13", {
  # predict(e1071::naiveBayes(Species ~ ., iris), iris, type = "raw") errs in 6 of 150 trials; its
  # variances have the divisor N - 1, which changes no decision.
  fit <- naive_bayes(iris[1:4], iris$Species, model = "gaussian")
  p <- predict(fit, iris[1:4])
  expect_equal(sum(levels(iris$Species)[max.col(p)] != iris$Species), 6)
  expect_equal(p[84, ], c(setosa = 1.09e-132, versicolor = 0.6134, virginica = 0.3866),
    tolerance = 0.03)
})

test_that("a large whole number of smoothing counts as a double", {
  counts <- matrix(c(2, 1, 1, 3, 1, 4, 1, 2), 4)
  fit <- \(smoothing) naive_bayes(counts, c("a", "b", "a", "b"), smoothing = smoothing)
  expect_silent(found <- predict(fit(.Machine$integer.max), counts))
  expect_identical(found, predict(fit(as.double(.Machine$integer.max)), counts))
})

test_that("posteriors follow from the prior, flat unless given", {
  train <- documents()
  fit <- naive_bayes(train$x, train$truth)
  log_lik <- predict(fit, train$x, type = "loglik")
  prior <- c(a = 0.1, b = 0.2, c = 0.3, d = 0.4)
  by_hand <- \(prior) {
    p <- sweep(exp(log_lik - apply(log_lik, 1, max)), 2, prior, "*")
    p / rowSums(p)
  }
  expect_equal(predict(fit, train$x, prior = prior), by_hand(prior))
  expect_equal(predict(fit, train$x), by_hand(rep(0.25, 4)))
  uneven <- naive_bayes(train$x[-(1:20), ], train$truth[-(1:20)])
  shares <- as.vector(table(train$truth[-(1:20)])) / 40
  expect_equal(predict(uneven, train$x, prior = "data"), predict(uneven, train$x, prior = shares))
})

test_that("a feature that is constant within a class does not break the Gaussian model", {
  x <- cbind(c(1, 1, 2, 3), c(5, 6, 7, 8))
  p <- predict(naive_bayes(x, c("a", "a", "b", "b"), model = "gaussian"), x)
  expect_false(anyNA(p))
  expect_equal(max.col(p), c(1, 1, 2, 2))
})

test_that("what cannot be learnt from is refused", {
  bad <- \(...) expect_error(naive_bayes(...), class = "calibrant_error_input")
  x <- matrix(1:6, 3)
  bad(x, c("a", "b"))
  bad(x, c("a", "a", "a"))
  bad(x, factor(c("a", "b", "a"), levels = c("a", "b", "c")))
  bad(-x, c("a", "b", "a"))
  bad(x / 0, c("a", "b", "a"))
  bad(x, c("a", "b", NA))
  bad(letters, letters)
  bad(x, c("a", "b", "a"), smoothing = -1)
  bad(diag(3), c("a", "b", "a"), smoothing = 0)
  bad(diag(3), c("a", "b", "a"), model = "gaussian", smoothing = 0)
  bad(x, c("a", "b", "a"), model = "poisson")
  fit <- naive_bayes(x, c("a", "b", "a"))
  expect_error(predict(fit, cbind(x, 1)), class = "calibrant_error_input")
  named <- naive_bayes(cbind(u = 1:3, v = 1:3), c("a", "b", "a"))
  expect_error(predict(named, cbind(v = 1, u = 2)), class = "calibrant_error_input")
  expect_output(print(fit), "multinomial, 2 features, 2 classes")
})

test_that("his experiment shows what Tornetta found", {
  # Figures 2 and 3: accuracy increases with training, and the complement model is the least
  # confident of all.
  withr::local_seed(3)
  rate <- matrix(stats::rgamma(3 * 200, 0.4), 3)
  write <- \(n) {
    truth <- factor(rep(1:3, n))
    list(x = matrix(stats::rpois(sum(n) * 200, 0.1 * rate[truth, ]), sum(n)), truth = truth)
  }
  test <- write(c(100, 100, 100))
  steps <- lapply(c(2, 30), \(k) write(k * c(2, 5, 10)))
  paths <- lapply(c(multinomial = "multinomial", complement = "complement"), \(model) {
    lapply(steps, \(train) predict(naive_bayes(train$x, train$truth, model), test$x))
  })
  expect_true(all(prob_entropy_score(paths$complement) < prob_entropy_score(paths$multinomial)))
  accuracy <- \(p) mean(max.col(p) == as.integer(test$truth))
  for (path in paths) expect_gt(accuracy(path[[2]]), accuracy(path[[1]]))
})

test_that("damaged matrices and models are refused before they reach C", {
  skip_if_not_installed("Matrix")
  counts <- matrix(c(2, 0, 1, 3, 1, 0, 0, 2), 4)
  truth <- c("a", "b", "a", "b")
  sparse <- Matrix::Matrix(counts, sparse = TRUE)
  expect_damaged <- \(call) expect_error(call, class = "calibrant_error_damaged")
  for (slot in c("i", "p", "x", "Dim")) {
    for (change in list(\(x) x[-1], \(x) replace(x, 2, 1e8), \(x) replace(x, 1, -1), \(x) rev(x))) {
      bad <- sparse
      was <- attr(bad, slot)
      now <- change(was)
      storage.mode(now) <- storage.mode(was)
      # Other numbers, or rows in another order, are not damaged.
      if (identical(now, was) || slot == "x" && length(now) == length(was)) next
      if (slot == "i" && length(now) == length(was) && all(now %in% 0:3)) next
      attr(bad, slot) <- now
      expect_damaged(naive_bayes(bad, truth))
      expect_damaged(predict(naive_bayes(counts, truth), bad))
    }
  }
  for (kind in c("multinomial", "bernoulli", "gaussian")) {
    model <- naive_bayes(counts, truth, model = kind)
    for (field in setdiff(names(model), c("features", "share", "smoothing", "length"))) {
      expect_damaged(predict(replace(model, field, list(NULL)), counts))
    }
    expect_damaged(predict(replace(model, "weight", list(model$weight[1])), counts))
  }
})
