prior <- c(0.1, 0.2, 0.3, 0.4)

test_that("gradient and Hessian are the derivatives of the cost", {
  data <- class_example()
  other <- matrix(rnorm(240), 60)
  set.seed(2)
  for (family in c("shared", "vector", "matrix")) {
    for (ridge in c(0, 0.3)) {
      log_lik <- if (family == "shared") list(data$log_lik, other) else list(data$log_lik)
      problem <- calibrant:::class_problem(family, log_lik, data$class, prior, ridge)
      at <- rnorm(length(problem$target))
      derivatives <- \(p) .Call(calibrant:::ffi_class_derivatives, problem, p)
      here <- derivatives(at)
      gradient <- numeric_gradient(\(p) derivatives(p)$value, at)
      expect_equal(here$gradient, gradient, tolerance = 1e-8)
      hessian <- numeric_gradient(\(p) derivatives(p)$gradient, at)
      expect_equal(matrix(here$hessian, length(at)), hessian, tolerance = 1e-8)
    }
  }
})

test_that("no other affine map is better", {
  x <- example_set()
  fit <- calibrate(x, prior = prior)
  best <- map_of(fit)
  cost <- function(p) {
    moved <- sweep(p[1] * x$log_lik, 2, p[2:5], "+")
    cross_entropy(loglik_set(moved, x$truth, "ln"), prior)
  }
  at <- c(best$alpha, best$offset)
  expect_lt(max(abs(numeric_gradient(cost, at))), 1e-9)
  expect_equal(cost(at), cross_entropy_min(x, prior), tolerance = 1e-14)
  set.seed(3)
  for (i in 1:20) expect_gt(cost(at + rnorm(5, sd = 0.1) * c(1, 1, 1, 1, 0)), cost(at))
})

test_that("is multinomial logistic regression", {
  skip_if_not_installed("nnet")
  x <- example_set(n = 200)
  n <- c(table(x$truth))
  fit <- calibrate(x, "matrix", prior = n / 200)
  centred <- x$log_lik - rowMeans(x$log_lik)
  data <- data.frame(truth = x$truth, centred[, 1:3])
  peer <- nnet::multinom(truth ~ ., data, trace = FALSE, reltol = 1e-15, maxit = 5000)
  expect_equal(fit$fits[[1]]$value, peer$value / 200, tolerance = 1e-9)
})

test_that("affine calibration forms a group: the second one changes nothing", {
  x <- example_set()
  once <- predict(calibrate(x, prior = prior), x)
  again <- map_of(calibrate(once, prior = prior))
  expect_equal(again$alpha, 1, tolerance = 1e-12)
  expect_equal(unname(again$offset), numeric(4), tolerance = 1e-12)
  moved <- loglik_set(sweep(0.3 * x$log_lik, 2, c(2, -1, 0, 4), "+"), x$truth, "ln")
  expect_equal(posterior(predict(calibrate(moved), moved)), posterior(predict(calibrate(x), x)),
    tolerance = 1e-10
  )
})

test_that("richer families fit no worse, each with its own minimum", {
  x <- example_set()
  after <- vapply(c("temperature", "affine", "vector", "matrix"), \(method) {
    fit <- calibrate(x, method, prior = prior)
    achieved <- cross_entropy(predict(fit, x), prior)
    expect_equal(glance(fit)$cross_entropy, achieved, tolerance = 1e-13)
    achieved
  }, 0)
  expect_true(all(diff(after) < 0))
  expect_lt(after[[1]], cross_entropy(x, prior))
})

test_that("rows may be shifted and classes renamed, with ridge and without", {
  withr::local_seed(1)
  x <- example_set()
  shifted <- loglik_set(x$log_lik + rnorm(60, sd = 100), x$truth, "ln")
  turn <- c(3, 1, 4, 2)
  turned <- loglik_set(x$log_lik[, turn], x$truth, "ln")
  for (method in c("affine", "vector", "matrix")) {
    for (ridge in c(0, 0.2)) {
      fit <- calibrate(x, method, prior, ridge)
      moved <- calibrate(shifted, method, prior, ridge)
      expect_equal(coef(moved), coef(fit), tolerance = 1e-9)
      other <- calibrate(turned, method, prior[turn], ridge)
      expect_equal(posterior(predict(other, turned))[, LETTERS[1:4]], posterior(predict(fit, x)),
        tolerance = 1e-9
      )
    }
  }
})

test_that("the ridge pulls to leaving everything as it is", {
  x <- example_set()
  strong <- 1e9
  expect_equal(map_of(calibrate(x, "affine", penalty = strong))$alpha, 1)
  expect_equal(unname(map_of(calibrate(x, "vector", penalty = strong))$alpha), rep(1, 4))
  expect_equal(unname(map_of(calibrate(x, "matrix", penalty = strong))$alpha), diag(4))
  both <- c(
    loglik_set(x$log_lik, x$truth, system = rep("s", 60)),
    loglik_set(-x$log_lik, x$truth, system = rep("t", 60))
  )
  expect_equal(map_of(fuse(both, penalty = strong))$alpha, c(s = 0.5, t = 0.5))
})

test_that("separable classes have no map without a ridge", {
  separable <- loglik_set(rbind(diag(3), diag(3)), c(1:3, 1:3), "ln")
  for (method in c("affine", "temperature", "vector", "matrix")) {
    expect_error(calibrate(separable, method), class = "calibrant_error_separable")
    fit <- calibrate(separable, method, penalty = 0.01)
    expect_lt(cllr(predict(fit, separable)), cllr(separable))
  }
  # One class separated from the others, which overlap.
  part <- rbind(c(9, 0, 0), c(9, 0, 0), c(0, 2, 1), c(0, 1, 2), c(0, 1, 2), c(0, 2, 1))
  part <- loglik_set(part, c(1, 1, 2, 2, 3, 3), "ln")
  expect_error(calibrate(part, "matrix"), class = "calibrant_error_separable")
  # The scale of useless log-likelihoods would be 0, but here the exclusion is informative.
  expect_lt(cllr_min(part), log2(3))
})

test_that("excluded classes stay excluded, if the method can bear it", {
  w <- class_example()$log_lik
  w[1, setdiff(1:4, class_example()$class[1])[1]] <- -Inf
  x <- loglik_set(w, class_example()$truth, "ln")
  out <- predict(calibrate(x), x)
  expect_identical(out$log_lik == -Inf, x$log_lik == -Inf)
  expect_equal(cllr(out), cllr_min(x), tolerance = 1e-13)
  for (method in c("vector", "matrix")) {
    expect_error(calibrate(x, method), class = "calibrant_error_infinite")
  }
  wrong <- w
  wrong[2, class_example()$class[2]] <- -Inf
  wrong <- loglik_set(wrong, class_example()$truth, "ln")
  fit <- calibrate(wrong)
  expect_identical(map_of(fit)$alpha, 0)
  expect_equal(cllr(predict(fit, wrong)), 2)
})

test_that("extreme and tiny log-likelihoods are scaled first", {
  x <- example_set()
  expected <- map_of(calibrate(x))
  for (factor in c(1e-200, 1e-5, 1e5, 1e200)) {
    scaled <- calibrate(loglik_set(factor * x$log_lik, x$truth, "ln"))
    expect_equal(map_of(scaled)$alpha * factor, expected$alpha, tolerance = 1e-9)
    expect_equal(map_of(scaled)$offset, expected$offset, tolerance = 1e-8)
  }
})

test_that("fusion recovers the best mixture of recognisers", {
  withr::local_seed(1)
  data <- class_example(n = 120)
  noise <- matrix(rnorm(480), 120)
  make <- \(w, name) loglik_set(w, data$truth, "ln", system = rep(name, 120))
  parts <- c(make(data$log_lik + 2 * noise, "plus"), make(data$log_lik - 2 * noise, "minus"))
  fit <- fuse(parts)
  fused <- predict(fit, parts)
  whole <- loglik_set(data$log_lik, data$truth, "ln")
  expect_lte(cllr(fused), cllr_min(whole) + 1e-12)
  expect_lt(cllr(fused), min(cllr_min(parts)))
  expect_equal(fuse(parts["plus"], parts["minus"])$fits, fit$fits)
  matrices <- list(plus = parts["plus"]$log_lik, minus = parts["minus"]$log_lik)
  expect_equal(predict(fit, rev(matrices)), fused$log_lik)
  one <- fuse(make(data$log_lik, "s"))
  expect_equal(unname(map_of(one)$alpha), map_of(calibrate(whole))$alpha, tolerance = 1e-12)
  expect_error(fuse(parts["plus"], golden_set()), class = "calibrant_error_input")
  expect_error(predict(fit, parts["plus"]), class = "calibrant_error_input")
  shuffled <- make(data$log_lik[120:1, ], "minus")
  expect_error(
    fuse(parts["plus"], loglik_set(data$log_lik, rev(data$truth), "ln", system = rep("m", 120))),
    class = "calibrant_error_input"
  )
})

test_that("each system is calibrated by itself", {
  data <- class_example()
  x <- loglik_set(rbind(data$log_lik, 3 * data$log_lik), rep(data$truth, 2), "ln",
    system = rep(c("s", "t"), each = 60)
  )
  fit <- calibrate(x)
  expect_equal(map_of(fit)$s$alpha, 3 * map_of(fit)$t$alpha, tolerance = 1e-10)
  expect_equal(cllr(predict(fit, x)), cllr_min(x), tolerance = 1e-12)
  expect_equal(predict(fit, x["t"])$log_lik, predict(fit, x)["t"]$log_lik)
  expect_error(predict(fit, data$log_lik), class = "calibrant_error_input")
  expect_identical(nrow(tidy(fit)), 10L)
  expect_output(print(fit), "affine calibration of 4 classes")
})

test_that("standard errors are those of the sandwich", {
  x <- example_set(n = 90)
  truth <- as.integer(x$truth)
  fit <- calibrate(x, prior = prior)
  best <- map_of(fit)
  cost <- function(p) {
    q <- posterior(loglik_set(sweep(p[1] * x$log_lik, 2, c(p[2:4], 0), "+"), x$truth, "ln"), prior)
    (prior / tabulate(truth))[truth] * -log(q[cbind(1:90, truth)])
  }
  at <- c(best$alpha, best$offset[1:3])
  hessian <- numeric_gradient(\(p) numeric_gradient(\(r) sum(cost(r)), p, 1e-4), at, 1e-4)
  scores <- numeric_gradient(cost, at)
  centred <- scores - apply(scores, 2, \(column) ave(column, truth))
  literal <- solve(hessian) %*% crossprod(centred) %*% solve(hessian)
  expect_equal(unname(vcov(fit)[1:4, 1:4]), literal, tolerance = 1e-4)
  expect_identical(unname(vcov(fit)[5, ]), numeric(5))
  expect_equal(tidy(fit)$std.error[1:4], sqrt(diag(literal)), tolerance = 1e-4)
  for (method in c("temperature", "vector", "matrix")) {
    covariance <- vcov(calibrate(x, method))
    expect_identical(rownames(covariance), tidy(calibrate(x, method))$term)
    expect_true(all(is.finite(covariance)))
  }
  expect_true(all(is.na(vcov(calibrate(example_set(lift = -2))))))
})

test_that("standard errors are about the spread over repeated sets", {
  fits <- lapply(1:60, \(seed) calibrate(example_set(n = 200, seed = seed)))
  estimates <- vapply(fits, \(fit) tidy(fit)$estimate[1:4], numeric(4))
  errors <- vapply(fits, \(fit) tidy(fit)$std.error[1:4], numeric(4))
  ratio <- apply(estimates, 1, sd) / sqrt(rowMeans(errors^2))
  expect_true(all(ratio > 0.7 & ratio < 1.4))
})

test_that("recognisers that repeat each other are noticed", {
  data <- class_example()
  twice <- loglik_set(rbind(data$log_lik, 2 * data$log_lik), rep(data$truth, 2), "ln",
    system = rep(c("s", "t"), each = 60)
  )
  expect_warning(fit <- fuse(twice), class = "calibrant_warning_collinear")
  one <- calibrate(loglik_set(data$log_lik, data$truth, "ln"))
  expect_equal(glance(fit)$cross_entropy, glance(one)$cross_entropy, tolerance = 1e-12)
  expect_equal(sum(map_of(fit)$alpha * c(1, 2)), map_of(one)$alpha, tolerance = 1e-8)
  expect_no_warning(fuse(twice, penalty = 0.1))
})

test_that("two classes have one scale, whatever the method", {
  data <- class_example(n_classes = 2)
  x <- loglik_set(data$log_lik, data$truth, "ln")
  affine <- predict(calibrate(x), x)
  for (method in c("vector", "matrix")) {
    expect_equal(posterior(predict(calibrate(x, method), x)), posterior(affine), tolerance = 1e-10)
  }
  expect_equal(map_of(calibrate(x, "vector"))$alpha, c(A = 1, B = 1) * map_of(calibrate(x))$alpha)
  llr <- as_lr_set(x)
  reference <- glm(llr$truth ~ llr$value, family = quasibinomial(),
    weights = ifelse(llr$truth, 0.5 / sum(llr$truth), 0.5 / sum(!llr$truth)),
    control = list(epsilon = 1e-15)
  )
  expect_equal(map_of(calibrate(x))$alpha, coef(reference)[[2]], tolerance = 1e-9)
  expect_equal(map_of(calibrate(x))$offset[["A"]], coef(reference)[[1]], tolerance = 1e-9)
})

test_that("sets to be fused go in one by one or as a list, of two classes or of many", {
  withr::local_seed(1)
  data <- class_example(n = 90)
  one <- loglik_set(data$log_lik, data$truth, "ln")
  other <- loglik_set(data$log_lik + matrix(rnorm(360), 90), data$truth, "ln")
  expect_identical(coef(fuse(list(one, other))), coef(fuse(one, other)))
  expect_identical(fuse(list(a = one, b = other))$recognisers, c("a", "b"))
  expect_identical(coef(fuse(list(one, other), penalty = 1)), coef(fuse(one, other, penalty = 1)))
  h1 <- rep(c(TRUE, FALSE), each = 30)
  score <- rnorm(60, h1)
  a <- lr_set(score, h1, scale = "score")
  b <- lr_set(score + rnorm(60), h1, scale = "score")
  expect_equal(coef(fuse(a, b)), coef(fuse(list(a, b))))
  expect_equal(coef(fuse(a, b, prior = 0.2)), coef(fuse(list(a, b), prior = 0.2)))
  expect_error(fuse(a, 3), class = "calibrant_error_input")
  expect_error(fuse(list(one, a)), class = "calibrant_error_input")
})
